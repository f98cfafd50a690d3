import { askMergeability } from '../changes/pulls.ts';
import { downloadsOf } from '../changes/releases.ts';
import { association, mergeState } from '../graphql/conversations.ts';
import { fullName, type GitHubState, permissionOf } from '../state/state.ts';
import type {
  Asset,
  CheckRun,
  Comment,
  Gist,
  Issue,
  Job,
  Label,
  Milestone,
  PullRequest,
  Release,
  Repository,
  Review,
  Run,
  StatusContext,
  User,
  Workflow,
} from '../state/types.ts';
import {
  api,
  commentUrl,
  conversationUrl,
  gistUrl,
  releaseUrl,
  repositoryApi,
  repositoryUrl,
  reviewUrl,
  runUrl,
} from '../urls.ts';
import { renderReactions, renderTeam, renderUser } from './render-people.ts';

/** A repository as REST shows it, with its live counters: wherever it is embedded, they come along. */
export function renderRepository(
  state: GitHubState,
  one: Repository,
  viewer: User | undefined,
): Record<string, unknown> {
  const permission = permissionOf(viewer, one);
  const stars = one.stars.length + one.otherStars;
  const forks = [...state.repositories.values()].filter(({ parent }) => parent === one).length;
  const open = [...one.conversations.values()].filter(item => item.state === 'OPEN').length;
  const ranks = ['pull', 'triage', 'push', 'maintain', 'admin'];
  const rank = ['read', 'triage', 'write', 'maintain', 'admin'].indexOf(permission ?? '');
  return {
    id: one.databaseId,
    node_id: one.id,
    name: one.name,
    full_name: fullName(one),
    private: one.visibility !== 'PUBLIC',
    owner: renderUser(one.owner),
    html_url: repositoryUrl(one),
    description: one.description,
    fork: one.parent !== null,
    url: repositoryApi(one),
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    pushed_at: one.pushedAt,
    git_url: `git://github.com/${fullName(one)}.git`,
    ssh_url: `git@github.com:${fullName(one)}.git`,
    clone_url: `${repositoryUrl(one)}.git`,
    homepage: one.homepageUrl,
    size: 1,
    stargazers_count: stars,
    watchers_count: stars,
    subscribers_count: one.watchers.length,
    language: one.language,
    has_issues: one.settings.hasIssuesEnabled,
    has_projects: one.settings.hasProjectsEnabled,
    has_wiki: one.settings.hasWikiEnabled,
    has_discussions: one.settings.hasDiscussionsEnabled,
    has_downloads: true,
    forks_count: forks,
    archived: one.isArchived,
    disabled: false,
    open_issues_count: open,
    license: one.license && {
      ...one.license,
      spdx_id: one.license.key.toUpperCase(),
      url: `${api}/licenses/${one.license.key}`,
      node_id: `LIC_${one.license.key}`,
    },
    allow_forking: one.settings.allowForking,
    is_template: one.isTemplate,
    topics: one.topics,
    visibility: one.visibility.toLowerCase(),
    forks,
    open_issues: open,
    watchers: stars,
    default_branch: one.defaultBranch,
    allow_squash_merge: one.settings.squashMergeAllowed,
    allow_merge_commit: one.settings.mergeCommitAllowed,
    allow_rebase_merge: one.settings.rebaseMergeAllowed,
    allow_auto_merge: one.settings.autoMergeAllowed,
    delete_branch_on_merge: one.settings.deleteBranchOnMerge,
    allow_update_branch: one.settings.allowUpdateBranch,
    permissions: Object.fromEntries(ranks.map((name, at) => [name, at <= rank])),
    ...(one.parent && { parent: renderRepository(state, one.parent, viewer) }),
  };
}

export function renderLabel(one: Label) {
  const url = `${repositoryApi(one.repository)}/labels/${encodeURIComponent(one.name)}`;
  return {
    id: one.databaseId,
    node_id: one.id,
    url,
    name: one.name,
    color: one.color,
    default: one.isDefault,
    description: one.description,
  };
}

