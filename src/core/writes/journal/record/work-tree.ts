import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { GitFailure } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import type { SnapshotScope } from '../../snapshot-scope.ts';
import { foldersOf, splitRecords } from '../storage/byte-names.ts';
import { type Found, findAll, walk } from '../storage/disk.ts';
import type { IndexEntry } from '../storage/index-file.ts';

/** Tracked files that are not as the index has them: what is there in their place, or null. */
export async function findChanged(
  git: Git,
  workTree: string,
  unwatched: () => readonly IndexEntry[],
): Promise<Map<string, Found | null>> {
  const asked = git.readBytes(['diff-files', '-z', '--ignore-submodules=all'], workTree);
  // Read while git looks.
  const unseen = unwatched();
  const records = splitRecords(await asked);
  const changed = new Map<string, Found | null>();
  const there: string[] = [];
  for (let at = 0; at + 1 < records.length; at += 2) {
    const path = records[at + 1] ?? '';
    changed.set(path, null);
    if (!records[at]?.endsWith('D')) there.push(path);
  }
  // Git was told not to look at these, and overwrites them all the same when it has to.
  there.push(...unseen.map(({ path }) => path));
  for (const found of await findAll(workTree, there)) if (!found.stats.isDirectory()) changed.set(found.path, found);
  return changed;
}

/** Untracked files and empty folders that a command could touch. */
export async function findUntracked(
  git: Git,
  workTree: string,
  untracked: SnapshotScope['untracked'],
): Promise<Found[]> {
  if (untracked === 'none') return [];
  if (untracked === 'visible') return findVisible(git, workTree);
  if (untracked === 'ignored') return findEverything(git, workTree);
  return findInTheWay(git, workTree, untracked.inTheWayOf);
}

const others = async (git: Git, workTree: string, ...args: string[]): Promise<string[]> =>
  splitRecords(await git.readBytes(['ls-files', '-o', '-z', ...args], workTree, { literalPaths: true }));

const isFolder = (path: string): boolean => path.endsWith('/');

async function findVisible(git: Git, workTree: string): Promise<Found[]> {
  const [files, gathered] = await Promise.all([
    others(git, workTree, '--exclude-standard'),
    others(git, workTree, '--exclude-standard', '--directory'),
  ]);
  // A folder that is listed as a file would be is a repository of its own, which only the widest commands touch.
  const own = new Set(files.filter(isFolder));
  const empty = await mapInBatches(
    gathered.filter(path => isFolder(path) && !own.has(path)),
    folder => findEmpty(workTree, folder.slice(0, -1)),
  );
  return [
    ...(await findAll(
      workTree,
      files.filter(path => !isFolder(path)),
    )),
    ...empty.flat(),
  ];
}

const findEmpty = async (workTree: string, folder: string): Promise<Found[]> =>
  (await walk(workTree, folder)).filter(({ stats }) => stats.isDirectory());

async function findEverything(git: Git, workTree: string): Promise<Found[]> {
  const listed = await others(git, workTree, '--directory');
  const inside = await mapInBatches(listed.filter(isFolder), folder => walk(workTree, folder.slice(0, -1)), 8);
  return [
    ...(await findAll(
      workTree,
      listed.filter(path => !isFolder(path)),
    )),
    ...inside.flat(),
  ];
}

/** Untracked files, ignored ones too, that lie where a revision has a file, or a folder where it has a file, or the reverse. */
async function findInTheWay(git: Git, workTree: string, revisions: readonly string[]): Promise<Found[]> {
  const answers = await Promise.all(revisions.map(revision => notInIndex(git, workTree, revision)));
  // A name git resolves in a way of its own: nothing is known of what it leads to.
  if (answers.includes(undefined)) return findVisible(git, workTree);
  const paths = [...new Set(answers.flatMap(answer => answer ?? []))];
  const folders = [...new Set(paths.flatMap(foldersOf))];
  const there = await findAll(workTree, [...paths, ...folders]);
  const onTheWay = new Set(folders);
  const files = there.filter(({ stats }) => !stats.isDirectory());
  const inPlace = there.filter(({ path, stats }) => stats.isDirectory() && !onTheWay.has(path)).map(({ path }) => path);
  const below = inPlace.length === 0 ? [] : await others(git, workTree, '--', ...inPlace);
  return [...files, ...(await findAll(workTree, below))];
}

/** Files of a revision that the index does not have; undefined when it is no revision. */
async function notInIndex(git: Git, workTree: string, revision: string): Promise<string[] | undefined> {
  const read = async (name: string) =>
    splitRecords(
      await git.readBytes(['diff-index', '--cached', '--diff-filter=D', '--name-only', '-z', name, '--'], workTree),
    );
  try {
    return await read(revision);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
  }
  // `git checkout topic` makes a branch of the one of that name that a remote has.
  const names = await git.read(['for-each-ref', '--format=%(refname)', `refs/remotes/*/${revision}`], workTree);
  const [only, ...more] = names.ok ? names.text.split('\n').filter(name => name !== '') : [];
  return only === undefined || more.length > 0 ? undefined : read(only);
}
