import { association, permissionOf } from '../state/access.ts';
import { fullName, type GitHubState } from '../state/state.ts';
import type { Comment, Issue, Label, Milestone, PullRequest, Repository, User } from '../state/types.ts';
import { api, commentUrl, conversationUrl, repositoryApi, repositoryUrl } from '../urls.ts';
import { renderReactions, renderUser } from './render-people.ts';

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
    ...renderMinimalRepository(one),
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

/** A repository as a run embeds it: without counters. */
export function renderMinimalRepository(one: Repository) {
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
