import { relative, resolve, sep } from 'node:path';
import type { Walked } from '../../command/table.ts';
import type { WriteLine } from '../commands/write-line.ts';
import { kindOnDisk } from './file-outcome.ts';
import { fields } from './git-output.ts';
import type { ImpactContext } from './impact.ts';
import { objectOf } from './revisions.ts';
import { quoted } from './wording.ts';

/** A line that names a revision, paths, both or none; or why git would not take it. */
export type Operands =
  | { readonly ok: true; readonly rev: string | undefined; readonly paths: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Tells a revision from paths as git does: what is both, or neither, it refuses. */
export async function operandsOf(walked: Walked, line: WriteLine, context: ImpactContext): Promise<Operands> {
  const { positionals, beforeDashes } = walked;
  const [first, ...rest] = positionals;
  if (first === undefined || (beforeDashes === 0 && hasDashes(line)))
    return { ok: true, rev: undefined, paths: positionals };
  if (hasDashes(line)) {
    if (beforeDashes === 1) return { ok: true, rev: first, paths: rest };
    return { ok: false, why: `${quoted(positionals[1] ?? '')} stands before --, where only one revision may.` };
  }
  const isRev = (await objectOf(context, first, 'tree', line.cwd)) !== undefined;
  const isFile = await isThere(first, line);
  if (isRev && isFile)
    return { ok: false, why: `${quoted(first)} is both a revision and a file; put -- between them.` };
  if (isRev) return { ok: true, rev: first, paths: rest };
  if (isFile || looksLikePathspec(first)) return { ok: true, rev: undefined, paths: positionals };
  return { ok: false, why: `${quoted(first)} is neither a revision nor a file.` };
}

/** A value may be `--` too, but no family has an option whose value is one. */
export const hasDashes = ({ words }: WriteLine): boolean => words.includes('--');

export const isThere = async (word: string, { cwd }: WriteLine): Promise<boolean> =>
  (await kindOnDisk(resolve(cwd, word))) !== undefined;

export const looksLikePathspec = (word: string): boolean => /[*?[\\]|^:/.test(word);

/** The tracked files that pathspecs name, undefined when one of them names none. With a tree, files of it count as well. */
export async function matched(
  pathspecs: readonly string[],
  line: WriteLine,
  context: ImpactContext,
  tree?: string,
): Promise<string[] | undefined> {
  const withTree = tree === undefined ? [] : [`--with-tree=${tree}`];
  const text = await context.git.tryRead(
    ['ls-files', '-z', '--full-name', '--error-unmatch', ...withTree, '--', ...pathspecs],
    line.cwd,
  );
  return text === undefined ? undefined : [...new Set(fields(text))];
}

export const matchesNothing = (pathspecs: readonly string[]): string =>
  `${pathspecs.length === 1 ? quoted(pathspecs[0] ?? '') : 'one of the paths'} matches no file that git tracks.`;

/** A path of the line as one from the root of the work tree. */
export const fromRoot = (path: string, { cwd }: WriteLine, { repository }: ImpactContext): string =>
  relative(repository.workTree, resolve(cwd, path)).split(sep).join('/');
