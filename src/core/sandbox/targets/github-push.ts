import { mapInBatches } from '../../../shared/map-in-batches.ts';
import { quote } from '../../command/quote.ts';
import type { GitDataAnswer, GitHubGitData, NewTreeEntry } from '../../github/git-data.ts';
import { GITHUB_COM } from '../../github/hosts.ts';
import { SandboxFailure } from '../failure.ts';
import { foldPath } from '../files/paths.ts';
import type { StagedCommit } from '../files/state.ts';
import { isBinary } from '../merge.ts';
import type { Sandbox } from '../sandbox.ts';
import { shortId, subjectOf } from '../stage.ts';
import { BRANCH_TEMPLATE, expandTemplate, isProtected } from './branch-name.ts';
import { type Author, commitOf, type IndexEntry } from './commit.ts';
import { treeOid } from './git-tree.ts';
import {
  demandsSignatures,
  failureOf,
  type GitHubTarget,
  type RepositoryFacts,
  readCommit,
  readFacts,
  readGitHubTree,
} from './github-target.ts';
import {
  changesNothing,
  conflictWith,
  contentsIn,
  isOf,
  NON_FAST_FORWARD,
  type Preparation,
  type PreparedPush,
  type PrepareOptions,
  type PushConflict,
  refuseEntries,
} from './prepare-push.ts';
import type { TreeEntry } from './tree.ts';

/** A push to GitHub as it is put before the person. */
export interface GitHubPush extends PreparedPush<GitHubTarget> {
  readonly repositoryId: string;
  /** Whose token it is. */
  readonly login: string;
  /** True when the branch takes signed commits alone: then GitHub makes the commit itself, in the name of the token's owner. */
  readonly signs: boolean;
  /** The branch a pull request would go to; undefined where there is nothing to open. */
  readonly pullInto: string | undefined;
  /** The pull request that is open for the branch. */
  readonly pull: number | undefined;
}

const MAY_WRITE: readonly (string | null)[] = ['ADMIN', 'MAINTAIN', 'WRITE'];

/** Works out what a push to GitHub would do, by reading alone. */
export async function prepareGitHubPush(
  { sandbox, staged, target, now, template = BRANCH_TEMPLATE }: PrepareOptions<GitHubTarget>,
  author: Author,
): Promise<Preparation<GitHubPush>> {
  const branch = target.branch ?? expandTemplate(template, now);
  const facts = await readFacts(target, branch);
  const { repository } = facts;
  const old = repository.ref?.target?.oid ?? null;
  refuseRepository(target, facts, branch, old);
  const ref = `refs/heads/${branch}`;
  const files = await contentsIn(sandbox, staged, target);
  const entries = files.map(({ inside, blob }): IndexEntry => ({ path: inside, blob }));
  const signs = repository.ref?.refUpdateRule?.requiresSignatures || (await demandsSignatures(target, branch));
  const usual = repository.defaultBranchRef?.name;
  const common = {
    ...{ target, staged, branch, ref, old, entries, author, signs, attributes: [], follows: false },
    isProtected: isProtected(branch, usual === undefined ? [] : [usual]),
    ...{ repositoryId: repository.id, login: facts.viewer.login },
    pull: repository.ref?.associatedPullRequests.nodes[0]?.number,
    pullInto: usual === branch ? undefined : usual,
  };
  const treeWith = (tree: ReadonlyMap<string, TreeEntry>): string => {
    const after = new Map<string, Pick<TreeEntry, 'mode' | 'oid'>>(tree);
    for (const { path, blob } of entries) {
      if (blob === null) after.delete(path);
      else after.set(path, blob);
    }
    return treeOid(after);
  };
  const planOn = (parent: string, tree: string): GitHubPush => {
    const push: GitHubPush = { ...common, planned: commitOf(staged, parent, tree, author, 'sha1', '') };
    refuseSigning(push);
    return push;
  };

  const recorded = staged.sources.find(source => isOf(source, target) && source.ref === ref)?.commit;
  const origins = staged.sources
    .filter(source => isOf(source, target))
    .map(({ commit }) => commit)
    .toReversed();
  if (old !== null && old !== recorded) {
    // It may have come there by a push whose end nobody saw.
    const there = await readCommit(target, old);
    const [parent] = there?.parents ?? [];
    const from = parent === undefined || !origins.includes(parent) ? undefined : await readCommit(target, parent);
    if (parent !== undefined && from !== undefined && there?.message.trimEnd() === staged.message.trimEnd()) {
      const tree = treeWith(await readGitHubTree(target, from.tree));
      if (tree === there.tree) return { kind: 'pushed', push: planOn(parent, tree), commitSha: old };
    }
    if (recorded !== undefined)
      return { kind: 'conflict', conflict: { reason: 'non-fast-forward', message: NON_FAST_FORWARD, targetHead: old } };
  }
  const head = repository.defaultBranchRef?.target?.oid;
  let obstacle: PushConflict | undefined;
  for (const start of old === null ? [...origins, ...(head === undefined ? [] : [head])] : [old]) {
    const base = await readCommit(target, start);
    if (base === undefined) continue;
    const tree = await readGitHubTree(target, base.tree);
    refuseEntries(files, tree);
    const found = conflictWith(files, tree, old);
    obstacle ??= found;
    if (found !== undefined) continue;
    const after = treeWith(tree);
    if (after === base.tree) throw changesNothing(staged, branch);
    return { kind: 'ready', push: planOn(start, after) };
  }
  return { kind: 'conflict', conflict: obstacle ?? { reason: 'other', message: 'There is nothing to build on.' } };
}

