import { blobOid } from '../../writes/journal/storage/disk.ts';
import { SandboxFailure } from '../failure.ts';
import { createNames } from '../files/names.ts';
import { foldPath, sandboxPath } from '../files/paths.ts';
import type { Source, StagedCommit, StagedFile } from '../files/state.ts';
import type { Sandbox } from '../sandbox.ts';
import { shortId } from '../stage.ts';
import { BRANCH_TEMPLATE, expandTemplate, isProtected } from './branch-name.ts';
import { type Branches, readBranches, usedBy } from './branches.ts';
import { obstacleTo } from './checked-out.ts';
import {
  type Author,
  authorIn,
  type IndexEntry,
  type PathAttributes,
  type PlannedCommit,
  planCommit,
} from './commit.ts';
import type { TargetRepository } from './target.ts';
import { readTree, SUBMODULE, SYMLINK, type TreeEntry } from './tree.ts';

/** Why a push cannot be made of what was staged, as the caller is told. */
export interface PushConflict {
  readonly reason: 'non-fast-forward' | 'other';
  readonly message: string;
  readonly targetHead?: string | undefined;
}

/** A push as it is put before the person: what is in it, where it goes, and what is there now. */
export interface PreparedPush<Target = TargetRepository> {
  readonly target: Target;
  readonly staged: StagedCommit;
  readonly branch: string;
  readonly ref: string;
  /** The commit the branch is at; null for a new branch. */
  readonly old: string | null;
  /** True when somebody looks twice: others build on this branch. */
  readonly isProtected: boolean;
  readonly planned: PlannedCommit;
  readonly entries: readonly IndexEntry[];
  readonly author: Author;
  readonly attributes: readonly PathAttributes[];
  /** True when the branch is checked out, and its index and files go with it. */
  readonly follows: boolean;
}

export type Preparation<Push = PreparedPush> =
  | { readonly kind: 'ready'; readonly push: Push }
  /** It is there already: a process was killed between pushing and noting it. */
  | { readonly kind: 'pushed'; readonly push: Push; readonly commitSha: string }
  | { readonly kind: 'conflict'; readonly conflict: PushConflict };

export const NON_FAST_FORWARD = 'Target has new commits since your base';

export interface PrepareOptions<Target = TargetRepository> {
  readonly sandbox: Sandbox;
  readonly staged: StagedCommit;
  readonly target: Target;
  readonly now: number;
  readonly template?: string | undefined;
  /** Whether a branch that is checked out is updated where its work tree is clean. */
  readonly updatesCheckedOut?: boolean | undefined;
}

/** Works out what a push would do, by reading alone. Throws a `SandboxFailure` for what is never pushed. */
export async function preparePush({
  sandbox,
  staged,
  target,
  now,
  template = BRANCH_TEMPLATE,
  updatesCheckedOut = false,
}: PrepareOptions): Promise<Preparation> {
  const branches = await readBranches(target);
  const branch = branchOf(target, branches, () => expandTemplate(template, now));
  const follows = updatesCheckedOut && target.type === 'local' && branches.current === branch;
  await refuseBranch(target, branches, branch, follows);
  const ref = `refs/heads/${branch}`;
  const old = branches.commits.get(branch) ?? null;
  const files = await contentsIn(sandbox, staged, target);
  const author = await authorIn(target);
  const entries = files.map(({ inside, blob }): IndexEntry => ({ path: inside, blob }));
  const facts = { target, staged, branch, ref, old, entries, author, follows };
  const planOn = async (parent: string | null): Promise<PreparedPush> => ({
    ...facts,
    isProtected: isProtected(branch, branches.defaults),
    ...(await planCommit(target, staged, parent, entries, author)),
  });

  const recorded = staged.sources.find(source => isOf(source, target) && source.ref === ref)?.commit;
  if (old !== null && recorded !== undefined && recorded !== old) {
    // Made anew on what it was made from it is the same commit, if it is there.
    const again = (await isThere(target, recorded)) ? await planOn(recorded) : undefined;
    if (again?.planned.oid === old) return { kind: 'pushed', push: again, commitSha: old };
    return { kind: 'conflict', conflict: { reason: 'non-fast-forward', message: NON_FAST_FORWARD, targetHead: old } };
  }
  const starts = old === null ? await startsOf(target, staged) : [old];
  let obstacle: PushConflict | undefined;
  for (const start of starts) {
    const tree = await readTree(target, start);
    refuseEntries(files, tree);
    obstacle = conflictWith(files, tree, old);
    if (obstacle !== undefined) continue;
    const push = await planOn(start);
    if (start !== null && push.planned.tree === (await treeOf(target, start))) throw changesNothing(staged, branch);
    if (follows) await refuseUnlessClean(push);
    return { kind: 'ready', push };
  }
  return { kind: 'conflict', conflict: obstacle ?? { reason: 'other', message: 'There is nothing to build on.' } };
}

export const changesNothing = (staged: StagedCommit, branch: string) =>
  new SandboxFailure('nothing-to-push', `${shortId(staged)} changes nothing: its files are on ${branch} as they are.`);

/** A file of a staged commit as the repository has it. */
export interface PushedFile extends Pick<StagedFile, 'path' | 'operation'> {
  readonly inside: string;
  readonly blob: IndexEntry['blob'];
  /** What it takes the place of. */
  readonly base: IndexEntry['blob'];
}

