import { type TreeChange, zeros } from '../git-data.ts';
import { Refusal } from '../refusal.ts';
import type { GitHubState } from '../state/state.ts';
import type { Repository, Ruleset, User } from '../state/types.ts';

const modes = ['100644', '100755', '040000', '160000', '120000'];

/** Whether a path of a tree is one GitHub takes. */
const isGoodPath = (path: string): boolean =>
  path
    .split('/')
    .every(
      part => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git' && !part.includes('\0'),
    );

/** Writes a tree after the checks of `POST git/trees`. */
export function makeTree(
  repository: Repository,
  entries: { path: string; mode: string; oid: string | null }[],
  base?: string,
): string {
  const { git } = repository;
  const changes: TreeChange[] = [];
  for (const { path, mode, oid } of entries) {
    if (!isGoodPath(path)) throw new Refusal(422, 'tree.path contains a malformed path component');
    if (!modes.includes(mode)) throw new Refusal(422, 'Must supply a valid tree.mode');
    const wanted = mode === '040000' ? 'tree' : mode === '160000' ? 'commit' : 'blob';
    if (oid !== null && wanted !== 'commit' && git.typeOf(oid) !== wanted)
      throw new Refusal(422, `tree.sha ${oid} is not a valid ${wanted}`);
    changes.push({ path, mode, oid });
  }
  if (base !== undefined && !['tree', 'commit'].includes(git.typeOf(base) ?? '')) throw new Refusal(404, 'Not Found');
  const tree = git.writeTree(changes, base);
  if (tree === undefined) throw new Refusal(422, 'GitRPC::BadObjectState');
  return tree;
}

/** A ref before and after; `before` undefined: whatever it is now. Zeros stand for no ref. */
export interface RefUpdate {
  name: string;
  after: string;
  before?: string | undefined;
  force?: boolean;
}

/** Whether a ruleset holds for a branch. */
export const holds = (ruleset: Ruleset, repository: Repository, branch: string): boolean =>
  ruleset.enforcement === 'ACTIVE' &&
  ruleset.include.some(
    pattern =>
      pattern === '~ALL' ||
      pattern === `refs/heads/${branch}` ||
      (pattern === '~DEFAULT_BRANCH' && branch === repository.defaultBranch),
  );

const demandsSignatures = (repository: Repository, ref: string): boolean => {
  const branch = ref.replace('refs/heads/', '');
  return (
    repository.protections.some(each => each.branch === branch && each.signatures) ||
    repository.rulesets.some(
      each => holds(each, repository, branch) && each.rules.some(({ type }) => type === 'required_signatures'),
    )
  );
};

/** Moves refs, all or none, after the checks GitHub makes of each. */
export function updateRefs(state: GitHubState, repository: Repository, updates: RefUpdate[]): void {
  const { git } = repository;
  const refs = git.refs();
  for (const { name, after, before, force = false } of updates) {
    const now = refs.get(name) ?? zeros;
    if (!name.startsWith('refs/') || name.split('/').length < 3 || !git.isValidRefName(name))
      throw new Refusal(422, `Reference name "${name}" is not valid`);
    if (before !== undefined && before !== now)
      throw new Refusal(422, `Reference cannot be updated: expected ${name} to be at ${before}, but it was at ${now}`, {
        type: 'STALE_DATA',
      });
    if (after === zeros) {
      if (now === zeros) throw new Refusal(422, 'Reference does not exist');
      continue;
    }
    const type = git.typeOf(after);
    if (type === undefined) throw new Refusal(422, 'Object does not exist');
    if (name.startsWith('refs/heads/') && type !== 'commit') throw new Refusal(422, 'Object is not a commit');
    if (name.startsWith('refs/heads/') && now !== zeros && !force && !git.isAncestor(now, after))
      throw new Refusal(422, 'Update is not a fast forward');
    if (demandsSignatures(repository, name) && !git.signed.has(after))
      throw new Refusal(422, 'Commits must have verified signatures.');
  }
  const moves = updates.map(({ name, after }) => ({ name, after, before: refs.get(name) ?? zeros }));
  if (!git.moveRefs(moves)) throw new Refusal(409, 'Reference update failed');
  repository.pushedAt = state.clock.stamp();
  state.follow(repository);
}

/** GraphQL `createCommitOnBranch`: one commit by the person who asks, only if the branch is where they think. */
export function commitOnBranch(
  state: GitHubState,
  commit: {
    repository: Repository;
    branch: string;
    author: User;
    message: string;
    expectedHead: string;
    additions: { path: string; contents: string }[];
    deletions: string[];
  },
): string {
  const { repository, branch, author, message, expectedHead, additions, deletions } = commit;
  const { git } = repository;
  const head = git.branch(branch);
  if (head === undefined) throw new Refusal(404, `Could not resolve to a branch with the name '${branch}'.`);
  if (head !== expectedHead)
    throw new Refusal(409, `Expected branch to point to "${expectedHead}" but it did not. Pull and try again.`, {
      type: 'STALE_DATA',
    });
  for (const path of deletions)
    if (git.at(head, path) === undefined)
      throw new Refusal(422, `A path was requested for deletion which does not exist as of commit oid \`${head}\``);
  const entries = [
    ...additions.map(({ path, contents }) => ({
      path,
      mode: '100644',
      oid: git.writeBlob(Buffer.from(contents, 'base64')),
    })),
    ...deletions.map(path => ({ path, mode: '100644', oid: null })),
  ];
  const tree = makeTree(repository, entries, head);
  const oid = git.writeCommit({
    tree,
    parents: [head],
    message,
    author: state.signature(author),
    committer: { name: 'GitHub', email: 'noreply@github.com', date: state.clock.stamp() },
  });
  git.signed.add(oid);
  updateRefs(state, repository, [{ name: `refs/heads/${branch}`, after: oid, before: head }]);
  return oid;
}
