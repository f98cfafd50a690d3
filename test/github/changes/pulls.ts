import { Refusal } from '../refusal.ts';
import { type GitHubState, nextConversationNumber, pullsOf } from '../state/state.ts';
import type { PullRequest, Repository, Review, ReviewComment, ReviewThread, Team, User } from '../state/types.ts';
import { closeIssue } from './conversations.ts';

/** Opens a pull request; `head` may be `owner:branch` of a fork. */
export function openPull(
  state: GitHubState,
  pull: {
    repository: Repository;
    author: User;
    title: string;
    head: string;
    base?: string;
    body?: string;
    isDraft?: boolean;
    headRepository?: Repository;
    maintainerCanModify?: boolean;
  },
): PullRequest {
  const { repository, author, title, head, base = repository.defaultBranch, body = '', isDraft = false } = pull;
  const [headOwner, headRefName] = head.includes(':')
    ? (head.split(':', 2) as [string, string])
    : [repository.owner.login, head];
  const headRepository = pull.headRepository ?? headOf(state, repository, headOwner);
  const headOid = headRepository?.git.branch(headRefName);
  const baseOid = repository.git.branch(base);
  if (headRepository === undefined || headOid === undefined) throw invalid('head');
  if (baseOid === undefined) throw invalid('base');
  const twin = pullsOf(repository).find(
    one =>
      one.state === 'OPEN' &&
      one.headRepository === headRepository &&
      one.headRefName === headRefName &&
      one.baseRefName === base,
  );
  if (twin) throw unacceptable(`A pull request already exists for ${headOwner}:${headRefName}.`);
  if (repository.git.typeOf(headOid) === undefined) fetchInto(repository, headRepository, headRefName);
  if (repository.git.between(baseOid, headOid).length === 0)
    throw unacceptable(`No commits between ${base} and ${head}`);
  const made = state.make<PullRequest>('PullRequest', {
    repository,
    number: nextConversationNumber(repository),
    title,
    body,
    author,
    labels: [],
    assignees: [],
    milestone: null,
    comments: [],
    reactions: [],
    state: 'OPEN',
    closedAt: null,
    closedBy: null,
    locked: false,
    lockReason: null,
    baseRefName: base,
    headRefName,
    headRepository,
    headOid,
    baseOid,
    isDraft,
    mergeability: 'unknown',
    mergedAt: null,
    mergedBy: null,
    mergeCommit: null,
    maintainerCanModify: pull.maintainerCanModify ?? false,
    autoMerge: null,
    reviews: [],
    reviewThreads: [],
    reviewRequests: [],
  });
  repository.conversations.set(made.number, made);
  repository.git.moveRefs([{ name: `refs/pull/${made.number}/head`, after: headOid }]);
  return made;
}

const invalid = (field: string): Refusal =>
  new Refusal(422, 'Validation Failed', { errors: [{ resource: 'PullRequest', field, code: 'invalid' }] });
const unacceptable = (message: string): Refusal =>
  new Refusal(422, message, { errors: [{ resource: 'PullRequest', code: 'custom', message }] });

function headOf(state: GitHubState, repository: Repository, owner: string): Repository | undefined {
  if (owner.toLowerCase() === repository.owner.login.toLowerCase()) return repository;
  return [...state.repositories.values()].find(
    one => one.parent === repository && one.owner.login.toLowerCase() === owner.toLowerCase(),
  );
}

/** The base repository has the commits of forks too. */
function fetchInto(base: Repository, fork: Repository, branch: string): void {
  base.git.run(['fetch', '-q', '--no-tags', fork.git.path, `refs/heads/${branch}`]);
}

export function closePull(state: GitHubState, pull: PullRequest, by: User): void {
  if (pull.state === 'MERGED') throw new Refusal(422, 'Could not close the pull request.');
  pull.state = 'CLOSED';
  pull.closedAt = state.clock.stamp();
  pull.closedBy = by;
  state.touch(pull);
}

export function reopenPull(state: GitHubState, pull: PullRequest): void {
  if (pull.state === 'MERGED' || pull.headRepository.git.branch(pull.headRefName) === undefined)
    throw new Refusal(422, 'Could not open the pull request.');
  pull.state = 'OPEN';
  pull.closedAt = null;
  pull.closedBy = null;
  state.touch(pull);
}

export function setDraft(state: GitHubState, pull: PullRequest, isDraft: boolean): void {
  pull.isDraft = isDraft;
  state.touch(pull);
}

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

/** A review answers the request for it, and moves `updated_at`. */
export function addReview(
  state: GitHubState,
  pull: PullRequest,
  author: User,
  review: { state: Review['state']; body?: string; comments?: { path: string; line: number; body: string }[] },
): Review {
  if (review.state === 'APPROVED' && author === pull.author)
    throw new Refusal(422, 'Can not approve your own pull request');
  if (review.state === 'CHANGES_REQUESTED' && author === pull.author)
    throw new Refusal(422, 'Can not request changes on your own pull request');
  if (review.state !== 'APPROVED' && !review.body && !review.comments?.length)
    throw new Refusal(422, "Review body can't be blank");
  const made = state.make<Review>('PullRequestReview', {
    pullRequest: pull,
    author,
    body: review.body ?? '',
    state: review.state,
    submittedAt: state.clock.stamp(),
    commitOid: pull.headOid,
  });
  pull.reviews.push(made);
  for (const comment of review.comments ?? []) addThread(state, pull, author, comment);
  pull.reviewRequests = pull.reviewRequests.filter(one => one !== author);
  state.touch(pull);
  return made;
}

export function addThread(
  state: GitHubState,
  pull: PullRequest,
  author: User,
  comment: { path: string; line: number; body: string },
): ReviewThread {
  const thread = state.make<ReviewThread>('PullRequestReviewThread', {
    pullRequest: pull,
    path: comment.path,
    line: comment.line,
    isResolved: false,
    resolvedBy: null,
    comments: [],
  });
  thread.comments.push(state.make<ReviewComment>('PullRequestReviewComment', { thread, author, body: comment.body }));
  pull.reviewThreads.push(thread);
  state.touch(pull);
  return thread;
}

/** Resolving a thread moves no `updated_at` of the pull request. */
export function resolveThread(thread: ReviewThread, by: User | null): void {
  thread.isResolved = by !== null;
  thread.resolvedBy = by;
}

export function requestReviews(state: GitHubState, pull: PullRequest, reviewers: (User | Team)[], add: boolean): void {
  if (reviewers.includes(pull.author)) throw new Refusal(422, 'Review cannot be requested from pull request author.');
  pull.reviewRequests = [...new Set(add ? [...pull.reviewRequests, ...reviewers] : reviewers)];
  state.touch(pull);
}

/** The last review of each person that says yes or no. */
export function latestReviews(pull: PullRequest): Review[] {
  const last = new Map<User, Review>();
  for (const review of pull.reviews) {
    if (review.author === pull.author) continue;
    const known = last.get(review.author);
    if (review.state === 'COMMENTED' && known !== undefined && known.state !== 'COMMENTED') continue;
    last.set(review.author, review);
  }
  return [...last.values()];
}

export function reviewDecision(pull: PullRequest): 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED' | null {
  const latest = latestReviews(pull).map(review => review.state);
  if (latest.includes('CHANGES_REQUESTED')) return 'CHANGES_REQUESTED';
  const needed = pull.repository.protections.find(({ branch }) => branch === pull.baseRefName)?.reviews ?? 0;
  const approvals = latest.filter(one => one === 'APPROVED').length;
  if (needed > approvals) return 'REVIEW_REQUIRED';
  return approvals > 0 ? 'APPROVED' : null;
}
