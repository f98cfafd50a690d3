import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOnDisk } from './file-outcome.ts';

/** The files that go with a path that is deleted: counted one by one, and named as far as that is of use. */
export interface DeletedFiles {
  /** Files, and folders that end in a slash and stand for all that is in them. */
  readonly names: readonly string[];
  readonly total: number;
  /** How many of them git ignores. */
  readonly ignored: number;
  /** Folders among them that are repositories. */
  readonly repositories: readonly string[];
}

export interface DeletedFilesOptions {
  readonly root: string;
  /** Files, and folders in which all is ignored, with a slash at their end. */
  readonly ignored: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
  /** Hears now and then how far it is. */
  readonly counted: (soFar: DeletedFiles) => void;
}

/** Of a folder that holds more, only the folder is named: an output folder may hold any number, and nobody reads them. */
const MOST_NAMES = { ignored: 1000, visible: 20_000 };
const TELL_EVERY = 20_000;

/** Goes through one folder after the other, so that no more is in memory than the names that are kept. */
export async function deletedFilesIn(path: string, options: DeletedFilesOptions): Promise<DeletedFiles> {
  const { root, ignored, signal, counted } = options;
  const top = path.replace(/\/$/, '');
  if ((await kindOnDisk(join(root, top))) !== 'folder')
    return { names: [top], total: 1, ignored: ignored.has(top) ? 1 : 0, repositories: [] };
  const names: string[] = [];
  const repositories: string[] = [];
  const folders = [{ folder: top, isIgnored: ignored.has(`${top}/`) }];
  const most = ignored.has(`${top}/`) ? MOST_NAMES.ignored : MOST_NAMES.visible;
  let total = 0;
  let hidden = 0;
  const soFar = (): DeletedFiles => ({
    names: names.length > most ? [`${top}/`] : names,
    total,
    ignored: hidden,
    repositories,
  });
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    signal?.throwIfAborted();
    const { folder, isIgnored } = next;
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const inner = `${folder}/${entry.name}`;
      if (entry.name === '.git') repositories.push(folder);
      else if (entry.isDirectory()) folders.push({ folder: inner, isIgnored: isIgnored || ignored.has(`${inner}/`) });
      else {
        total += 1;
        if (isIgnored || ignored.has(inner)) hidden += 1;
        if (names.length <= most) names.push(inner);
        if (total % TELL_EVERY === 0) counted(soFar());
      }
    }
  }
  return soFar();
}

export const allDeleted = (parts: readonly DeletedFiles[]): DeletedFiles => ({
  names: parts.flatMap(({ names }) => names),
  total: parts.reduce((sum, { total }) => sum + total, 0),
  ignored: parts.reduce((sum, { ignored }) => sum + ignored, 0),
  repositories: parts.flatMap(({ repositories }) => repositories),
});
