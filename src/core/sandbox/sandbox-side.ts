import { loadOnce } from '../../shared/load-once.ts';
import type { Git } from '../git/writer.ts';
import type { OwnRequest, OwnWrites } from '../writes/own-write.ts';
import type { WriteFiles } from '../writes/write-files.ts';
import { diffText } from './diff.ts';
import { SandboxFailure } from './failure.ts';
import type { StagedCommit } from './files/state.ts';
import { type MergeResult, mergeContents } from './merge.ts';
import type { Sandbox } from './sandbox.ts';
import { createSandboxes, type Sandboxes } from './sandboxes.ts';
import { discard, findStaged, stage } from './stage.ts';
import { readBranches } from './targets/branches.ts';
import {
  type GitHubTarget,
  openGitHubTarget,
  readGitHubBranches,
  type SandboxGitHub,
} from './targets/github-target.ts';
import { type PullResult, pull } from './targets/pull.ts';
import { pullSource } from './targets/pull-source.ts';
import { type PushOutcome, push } from './targets/push.ts';
import { firstRepository, type GitTarget, openTarget, type TargetRepository } from './targets/target.ts';
import type { Worktrees } from './worktrees/worktrees.ts';

/** All that a door or a tool does with sandboxes. Whatever goes wrong is a `SandboxFailure`. */
export interface SandboxSide extends Pick<Sandboxes, 'open' | 'list' | 'close'> {
  stage(sandbox: Sandbox, files: readonly string[], message: string): Promise<StagedCommit>;
  discard(sandbox: Sandbox, commitId: string): Promise<StagedCommit>;
  /** What a staged commit changes; without one, what is not staged. */
  diff(sandbox: Sandbox, commitId: string | undefined): Promise<string>;
  merge(sides: Readonly<Record<'ours' | 'base' | 'theirs', Buffer>>): Promise<MergeResult | undefined>;
  branches(target: GitTarget): Promise<{ readonly branches: readonly string[]; readonly current: string | undefined }>;
  /** Without a source, from where the sandbox has come last, or else from the first repository. */
  pull(
    sandbox: Sandbox,
    what: {
      readonly source?: GitTarget | undefined;
      readonly paths?: readonly string[] | undefined;
      readonly zone?: string | undefined;
    },
  ): Promise<PullResult>;
  /** Work trees apart from the person's own, for builds and tests. */
  readonly worktrees: () => Promise<Worktrees>;
  /** Asks the person, and moves the branch of the target if they say yes. */
  push(sandbox: Sandbox, commitId: string, target: GitTarget, request: OwnRequest): Promise<PushOutcome>;
}

export interface SandboxSideOptions {
  readonly git: Git;
  /** The workspace folders and the roots of open repositories. */
  readonly roots: () => readonly string[];
  /** Where the person is asked; loaded with the first push. */
  readonly own: () => Promise<OwnWrites>;
  readonly writeFiles: WriteFiles;
  /** Tokens and requests; loaded with the first target there. */
  readonly github: () => Promise<SandboxGitHub>;
  /** Where the sandboxes are kept. */
  readonly folder: string;
  /** Where the work trees are. */
  readonly worktreeFolder: string;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
}

const FIRST = { type: 'local', path: '.' } as const;

export function createSandboxSide({
  git,
  roots,
  own,
  writeFiles,
  github,
  folder,
  worktreeFolder,
  now,
  reportError,
}: SandboxSideOptions): SandboxSide {
  const { open, list, close } = createSandboxes({ folder, now, reportError, workspace: () => roots()[0] });
  const targetOf = async (target: GitTarget): Promise<TargetRepository | GitHubTarget> =>
    target.type === 'github' ? openGitHubTarget(target, await github()) : openTarget(target, { git, roots });

  /** The branch the sandbox has come from last, if it is one of the first repository. */
  const sourceOf = async ({ state }: Sandbox): Promise<TargetRepository> => {
    const first = await openTarget(FIRST, { git, roots });
    const last = state.sources.findLast(({ repository }) => repository === first.key);
    return last === undefined ? first : { ...first, branch: last.ref.replace(/^refs\/heads\//, '') };
  };

  return {
    ...{ open, list, close },
    worktrees: loadOnce(async () => {
      const { createWorktrees } = await import('./worktrees/worktrees.ts');
      return createWorktrees({ git, own, writeFiles, folder: worktreeFolder, now });
    }),
    stage: (sandbox, files, message) => stage(sandbox, files, message, now),
    discard,
    diff: (sandbox, commitId) =>
      diffText(git, sandbox, commitId === undefined ? undefined : findStaged(sandbox.state, commitId)),
    merge: sides => mergeContents(git, sides),
    async branches(target) {
      const opened = await targetOf(target);
      const { commits, current } = await (opened.type === 'github' ? readGitHubBranches(opened) : readBranches(opened));
      return { branches: [...commits.keys()], current };
    },
    pull: async (sandbox, { source, paths, zone }) =>
      pull({
        ...{ git, sandbox, paths, zone },
        source: pullSource(await (source ? targetOf(source) : sourceOf(sandbox))),
      }),
    async push(sandbox, commitId, target, request) {
      const journaled = await firstRepository(roots());
      if (journaled === undefined)
        throw new SandboxFailure('bad-target', 'No repository is open.', 'Ask the person to open a folder with one.');
      const options = { git, sandbox, commitId, journaled, now, own: await own() };
      return push({ ...options, target: await targetOf(target) }, request);
    },
  };
}
