/** Characters that HFS+ ignores in names, so that `.g<U+200C>it` is `.git` there. */
const IGNORED_BY_HFS = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;
/** NTFS drops dots and spaces at the end and reads what follows a colon as a stream of the same file. */
const DROPPED_BY_NTFS = /(?::.*|[. ]+)$/;

/** True for `.git` under any of the names by which some file system finds it. */
function isGitDirectory(name: string): boolean {
  const plain = name.replace(IGNORED_BY_HFS, '').replace(DROPPED_BY_NTFS, '').toLowerCase();
  return plain === '.git' || /^git~\d+$/.test(plain);
}

/** True when a path, as written, leads into a `.git` directory; links and bare repositories are the runner's to see. */
export const namesGitDirectory = (path: string): boolean => path.split(/[\\/]+/).some(isGitDirectory);

/** True when names of files put after this text could make it lead into a `.git` directory: `.gi` and `t/config`. */
export function beginsGitDirectory(text: string): boolean {
  const last = text.split(/[\\/]/).at(-1)?.replace(IGNORED_BY_HFS, '').toLowerCase() ?? '';
  return last !== '' && ['.git', 'git~'].some(name => name.startsWith(last));
}
