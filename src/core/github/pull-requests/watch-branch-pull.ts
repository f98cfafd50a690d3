import { type Clock, systemClock } from '../../repository/watch/clock.ts';
import type { GitHub } from '../github.ts';
import { repositoryOfRemotes } from '../remotes.ts';
import type { BranchPull, PullBranch } from './branch-pull.ts';

/** A branch that somebody looks at in the status view. */
export interface LocalBranch {
  readonly root: string;
  readonly branch: string;
  /** `origin/fix-crash`; null when it has none. */
  readonly upstream: string | null;
}

export interface BranchPullWatch {
  /** To be called with what is shown now; undefined while nothing is, or the view is hidden. */
  show(branch: LocalBranch | undefined): void;
  /** To be called when refs of a repository changed, or for all of them another token is in use. */
  touched(root?: string): void;
  dispose(): void;
}

export interface BranchPullWatchOptions {
  /** Null when the branch has none, undefined when that is not known. */
  readonly read: (branch: LocalBranch, signal: AbortSignal) => Promise<BranchPull | null | undefined>;
  /** Hears of the pull request of the branch that is shown; null when there is none. */
  readonly tell: (branch: LocalBranch, pull: BranchPull | null) => void;
  readonly reportError: (error: unknown) => void;
  readonly clock?: Clock | undefined;
}

/** GitHub is not asked more often about one branch. */
const REST_MS = 60_000;

/** Asks for the pull request of the branch that is shown, when it comes in sight or its refs change; never for a hidden view. */
export function createBranchPullWatch(options: BranchPullWatchOptions): BranchPullWatch {
  const { read, tell, reportError, clock = systemClock } = options;
  let shown: { readonly branch: LocalBranch; readonly key: string } | undefined;
  /** By branch: when GitHub was asked last, and what it said. */
  const answers = new Map<string, { at: number; pull: BranchPull | null }>();
  let stop = new AbortController();
  /** The branch whose answer is awaited. */
  let asking: string | undefined;
  let callOff = () => {};

  const ask = async (branch: LocalBranch, key: string): Promise<void> => {
    const before = answers.get(key)?.pull ?? null;
    const { signal } = stop;
    answers.set(key, { at: clock.now(), pull: before });
    asking = key;
    const pull = await read(branch, signal);
    if (signal.aborted) return;
    asking = undefined;
    // What cannot be known stays as it was.
    answers.set(key, { at: clock.now(), pull: pull === undefined ? before : pull });
    if (shown?.key === key) tell(branch, answers.get(key)?.pull ?? null);
  };

  /** Asks now, or once the minute is over. */
  const askInTime = () => {
    callOff();
    if (shown === undefined) return;
    const { branch, key } = shown;
    const last = answers.get(key);
    const wait = last === undefined ? 0 : last.at + REST_MS - clock.now();
    if (wait <= 0) ask(branch, key).catch(reportError);
    else callOff = clock.after(wait, askInTime);
  };

  return {
    show(branch) {
      const key = branch && [branch.root, branch.branch, branch.upstream].join('\0');
      if (key === shown?.key) return;
      callOff();
      stop.abort();
      stop = new AbortController();
      // Nobody waits for that answer: whoever comes back asks again.
      if (asking !== undefined) answers.delete(asking);
      asking = undefined;
      shown = branch && key !== undefined ? { branch, key } : undefined;
      if (shown === undefined || branch === undefined) return;
      tell(branch, answers.get(shown.key)?.pull ?? null);
      askInTime();
    },
    touched(root) {
      if (root === undefined || shown?.branch.root === root) askInTime();
    },
    dispose() {
      callOff();
      stop.abort();
      shown = undefined;
    },
  };
}

/** Where a local branch is on GitHub; undefined without a remote there, or without a token to ask with. */
export async function findPullBranch(
  { remotesOf, tokens }: Pick<GitHub, 'remotesOf'> & { readonly tokens: Pick<GitHub['tokens'], 'inUse'> },
  { root, branch, upstream }: LocalBranch,
): Promise<PullBranch | undefined> {
  const remotes = await remotesOf(root);
  const base = repositoryOfRemotes(remotes);
  if (base === undefined || (await tokens.inUse(base.host, base.owner)) === undefined) return undefined;
  const pushed = remotes.find(({ remote }) => upstream?.startsWith(`${remote}/`));
  return {
    ...{ host: base.host, owner: base.owner, name: base.name },
    headOwner: pushed?.owner ?? base.owner,
    branch: pushed === undefined || upstream === null ? branch : upstream.slice(pushed.remote.length + 1),
  };
}
