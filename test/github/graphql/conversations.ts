import { rollup } from '../changes/actions.ts';
import { askMergeability, closedBy, mergeState } from '../changes/merge.ts';
import { latestReviews, reviewDecision } from '../changes/pulls.ts';
import { Refusal } from '../refusal.ts';
import { association, permissionOf } from '../state/access.ts';
import {
  type Comment,
  type Issue,
  type PullRequest,
  type Reaction,
  type Review,
  type ReviewComment,
  type ReviewThread,
  reactionContents,
} from '../state/types.ts';
import { commentUrl, conversationUrl, pathOf, reviewUrl } from '../urls.ts';
import { commitNode, refNode } from './git-objects.ts';
import { type Args, type Context, connect, type Fields, type Tables } from './resolver.ts';

type Conversation = Issue | PullRequest;

const reactionGroups = ({ reactions }: { reactions: Reaction[] }, _args: Args, { viewer }: Context) =>
  reactionContents.map(content => {
    const who = reactions.filter(one => one.content === content).map(({ user }) => user);
    return {
      content,
      createdAt: null,
      users: connect(who, {}),
      reactors: connect(who, {}),
      viewerHasReacted: who.includes(viewer),
    };
  });

/** Classic projects are retired: GitHub answers every question about them with this. */
function projectCards(_one: unknown, args: Args, { state }: Context): unknown {
  if (state.classicProjects) return connect([], args);
  throw new Refusal(
    410,
    'Projects (classic) is being deprecated in favor of the new Projects experience, see: https://github.blog/changelog/2024-05-23-sunset-notice-projects-classic/.',
    { type: 'NOT_FOUND' },
  );
}

const conversation: Fields<Conversation> = {
  url: conversationUrl,
  resourcePath: one => pathOf(conversationUrl(one)),
  closed: one => one.state !== 'OPEN',
  authorAssociation: one => association(one.author, one.repository),
  activeLockReason: one => one.lockReason,
  bodyText: one => one.body,
  labels: ({ labels }, args) => connect(labels, args),
  assignees: ({ assignees }, args) => connect(assignees, args),
  comments: ({ comments }, args) => connect(comments, args),
  participants: (one, args) => connect([...new Set([one.author, ...one.comments.map(({ author }) => author)])], args),
  reactionGroups,
  projectCards,
  projectItems: (one, args, { state }) =>
    connect(
      state.projects.flatMap(project => project.items.filter(({ content }) => content === one)),
      args,
    ),
  viewerDidAuthor: (one, _args, { viewer }) => one.author === viewer,
  viewerCanUpdate: (one, _args, { viewer }) =>
    one.author === viewer || !['read', undefined].includes(permissionOf(viewer, one.repository)),
};

const issue: Fields<Issue> = {
  ...(conversation as Fields<Issue>),
  isPinned: one => one.isPinned,
  linkedBranches: (one, args) =>
    connect(
      one.linkedBranches.map(name => ({
        __typename: 'LinkedBranch',
        id: `LB_${one.number}_${name}`,
        ref: refNode(one.repository, `refs/heads/${name}`),
      })),
      args,
    ),
};

const files = (one: PullRequest) => one.repository.git.changedFiles(mergeBase(one), one.headOid);
const mergeBase = (one: PullRequest): string => one.repository.git.mergeBase(one.baseOid, one.headOid) ?? one.baseOid;
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const commitsOf = (one: PullRequest) =>
  one.repository.git.between(mergeBase(one), one.headOid).map(oid => ({
    __typename: 'PullRequestCommit',
    id: `PURC_${oid}`,
    commit: commitNode(one.repository, oid),
    pullRequest: one,
  }));

