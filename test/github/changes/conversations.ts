import { Refusal } from '../refusal.ts';
import { type GitHubState, nextConversationNumber } from '../state/state.ts';
import type { Comment, Issue, Label, Milestone, PullRequest, Repository, User } from '../state/types.ts';

type Conversation = Issue | PullRequest;

/** Opens an issue. */
export function openIssue(
  state: GitHubState,
  issue: {
    repository: Repository;
    author: User;
    title: string;
    body?: string;
    labels?: Label[];
    assignees?: User[];
    milestone?: Milestone | null;
  },
): Issue {
  const { repository, author, title, body = '', labels = [], assignees = [], milestone = null } = issue;
  if (!repository.settings.hasIssuesEnabled) throw new Refusal(410, 'Issues are disabled for this repo');
  if (title.trim() === '') throw new Refusal(422, "Title can't be blank");
  const made = state.make<Issue>('Issue', {
    repository,
    number: nextConversationNumber(repository),
    title,
    body,
    author,
    labels: [...labels],
    assignees: [...assignees],
    milestone,
    comments: [],
    reactions: [],
    state: 'OPEN',
    stateReason: null,
    closedAt: null,
    closedBy: null,
    locked: false,
    lockReason: null,
    isPinned: false,
    linkedBranches: [],
  });
  repository.conversations.set(made.number, made);
  return made;
}

export function closeIssue(
  state: GitHubState,
  issue: Issue,
  by: User,
  reason: Issue['stateReason'] = 'COMPLETED',
): void {
  issue.state = 'CLOSED';
  issue.stateReason = reason;
  issue.closedAt = state.clock.stamp();
  issue.closedBy = by;
  state.touch(issue);
}

export function reopenIssue(state: GitHubState, issue: Issue): void {
  issue.state = 'OPEN';
  issue.stateReason = 'REOPENED';
  issue.closedAt = null;
  issue.closedBy = null;
  state.touch(issue);
}

/** Changes texts and lists of an issue or pull request; what is left out stays. */
export function editConversation(
  state: GitHubState,
  item: Conversation,
  edit: {
    title?: string | undefined;
    body?: string | undefined;
    labels?: Label[] | undefined;
    assignees?: User[] | undefined;
    milestone?: Milestone | null | undefined;
  },
): void {
  const { title, body, labels, assignees, milestone } = edit;
  if (title !== undefined && title.trim() === '') throw new Refusal(422, "Title can't be blank");
  if (title !== undefined) item.title = title;
  if (body !== undefined) item.body = body;
  if (labels !== undefined) item.labels = unique(labels);
  if (assignees !== undefined) item.assignees = unique(assignees);
  if (milestone !== undefined) item.milestone = milestone;
  state.touch(item);
}

export function addLabels(state: GitHubState, item: Conversation, labels: Label[]): void {
  editConversation(state, item, { labels: [...item.labels, ...labels] });
}

export function removeLabels(state: GitHubState, item: Conversation, labels: Label[]): void {
  editConversation(state, item, { labels: item.labels.filter(label => !labels.includes(label)) });
}

export function addComment(state: GitHubState, subject: Conversation, author: User, body: string): Comment {
  if (body.trim() === '') throw new Refusal(422, "Body can't be blank");
  if (subject.locked) throw new Refusal(403, 'Unable to create comment because issue is locked.');
  const comment = state.make<Comment>('IssueComment', {
    subject,
    author,
    body,
    edited: false,
    isMinimized: false,
    minimizedReason: null,
    reactions: [],
  });
  subject.comments.push(comment);
  state.touch(subject);
  return comment;
}

export function editComment(state: GitHubState, comment: Comment, body: string): void {
  comment.body = body;
  comment.edited = true;
  state.touch(comment, comment.subject);
}

export function deleteComment(state: GitHubState, comment: Comment): void {
  comment.subject.comments = comment.subject.comments.filter(one => one !== comment);
  state.touch(comment.subject);
  state.forget(comment);
}

export function lock(state: GitHubState, item: Conversation, reason: string | null): void {
  item.locked = true;
  item.lockReason = reason;
  state.touch(item);
}

export function unlock(state: GitHubState, item: Conversation): void {
  item.locked = false;
  item.lockReason = null;
  state.touch(item);
}

export function deleteIssue(state: GitHubState, issue: Issue): void {
  issue.repository.conversations.delete(issue.number);
  state.forget(issue);
}

/** Moves an issue with its comments; labels of that name go along. */
export function transferIssue(state: GitHubState, issue: Issue, to: Repository): Issue {
  const labels = to.labels.filter(({ name }) => issue.labels.some(label => label.name === name));
  const moved = openIssue(state, {
    repository: to,
    author: issue.author,
    title: issue.title,
    body: issue.body,
    labels,
    assignees: issue.assignees,
  });
  moved.comments = issue.comments;
  for (const comment of moved.comments) comment.subject = moved;
  deleteIssue(state, issue);
  return moved;
}

export function addLabel(
  state: GitHubState,
  label: { repository: Repository; name: string; color?: string; description?: string | null },
): Label {
  const { repository, name, color = 'ededed', description = null } = label;
  if (findLabel(repository, name)) throw alreadyExists('Label', 'name');
  const made = state.make<Label>('Label', { repository, name, color, description, isDefault: false });
  repository.labels.push(made);
  return made;
}

/** A label's name is compared without regard to case. */
export function findLabel(repository: Repository, name: string): Label | undefined {
  return repository.labels.find(label => label.name.toLowerCase() === name.toLowerCase());
}

/** Takes the label off everything that had it, which moves no `updated_at` of those. */
export function deleteLabel(state: GitHubState, label: Label): void {
  const { repository } = label;
  repository.labels = repository.labels.filter(one => one !== label);
  for (const item of repository.conversations.values()) item.labels = item.labels.filter(one => one !== label);
  state.forget(label);
}

export function addMilestone(
  state: GitHubState,
  milestone: {
    repository: Repository;
    title: string;
    creator: User;
    dueOn?: string | null;
    description?: string | null;
  },
): Milestone {
  const { repository, title, creator, dueOn = null, description = null } = milestone;
  const made = state.make<Milestone>('Milestone', {
    repository,
    number: Math.max(0, ...repository.milestones.map(({ number }) => number)) + 1,
    title,
    description,
    state: 'OPEN',
    dueOn,
    creator,
  });
  repository.milestones.push(made);
  return made;
}

export function alreadyExists(resource: string, field: string): Refusal {
  return new Refusal(422, 'Validation Failed', { errors: [{ resource, code: 'already_exists', field }] });
}

export const unique = <T>(items: T[]): T[] => [...new Set(items)];
