import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { NOWHERE } from '../../../git/guards.ts';
import type { GitReader } from '../../../git/reader.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { OwnMoves } from '../../own-moves.ts';

/** The hooks that a command may have run, by what they may have done. */
export interface Hooks {
  readonly mayWriteFiles: boolean;
  /** After the command: what a hook moves before it keeps the command from moving the same. */
  readonly mayMoveRefs: boolean;
}

/** Hooks that any command may run. */
const ALWAYS = ['post-index-change', 'reference-transaction'];

/** Lines of the hooks that Git LFS writes, which only ask it to look after its own files. */
const OF_LFS = /^\s*(?:#.*|(?:command -v|which) git-lfs\b.*|git lfs [a-z-]+ "\$@"|)\s*$/;

export async function hooksOf(
  git: GitReader,
  repository: Repository,
  { hooks }: Pick<OwnMoves, 'hooks'>,
): Promise<Hooks> {
  const names = await hooksIn(git, repository);
  if (names === undefined) return { mayWriteFiles: true, mayMoveRefs: true };
  const own = names.filter(name => hooks === null || hooks.includes(name) || ALWAYS.includes(name));
  const moves = (name: string) => name === 'reference-transaction' || /^post-(?!index-change)/.test(name);
  return { mayWriteFiles: own.length > 0, mayMoveRefs: own.some(moves) };
}

/** Where hooks are and which the config has, of which git expands the paths. */
const HOOK_SETTINGS = [
  'config',
  '-z',
  '--type=path',
  '--get-regexp',
  '^(core\\.hookspath|hook\\..*\\.event)$',
] as const;

/** Undefined where git cannot tell. */
async function hooksIn(git: GitReader, { workTree, commonDirectory }: Repository): Promise<string[] | undefined> {
  const answer = await git.read(HOOK_SETTINGS, workTree, { accepts: [1] });
  if (!answer.ok) return undefined;
  const settings = answer.text.split('\0').flatMap(entry => {
    const [key = '', ...value] = entry.split('\n');
    return key === '' ? [] : [{ key, value: value.join('\n') }];
  });
  const isPath = ({ key }: { readonly key: string }) => key === 'core.hookspath';
  const events = settings.filter(each => !isPath(each)).map(({ value }) => value);
  // Our own questions are asked with no hooks at all.
  const path = settings.filter(each => isPath(each) && each.value !== NOWHERE).at(-1)?.value;
  const folder = path === undefined ? join(commonDirectory, 'hooks') : resolve(workTree, path);
  const files = await readdir(folder).catch(ifMissing<string[]>([]));
  const found = await Promise.all(files.map(async name => ((await isHook(join(folder, name))) ? [name] : [])));
  return [...found.flat(), ...events];
}

async function isHook(path: string): Promise<boolean> {
  if (path.endsWith('.sample')) return false;
  // What cannot be read may do anything.
  const text = await readFile(path, 'latin1').catch(() => 'unknown');
  return !text.split('\n').every(line => OF_LFS.test(line));
}
