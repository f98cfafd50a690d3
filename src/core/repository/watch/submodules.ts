import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../discover.ts';
import { locate, realOr } from '../locate.ts';

/** More than any project has; the list is a file of the project, so it may claim anything. */
const MOST = 256;
const LARGEST_BYTES = 1 << 20;

/** The checked-out submodules of a work tree and theirs in turn; where a link or `..` leads out of it there is none. */
export async function submodulesOf({ workTree }: Repository): Promise<Repository[]> {
  const found = new Map<string, Repository>();
  const findIn = async (folder: string): Promise<void> => {
    for (const listed of pathsIn(await listIn(folder)).slice(0, MOST)) {
      const path = await realOr(join(folder, listed));
      if (path === folder || found.has(path) || found.size >= MOST) continue;
      const located = await locate(path, [folder]);
      // Where none is checked out the repository around it was found.
      if (!located.ok || located.repository.root !== path) continue;
      found.set(path, located.repository);
      await findIn(path);
    }
  };
  await findIn(workTree);
  return [...found.values()];
}

/** Empty for what git would not read either, and for what would hold us up, such as a pipe of that name. */
async function listIn(folder: string): Promise<string> {
  const path = join(folder, '.gitmodules');
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile() || found.size > LARGEST_BYTES) return '';
  return readFile(path, 'utf8').catch(() => '');
}

/** The paths a .gitmodules names, in quotes or not. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/^\s*path\s*=\s*(.*?)\s*$/gim)].map(([, value = '']) => value.replace(/^"(.*)"$/, '$1'));
}
