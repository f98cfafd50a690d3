const POINTER = 'version https://git-lfs.github.com/spec/v1\n';
/** Pointers have three short lines. */
export const LARGEST_POINTER = 1024;

/** Whether a content is what Git LFS puts in a repository in place of the file itself. */
export const isLfsPointer = (bytes: Buffer): boolean =>
  bytes.length <= LARGEST_POINTER && bytes.toString('latin1', 0, POINTER.length) === POINTER;
