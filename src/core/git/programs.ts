import { existsSync, realpathSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isWithin } from '../../shared/paths.ts';

/**
 * The folders of a PATH that are absolute and, links followed, outside the workspace. Any other (`.`, `node_modules/.bin`
 * under npm run) leads to where a file called `git` may lie that came in with the files.
 */
export function foldersOutside(path: string, roots: readonly string[]): string[] {
  // Whoever opens the whole disk still has programs.
  const inside = [...roots, ...roots.map(realOr)].filter(root => dirname(root) !== root);
  const leadsInside = (folder: string) => inside.some(root => isWithin(root, folder));
  const folders = path.split(delimiter).filter(folder => isAbsolute(folder));
  return folders.filter(folder => !leadsInside(folder) && !leadsInside(realOr(folder)));
}

function realOr(path: string): string {
  try {
    // The other one asks the disk about every folder on the way, before every process.
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/**
 * Finds a program on PATH; undefined when it is not there. The lookup is ours because Windows would look into the
 * working directory first. Only `.exe` counts there: a `.cmd` cannot be started without a shell.
 */
export async function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (isAbsolute(name)) return name;
  const windows = process.platform === 'win32';
  const file = windows && !name.endsWith('.exe') ? `${name}.exe` : name;
  const path = Object.entries(env).find(([key]) => (windows ? key.toUpperCase() : key) === 'PATH')?.[1] ?? '';
  for (const folder of path.split(delimiter).filter(each => isAbsolute(each))) {
    const candidate = join(folder, file);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** The same, remembering where each was found for as long as it is still there. */
export function createFinder(): typeof findProgram {
  const known = new Map<string, string>();
  return async (name, env) => {
    const key = `${name}\0${env.PATH ?? ''}`;
    const remembered = known.get(key);
    // Not waiting for the answer is the point: it takes microseconds, and a search through PATH most of a millisecond.
    if (remembered !== undefined && existsSync(remembered)) return remembered;
    const file = await findProgram(name, env);
    if (file !== undefined) known.set(key, file);
    return file;
  };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
