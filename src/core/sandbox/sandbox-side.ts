import { loadOnce } from '../../shared/load-once.ts';
import type { Git } from '../git/writer.ts';
import { isPerson } from '../origin.ts';
import { impact } from '../writes/impact/impact.ts';
import type { OwnRequest, OwnWrites } from '../writes/own-write.ts';
import type { WriteFiles } from '../writes/write-files.ts';
import { diffText } from './diff.ts';
import { SandboxFailure } from './failure.ts';
import type { StagedCommit } from './files/state.ts';
import { type MergeResult, mergeContents } from './merge.ts';
import type { Sandbox } from './sandbox.ts';
import { createSandboxes, type NamedChange, type Sandboxes } from './sandboxes.ts';
import { SANDBOX_LIMITS } from './sizes.ts';
import { discard, findStaged, reject, stage } from './stage.ts';
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
export interface SandboxSide extends Pick<Sandboxes, 'open' | 'list' | 'look' | 'release' | 'close'> {
  stage(sandbox: Sandbox, files: readonly string[], message: string): Promise<StagedCommit>;
  discard(sandbox: Sandbox, commitId: string): Promise<StagedCommit>;
  /** Notes why the person does not want it: its agent reads that with the status. */
  reject(sandbox: Sandbox, commitId: string, reason: string): Promise<StagedCommit>;
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
    /** Who asks: without it nobody is asked. */
    request?: OwnRequest,
  ): Promise<PullResult>;
  /** Work trees apart from the person's own, for builds and tests. */
  readonly worktrees: () => Promise<Worktrees>;
  /** Asks the person, and moves the branch of the target if they say yes. */
  push(sandbox: Sandbox, commitId: string, target: GitTarget, request: OwnRequest): Promise<PushOutcome>;
}

/** What the person has chosen, as it is now. */
export interface SandboxSettings {
  /** How much one sandbox holds. */
  readonly bytes: () => number;
  readonly branchTemplate: () => string;
  /** What a new sandbox begins with, from the root of the first repository. */
  readonly pullPaths: () => readonly string[];
  /** Whether an agent's pull is put before the person. */
  readonly asksBeforePull: () => boolean;
  /** Whether a push updates the branch that is checked out, with its files, where these are clean. */
  readonly updatesCheckedOut: () => boolean;
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
  readonly settings?: SandboxSettings | undefined;
  /** Hears of every change of a sandbox that this process has open. */
  readonly changed?: ((change: NamedChange) => void) | undefined;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
}

const FIRST = { type: 'local', path: '.' } as const;

export function createSandboxSide(options: SandboxSideOptions): SandboxSide {
  const { git, roots, own, writeFiles, github, folder, worktreeFolder, settings, changed, now, reportError } = options;
  const sandboxes = createSandboxes({
    ...{ folder, changed, now, reportError },
    workspace: () => roots()[0],
    limits: () => ({ ...SANDBOX_LIMITS, ...(settings && { bytes: settings.bytes() }) }),
  });
  const targetOf = async (target: GitTarget): Promise<TargetRepository | GitHubTarget> =>
    target.type === 'github' ? openGitHubTarget(target, await github()) : openTarget(target, { git, roots });

  /** The branch the sandbox has come from last, if it is one of the first repository. */
  const sourceOf = async ({ state }: Sandbox): Promise<TargetRepository> => {
    const first = await openTarget(FIRST, { git, roots });
    const last = state.sources.findLast(({ repository }) => repository === first.key);
    return last === undefined ? first : { ...first, branch: last.ref.replace(/^refs\/heads\//, '') };
  };

  /** A new sandbox begins with what the person wants each of them to have. */
  const open: SandboxSide['open'] = async name => {
    const sandbox = await sandboxes.open(name);
    const { files, bases, staged, sources } = sandbox.state;
    const paths = settings?.pullPaths() ?? [];
    const isNew = files.size + bases.size + staged.size + sources.length === 0;
    if (isNew && paths.length > 0)
      await openTarget(FIRST, { git, roots })
        .then(source => pull({ git, sandbox, paths, source: pullSource(source) }))
        // The sandbox is of use without them too.
        .catch(reportError);
    return sandbox;
  };

  const askForPull = async (name: string, from: string, paths: readonly string[] | undefined, request: OwnRequest) => {
    const repository = await firstRepository(roots());
    if (repository === undefined) throw noRepository();
    const what = `Pull ${paths?.join(', ') ?? 'all files'} from ${from} into the sandbox ${name}`;
    const decision = await (await own()).ask(
      {
        ...{ kind: 'pull', text: what, subject: what, note: null },
        repository: repository.workTree,
        effects: [],
        risk: 'local',
        reason: 'shows files of the repository to an agent',
        recovery: 'Nothing of the repository changes.',
        impact: impact({ sentences: ['Copies committed files into the sandbox. Files that hold secrets stay out.'] }),
      },
      request,
    );
    if (decision.kind === 'approved') return;
    const reason = decision.kind === 'declined' ? decision.reason : decision.message;
    throw new SandboxFailure('target-refused', `The person did not allow this pull.${reason ? ` ${reason}` : ''}`);
  };

  return {
    ...sandboxes,
    ...{ open, reject },
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
    async pull(sandbox, { source: given, paths, zone }, request) {
      const source = await (given ? targetOf(given) : sourceOf(sandbox));
      if (request && !isPerson(request.origin) && settings?.asksBeforePull())
        await askForPull(sandbox.name, source.shown, paths, request);
      return pull({ ...{ git, sandbox, paths, zone }, source: pullSource(source) });
    },
    async push(sandbox, commitId, target, request) {
      const journaled = await firstRepository(roots());
      if (journaled === undefined) throw noRepository();
      const given = { git, sandbox, commitId, journaled, now, own: await own(), template: settings?.branchTemplate() };
      return push(
        { ...given, updatesCheckedOut: settings?.updatesCheckedOut, target: await targetOf(target) },
        request,
      );
    },
  };
}

const noRepository = () =>
  new SandboxFailure('bad-target', 'No repository is open.', 'Ask the person to open a folder with one.');
