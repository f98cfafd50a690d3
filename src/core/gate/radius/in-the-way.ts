import { join } from 'node:path';
import { fields, inParts, told } from './asking.ts';
import { kindOnDisk } from './fate.ts';
import type { RadiusContext } from './radius.ts';

/** Files that git does not track and that lie where files would be written: at a path, above it or below it. */
export async function inTheWay(
  paths: readonly string[],
  tracked: (path: string) => boolean,
  context: RadiusContext,
): Promise<string[]> {
  const { workTree } = context.repository;
  const kinds = new Map<string, ReturnType<typeof kindOnDisk>>();
  const kindOf = (path: string) => {
    const known = kinds.get(path) ?? kindOnDisk(join(workTree, path));
    kinds.set(path, known);
    return known;
  };
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