export function renderMilestone(one: Milestone) {
  const items = [...one.repository.conversations.values()].filter(item => item.milestone === one);
  return {
    url: `${repositoryApi(one.repository)}/milestones/${one.number}`,
    html_url: `${repositoryUrl(one.repository)}/milestone/${one.number}`,
    id: one.databaseId,
    node_id: one.id,
    number: one.number,
    title: one.title,
    description: one.description,
    creator: renderUser(one.creator),
    open_issues: items.filter(item => item.state === 'OPEN').length,
    closed_issues: items.filter(item => item.state !== 'OPEN').length,
    state: one.state.toLowerCase(),
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    due_on: one.dueOn,
    closed_at: null,
  };
}

/** An issue, or a pull request as an issue: the validator that only its own changes move. */
export function renderIssue(one: Issue | PullRequest) {
  const self = `${repositoryApi(one.repository)}/issues/${one.number}`;
  return {
    url: self,
    repository_url: repositoryApi(one.repository),
    labels_url: `${self}/labels{/name}`,
    comments_url: `${self}/comments`,
    events_url: `${self}/events`,
    html_url: conversationUrl(one),
    id: one.databaseId,
    node_id: one.id,
    number: one.number,
    title: one.title,
    user: renderUser(one.author),
    labels: one.labels.map(renderLabel),
    state: one.state === 'OPEN' ? 'open' : 'closed',
    locked: one.locked,
    active_lock_reason: one.lockReason,
    assignee: one.assignees[0] ? renderUser(one.assignees[0]) : null,
    assignees: one.assignees.map(renderUser),
    milestone: one.milestone && renderMilestone(one.milestone),
    comments: one.comments.length,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    closed_at: one.closedAt,
    author_association: association(one.author, one.repository),
    body: one.body,
    closed_by: one.closedBy && renderUser(one.closedBy),
    reactions: renderReactions(one.reactions),
    timeline_url: `${self}/timeline`,
    state_reason: one.__typename === 'Issue' ? (one.stateReason?.toLowerCase() ?? null) : null,
    ...(one.__typename === 'PullRequest' && {
      draft: one.isDraft,
      pull_request: {
        url: `${repositoryApi(one.repository)}/pulls/${one.number}`,
        html_url: conversationUrl(one),
        diff_url: `${conversationUrl(one)}.diff`,
        patch_url: `${conversationUrl(one)}.patch`,
        merged_at: one.mergedAt,
      },
    }),
  };
}

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

