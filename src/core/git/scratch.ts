import { delimiter, join } from 'node:path';
import type { Environment } from './process.ts';
import { withTemporary } from './temporary.ts';

/** A folder git writes objects to instead of the repository's own, which it still reads. */
export interface Scratch {
  readonly objects: string;
  /** The repository's objects. */
  readonly over: string;
  /** A copy of the index, where git would write to it. */
  readonly index?: string | undefined;
}

export function scratchVariables({ objects, over, index }: Scratch): Environment {
  return {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(over),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  };
}

/** git takes a list of paths here, and undoes the quotes of one that holds what would end it. */
const quoted = (path: string): string => (path.includes(delimiter) || /["\n]/.test(path) ? JSON.stringify(path) : path);

/** Lends a scratch folder over a repository's objects to `use`, and removes it afterwards. */
export async function withScratch<T>(commonDirectory: string, use: (scratch: Scratch) => Promise<T>): Promise<T> {
  return withTemporary('objects', objects => use({ objects, over: join(commonDirectory, 'objects') }));
}
