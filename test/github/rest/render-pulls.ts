import { askMergeability, mergeState } from '../changes/merge.ts';
import { association } from '../state/access.ts';
import type { GitHubState } from '../state/state.ts';
import type { CheckRun, PullRequest, Repository, Review, StatusContext, User } from '../state/types.ts';
import { conversationUrl, repositoryApi, reviewUrl } from '../urls.ts';
import { renderIssue, renderRepository } from './render.ts';
import { renderTeam, renderUser } from './render-people.ts';

function renderEnd(state: GitHubState, repository: Repository, ref: string, sha: string, viewer: User | undefined) {
  return {
    label: `${repository.owner.login}:${ref}`,
    ref,
    sha,
    user: renderUser(repository.owner),
    repo: renderRepository(state, repository, viewer),
  };
}

/** A pull request as lists show it. Both its ends embed their repository, counters and all. */
export function renderPull(state: GitHubState, one: PullRequest, viewer: User | undefined) {
  const self = `${repositoryApi(one.repository)}/pulls/${one.number}`;
  const {
    pull_request: _,
    closed_by: __,
    state_reason: ___,
    reactions: ____,
    ...common
  } = renderIssue(one) as ReturnType<typeof renderIssue> & { pull_request?: unknown };
  return {
    ...common,
    url: self,
    issue_url: `${repositoryApi(one.repository)}/issues/${one.number}`,
    diff_url: `${conversationUrl(one)}.diff`,
    patch_url: `${conversationUrl(one)}.patch`,
    merged_at: one.mergedAt,
    merge_commit_sha: one.mergeCommit,
    requested_reviewers: one.reviewRequests.filter(reviewer => reviewer.__typename === 'User').map(renderUser),
    requested_teams: one.reviewRequests.filter(reviewer => reviewer.__typename === 'Team').map(renderTeam),
    draft: one.isDraft,
    head: renderEnd(state, one.headRepository, one.headRefName, one.headOid, viewer),
    base: renderEnd(state, one.repository, one.baseRefName, one.baseOid, viewer),
    auto_merge: one.autoMerge && {
      enabled_by: renderUser(one.autoMerge.enabledBy),
      merge_method: one.autoMerge.method.toLowerCase(),
    },
  };
}

/** A pull request on its own: with mergeability, which is null until it was asked for once. */
export function renderWholePull(state: GitHubState, one: PullRequest, viewer: User | undefined) {
  const { git } = one.repository;
  const mergeStateNow = mergeState(one);
  const mergeable = askMergeability(one);
  const base = git.mergeBase(one.baseOid, one.headOid) ?? one.baseOid;
  const files = git.changedFiles(base, one.headOid);
  return {
    ...renderPull(state, one, viewer),
    merged: one.state === 'MERGED',
    mergeable: mergeStateNow === 'UNKNOWN' || mergeable === 'UNKNOWN' ? null : mergeable === 'MERGEABLE',
    mergeable_state: mergeStateNow.toLowerCase(),
    rebaseable: mergeStateNow === 'UNKNOWN' ? null : mergeable === 'MERGEABLE',
    merged_by: one.mergedBy && renderUser(one.mergedBy),
    comments: one.comments.length,
    review_comments: one.reviewThreads.flatMap(({ comments }) => comments).length,
    maintainer_can_modify: one.maintainerCanModify,
    commits: git.between(base, one.headOid).length,
    additions: files.reduce((sum, { additions }) => sum + additions, 0),
    deletions: files.reduce((sum, { deletions }) => sum + deletions, 0),
    changed_files: files.length,
  };
}

export function renderReview(one: Review) {
  return {
    id: one.databaseId,
    node_id: one.id,
    user: renderUser(one.author),
    body: one.body,
    state: one.state,
    html_url: reviewUrl(one),
    author_association: association(one.author, one.pullRequest.repository),
    submitted_at: one.submittedAt,
    commit_id: one.commitOid,
  };
}

export function renderCheck(one: CheckRun) {
  return {
    id: one.databaseId,
    node_id: one.id,
    head_sha: one.headOid,
    external_id: '',
    name: one.name,
    url: `${repositoryApi(one.repository)}/check-runs/${one.databaseId}`,
    html_url: one.detailsUrl,
    details_url: one.detailsUrl,
    status: one.status.toLowerCase(),
    conclusion: one.conclusion?.toLowerCase() ?? null,
    started_at: one.startedAt,
    completed_at: one.completedAt,
    output: { title: null, summary: null, text: null, annotations_count: one.annotations.length },
    app: {
      id: 15368,
      slug: one.job === null ? 'example-ci' : 'github-actions',
      name: one.job === null ? 'Example CI' : 'GitHub Actions',
    },
    pull_requests: [],
  };
}

export function renderStatus(one: StatusContext) {
  return {
    url: `${repositoryApi(one.repository)}/statuses/${one.headOid}`,
    id: one.databaseId,
    node_id: one.id,
    state: one.state.toLowerCase(),
    description: one.description,
    target_url: one.targetUrl,
    context: one.context,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
  };
}
