import { plural } from '../../../shared/plural.ts';
import type { WriteLine } from '../write-line.ts';
import { type FileOutcome, lossesOf } from './file-outcome.ts';
import { type Impact, type ImpactContext, impact, listed } from './impact.ts';
import { untrackedInTheWay } from './in-the-way.ts';
import { matched, matchesNothing } from './paths.ts';
import { belowAny, isPutBack, withObstacles } from './switch-outcome.ts';
import { type Difference, parseRaw } from './trees.ts';
import { lostWords, quoted, refused } from './wording.ts';
import { type FileState, workTree } from './work-tree.ts';

/** Files brought back from somewhere. */
export interface RestoreRequest {
  readonly paths: readonly string[];
  /** A tree; undefined for the index. */
  readonly source: string | undefined;
  readonly staged: boolean;
  readonly worktree: boolean;
  /** Files that the source does not have stay. */
  readonly overlay: boolean;
  /** For files in conflict when the index is the source. */
  readonly conflicts: 'refuse' | 'skip' | 'overwrite';
}

/** The effect of bringing files back. */
export async function restoreImpact(what: RestoreRequest, line: WriteLine, context: ImpactContext): Promise<Impact> {
  const { paths, source } = what;
  const [found, tree, changes] = await Promise.all([
    matched(paths, line, context, source),
    workTree(context, { cwd: line.cwd, pathspecs: paths }),
    source === undefined ? [] : fromIndex(source, paths, line, context),
  ]);
  if (found === undefined) return refused(matchesNothing(paths));
  const conflicted = source === undefined ? tree.files.filter(({ unmerged }) => unmerged) : [];
  if (what.conflicts === 'refuse' && conflicted[0])
    return refused(`there are conflicts in ${quoted(conflicted[0].path)}.`);
  const files = what.conflicts === 'skip' ? tree.files.filter(file => !conflicted.includes(file)) : tree.files;
  const outcomes = await outcomesOf(what, files, changes, context);
  // Git looks at no content here: whatever is named is written anew.
  const named = new Set(found);
  const unwatched = what.worktree ? tree.unwatched.filter(({ path }) => named.has(path)) : [];
  const hidden = unwatched.map((file): FileOutcome => ({ file, index: 'stays', disk: file.index }));
  const { any } = await lossesOf([...outcomes, ...hidden], context);
  const lost = what.worktree ? any : [];
  const differing = [
    ...new Set([...outcomes.filter(isChange).map(({ file }) => file.path), ...changes.map(({ path }) => path)]),
  ];
  return impact({
    sentences: [...lostWords(lost.length), sentencesOf(what, differing.length)],
    lost: listed(lost),
    files: listed(differing),
    preview: previewOf(what, lost, tree.head),
  });
}

const fromIndex = async (source: string, paths: readonly string[], line: WriteLine, context: ImpactContext) =>
  parseRaw(
    await context.git.readOrThrow(['diff-index', '--cached', '-z', '--no-renames', source, '--', ...paths], line.cwd),
  );

async function outcomesOf(
  { source, staged, worktree, overlay }: RestoreRequest,
  files: readonly FileState[],
  changes: readonly Difference[],
  context: ImpactContext,
): Promise<FileOutcome[]> {
  const contents = new Map(changes.map(({ path, from }) => [path, from]));
  const states = new Set(files.map(({ path }) => path));
  const outcomes = files.map((file): FileOutcome => {
    const content = contents.has(file.path) ? (contents.get(file.path) ?? null) : file.index;
    // One side of a conflict, or the conflict anew: what is there now is neither.
    if (file.unmerged && source === undefined) return { file, index: 'stays', disk: null };
    // Only meant to be added: the index has it as an empty file, and so it will be.
    if (content === null && file.tracked && source === undefined) return { file, index: 'stays', disk: null };
    if (content === null && (overlay || !file.tracked)) return { file, index: 'stays', disk: 'stays' };
    return { file, index: staged ? content : 'stays', disk: worktree ? content : 'stays' };
  });
  if (!worktree) return outcomes;
  const created = changes.filter(
    ({ path, from, to, link }) => from !== null && to === null && !link && !states.has(path),
  );
  const written = outcomes.filter(isPutBack).map(({ file }) => file.path);
  const tracked = new Set(
    [...files.filter(file => file.tracked), ...changes.filter(({ to }) => to !== null)].map(({ path }) => path),
  );
  const obstacles = await untrackedInTheWay(
    [...created.map(({ path }) => path), ...written],
    path => tracked.has(path) && !states.has(path),
    context,
  );
  const below = belowAny(files, created).map(({ path }) => path);
  return withObstacles(outcomes, [...new Set([...obstacles, ...below])], contents);
}

const isChange = ({ file, index, disk }: FileOutcome): boolean =>
  (disk !== 'stays' && (file.disk !== 'index' || disk !== file.index)) || (index !== 'stays' && index !== file.index);

const sentencesOf = ({ staged, worktree }: RestoreRequest, files: number): string => {
  if (files === 0) return 'No files would change.';
  if (!worktree) return `Unstages ${plural(files, 'file')}; the files stay as they are.`;
  return `Overwrites ${plural(files, 'file')}${staged ? ', also in the index' : ''}.`;
};

function previewOf(
  { source, worktree }: RestoreRequest,
  lost: readonly string[],
  head: string | null,
): Impact['preview'] {
  if (!worktree) return { kind: 'index', from: source ?? head, goes: 'replaced' };
  return lost.length > 0
    ? { kind: 'worktree', from: source ?? null, paths: listed(lost).items, goes: 'replaced' }
    : null;
}