const pullRequest: Fields<PullRequest> = {
  ...(conversation as Fields<PullRequest>),
  baseRef: one => refNode(one.repository, `refs/heads/${one.baseRefName}`),
  headRef: one => refNode(one.headRepository, `refs/heads/${one.headRefName}`),
  baseRefOid: one => one.baseOid,
  headRefOid: one => one.headOid,
  baseRepository: one => one.repository,
  headRepositoryOwner: one => one.headRepository.owner,
  isCrossRepository: one => one.headRepository !== one.repository,
  additions: one => sum(files(one).map(({ additions }) => additions)),
  deletions: one => sum(files(one).map(({ deletions }) => deletions)),
  changedFiles: one => files(one).length,
  files: (one, args) =>
    connect(
      files(one).map(file => ({
        ...file,
        changeType: { added: 'ADDED', removed: 'DELETED', modified: 'MODIFIED' }[file.status],
        viewerViewedState: 'UNVIEWED',
      })),
      args,
    ),
  commits: (one, args) => connect(commitsOf(one), args),
  merged: one => one.state === 'MERGED',
  mergeable: askMergeability,
  mergeStateStatus: one => mergeState(one),
  canBeRebased: one => askMergeability(one) === 'MERGEABLE',
  mergeCommit: one => one.mergeCommit && commitNode(one.repository, one.mergeCommit),
  potentialMergeCommit: () => null,
  autoMergeRequest: one =>
    one.autoMerge && {
      ...one.autoMerge,
      mergeMethod: one.autoMerge.method,
      authorEmail: null,
      commitBody: null,
      commitHeadline: null,
      pullRequest: one,
    },
  isInMergeQueue: () => false,
  isMergeQueueEnabled: () => false,
  mergeQueueEntry: () => null,
  reviewDecision,
  reviews: (one, args) =>
    connect(
      one.reviews.filter(({ state }) => !args.states || args.states.includes(state)),
      args,
    ),
  latestReviews: (one, args) => connect(latestReviews(one), args),
  latestOpinionatedReviews: (one, args) =>
    connect(
      latestReviews(one).filter(({ state }) => state !== 'COMMENTED'),
      args,
    ),
  reviewRequests: (one, args) =>
    connect(
      one.reviewRequests.map(requestedReviewer => ({
        __typename: 'ReviewRequest',
        id: `RR_${one.id}_${requestedReviewer.id}`,
        requestedReviewer,
        pullRequest: one,
      })),
      args,
    ),
  reviewThreads: (one, args) => connect(one.reviewThreads, args),
  statusCheckRollup: one => {
    const state = rollup(one.repository, one.headOid);
    return state === null
      ? null
      : {
          __typename: 'StatusCheckRollup',
          id: `SCR_${one.headOid}`,
          state,
          repository: one.repository,
          oid: one.headOid,
        };
  },
  closingIssuesReferences: (one, args) => connect(closedBy(one), args),
  viewerMergeHeadlineText: one =>
    `Merge pull request #${one.number} from ${one.headRepository.owner.login}/${one.headRefName}`,
  viewerMergeBodyText: one => one.title,
};

const comment: Fields<Comment> = {
  url: commentUrl,
  issue: one => (one.subject.__typename === 'Issue' ? one.subject : null),
  pullRequest: one => (one.subject.__typename === 'PullRequest' ? one.subject : null),
  repository: one => one.subject.repository,
  authorAssociation: one => association(one.author, one.subject.repository),
  includesCreatedEdit: one => one.edited,
  lastEditedAt: one => (one.edited ? one.updatedAt : null),
  publishedAt: one => one.createdAt,
  reactionGroups,
  viewerDidAuthor: (one, _args, { viewer }) => one.author === viewer,
  viewerCanUpdate: (one, _args, { viewer }) => one.author === viewer,
  viewerCanDelete: (one, _args, { viewer }) => one.author === viewer,
};

const review: Fields<Review> = {
  url: reviewUrl,
  authorAssociation: one => association(one.author, one.pullRequest.repository),
  commit: one => commitNode(one.pullRequest.repository, one.commitOid),
  comments: (_one, args) => connect([], args),
  reactionGroups: (_one, args, context) => reactionGroups({ reactions: [] }, args, context),
};

const thread: Fields<ReviewThread> = {
  comments: (one, args) => connect(one.comments, args),
  repository: one => one.pullRequest.repository,
  isOutdated: () => false,
  isCollapsed: one => one.isResolved,
};

const threadComment: Fields<ReviewComment> = {
  path: one => one.thread.path,
  line: one => one.thread.line,
  url: one => `${conversationUrl(one.thread.pullRequest)}#discussion_r${one.databaseId}`,
  pullRequest: one => one.thread.pullRequest,
  authorAssociation: one => association(one.author, one.thread.pullRequest.repository),
};

export const conversations: Tables = {
  Issue: issue,
  PullRequest: pullRequest,
  IssueComment: comment,
  PullRequestReview: review,
  PullRequestReviewThread: thread,
  PullRequestReviewComment: threadComment,
};
