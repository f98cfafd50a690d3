import { Refusal } from '../refusal.ts';
import { permissionOf } from '../state/access.ts';
import type { GitHubState } from '../state/state.ts';
import type { PullRequest, User } from '../state/types.ts';
import { checksOf, rollup, statusesOf } from './actions.ts';
import { closeIssue } from './conversations.ts';
import { reviewDecision } from './pulls.ts';

/** Mergeability as an answer has it: the first question only starts the computation. It moves no `updated_at`. */
export function askMergeability(pull: PullRequest): 'UNKNOWN' | 'MERGEABLE' | 'CONFLICTING' {
  if (pull.state !== 'OPEN') return 'UNKNOWN';
  if (pull.mergeability === 'unknown') {
    pull.mergeability = 'asked';
    return 'UNKNOWN';
  }
  if (pull.mergeability === 'asked')
    pull.mergeability =
      pull.repository.git.mergedTree(pull.baseOid, pull.headOid) === undefined ? 'CONFLICTING' : 'MERGEABLE';
  return pull.mergeability;
}

export type MergeMethod = 'MERGE' | 'SQUASH' | 'REBASE';

/** Merges: the base branch moves, the pull request and the issues it closes end. */
export function mergePull(
  state: GitHubState,
  pull: PullRequest,
  by: User,
  merge: {
    method?: MergeMethod;
    headline?: string | undefined;
    body?: string | undefined;
    expectedHead?: string | undefined;
  } = {},
): string {
  const { repository } = pull;
  const { git } = repository;
  const { method = 'MERGE', expectedHead } = merge;
  if (pull.state !== 'OPEN')
    throw new Refusal(
      405,
      pull.state === 'MERGED' ? 'Pull Request has already been merged' : 'Pull Request is not mergeable',
    );
  if (pull.isDraft) throw new Refusal(405, 'Pull Request is still a draft');
  if (expectedHead !== undefined && expectedHead !== pull.headOid)
    throw new Refusal(409, 'Head branch was modified. Review and try the merge again.');
  const { mergeCommitAllowed, squashMergeAllowed, rebaseMergeAllowed } = repository.settings;
  const allowed = { MERGE: mergeCommitAllowed, SQUASH: squashMergeAllowed, REBASE: rebaseMergeAllowed };
  if (!allowed[method])
    throw new Refusal(
      405,
      `${{ MERGE: 'Merge commits', SQUASH: 'Squash merges', REBASE: 'Rebase merges' }[method]} are not allowed on this repository.`,
    );
  const [blocker] = blockers(pull);
  // Who administers the repository may pass by its rules, as on GitHub unless the rules say otherwise.
  if (blocker !== undefined && permissionOf(by, repository) !== 'admin') throw new Refusal(405, blocker);
  const base = git.branch(pull.baseRefName) ?? pull.baseOid;
  const tree = git.mergedTree(base, pull.headOid);
  if (tree === undefined) throw new Refusal(405, 'Pull Request is not mergeable');
  const signature = state.signature(by);
  const message = (headline: string, body: string): string =>
    [merge.headline ?? headline, merge.body ?? body].filter(Boolean).join('\n\n');
  let oid: string;
  if (method === 'MERGE') {
    const headline = `Merge pull request #${pull.number} from ${pull.headRepository.owner.login}/${pull.headRefName}`;
    oid = git.writeCommit({
      tree,
      parents: [base, pull.headOid],
      message: message(headline, pull.title),
      author: signature,
    });
  } else if (method === 'SQUASH') {
    oid = git.writeCommit({
      tree,
      parents: [base],
      message: message(`${pull.title} (#${pull.number})`, pull.body),
      author: signature,
    });
  } else oid = rebase(state, pull, base, by);
  if (!git.moveRefs([{ name: `refs/heads/${pull.baseRefName}`, after: oid, before: base }]))
    throw new Refusal(409, 'Base branch was modified. Review and try the merge again.');
  repository.pushedAt = state.clock.stamp();
  pull.state = 'MERGED';
  pull.mergedAt = state.clock.stamp();
  pull.closedAt = pull.mergedAt;
  pull.mergedBy = by;
  pull.closedBy = by;
  pull.mergeCommit = oid;
  pull.autoMerge = null;
  state.touch(pull);
  for (const issue of closedBy(pull))
    if (issue.state === 'OPEN' && pull.baseRefName === repository.defaultBranch) closeIssue(state, issue, by);
  if (repository.settings.deleteBranchOnMerge && pull.headRepository === repository)
    git.moveRefs([{ name: `refs/heads/${pull.headRefName}`, after: '0'.repeat(40), before: pull.headOid }]);
  return oid;
}

/** Writes the commits of the pull request anew, each on the one before. */
function rebase(state: GitHubState, pull: PullRequest, base: string, by: User): string {
  const { git } = pull.repository;
  let onto = base;
  for (const oid of git.between(base, pull.headOid)) {
    const commit = git.commit(oid);
    const tree = git.mergedTree(onto, oid);
    if (commit === undefined || tree === undefined) throw new Refusal(405, 'Pull Request is not mergeable');
    onto = git.writeCommit({
      tree,
      parents: [onto],
      message: commit.message,
      author: commit.author,
      committer: state.signature(by),
    });
  }
  return onto;
}

/** Issues that a body says it closes: `Closes #3`. */
export function closedBy(pull: PullRequest) {
  const numbers = [...pull.body.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? #(\d+)/gi)].map(([, number]) =>
    Number(number),
  );
  return numbers.flatMap(number => {
    const item = pull.repository.conversations.get(number);
    return item?.__typename === 'Issue' ? [item] : [];
  });
}

/** What the protection of the base branch still misses, as sentences. */
export function blockers(pull: PullRequest): string[] {
  const protection = pull.repository.protections.find(({ branch }) => branch === pull.baseRefName);
  if (protection === undefined) return [];
  const decision = reviewDecision(pull);
  const checks = checksOf(pull.repository, pull.headOid).map(
    ({ name, conclusion }) => [name, conclusion ?? 'PENDING'] as const,
  );
  const statuses = statusesOf(pull.repository, pull.headOid).map(({ context, state }) => [context, state] as const);
  const states = new Map<string, string>([...checks, ...statuses]);
  return [
    ...(decision === 'REVIEW_REQUIRED'
      ? [`At least ${protection.reviews} approving review is required by reviewers with write access.`]
      : []),
    ...(decision === 'CHANGES_REQUESTED' ? ['Changes have been requested.'] : []),
    ...protection.requiredChecks
      .filter(name => !['SUCCESS', 'NEUTRAL', 'SKIPPED'].includes(states.get(name) ?? ''))
      .map(name => `Required status check "${name}" is ${states.has(name) ? 'failing' : 'expected'}.`),
  ];
}

/** Whether it can be merged now, and if not why; lazy like mergeability, since it needs that. */
export function mergeState(one: PullRequest): string {
  const mergeable = askMergeability(one);
  if (mergeable === 'UNKNOWN') return 'UNKNOWN';
  if (mergeable === 'CONFLICTING') return 'DIRTY';
  if (one.isDraft) return 'DRAFT';
  const checks = rollup(one.repository, one.headOid);
  if (blockers(one).length > 0) return 'BLOCKED';
  return checks === null || checks === 'SUCCESS' ? 'CLEAN' : 'UNSTABLE';
}
