import { readFile, stat } from 'node:fs/promises';

/** The little of a file system that reading a git directory takes. */
export interface Files {
  /** Undefined when it is no file that can be read. */
  readFile(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
}

export const disk: Files = {
  readFile: path => readFile(path, 'utf8').catch(() => undefined),
  exists: path =>
    stat(path).then(
      () => true,
      () => false,
    ),
};
