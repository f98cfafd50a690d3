import { join } from 'node:path';
import { filesInTheWay } from '../files-in-the-way.ts';
import { kindOnDisk, lossesOf } from './file-outcome.ts';
import { fields, inParts } from './git-output.ts';
import type { ImpactContext } from './impact.ts';
import type { Difference } from './trees.ts';
import { type FileState, filePaths, type WorkTree } from './work-tree.ts';

/** Files that git does not track and that lie where files would be written: at a path, above it or below it. */
export async function untrackedInTheWay(
  paths: readonly string[],
  tracked: (path: string) => boolean,
  context: ImpactContext,
): Promise<string[]> {
  const kindOf = looker(context);
  const found = new Set<string>();
  const folders: string[] = [];
  for (const path of paths) {
    const { at, kind } = await firstObstacle(path, kindOf);
    if (kind === 'folder') folders.push(at);
    else if (kind !== undefined && !tracked(at)) found.add(at);
  }
  for (const path of await untrackedBelow(folders, context)) found.add(path);
  return [...found];
}

/** Those of the paths at which, or above which, lies what is no folder to go on into; an empty folder counts too. */
export async function obstructed(paths: readonly string[], context: ImpactContext): Promise<string[]> {
  const kindOf = looker(context);
  const seen = await Promise.all(paths.map(async path => (await firstObstacle(path, kindOf)).kind));
  return paths.filter((_, at) => seen[at] !== undefined);
}

/** Looks at each path once: many files have the same folders above them. */
function looker({ repository }: ImpactContext): (path: string) => ReturnType<typeof kindOnDisk> {
  const kinds = new Map<string, ReturnType<typeof kindOnDisk>>();
  return path => {
    const known = kinds.get(path) ?? kindOnDisk(join(repository.workTree, path));
    kinds.set(path, known);
    return known;
  };
}

/** The first part of a path that is there and is no folder to go on into; the path itself when all are folders. */
async function firstObstacle(path: string, kindOf: (path: string) => ReturnType<typeof kindOnDisk>) {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const at = path.slice(0, slash);
    const kind = await kindOf(at);
    if (kind !== 'folder') return { at, kind };
  }
  return { at: path, kind: await kindOf(path) };
}

async function untrackedBelow(folders: readonly string[], { git, repository }: ImpactContext): Promise<string[]> {
  const found: string[] = [];
  for (const part of inParts(folders)) {
    const below = part.map(folder => `${folder}/`);
    const text = await git.readOrThrow(['ls-files', '-o', '-z', '--', ...below], repository.workTree, LITERAL);
    found.push(...fields(text));
  }
  return found;
}

const LITERAL = { literalPaths: true } as const;

/** Which of these untracked files are ignored. */
export async function ignoredOf(
  paths: readonly string[],
  { git, repository }: ImpactContext,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const part of inParts(paths)) {
    const words = ['ls-files', '-o', '-i', '--exclude-standard', '-z', '--', ...part] as const;
    for (const path of fields(await git.readOrThrow(words, repository.workTree, LITERAL))) found.add(path);
  }
  return found;
}

/** Files with uncommitted content that git would have to overwrite, which it refuses; tracked ones only unless they are stashed. */
export function changesInTheWay(
  changed: readonly Difference[],
  { files, untracked }: WorkTree,
  { keepsTracked }: { readonly keepsTracked: boolean },
): string[] {
  const all = new Set(changed.map(({ path }) => path));
  const edited = keepsTracked ? [] : filePaths(files).filter(path => all.has(path));
  return [...edited, ...untracked.filter(path => isUnder(changed, path))];
}

/** True when a new file would lie on an untracked one, inside it or around it. */
const isUnder = (changed: readonly Difference[], untracked: string): boolean =>
  changed.some(
    ({ path, from }) =>
      from === null && (path === untracked || untracked.startsWith(`${path}/`) || path.startsWith(`${untracked}/`)),
  );

/** Files that git does not track and that have to make way when these paths are written, by what a snapshot saves too. */
export async function filesAtRisk(paths: readonly string[], { git, repository }: ImpactContext): Promise<string[]> {
  const found = await filesInTheWay(repository.workTree, [...new Set(paths)]);
  const files = found.filter(({ stats }) => !stats.isDirectory()).map(({ path }) => path);
  const tracked = new Set<string>();
  for (const part of inParts(files)) {
    const text = await git.readOrThrow(['ls-files', '-z', '--', ...part], repository.workTree, LITERAL);
    for (const path of fields(text)) tracked.add(path);
  }
  return files.filter(path => !tracked.has(path));
}

/** Files that git overwrites without a word: ignored ones, and changed ones it was told not to look at. */
export async function silentlyOverwritten(
  paths: readonly string[],
  { untracked, unwatched }: Pick<WorkTree, 'untracked' | 'unwatched'>,
  context: ImpactContext,
): Promise<string[]> {
  const [visible, written] = [new Set(untracked), new Set(paths)];
  const hidden = unwatched.filter(({ path }) => written.has(path));
  const [atRisk, { disk }] = await Promise.all([
    filesAtRisk(paths, context),
    lossesOf(
      hidden.map(file => ({ file, index: null, disk: null })),
      context,
    ),
  ]);
  return [...atRisk.filter(path => !visible.has(path)), ...disk];
}

/** Files that a hard reset takes along besides changes, as stashing and a failed merge do: changed ones that are assumed not to be, and what lies in the place of others. */
export async function lostByReset({ files, unwatched }: WorkTree, context: ImpactContext): Promise<string[]> {
  const assumed = unwatched.filter(({ skipped }) => !skipped);
  const [replacements, { disk }] = await Promise.all([
    replacementsOf(files, context),
    lossesOf(
      assumed.map(file => ({ file, index: file.index, disk: file.index })),
      context,
    ),
  ]);
  return [...replacements, ...disk];
}

/** What lies in the place of tracked files. */
const replacementsOf = (files: readonly FileState[], context: ImpactContext): Promise<string[]> =>
  filesAtRisk(filePaths(files.filter(({ tracked, disk }) => tracked && disk === 'gone')), context);