export function renderComment(one: Comment) {
  return {
    url: `${repositoryApi(one.subject.repository)}/issues/comments/${one.databaseId}`,
    html_url: commentUrl(one),
    issue_url: `${repositoryApi(one.subject.repository)}/issues/${one.subject.number}`,
    id: one.databaseId,
    node_id: one.id,
    user: renderUser(one.author),
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    author_association: association(one.author, one.subject.repository),
    body: one.body,
    reactions: renderReactions(one.reactions),
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

export function renderWorkflow(one: Workflow) {
  const url = `${repositoryApi(one.repository)}/actions/workflows/${one.databaseId}`;
  return {
    id: one.databaseId,
    node_id: one.id,
    name: one.name,
    path: one.path,
    state: one.state,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    url,
    html_url: `${repositoryUrl(one.repository)}/blob/${one.repository.defaultBranch}/${one.path}`,
  };
}

export function renderRun(state: GitHubState, one: Run, viewer: User | undefined) {
  const self = `${repositoryApi(one.repository)}/actions/runs/${one.databaseId}`;
  const commit = one.repository.git.commit(one.headOid);
  return {
    id: one.databaseId,
    name: one.workflow.name,
    node_id: one.id,
    head_branch: one.headBranch,
    head_sha: one.headOid,
    path: one.workflow.path,
    display_title: one.title,
    run_number: one.number,
    event: one.event,
    status: one.status.toLowerCase(),
    conclusion: one.conclusion?.toLowerCase() ?? null,
    workflow_id: one.workflow.databaseId,
    url: self,
    html_url: runUrl(one),
    pull_requests: [],
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    actor: renderUser(one.actor),
    triggering_actor: renderUser(one.actor),
    run_attempt: one.attempt,
    run_started_at: one.startedAt,
    jobs_url: `${self}/jobs`,
    logs_url: `${self}/logs`,
    check_suite_url: `${self}/check-suite`,
    artifacts_url: `${self}/artifacts`,
    cancel_url: `${self}/cancel`,
    rerun_url: `${self}/rerun`,
    workflow_url: `${repositoryApi(one.repository)}/actions/workflows/${one.workflow.databaseId}`,
    previous_attempt_url: one.attempt > 1 ? `${self}/attempts/${one.attempt - 1}` : null,
    head_commit: {
      id: one.headOid,
      tree_id: commit?.tree,
      message: commit?.message,
      timestamp: commit?.committer.date,
      author: commit?.author,
      committer: commit?.committer,
    },
    repository: renderRepository(state, one.repository, viewer),
    head_repository: renderRepository(state, one.repository, viewer),
  };
}

export function renderJob(one: Job) {
  const { run } = one;
  return {
    id: one.databaseId,
    run_id: run.databaseId,
    run_url: `${repositoryApi(run.repository)}/actions/runs/${run.databaseId}`,
    run_attempt: one.attempt,
    workflow_name: run.workflow.name,
    head_branch: run.headBranch,
    head_sha: run.headOid,
    url: `${repositoryApi(run.repository)}/actions/jobs/${one.databaseId}`,
    html_url: `${runUrl(run)}/job/${one.databaseId}`,
    status: one.status.toLowerCase(),
    conclusion: one.conclusion?.toLowerCase() ?? null,
    created_at: one.startedAt,
    started_at: one.startedAt,
    completed_at: one.completedAt,
    name: one.name,
    steps: one.steps.map(({ number, name, status, conclusion }) => ({
      number,
      name,
      status: status.toLowerCase(),
      conclusion: status === 'COMPLETED' ? (conclusion?.toLowerCase() ?? null) : null,
    })),
    check_run_url: `${repositoryApi(run.repository)}/check-runs/${one.check.databaseId}`,
    labels: ['ubuntu-latest'],
  };
}

export function renderAsset(state: GitHubState, release: Release, one: Asset) {
  return {
    url: `${repositoryApi(release.repository)}/releases/assets/${one.databaseId}`,
    browser_download_url: `${repositoryUrl(release.repository)}/releases/download/${release.tagName}/${one.name}`,
    id: one.databaseId,
    node_id: one.id,
    name: one.name,
    label: one.label,
    state: 'uploaded',
    content_type: one.contentType,
    size: one.content.length,
    download_count: downloadsOf(state, one),
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    uploader: renderUser(one.uploader),
  };
}

export function renderRelease(state: GitHubState, one: Release) {
  const self = `${repositoryApi(one.repository)}/releases/${one.databaseId}`;
  return {
    url: self,
    assets_url: `${self}/assets`,
    upload_url: `https://uploads.github.com/repos/${fullName(one.repository)}/releases/${one.databaseId}/assets{?name,label}`,
    html_url: releaseUrl(one),
    id: one.databaseId,
    node_id: one.id,
    author: renderUser(one.author),
    tag_name: one.tagName,
    target_commitish: one.target,
    name: one.name,
    draft: one.isDraft,
    prerelease: one.isPrerelease,
    created_at: one.createdAt,
    published_at: one.publishedAt,
    assets: one.assets.map(asset => renderAsset(state, one, asset)),
    tarball_url: `${repositoryApi(one.repository)}/tarball/${one.tagName}`,
    zipball_url: `${repositoryApi(one.repository)}/zipball/${one.tagName}`,
    body: one.body,
  };
}

export function renderGist(one: Gist) {
  const files = [...one.files].map(([filename, content]) => [
    filename,
    {
      filename,
      type: 'text/plain',
      language: null,
      raw_url: `https://gist.githubusercontent.com/${one.owner.login}/${one.name}/raw/${filename}`,
      size: Buffer.byteLength(content),
      truncated: false,
      content,
    },
  ]);
  return {
    url: `${api}/gists/${one.name}`,
    id: one.name,
    node_id: one.id,
    html_url: gistUrl(one),
    git_pull_url: `${gistUrl(one)}.git`,
    files: Object.fromEntries(files),
    public: one.isPublic,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    description: one.description,
    comments: 0,
    owner: renderUser(one.owner),
  };
}
