import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { quote } from '../../command/quote.ts';
import { withTemporary } from '../../git/temporary.ts';
import type { Git } from '../../git/writer.ts';
import type { Repository } from '../../repository/discover.ts';
import { listed } from '../../writes/impact/impact.ts';
import { hashOf } from '../../writes/journal/storage/hash-name.ts';
import { NO_MOVES } from '../../writes/own-moves.ts';
import type { OwnWrites } from '../../writes/own-write.ts';
import { type PlannedFile, stateOfFile, type WriteFiles } from '../../writes/write-files.ts';
import { SandboxFailure } from '../failure.ts';
import { branchName } from '../targets/branch-name.ts';
import { authorIn, commitOf } from '../targets/commit.ts';
import { SUBMODULE, SYMLINK } from '../targets/tree.ts';
import {
  adminFolderOf,
  homeOf,
  homesOf,
  readNote,
  removeHome,
  type WorktreeHome,
  type WorktreeNote,
  writeNote,
} from './home.ts';
import { changesBetween, type TreeChange, treeOf, withTree } from './state-of-tree.ts';
import {
  type FinishOutcome,
  type FinishWay,
  notApproved,
  question,
  type StartOutcome,
  type WorktreeRequest,
} from './worktree-question.ts';

/** Linked work trees in which agents build and test, apart from the person's own. */
export interface Worktrees {
  start(request: WorktreeRequest): Promise<StartOutcome>;
  finish(request: WorktreeRequest, way: FinishWay): Promise<FinishOutcome>;
}

export interface WorktreesOptions {
  readonly git: Git;
  readonly own: () => Promise<OwnWrites>;
  readonly writeFiles: WriteFiles;
  /** Where the work trees of all repositories are. */
  readonly folder: string;
  readonly now: () => number;
}

const REFLOG = 'worktree finish';
const MOST_DIFF = 1_000_000;
const SAME_AUTHOR = { name: 'Sluice', email: 'sluice@localhost' };

