import { Refusal } from '../refusal.ts';
import { type GitHubState, nextConversationNumber, pullsOf } from '../state/state.ts';
import type { PullRequest, Repository, Review, ReviewComment, ReviewThread, Team, User } from '../state/types.ts';

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
