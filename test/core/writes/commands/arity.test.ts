import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { recordOf } from '../../../../src/core/writes/commands/registry.ts';
import { mapInBatches } from '../../../../src/shared/map-in-batches.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';

/** Commands of which a snapshot depends on every option, so that their tables have to be whole. */
const WHOLE_TABLES = [
  'apply',
  'checkout',
  'cherry-pick',
  'clean',
  'fetch',
  'merge',
  'mv',
  'rebase',
  'reset',
  'restore',
  'revert',
  'stash apply',
  'stash drop',
  'stash pop',
  'stash push',
  'stash save',
  'stash store',
  'switch',
];

const folder = temporaryFolder();
git(folder, 'init', '-q');

/** What git prints in a repository without a commit, in which hardly anything can happen. */
async function told(words: readonly string[]): Promise<string> {
  const env = { ...environment, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  const run = promisify(execFile)('git', words, { cwd: folder, env });
  // `apply` without a file reads what it is given.
  run.child.stdin?.end();
  return run.then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
}

type Arity = 'flag' | 'optional' | 'value';

async function arityInGit(command: readonly string[], option: string): Promise<Arity> {
  const [attached, alone] = await Promise.all([told([...command, `${option}=x`]), told([...command, option])]);
  if (/takes no value/.test(attached)) return 'flag';
  return /requires a value/.test(alone) ? 'value' : 'optional';
}

function arityInTable([subcommand = '', ...action]: readonly string[], option: string): Arity | undefined {
  const read = (...words: string[]) => recordOf(subcommand)?.read([...action, ...words], folder).known;
  if (read(option) === undefined) return read(option, 'x')?.positionals.length === 0 ? 'value' : undefined;
  return read(`${option}=x`) === undefined ? 'flag' : 'optional';
}

describe('what a line means is what git takes it for', () => {
  it.each(WHOLE_TABLES)('git %s: every option, with its arity', async text => {
    const command = text.split(' ');
    const list = (await told([...command, '--git-completion-helper-all'])).split(/\s+/);
    const options = list.map(word => word.replace(/=$/, '')).filter(word => /^--[^-]/.test(word));
    expect(options.length).toBeGreaterThan(0);
    const inGit = await mapInBatches(options, option => arityInGit(command, option), 8);
    const inTable = options.map(option => [option, arityInTable(command, option)]);
    expect(inTable).toEqual(options.map((option, at) => [option, inGit[at]]));
  });
});
