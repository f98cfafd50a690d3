import { join } from 'node:path';
import { kindOnDisk } from './file-outcome.ts';
import { fields, inParts, told } from './questions.ts';
import type { RadiusContext } from './radius.ts';

/** Files that git does not track and that lie where files would be written: at a path, above it or below it. */
export async function inTheWay(
  paths: readonly string[],
  tracked: (path: string) => boolean,
  context: RadiusContext,
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
export async function obstructed(paths: readonly string[], context: RadiusContext): Promise<string[]> {
  const kindOf = looker(context);
  const seen = await Promise.all(paths.map(async path => (await firstObstacle(path, kindOf)).kind));
  return paths.filter((_, at) => seen[at] !== undefined);
}

/** Looks at each path once: many files have the same folders above them. */
function looker({ repository }: RadiusContext): (path: string) => ReturnType<typeof kindOnDisk> {
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

async function untrackedBelow(folders: readonly string[], context: RadiusContext): Promise<string[]> {
  const found: string[] = [];
  for (const part of inParts(folders)) {
    const text = await told(context, context.repository.workTree, [
      '--literal-pathspecs',
      'ls-files',
      '-o',
      '-z',
      '--',
      ...part.map(folder => `${folder}/`),
    ]);
    found.push(...fields(text));
  }
  return found;
}

/** Which of these untracked files are ignored. */
export async function ignoredOf(paths: readonly string[], context: RadiusContext): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const part of inParts(paths)) {
    const text = await told(context, context.repository.workTree, [
      '--literal-pathspecs',
      'ls-files',
      '-o',
      '-i',
      '--exclude-standard',
      '-z',
      '--',
      ...part,
    ]);
    for (const path of fields(text)) found.add(path);
  }
  return found;
}
