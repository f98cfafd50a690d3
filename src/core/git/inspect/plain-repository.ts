import { lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '../../../shared/paths.ts';
import { disk } from '../disk.ts';
import { gitDirectoriesAt, gitLinkTarget } from './git-directories.ts';
import { mayHoldGitlinks } from './gitlink-bytes.ts';

/** A larger index takes longer to look at than a guarded read takes. */
const LARGEST_INDEX = 32 << 20;

/**
 * Whether plain git may read in a folder: the repository lies in the workspace and its config holds nothing but what is listed
 * here, its hooks have none that a read would start, and its index has no submodule, which would bring a config of its own. By
 * a look at files alone, which takes a millisecond; what it does not know is a no, and then the guarded run looks closer.
 */
export async function isPlainRepository(folder: string, roots: readonly string[]): Promise<boolean> {
  const found = await repositoryAround(folder);
  if (found === 'none') return true;
  if (found === 'unclear') return false;
  const { gitDirectory, commonDirectory } = found;
  const inside = (path: string) => roots.some(root => isWithin(root, path));
  if (!inside(gitDirectory) || !inside(commonDirectory)) return false;
  const [config, startsHook, borrows, index] = await Promise.all([
    disk.readFile(join(commonDirectory, 'config')),
    isThere(join(commonDirectory, 'hooks', 'post-index-change')),
    isThere(join(commonDirectory, 'objects', 'info', 'alternates')),
    indexIn(gitDirectory),
  ]);
  return config !== undefined && isPlainConfig(config) && !startsHook && !borrows && index === 'plain';
}

/** The repository that git finds from a real folder; `unclear` where it may find another. */
async function repositoryAround(folder: string) {
  for (let at = folder; ; at = dirname(at)) {
    const entry = await lstat(join(at, '.git')).catch(() => undefined);
    if (entry !== undefined) {
      const link = entry.isFile() ? await disk.readFile(join(at, '.git')) : undefined;
      const directory = entry.isDirectory() ? join(at, '.git') : gitLinkTarget(link ?? '', at);
      return (await gitDirectoriesAt(directory)) ?? 'unclear';
    }
    // A folder that may itself be a git directory.
    if (await isThere(join(at, 'HEAD'))) return 'unclear';
    if (dirname(at) === at) return 'none';
  }
}

async function indexIn(gitDirectory: string): Promise<'plain' | 'unclear'> {
  const path = join(gitDirectory, 'index');
  const entry = await lstat(path).catch(() => undefined);
  if (entry === undefined) return 'plain';
  if (!entry.isFile() || entry.size > LARGEST_INDEX) return 'unclear';
  return mayHoldGitlinks(await readFile(path), await readdir(gitDirectory)) ? 'unclear' : 'plain';
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const ANY = /^/;
/** No helper, no option, no password. */
const ADDRESS = /^(?!-)(?!.*::)(?!https?:\/\/[^/]*@)(?!\w+:\/\/[^/]*:[^/]*@)/i;

/** Keys of a config that start nothing and lead nowhere, in lower case; `*` stands for any name in quotes. */
const PLAIN_KEYS: Readonly<Record<string, RegExp>> = {
  'branch.*.gh-merge-base': ANY,
  'branch.*.github-pr-owner-number': ANY,
  'branch.*.merge': ANY,
  'branch.*.rebase': ANY,
  'branch.*.remote': ANY,
  'branch.*.vscode-merge-base': ANY,
  'commit.gpgsign': ANY,
  'core.abbrev': ANY,
  'core.autocrlf': ANY,
  'core.bare': /^false$/,
  'core.eol': ANY,
  'core.filemode': ANY,
  'core.ignorecase': ANY,
  'core.logallrefupdates': ANY,
  'core.longpaths': ANY,
  'core.precomposeunicode': ANY,
  'core.quotepath': ANY,
  'core.repositoryformatversion': /^[01]$/,
  'core.safecrlf': ANY,
  'core.symlinks': ANY,
  'diff.algorithm': ANY,
  'diff.colormoved': ANY,
  'diff.renames': ANY,
  'fetch.prune': ANY,
  'init.defaultbranch': ANY,
  'log.date': ANY,
  'merge.conflictstyle': ANY,
  'merge.ff': ANY,
  'pull.ff': ANY,
  'pull.rebase': ANY,
  'push.autosetupremote': ANY,
  'push.default': ANY,
  'push.followtags': ANY,
  'rebase.autosquash': ANY,
  'rebase.autostash': ANY,
  'remote.*.fetch': ANY,
  'remote.*.gh-resolved': ANY,
  'remote.*.prune': ANY,
  'remote.*.pushurl': ADDRESS,
  'remote.*.tagopt': ANY,
  'remote.*.url': ADDRESS,
  'rerere.enabled': ANY,
  'tag.gpgsign': ANY,
  'user.email': ANY,
  'user.name': ANY,
};

const SECTION = /^\[([a-z][a-z\d-]*)(?: "([^"\\]+)")?\]$/i;
/** Without quotes, escapes, comments and lines that go on: git reads such a line in one way. */
const ENTRY = /^([a-z][a-z\d-]*)[ \t]*=[ \t]*([^"\\#;]*)$/i;

/** Whether a config has nothing but plain keys, written the way git writes them. */
export function isPlainConfig(text: string): boolean {
  let section: string | undefined;
  for (const written of text.split('\n')) {
    const line = written.replace(/^[ \t]+|[ \t]+$/g, '');
    if (line === '' || /^[#;]/.test(line)) continue;
    if (/(?!\t)\p{Cc}/u.test(line)) return false;
    const heading = SECTION.exec(line);
    if (heading !== null) {
      const [, name = '', sub] = heading;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.*`;
      continue;
    }
    const [, name = '', value = ''] = ENTRY.exec(line) ?? [];
    const key = `${section}.${name.toLowerCase()}`;
    if (!(Object.hasOwn(PLAIN_KEYS, key) && PLAIN_KEYS[key]?.test(value))) return false;
  }
  return true;
}