function refuseRepository(
  { shown }: GitHubTarget,
  { viewer, repository }: RepositoryFacts,
  branch: string,
  old: string | null,
): void {
  const refuse = (message: string, hint: string): never => {
    throw new SandboxFailure('target-refused', message, hint);
  };
  if (repository.isArchived) refuse(`${shown} is archived: nothing can be pushed to it.`, 'Tell the person.');
  if (!MAY_WRITE.includes(repository.viewerPermission))
    refuse(`${viewer.login} may not write to ${shown}.`, 'Push to a fork of theirs, or ask the person.');
  if (repository.defaultBranchRef === null)
    refuse(`${shown} has no commit yet, and GitHub takes the first one by git push alone.`, 'Tell the person.');
  const other = repository.refs.nodes.find(({ name }) => name !== branch && foldPath(name) === foldPath(branch));
  if (old === null && other !== undefined)
    refuse(`${branch} cannot be pushed to: it cannot be beside the branch ${other.name}.`, 'Push to another branch.');
}

/** GitHub signs only what it makes itself, and it makes plain files alone. */
function refuseSigning({ signs, branch, old, entries }: GitHubPush): void {
  if (!signs) return;
  const refuse = (why: string, hint: string): never => {
    throw new SandboxFailure('target-refused', `${branch} takes signed commits alone, and ${why}.`, hint);
  };
  if (old === null) refuse('GitHub makes none on a new branch', 'Push to another branch.');
  const other = entries.find(({ blob }) => blob !== null && blob.mode !== '100644');
  if (other)
    refuse(
      `GitHub signs none with an executable file: ${other.path}`,
      'Push to another branch, and open a pull request.',
    );
}

const STAYED = 'The branch has not moved. Push again when that is mended.';

/** Makes the commit on GitHub and moves the branch to it, or gives undefined when somebody was faster. */
export async function carryOutOnGitHub(sandbox: Sandbox, shown: GitHubPush): Promise<string | undefined> {
  const { target, staged, branch, ref, old, planned, repositoryId } = shown;
  const { repository, github } = target;
  const data = await github.gitData();
  const files = await checkedFiles(sandbox, staged, shown.entries);
  if (shown.signs && old !== null) {
    const made = await data.commitOnBranch(repository, {
      ...{ branch, before: old, message: staged.message.trimEnd() },
      additions: files.flatMap(({ entry: { path, blob }, bytes }) => (blob === null ? [] : [{ path, bytes }])),
      deletions: files.flatMap(({ entry: { path, blob } }) => (blob === null ? [path] : [])),
    });
    return landed(shown, made.ok ? { ok: true, value: undefined } : made, made.ok ? made.value : undefined);
  }
  if (planned.parent === null) throw new SandboxFailure('target-refused', 'There is nothing to build on.');
  const tree = await makeTree(data, shown, planned.parent, files);
  if (tree !== planned.tree)
    throw new SandboxFailure('target-refused', `GitHub made another tree than the one that was approved. ${STAYED}`);
  const made = madeOrThrow(
    await data.createCommit(repository, {
      ...{ message: staged.message.trimEnd(), tree, parent: planned.parent },
      author: { ...shown.author, date: new Date(staged.createdAt).toISOString().replace(/\.\d+Z$/, 'Z') },
    }),
  );
  const isAsShown =
    made.tree === planned.tree &&
    made.parents.length === 1 &&
    made.parents[0] === planned.parent &&
    made.message.trimEnd() === staged.message.trimEnd() &&
    made.author.name === shown.author.name &&
    made.author.email === shown.author.email;
  if (!isAsShown)
    throw new SandboxFailure('target-refused', `GitHub made another commit than the one that was approved. ${STAYED}`);
  const moved = await data.moveBranch(repository, { repositoryId, ref, before: old, after: made.oid });
  return landed(shown, moved, made.oid);
}

