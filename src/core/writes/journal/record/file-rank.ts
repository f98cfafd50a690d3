import type { GitReader } from '../../../git/reader.ts';
import { foldersOf, splitRecords } from '../storage/byte-names.ts';
import { isBuildFolder } from './build-folders.ts';

/** 0 for work, 1 for a file that is ignored by itself, 2 for what is in an ignored folder, 3 for what is in a build folder. */
export type FileRank = (path: string) => number;

const IGNORED = ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z'] as const;

/** How soon untracked files are saved where there is not room for all: people's own first, what can be built again last. */
export async function readFileRank(git: GitReader, workTree: string): Promise<FileRank> {
  const listed = splitRecords(await git.readBytes(IGNORED, workTree));
  const ignored = new Set(listed.map(path => path.replace(/\/$/, '')));
  return path => {
    const folders = foldersOf(path);
    if (folders.some(isBuildFolder)) return 3;
    if (folders.some(folder => ignored.has(folder))) return 2;
    return ignored.has(path) ? 1 : 0;
  };
}
