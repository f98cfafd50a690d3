import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { isMissing } from '../../shared/file-errors.ts';

/** Files that git keeps in its directory and that we read are small. */
const MOST_BYTES = 1 << 20;

/** The little of a file system that reading a git directory takes. */
export interface Files {
  /** Undefined when it is no file that can be read. */
  readFile(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
}

export const disk: Files = {
  // Only a regular file: whoever opens a FIFO waits for a writer that may never come.
  readFile: path =>
    stat(path)
      .then(entry => (entry.isFile() && entry.size <= MOST_BYTES ? readFile(path, 'utf8') : undefined))
      .catch(() => undefined),
  exists: path =>
    stat(path).then(
      () => true,
      () => false,
    ),
};

/** What lies in a folder: nothing where there is none, undefined when it cannot be listed. */
export const entriesOf = (folder: string): Promise<Dirent[] | undefined> =>
  readdir(folder, { withFileTypes: true }).catch(error => (isMissing(error) ? [] : undefined));