/** Every content is read and checked: nothing is pushed in place of one that is not there. */
export async function contentsIn(
  { contents }: Sandbox,
  staged: StagedCommit,
  { hash }: Pick<TargetRepository, 'hash'>,
): Promise<readonly PushedFile[]> {
  const files: PushedFile[] = [];
  for (const { path, operation, content, base } of staged.files) {
    const blobOf = async (stored: typeof content) =>
      stored && {
        mode: stored.mode,
        oid: blobOid(await contents.get(stored.sha256, `${path} of staged commit ${shortId(staged)}`), hash),
      };
    files.push({
      path,
      operation,
      inside: sandboxPath(path).inside,
      blob: await blobOf(content),
      base: await blobOf(base),
    });
  }
  return files;
}

function branchOf({ type, branch }: TargetRepository, { current }: Branches, newName: () => string): string {
  if (branch !== undefined) return branch;
  if (type === 'local') return newName();
  if (current !== undefined) return current;
  throw new SandboxFailure('target-refused', 'The bare repository has no default branch.');
}

async function refuseUnlessClean({ target, branch, old, entries, attributes }: PreparedPush): Promise<void> {
  const why = old === null ? 'it has no commit yet' : await obstacleTo(target, { old, entries, attributes });
  if (why === undefined) return;
  throw new SandboxFailure(
    'target-refused',
    `${branch} is checked out in ${target.folder}, and the files there cannot follow: ${why}.`,
    'Push to another branch, or ask the person to commit or move what is there.',
  );
}

async function refuseBranch(
  target: TargetRepository,
  { commits, symbolic }: Branches,
  branch: string,
  follows: boolean,
): Promise<void> {
  const refuse = (why: string, hint = 'Push to another branch.') => {
    throw new SandboxFailure('target-refused', `${branch} cannot be pushed to: ${why}.`, hint);
  };
  if (symbolic.has(branch)) refuse('it leads to another branch');
  const used = await usedBy(target, branch, follows);
  if (used !== undefined)
    refuse(
      `it is checked out in ${used}, and the files there would not follow`,
      'Push to another branch, such as one with no name given, and let the person merge it.',
    );
  if (commits.has(branch)) return;
  const other = [...commits.keys()].find(
    each => foldPath(each) === foldPath(branch) || each.startsWith(`${branch}/`) || branch.startsWith(`${each}/`),
  );
  if (other !== undefined) refuse(`it cannot be beside the branch ${other}`);
}

export const isOf = ({ repository }: Source, { key }: Pick<TargetRepository, 'key'>): boolean => repository === key;

/** Where a new branch can begin: at what the sandbox has come from, the last first, or else at what is checked out. */
async function startsOf(target: TargetRepository, { sources }: StagedCommit): Promise<readonly (string | null)[]> {
  const { git, folder } = target;
  const known: string[] = [];
  for (const { commit } of sources.filter(source => isOf(source, target)).toReversed())
    if (await isThere(target, commit)) known.push(commit);
  if (known.length > 0) return known;
  const head = await git.tryRead(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], folder);
  return [head?.trim() ?? null];
}

const isThere = async ({ git, folder }: TargetRepository, commit: string): Promise<boolean> =>
  (await git.tryRead(['cat-file', '-e', `${commit}^{commit}`], folder)) !== undefined;

const treeOf = async ({ git, folder }: TargetRepository, commit: string): Promise<string> =>
  (await git.readOrThrow(['rev-parse', '--verify', `${commit}^{tree}`], folder)).trim();

/** A file never goes through a symlink or into a submodule, nor beside a name that is the same on some disk. */
export function refuseEntries(files: readonly PushedFile[], tree: ReadonlyMap<string, TreeEntry>): void {
  const gone = new Set(files.filter(({ blob }) => blob === null).map(({ inside }) => inside));
  const special = new Map(
    [...tree]
      .filter(([, { mode }]) => mode === SYMLINK || mode === SUBMODULE)
      .map(([path, { mode }]) => [foldPath(path), mode]),
  );
  const names = createNames([...tree.keys()].filter(path => !gone.has(path)));
  for (const { path, inside, blob } of files) {
    const parts = foldPath(inside).split('/');
    const mode = parts.map((_, at) => special.get(parts.slice(0, at + 1).join('/'))).find(found => found !== undefined);
    if (mode !== undefined)
      throw new SandboxFailure(
        'target-refused',
        `${path} leads ${mode === SYMLINK ? 'through a symlink' : 'into a submodule'} of the target.`,
        'Leave it out, or choose another path.',
      );
    const other = blob === null ? undefined : names.inTheWayOf(inside);
    if (other !== undefined)
      throw new SandboxFailure(
        'target-refused',
        `${path} cannot be beside ${other} of the target: on some disks they are one.`,
        'Choose another name, or pull and delete the other file with the same commit.',
      );
    if (blob !== null && !tree.has(inside)) names.add(inside);
  }
}

/** What somebody has changed since is not overwritten, not even where nobody knows on which commit this was built. */
export function conflictWith(
  files: readonly PushedFile[],
  tree: ReadonlyMap<string, TreeEntry>,
  targetHead: string | null,
): PushConflict | undefined {
  const other = files.find(({ inside, base }) => {
    const there = tree.get(inside);
    return there?.oid !== base?.oid || there?.mode !== base?.mode;
  });
  if (other === undefined) return undefined;
  const { path, operation } = other;
  const what =
    operation === 'create' ? 'is in the target already' : 'is not in the target as it was when you staged it';
  return {
    reason: 'other',
    message: `${path} ${what}. Pull it, then stage it again, or push first what it was staged on.`,
    ...(targetHead !== null && { targetHead }),
  };
}