/** What became of the branch. An answer that was lost, or a second try of what had been done, says nothing: the branch itself does. */
async function landed(
  { target, branch, old, planned, staged }: GitHubPush,
  answer: GitDataAnswer<undefined>,
  commit: string | undefined,
): Promise<string | undefined> {
  if (answer.ok && commit !== undefined && planned.tree === (await readCommit(target, commit))?.tree) return commit;
  const there = await readFacts(target, branch).catch(error => {
    if (!(error instanceof SandboxFailure)) throw error;
    throw new SandboxFailure(
      'github',
      `${error.message} Nobody knows whether ${branch} has moved.`,
      'Push again when GitHub answers: what has arrived is found and not pushed twice.',
    );
  });
  const at = there.repository.ref?.target?.oid ?? null;
  if (answer.ok && commit !== undefined && at === commit)
    throw new SandboxFailure(
      'target-refused',
      `${branch} is at ${commit}, whose files are not those that were approved.`,
      'Tell the person: they have to look at it.',
    );
  if (at !== null && at !== old) {
    const found = await readCommit(target, at);
    const isOurs =
      found?.tree === planned.tree &&
      found.parents[0] === planned.parent &&
      found.message.trimEnd() === staged.message.trimEnd();
    if (isOurs) return at;
  }
  // Somebody else was faster: what they pushed stays, and the caller hears of it.
  if (at !== old) return undefined;
  throw answer.ok
    ? new SandboxFailure('github', `GitHub said that it moved ${branch}, and it has not. ${STAYED}`)
    : failureOf(answer.failure, STAYED);
}

interface CheckedFile {
  readonly entry: IndexEntry;
  readonly bytes: Buffer;
}

async function checkedFiles(
  { contents }: Sandbox,
  staged: StagedCommit,
  entries: readonly IndexEntry[],
): Promise<readonly CheckedFile[]> {
  const files: CheckedFile[] = [];
  for (const [at, { path, content }] of staged.files.entries()) {
    const entry = entries[at];
    const bytes = content && (await contents.get(content.sha256, `${path} of staged commit ${shortId(staged)}`));
    if (entry !== undefined) files.push({ entry, bytes: bytes ?? Buffer.alloc(0) });
  }
  return files;
}

/** So much text goes into one request for a tree: a request for each file would soon meet GitHub's limits. */
const TEXT_IN_TREE = 2_000_000;
const LONGEST_TEXT = 200_000;
const ENTRIES_IN_TREE = 1000;
/** Blobs that are sent side by side. */
const AT_ONCE = 4;

/** The tree of the approved commit, made on that of its parent; one after the other where it is too much for one request. */
async function makeTree(
  data: GitHubGitData,
  { target }: GitHubPush,
  parent: string,
  files: readonly CheckedFile[],
): Promise<string> {
  const { repository } = target;
  const isInline = ({ bytes }: CheckedFile) => bytes.length <= LONGEST_TEXT && isPlainText(bytes);
  const blobs = new Map<string, Buffer>();
  for (const file of files) if (file.entry.blob !== null && !isInline(file)) blobs.set(file.entry.blob.oid, file.bytes);
  await mapInBatches(
    [...blobs],
    async ([oid, bytes]) => {
      if (madeOrThrow(await data.createBlob(repository, bytes)) === oid) return;
      throw new SandboxFailure('target-refused', `GitHub made another blob of a file than it was sent. ${STAYED}`);
    },
    AT_ONCE,
  );
  // What goes comes first, so that a file can take the place of a folder.
  const inOrder = [...files].sort((one, other) => Number(one.entry.blob !== null) - Number(other.entry.blob !== null));
  let base = (await readCommit(target, parent))?.tree ?? '';
  for (let at = 0; at < inOrder.length; ) {
    const entries: NewTreeEntry[] = [];
    for (let text = 0; at < inOrder.length && text < TEXT_IN_TREE && entries.length < ENTRIES_IN_TREE; at += 1) {
      const file = inOrder[at] as CheckedFile;
      const { path, blob } = file.entry;
      const inline = blob !== null && isInline(file);
      if (inline) text += file.bytes.length;
      entries.push({
        ...{ path, mode: blob?.mode ?? '100644' },
        blob: blob === null ? null : inline ? { text: file.bytes.toString() } : { oid: blob.oid },
      });
    }
    base = madeOrThrow(await data.createTree(repository, base, entries));
  }
  return base;
}

/** Text that JSON carries as it is. */
const isPlainText = (bytes: Buffer): boolean => {
  if (isBinary(bytes)) return false;
  const text = bytes.toString();
  return !/[^\t\n\P{Cc}]|\ufeff/u.test(text) && Buffer.from(text).equals(bytes);
};

function madeOrThrow<T>(answer: GitDataAnswer<T>): T {
  if (answer.ok) return answer.value;
  throw failureOf(answer.failure, STAYED);
}

/** The command that opens a pull request for a branch that was pushed. */
export function pullRequestCommand({ target, branch, staged, pullInto }: GitHubPush): string | undefined {
  if (pullInto === undefined) return undefined;
  const { host, owner, name } = target.repository;
  const repository = `${host === GITHUB_COM ? '' : `${host}/`}${owner}/${name}`;
  const body = staged.message.trim().split('\n').slice(1).join('\n').trim();
  const words = [
    '--repo',
    repository,
    '--head',
    branch,
    '--base',
    pullInto,
    '--title',
    subjectOf(staged),
    '--body',
    body,
  ];
  return quote('gh', ['pr', 'create', ...words]);
}
