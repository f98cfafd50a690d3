import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { full } from '../../../support/full.ts';
import { seededRandom } from '../../../support/seeded.ts';
import { bundleScript } from '../../git/scripts.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, record, recorded, recordingOf, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();
const script = join(parent, 'doomed.mjs');
const original = newRepository(parent, 'original');
const journal = journalWith();
const COMMAND = ['checkout', '-f', 'side'];

beforeAll(async () => {
  await bundleScript(new URL('doomed.ts', import.meta.url), script);
  commit(original, { 'a.txt': 'one\n', 'b/c.txt': 'c\n', 'both.txt': '1\n' }, 'one');
  git(original, 'switch', '-qc', 'side');
  git(original, 'rm', '-q', 'b/c.txt');
  commit(original, { 'a.txt': 'two\n', 'new/deep.txt': 'n\n' }, 'two');
  git(original, 'switch', '-q', 'main');
  write(original, {
    'a.txt': 'mine\n',
    'staged.txt': 's\n',
    '.git/info/exclude': 'new\n',
    'new/deep.txt': 'ignored\n',
  });
  git(original, 'add', 'staged.txt');
});

function copy(name: string): string {
  const folder = join(parent, name);
  cpSync(original, folder, { recursive: true, verbatimSymlinks: true });
  git(folder, 'update-index', '-q', '--refresh');
  return folder;
}

/** True when it was killed before the step, false when it came to its end first. */
function killedAt(step: number, folder: string, ...words: string[]): boolean {
  const env = { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const { signal, stderr } = spawnSync(process.execPath, [script, folder, String(step), ...words], {
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return signal === 'SIGKILL';
}

const leftBehind = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.lock$|sluice-undo-/.test(name));

async function backToFirst(folder: string): Promise<void> {
  const repository = await repositoryAt(folder);
  await journal.tidy(repository);
  if ((await journal.planUndo(repository)).ok) await undone(journal, folder);
  expect(leftBehind(folder)).toEqual([]);
}

/** The ordinary run tries one step in so many. */
const STRIDE = full ? 1 : 4;
const offset = seededRandom().between(1, STRIDE);

it('12 kill -9 in the middle of recording: tidying and undo give back everything', async () => {
  for (let step = offset; ; step += STRIDE) {
    const folder = copy(`record${step}`);
    const first = await fingerprint(folder);
    const killed = killedAt(step, folder, 'record', ...COMMAND);
    await backToFirst(folder);
    expect(await fingerprint(folder), `killed before step ${step}`).toEqual(first);
    if (!killed) return expect(step).toBeGreaterThan(5);
  }
});

it('12 kill -9 in the middle of an undo: planning again finishes it, and no lock is left', async () => {
  for (let step = offset; ; step += STRIDE) {
    const folder = copy(`undo${step}`);
    const first = await fingerprint(folder);
    await recorded(journal, folder, COMMAND);
    const killed = killedAt(step, folder, 'undo');
    await backToFirst(folder);
    expect(await fingerprint(folder), `killed before step ${step}`).toEqual(first);
    if (!killed) return expect(step).toBeGreaterThan(15);
  }
});

it('a folder that git moved before it was killed goes back', async () => {
  const folder = copy('moved');
  const first = await fingerprint(folder);
  await record(journal, await recordingOf(folder, ['mv', 'b', 'moved']), async () => {
    renameSync(join(folder, 'b'), join(folder, 'moved'));
    return { ok: false };
  });
  await undone(journal, folder);
  expect(await fingerprint(folder)).toEqual(first);
});
