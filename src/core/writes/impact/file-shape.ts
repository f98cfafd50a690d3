import { plural } from '../../../shared/plural.ts';
import type { ReadArgs } from '../../git/read-subcommands.ts';
import type { ReadOptions } from '../../git/reader.ts';
import { fields } from './git-output.ts';
import { type Impact, type ImpactContext, listed, type Rename } from './impact.ts';

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

/** Asks a subcommand of the diff family that prints raw differences; about few paths alone, so that git looks at no others. */
export async function shapeOf(
  { git, repository }: ImpactContext,
  [subcommand, ...words]: readonly [DiffSubcommand, ...string[]],
  paths: readonly string[],
  options: ReadOptions = {},
): Promise<FileShape> {
  const few = paths.length > MOST_NAMED ? [] : paths;
  const question: ReadArgs = [subcommand, '-r', '-z', '-M', '--ignore-submodules=all', ...words, '--', ...few];
  return parseShape(await git.readOrThrow(question, repository.workTree, { ...options, literalPaths: true }));
}

/** As many as surely fit on a command line. */
export const MOST_NAMED = 500;

/** Between two trees; null is the one before the first commit. */
export const shapeBetween = async (
  context: ImpactContext,
  from: string | null | undefined,
  to: string | null | undefined,
  options: ReadOptions = {},
): Promise<FileShape> => (from && to ? shapeOf(context, ['diff-tree', from, to], [], options) : PLAIN);

/** Between a commit and the index, or what is on disk of it. */
export const shapeSince = async (
  context: ImpactContext,
  head: string | null,
  what: 'index' | 'disk',
  paths: readonly string[],
): Promise<FileShape> =>
  head === null || paths.length === 0
    ? PLAIN
    : shapeOf(context, ['diff-index', ...(what === 'index' ? ['--cached'] : []), head], paths);

/** The first that fits a change of mode. */
const MODES: readonly { readonly from: RegExp; readonly to: RegExp; readonly does: ModeChange['does'] }[] = [
  { from: /^120/, to: /^100/, does: files => `Replaces ${plural(files, 'link')} with a file.` },
  { from: /^100/, to: /^120/, does: files => `Replaces ${plural(files, 'file')} with a link.` },
  { from: /644$/, to: /755$/, does: files => `Makes ${plural(files, 'file')} executable.` },
  { from: /755$/, to: /644$/, does: files => `Makes ${plural(files, 'file')} no longer executable.` },
];

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
    const change = MODES.find(mode => mode.from.test(before) && mode.to.test(after));
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
