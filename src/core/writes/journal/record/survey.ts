import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { withTemporary } from '../../../git/temporary.ts';
import { type Git, withOptions } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import { type Found, find, findAll, type HashName } from '../storage/disk.ts';
import type { Scope } from '../storage/entry.ts';
import { entriesAt, unwatchedIn } from '../storage/index-file.ts';
import { stateRoot } from '../storage/state-names.ts';
import { readHead, readRefs } from './refs.ts';
import { findState, findWhole } from './state-files.ts';
import { findChanged, findUntracked } from './work-tree.ts';

/** A repository looked at, nothing of it read yet but its index. */
export interface Survey {
  readonly repository: Repository;
  readonly scope: Scope;
  readonly hash: HashName;
  readonly link: string | null;
  readonly head: string;
  readonly refs: Readonly<Record<string, string>>;
  /** By their names in the git directory; a name may lie in the common one. */
  readonly state: readonly Found[];
  readonly index: Buffer;
  readonly indexMtimeMs: number | null;
  readonly changed: ReadonlyMap<string, Found | null> | null;
  readonly untracked: readonly Found[];
}

export const oidBytes = (hash: HashName): number => (hash === 'sha256' ? 32 : 20);

const EMPTY = Buffer.alloc(0);

/** Looks at a repository as far as the scope goes, and changes nothing. `seen` has the index before the rest is known. */
export async function survey(
  given: Git,
  repository: Repository,
  scope: Scope,
  seen: (index: Buffer, hash: HashName) => void = () => {},
): Promise<Survey> {
  const { workTree, gitDirectory, commonDirectory } = repository;
  const [link, hash] = await Promise.all([linkOf(workTree), hashOf(commonDirectory)]);
  const isGone = (await find(gitDirectory, 'HEAD')) === undefined || (scope.whole && link === undefined);
  if (isGone) return gone(repository, scope, hash);
  // A submodule that is not checked out any more still has its git directory, which nothing leads to.
  const git = link === undefined ? withOptions(given, { at: repository }) : given;
  const { index, indexMtimeMs } = scope.tracked
    ? await readIndex(git, repository)
    : { index: EMPTY, indexMtimeMs: null };
  seen(index, hash);
  const shared = gitDirectory !== commonDirectory && scope.whole;
  const [head, refs, state, changed, untracked, named] = await Promise.all([
    readHead(git, repository),
    shared ? {} : readRefs(git, repository),
    scope.whole ? findWhole(gitDirectory) : findState(repository, { index: scope.tracked, reflogs: scope.reflogs }),
    scope.tracked ? findChanged(git, workTree, () => unwatchedIn(index, oidBytes(hash))) : null,
    findUntracked(git, workTree, scope.untracked),
    findAll(workTree, scope.paths),
  ]);
  // What git has as it is on disk need not be saved.
  const known = entriesAt(
    index,
    oidBytes(hash),
    named.map(({ path }) => path),
  );
  const both = new Map(
    [...named.filter(({ path }) => !known.has(path)), ...untracked].map(found => [found.path, found]),
  );
  return {
    repository,
    scope,
    hash,
    link: link ?? null,
    head,
    refs,
    state,
    index,
    indexMtimeMs,
    changed,
    untracked: [...both.values()],
  };
}

const gone = (repository: Repository, scope: Scope, hash: HashName): Survey => ({
  repository,
  scope,
  hash,
  link: null,
  head: '',
  refs: {},
  state: [],
  index: EMPTY,
  indexMtimeMs: null,
  changed: scope.tracked ? new Map() : null,
  untracked: [],
});

/** Undefined when there is no `.git` at all; null for a folder. */
async function linkOf(workTree: string): Promise<string | null | undefined> {
  const entry = await find(workTree, '.git');
  if (entry === undefined) return undefined;
  return entry.stats.isFile() ? readFile(entry.place, 'utf8') : null;
}

const hashOf = async (commonDirectory: string): Promise<HashName> => {
  const config = await readFile(join(commonDirectory, 'config'), 'utf8').catch(ifMissing(''));
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1';
};

/** Rounded down: git then trusts less of what the index says, never more. */
const mtimeOf = ({ stats }: Found): number => Math.floor(stats.mtimeMs);

async function readIndex(git: Git, repository: Repository): Promise<Pick<Survey, 'index' | 'indexMtimeMs'>> {
  const found = await find(stateRoot('index', repository), 'index');
  if (found === undefined) return { index: EMPTY, indexMtimeMs: null };
  const index = await readFile(found.place);
  const indexMtimeMs = mtimeOf(found);
  return { index: isSplit(index) ? await joined(git, repository, index, indexMtimeMs) : index, indexMtimeMs };
}

/** Most of such an index is in another file, which may be gone when this one is wanted again. A path can look the same, which costs a process. */
const isSplit = (index: Buffer): boolean => index.includes('link\0');

/** The same index in one piece. Git is given a copy, so that the one in use stays as it is. */
async function joined(git: Git, { workTree }: Repository, index: Buffer, mtimeMs: number): Promise<Buffer> {
  return withCopy(index, mtimeMs, async indexFile => {
    await git.write(['update-index', '--no-split-index', '--force-write-index'], workTree, { indexFile });
    return readFile(indexFile);
  });
}

/** Lends a copy of an index that git may write. */
export async function withCopy<T>(index: Buffer, mtimeMs: number, use: (file: string) => Promise<T>): Promise<T> {
  return withTemporary('index', async folder => {
    const file = join(folder, 'index');
    await writeFile(file, index);
    await utimes(file, mtimeMs / 1000, mtimeMs / 1000);
    return use(file);
  });
}
