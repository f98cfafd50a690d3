import { lines } from './git-output.ts';
import { type CappedList, type CommitLine, type ImpactContext, listed } from './impact.ts';

/** A commit of a list, with what replaying it needs. */
export interface Commit extends CommitLine {
  /** `=` when the other side has the same change, `<` or `>` by side, `-` on the boundary. */
  readonly mark: string;
  readonly parents: readonly string[];
  /** Files it changes; empty unless asked for. */
  readonly files: readonly string[];
}

export interface Commits {
  readonly items: readonly Commit[];
  /** More than the items when there were too many to read. */
  readonly total: number;
}

/** Further commits are only counted. */
const MOST_READ = 2000;

/** The best common ancestors; none when the histories have nothing in common. */
export async function mergeBases(context: ImpactContext, one: string, other: string): Promise<string[]> {
  return lines(
    await context.git.readOrThrow(['merge-base', '--all', one, other], context.repository.workTree, { accepts: [1] }),
  );
}

/** The commits that `git log` lists for revisions that are object ids or options of our own; `renamed` is by new names only. */
export async function commitsIn(
  context: ImpactContext,
  revisions: readonly string[],
  files: boolean | 'renamed' = false,
): Promise<Commits> {
  // No path begins with a slash, so nothing but a commit does.
  const words = ['log', '-z', '--encoding=UTF-8', '--format=/%m%H %P%x00%s', `--max-count=${MOST_READ}`] as const;
  const renames = files === 'renamed' ? '--find-renames' : '--no-renames';
  const names = files ? ['--name-only', renames, '--root', '-c'] : ['--no-patch'];
  const items = parseLog(
    await context.git.readOrThrow([...words, ...names, ...revisions, '--'], context.repository.workTree),
  );
  if (items.length < MOST_READ) return { items, total: items.length };
  return {
    items,
    total: Number(
      await context.git.readOrThrow(['rev-list', '--count', ...revisions, '--'], context.repository.workTree),
    ),
  };
}

/** How `git log -z` puts commits and their files: the first name has a newline before it, or after a merge a NUL. */
function parseLog(text: string): Commit[] {
  const commits: (Commit & { files: string[] })[] = [];
  const fields = text.split('\0');
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    if (field.startsWith('/')) {
      const [oid = '', ...parents] = field.slice(2).split(' ').filter(Boolean);
      commits.push({ oid, mark: field.charAt(1), parents, subject: fields[at + 1] ?? '', files: [] });
      at += 1;
      if (fields[at + 1]?.startsWith('\n')) fields[at + 1] = fields[at + 1]?.slice(1) ?? '';
    } else if (field !== '') commits.at(-1)?.files.push(field);
  }
  return commits;
}

/** All files that commits change, each once. */
export const filesOf = ({ items }: Commits): string[] => [...new Set(items.flatMap(({ files }) => files))].sort();

export const asLines = ({ items, total }: Commits): CappedList<CommitLine> =>
  listed(
    items.map(({ oid, subject }) => ({ oid, subject })),
    total,
  );

/** Every ref but what the undo journal keeps: it holds on to commits only for a while. */
export const everyRef = (...except: readonly string[]): string[] => [
  ...['refs/sluice/*', ...except].map(ref => `--exclude=${ref}`),
  '--glob=refs/*',
];

/** How refs would move. */
export interface RefMoves {
  /** Commits that are left. */
  readonly from: readonly string[];
  /** Commits that are gone to. */
  readonly to?: readonly string[];
  /** Full names of refs that do not count because they move or go; HEAD where it is or follows one of them. */
  readonly without: readonly string[];
}

/** Commits that no ref, nor the HEAD of any work tree, would reach; what Sluice keeps for undo does not count. */
export async function outOfReach(
  context: ImpactContext,
  { from, to = [], without }: RefMoves,
): Promise<CappedList<CommitLine>> {
  if (from.length === 0) return listed<CommitLine>([]);
  const excluded = [...without, 'refs/sluice/*'].map(name => `--exclude=${name}`);
  return asLines(await commitsIn(context, [...from, '--not', ...to, ...excluded, '--all']));
}

/** The refs a branch takes with it when it moves. */
export const withHead = (ref: string, head: string | null | undefined): string[] =>
  ref === head ? [ref, 'HEAD'] : [ref];
