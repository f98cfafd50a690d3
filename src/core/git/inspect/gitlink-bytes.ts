/** The mode of a gitlink, as the index has it. */
const GITLINK_MODE = Buffer.from([0, 0, 0xe0, 0]);
/** The extension by which an index keeps its entries in another file, which then lies beside it. */
const SPLIT_INDEX = Buffer.from('link');
const SHARED_INDEX = /^sharedindex\./;

/** Whether an index may hold submodules, told by its bytes and what lies beside it in the git directory. */
export function mayHoldGitlinks(index: Buffer, beside: readonly string[]): boolean {
  // A file may be called so too.
  const mayBeSplit = index.includes(SPLIT_INDEX) && beside.some(name => SHARED_INDEX.test(name));
  return mayBeSplit || index.includes(GITLINK_MODE);
}
