import type { Core } from '../../core/core.ts';
import { type BranchPull, createBranchPulls } from '../../core/github/pull-requests/branch-pull.ts';
import { createBranchPullWatch, findPullBranch } from '../../core/github/pull-requests/watch-branch-pull.ts';
import type { StatusState } from '../../core/repository/status/repository-status.ts';
import type { PullMessage } from '../../protocol/to-status-page.ts';

/** The pull request of the branch in the status view. */
export interface StatusPull {
  /** Takes what the page shows now, undefined while nobody sees it; a page that begins anew is told again. */
  show(state: StatusState | undefined, anew: boolean): void;
  /** The number of the one that the page was told of. */
  number(): number | undefined;
  dispose(): void;
}

const PLACES = ['refs', 'remote', 'github'] as const;

export async function createStatusPull(core: Core, send: (message: PullMessage) => void): Promise<StatusPull> {
  const github = await core.github();
  const pulls = createBranchPulls(github.client);
  let told: PullMessage | undefined;
  const watch = createBranchPullWatch({
    async read(branch, signal) {
      const there = await findPullBranch(github, branch);
      return there === undefined ? null : pulls.read(there, signal);
    },
    tell({ root, branch }, pull) {
      told = { type: 'pull', root, branch, pull: pull && redacted(pull, core.redact) };
      send(told);
    },
    reportError: core.reportErrorIn('The pull request of the branch'),
  });
  const unlisten = [
    github.tokens.listen(() => watch.touched()),
    core.changes.listen(({ repository, touched }) => {
      if (PLACES.some(facet => touched.has(facet))) watch.touched(repository);
    }),
  ];
  return {
    show(state, anew) {
      if (anew && told) send(told);
      const { branch = null, upstream = null } = state?.kind === 'ready' ? state.status : {};
      const isBranch = state?.kind === 'ready' && branch !== null;
      watch.show(isBranch ? { root: state.repository.root, branch, upstream } : undefined);
    },
    number: () => told?.pull?.number,
    dispose() {
      for (const stop of unlisten) stop();
      watch.dispose();
    },
  };
}

function redacted(pull: BranchPull, redact: (text: string) => string): BranchPull {
  const { title, checks } = pull;
  const failed = { ...checks.failed, names: checks.failed.names.map(redact) };
  return { ...pull, title: redact(title), checks: { ...checks, failed } };
}
