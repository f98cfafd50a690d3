import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode, isMissing } from '../../../shared/file-errors.ts';
import { isWithin } from '../../../shared/paths.ts';

export const DOTENV = '.env';

/** A file of settings is a page or two; what is longer is something else. */
const MOST_BYTES = 64 * 1024;

/** GITHUB_TOKEN of the first workspace folder whose .env file has one; of that file nothing else is looked at. */
export async function tokenOfDotenv(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const text = await readInside(folder, DOTENV);
    const token = text && parseEnv(text).GITHUB_TOKEN;
    if (token) return token;
  }
  return undefined;
}

/** A file of a folder, links followed as long as they stay in it; undefined where there is none, or none to read. */
async function readInside(folder: string, name: string): Promise<string | undefined> {
  try {
    const [top, path] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
    if (!isWithin(top, path)) return undefined;
    // A pipe would keep us waiting, and a link that came in since is not followed.
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await file.stat();
      return found.isFile() && found.size <= MOST_BYTES ? await file.readFile('utf8') : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error) || ['EACCES', 'ELOOP', 'EPERM', 'ENXIO'].includes(String(errorCode(error)))) return undefined;
    throw error;
  }
}
