import { plural } from '../../../shared/plural.ts';
import type { ReadArgs } from '../../git/read-subcommands.ts';
import type { ReadOptions } from '../../git/reader.ts';
import { fields } from './git-output.ts';
import { type Impact, type ImpactContext, listed, type Rename } from './impact.ts';
import { type FileModes, type FileState, filePaths } from './work-tree.ts';

/** How files change besides their contents, as git's own detection shows it. */
export interface FileShape {
  readonly renames: readonly Rename[];
  readonly modes: readonly ModeChange[];
}

interface ModeChange {
  readonly path: string;
  readonly does: (files: number) => string;
}

export const PLAIN: FileShape = { renames: [], modes: [] };

type DiffSubcommand = 'diff-files' | 'diff-index' | 'diff-tree';

/** Asks a subcommand of the diff family that prints raw differences, about very few paths alone. */
async function shapeOf(
  { git, repository }: ImpactContext,
  [subcommand, ...words]: readonly [DiffSubcommand, ...string[]],
  paths: readonly string[],
  options: ReadOptions = {},
): Promise<FileShape> {
  const few = paths.length > MOST_COMPARED ? [] : paths;
  const question: ReadArgs = [subcommand, '-r', '-z', '-M', '--ignore-submodules=all', ...words, '--', ...few];
  return parseShape(await git.readOrThrow(question, repository.workTree, { ...options, literalPaths: true }));
}

/** Git compares every entry with every name, so that more names than these cost more than a look at all files. */
const MOST_COMPARED = 3;

/** Between two trees; null is the one before the first commit. */
export const shapeBetween = async (
  context: ImpactContext,
  from: string | null | undefined,
  to: string | null | undefined,
  options: ReadOptions = {},
): Promise<FileShape> => (from && to ? shapeOf(context, ['diff-tree', from, to], [], options) : PLAIN);

/** Between a commit and the index, or what is on disk of it. */
export async function shapeSince(
  context: ImpactContext,
  head: string | null,
  what: 'index' | 'disk',
  files: readonly FileState[],
): Promise<FileShape> {
  if (head === null) return PLAIN;
  const words = ['diff-index', ...(what === 'index' ? ['--cached'] : []), head] as const;
  return shapeAmong(files, 'head', what, moved => shapeOf(context, words, moved));
}

/** What is on disk beside the index, with files that are only meant to be added. */
export const shapeOnDisk = (
  context: ImpactContext,
  files: readonly FileState[],
  /** Of these another index says that they are meant to be added. */
  fresh: readonly string[] = [],
  options: ReadOptions = {},
): Promise<FileShape> =>
  shapeAmong(files, 'index', 'disk', moved => shapeOf(context, ['diff-files'], [...moved, ...fresh], options), fresh);

type Side = keyof FileModes;

/** `git status` tells the modes. Git is asked about renames alone, and only where something went and something came. */
async function shapeAmong(
  files: readonly FileState[],
  from: Side,
  to: Side,
  ask: (moved: readonly string[]) => Promise<FileShape>,
  fresh: readonly string[] = [],
): Promise<FileShape> {
  const gone = files.filter(({ modes }) => !isNone(modes[from]) && isNone(modes[to]));
  const come = files.filter(({ modes }) => isNone(modes[from]) && !isNone(modes[to]));
  const moved = filePaths([...gone, ...come]);
  const { renames, modes } = gone.length > 0 && come.length + fresh.length > 0 ? await ask(moved) : PLAIN;
  const isMoved = new Set([...moved, ...fresh]);
  const changed = files.flatMap(file => {
    const change = changeOf(file.modes[from], file.modes[to]);
    return change ? [{ path: file.path, does: change.does }] : [];
  });
  return { renames, modes: [...changed, ...modes.filter(({ path }) => isMoved.has(path))] };
}

const isNone = (mode: string): boolean => /^0+$/.test(mode);

/** The first that fits a change of mode. */
const MODES: readonly { readonly from: RegExp; readonly to: RegExp; readonly does: ModeChange['does'] }[] = [
  { from: /^120/, to: /^100/, does: files => `Replaces ${plural(files, 'link')} with a file.` },
  { from: /^100/, to: /^120/, does: files => `Replaces ${plural(files, 'file')} with a link.` },
  { from: /644$/, to: /755$/, does: files => `Makes ${plural(files, 'file')} executable.` },
  { from: /755$/, to: /644$/, does: files => `Makes ${plural(files, 'file')} no longer executable.` },
];

const changeOf = (before: string, after: string) => MODES.find(({ from, to }) => from.test(before) && to.test(after));

function parseShape(text: string): FileShape {
  const renames: Rename[] = [];
  const modes: ModeChange[] = [];
  const all = fields(text);
  for (let at = 0; at + 1 < all.length; ) {
    const [before = '', after = '', , , status = ''] = (all[at] ?? '').slice(1).split(' ');
    const isRename = status.startsWith('R');
    const [from = '', to = ''] = all.slice(at + 1, at + 3);
    const path = isRename ? to : from;
    if (isRename) renames.push({ from, to });
    const change = changeOf(before, after);
    if (change) modes.push({ path, does: change.does });
    at += isRename ? 3 : 2;
  }
  return { renames, modes };
}

/** Files as people count them, a rename being one, and sentences on their modes. */
export interface CountedFiles {
  readonly parts: Pick<Impact, 'files' | 'renames'>;
  readonly total: number;
  /** `3 files`. */
  readonly words: string;
  readonly modes: readonly string[];
}

export function counted(paths: readonly string[], shape: FileShape): CountedFiles {
  const all = new Set(paths);
  const renames = shape.renames.filter(({ from, to }) => all.has(from) && all.has(to));
  const total = paths.length - renames.length;
  const changed = shape.modes.filter(({ path }) => all.has(path));
  const modes = MODES.flatMap(({ does }) => {
    const files = changed.filter(change => change.does === does).length;
    return files === 0 ? [] : [does(files)];
  });
  const parts = { files: listed(paths, total), ...(renames.length > 0 && { renames }) };
  return { parts, total, words: plural(total, 'file'), modes };
}
