import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { ifMissing } from '../shared/file-errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the rules of a repository and of the person want for a command; undefined where none is about it. */
export type AskPolicy = (
  command: string,
  folder: string,
) => Promise<{ readonly kind: 'deny' | 'ask'; readonly reason: string } | undefined>;

const FILE = '.sluice.json';
/** As it is committed: whoever removes the file has not taken its rules back. */
const COMMITTED = ['HEAD', 'refs/remotes/origin/HEAD'].map(name => `${name}:${FILE}\n`).join('');

const said = z.looseObject({ answer: z.enum(['run', 'ask', 'deny']), byPolicy: z.boolean(), reason: z.string() });

/** Asks the command line, which has all that rules need, where there are any rules; a hook of a repository without does not wait for it. */
export const createPolicy =
  (commandLine: readonly string[], environment: Environment): AskPolicy =>
  async (command, folder) => {
    if (!(await mayHaveRules(folder, environment))) return undefined;
    const [program = '', ...words] = commandLine;
    const given = [...words, 'policy', 'check', '--json', '--root', folder, '--', command];
    const printed = await output(program, given, folder, environment);
    const { answer, byPolicy, reason } = said.parse(JSON.parse(printed));
    return byPolicy && answer !== 'run' ? { kind: answer, reason } : undefined;
  };

async function mayHaveRules(folder: string, environment: Environment): Promise<boolean> {
  const { HOME = homedir() } = environment;
  const [personal, top] = await Promise.all([isThere(join(HOME, FILE)), topOf(folder)]);
  if (personal) return true;
  if (top === undefined) return false;
  if (await isThere(join(top, FILE))) return true;
  const guards = { ...environment, GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' };
  const words = ['-c', 'core.fsmonitor=false', 'cat-file', '--batch-check'];
  return / blob | tree | commit /.test(await output('git', words, top, guards, COMMITTED));
}

/** The work tree around a folder. */
async function topOf(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await isThere(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(ifMissing(undefined))) !== undefined;

/** What a program prints; rejects where it does not start. The hook itself sees to it that nobody waits too long. */
function output(program: string, words: readonly string[], cwd: string, env: Environment, input = ''): Promise<string> {
  const child = spawn(program, words, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    text += chunk;
  });
  // It may be over before it has read anything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(text));
  });
}