export function createWorktrees({ git, own, writeFiles, folder: all, now }: WorktreesOptions): Worktrees {
  const commitTree = async (
    repository: Repository,
    tree: string,
    parent: string,
    message: string,
    author = SAME_AUTHOR,
  ) => {
    const hash = await hashOf(repository.commonDirectory);
    const { bytes } = commitOf({ message, createdAt: now() }, parent, tree, author, hash);
    const oid = await git.write(['hash-object', '-t', 'commit', '-w', '--stdin'], repository.workTree, {
      input: bytes,
    });
    return oid.trim();
  };

  const headOf = async ({ workTree }: Repository): Promise<string> => {
    const head = (await git.tryRead(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], workTree))?.trim();
    if (head) return head;
    throw new SandboxFailure(
      'target-refused',
      'The repository has no commit yet.',
      'Ask the person to make the first.',
    );
  };

  /** Goes on with what a process began that was killed. A work tree that is complete is never touched. */
  const sweep = async (repository: Repository): Promise<void> => {
    for (const home of await homesOf(all, repository)) {
      const note = await readNote(home, repository);
      if (note !== undefined && note.phase !== 'ready') await removeHome(home, repository);
    }
  };

  const make = async (repository: Repository, home: WorktreeHome, head: string): Promise<string> => {
    await sweep(repository);
    const note: WorktreeNote = { phase: 'making', repository: repository.commonDirectory, head, baseline: '' };
    await writeNote(home, note);
    const tree = await treeOf(git, repository, repository.workTree, head, { secrets: false });
    const baseline = await commitTree(repository, tree, head, `Baseline of the work tree ${home.name}`);
    const add = ['worktree', 'add', '--no-checkout', '--detach', '--lock', home.tree, baseline] as const;
    await git.write(add, repository.workTree);
    const admin = await adminFolderOf(home, repository);
    if (admin === undefined) throw new Error(`git made no work tree at ${home.tree}.`);
    const options = { ...withTree(repository, home.tree), indexFile: join(admin, 'index') };
    await git.write(['read-tree', baseline], repository.workTree, options);
    await git.write(['checkout-index', '-a', '-u', '-f', '-q'], repository.workTree, options);
    await writeNote(home, { ...note, phase: 'ready', baseline });
    return home.tree;
  };

  const found = async ({ repository, name }: WorktreeRequest) => {
    const home = homeOf(all, repository, name);
    const note = await readNote(home, repository);
    if (note?.phase === 'ready') return { home, note };
    throw new SandboxFailure('no-such-worktree', `There is no work tree ${name}.`, 'Make one with worktree_start.');
  };

  /** What is in it that is not in its baseline; nothing that only git's folders hold. */
  const changesIn = async (repository: Repository, home: WorktreeHome, { baseline }: WorktreeNote) => {
    const tree = await treeOf(git, repository, home.tree, baseline, { secrets: true });
    return { tree, changes: await changesBetween(git, repository, baseline, tree) };
  };

  /** Commits that were made there and that no ref reaches. */
  const unreachedCommits = async (repository: Repository, home: WorktreeHome, { baseline }: WorktreeNote) => {
    const listed = await git.readOrThrow(['worktree', 'list', '--porcelain'], repository.workTree);
    const admin = await adminFolderOf(home, repository);
    const own = listed.split('\n\n').find(each => each.includes(`${home.tree}\n`));
    const at = /^HEAD ([0-9a-f]+)$/m.exec(own ?? '')?.[1];
    if (admin === undefined || at === undefined || at === baseline) return [];
    const args = ['rev-list', '--max-count=50', at, '--not', baseline, '--branches', '--tags', '--remotes'] as const;
    return (await git.readOrThrow(args, repository.workTree)).split('\n').filter(Boolean);
  };

  /** Removes it unless something was written there after `tree`. */
  const remove = async (
    repository: Repository,
    home: WorktreeHome,
    note: WorktreeNote,
    tree: string,
  ): Promise<boolean> => {
    if ((await treeOf(git, repository, home.tree, note.baseline, { secrets: true })) !== tree) return false;
    await writeNote(home, { ...note, phase: 'removing' });
    await removeHome(home, repository);
    return true;
  };

  const refuseSubmodules = (changes: readonly TreeChange[]) => {
    const other = changes.find(({ before, after }) => before?.mode === SUBMODULE || after?.mode === SUBMODULE);
    if (other)
      throw new SandboxFailure('target-refused', `${other.path} is a submodule, which cannot be brought back.`);
  };

  /** Files that somebody has changed where the agent did too: nothing of them is overwritten. */
  const refuseOverlap = (changes: readonly TreeChange[], others: readonly TreeChange[], why: string, hint: string) => {
    const paths = new Set(others.map(({ path }) => path));
    const both = changes.filter(({ path }) => paths.has(path)).map(({ path }) => path);
    if (both.length > 0) throw new SandboxFailure('target-refused', `${why}: ${both.slice(0, 20).join(', ')}`, hint);
  };

  const patchBetween = async ({ workTree }: Repository, before: string, after: string) =>
    (await git.readOrThrow(['diff-tree', '-p', '--no-renames', before, after], workTree, { asStored: true })).slice(
      0,
      MOST_DIFF,
    );

  const symlinkSentences = (changes: readonly TreeChange[]) =>
    changes.filter(({ after }) => after?.mode === SYMLINK).map(({ path }) => `${path} becomes a symlink.`);

  const finishAsPatch = async (
    request: WorktreeRequest,
    home: WorktreeHome,
    note: WorktreeNote,
  ): Promise<FinishOutcome> => {
    const { repository, name } = request;
    const linked: Repository = { ...repository, workTree: home.tree };
    let planned: Awaited<ReturnType<typeof changesIn>> | undefined;
    const outcome = await writeFiles<'nothing'>(request, async () => {
      planned = await changesIn(repository, home, note);
      const { tree, changes } = planned;
      if (changes.length === 0) return { ok: false, no: 'nothing' };
      refuseSubmodules(changes);
      const here = await treeOf(git, repository, repository.workTree, note.head, { secrets: false });
      refuseOverlap(
        changes,
        await changesBetween(git, repository, note.baseline, here),
        'These files have changed in the work tree since',
        'Finish with branch, and let the person merge it.',
      );
      const files: PlannedFile[] = [];
      for (const { path, before } of changes) {
        const [was, becomes] = [await stateOfFile(repository, path), await stateOfFile(linked, path)];
        if (was === 'unreadable' || becomes === 'unreadable')
          throw new SandboxFailure('target-refused', `${path} cannot be read.`);
        // What git ignores here, or what holds secrets, was never in the work tree.
        if (before === null && was !== null)
          throw new SandboxFailure('target-refused', `${path} is there already.`, 'Give the file another name.');
        files.push({ path, was: was?.saved ?? null, becomes });
      }
      return {
        ok: true,
        write: {
          text: `Bring ${plural(changes.length, 'file')} from the work tree ${name}`,
          sentences: symlinkSentences(changes),
          reason: 'writes what was built and tested apart',
          files,
          preview: { kind: 'patch', text: await patchBetween(repository, note.baseline, tree) },
        },
      };
    });
    if (planned === undefined)
      return { kind: 'refused', message: 'message' in outcome ? outcome.message : 'Nothing was done.' };
    const { tree, changes } = planned;
    if (outcome.kind === 'no-plan')
      return { kind: 'finished', changed: [], entry: undefined, removed: await remove(repository, home, note, tree) };
    if (outcome.kind === 'written') {
      const removed = await remove(repository, home, note, tree);
      return { kind: 'finished', changed: changes.map(({ path }) => path), entry: outcome.entry?.id, removed };
    }
    if (outcome.code === 'cancelled') return { kind: 'cancelled' };
    return { kind: outcome.kind === 'declined' ? 'declined' : 'refused', message: outcome.message };
  };

  const planBranch = async (
    repository: Repository,
    home: WorktreeHome,
    note: WorktreeNote,
    message: string,
    time: number,
  ) => {
    const found = await changesIn(repository, home, note);
    const { changes } = found;
    if (changes.length === 0) return undefined;
    refuseSubmodules(changes);
    refuseOverlap(
      changes,
      await changesBetween(git, repository, note.head, note.baseline),
      'The person had not committed these files when the work tree was made, so that a branch would have their work too',
      'Finish with patch.',
    );
    const author = await authorIn({ git, folder: repository.workTree });
    const hash = await hashOf(repository.commonDirectory);
    const none = '0'.repeat(note.head.length);
    const rows = [...changes]
      .sort((one, other) => Number(one.after !== null) - Number(other.after !== null))
      .map(({ path, after }) => (after ? `${after.mode} ${after.oid}\t${path}\0` : `0 ${none}\t${path}\0`));
    return withTemporary('index', async scratch => {
      const options = { indexFile: join(scratch, 'index') };
      await git.write(['read-tree', note.head], repository.workTree, options);
      const input = Buffer.from(rows.join(''));
      await git.write(['update-index', '-z', '--index-info'], repository.workTree, { ...options, input });
      const tree = (await git.write(['write-tree'], repository.workTree, options)).trim();
      return { ...found, author, planned: commitOf({ message, createdAt: time }, note.head, tree, author, hash) };
    });
  };

  const finishAsBranch = async (
    request: WorktreeRequest,
    home: WorktreeHome,
    note: WorktreeNote,
    { branch: given, message }: Extract<FinishWay, { how: 'branch' }>,
  ): Promise<FinishOutcome> => {
    const { repository, name } = request;
    const { workTree } = repository;
    const branch = branchName(given);
    const ref = `refs/heads/${branch}`;
    const time = now();
    if ((await git.tryRead(['rev-parse', '--verify', '--quiet', ref], workTree)) !== undefined)
      throw new SandboxFailure('target-refused', `There is a branch ${branch} already.`, 'Name another.');
    for (
      let again: string | null = null;
      ;
      again = 'The work tree changed while this waited. Check again what will be kept.'
    ) {
      const plan = await planBranch(repository, home, note, message, time);
      if (plan === undefined) {
        const { tree } = await changesIn(repository, home, note);
        return { kind: 'finished', changed: [], entry: undefined, removed: await remove(repository, home, note, tree) };
      }
      const { changes, planned, author, tree } = plan;
      const writes = await own();
      const decision = await writes.ask(
        question(repository, `Make the branch ${branch} of what is in the work tree ${name}`, again, {
          sentences: [
            `Makes one commit of ${plural(changes.length, 'file')} on ${branch}, a new branch from ${note.head.slice(0, 7)}.`,
            ...symlinkSentences(changes),
            `The author is ${author.name} <${author.email}>. It is not signed, and no hook runs.`,
          ],
          files: listed(changes.map(({ path, before, after }) => `${before ? (after ? 'M' : '-') : '+'} ${path}`)),
          preview: { kind: 'patch', text: await patchBetween(repository, note.baseline, tree) },
        }),
        request,
      );
      const no = notApproved(decision, 'No branch was made, and the work tree is as it was.');
      if (no !== undefined) return no;
      const { actor } = decision as { actor: string | undefined };
      const moves = { ...NO_MOVES, refs: [ref], says: [REFLOG], steps: 1, whole: true };
      const recording = { repository, command: `${REFLOG} ${name} as ${branch}`, moves, remote: [] };
      const ran = await writes.run(recording, { ...request, actor }, async () => {
        const seen = await planBranch(repository, home, note, message, time);
        if (seen?.planned.oid !== planned.oid) return undefined;
        const made = await git.write(['hash-object', '-t', 'commit', '-w', '--stdin'], workTree, {
          input: planned.bytes,
        });
        const zeros = '0'.repeat(planned.oid.length);
        await git.write(['update-ref', '--no-deref', '-m', `${REFLOG}: ${branch}`, ref, made.trim(), zeros], workTree);
        return made.trim();
      });
      if (ran.kind === 'cancelled') return ran;
      if (ran.kind === 'not-saved') return { kind: 'refused', message: `No branch was made. ${ran.message}` };
      if (ran.result === undefined) continue;
      const changed = changes.map(({ path }) => path);
      const removed = await remove(repository, home, note, tree);
      return { kind: 'finished', changed, entry: ran.entry?.id, branch, commit: ran.result, removed };
    }
  };

  return {
    async start(request) {
      const { repository, name } = request;
      const home = homeOf(all, repository, name);
      const there = await readNote(home, repository);
      if (there?.phase === 'ready') return { kind: 'started', path: home.tree, head: there.head, isNew: false };
      const head = await headOf(repository);
      const writes = await own();
      const decision = await writes.ask(
        question(repository, `Make the work tree ${name} for builds and tests`, null, {
          sentences: [
            `Copies ${head.slice(0, 7)}, with all that is not committed and not ignored, to ${home.tree}.`,
            'The repository notes it as a linked work tree. No hook and no filter runs, and your own files stay as they are.',
          ],
        }),
        request,
      );
      const no = notApproved(decision, 'No work tree was made.');
      if (no !== undefined) return no;
      const { actor } = decision as { actor: string | undefined };
      await mkdir(all, { recursive: true, mode: 0o700 });
      const recording = { repository, command: `worktree start ${name}`, moves: NO_MOVES, remote: [] };
      const ran = await writes.run(recording, { ...request, actor }, () => make(repository, home, head));
      if (ran.kind === 'cancelled') return ran;
      if (ran.kind === 'not-saved') return { kind: 'refused', message: `No work tree was made. ${ran.message}` };
      return { kind: 'started', path: home.tree, head, isNew: true };
    },

    async finish(request, way) {
      const { repository, name } = request;
      const { home, note } = await found(request);
      if (way.how === 'patch') return finishAsPatch(request, home, note);
      if (way.how === 'branch') return finishAsBranch(request, home, note, way);
      const [{ tree, changes }, commits] = [
        await changesIn(repository, home, note),
        await unreachedCommits(repository, home, note),
      ];
      if (changes.length + commits.length > 0)
        throw new SandboxFailure(
          'target-refused',
          `The work tree ${name} holds ${[
            ...(changes.length > 0 ? [`${plural(changes.length, 'changed file')}`] : []),
            ...(commits.length > 0 ? [`${plural(commits.length, 'commit')} that no branch reaches`] : []),
          ].join(' and ')}, which would be lost.`,
          `Finish with patch or branch. To throw it away, ask the person by git_execute: ${quote('git', ['worktree', 'remove', '--force', '--force', home.tree])}`,
        );
      return { kind: 'finished', changed: [], entry: undefined, removed: await remove(repository, home, note, tree) };
    },
  };
}
