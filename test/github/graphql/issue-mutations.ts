import * as change from '../changes/conversations.ts';
import { updateRefs } from '../changes/git.ts';
import type { Comment, Issue, PullRequest, Reaction, Repository } from '../state/types.ts';
import { refNode } from './git-objects.ts';
import { demandAccess, labelsOf, listsIn, mutation, usersOf } from './mutate.ts';
import { type Context, type Fields, nodeOf } from './resolver.ts';

const issues = { issues: 'write' } as const;

const issueOf = (context: Context, id: string, least: 'read' | 'triage' | 'write' | 'admin'): Issue => {
  const issue = nodeOf<Issue>(context, id, 'Issue');
  demandAccess(context, issue.repository, issue.author === context.viewer ? 'read' : least);
  return issue;
};

const subjectOf = (context: Context, id: string, least: 'read' | 'triage' | 'write'): Issue | PullRequest => {
  const subject = nodeOf<Issue | PullRequest>(context, id, 'Issue', 'PullRequest');
  demandAccess(context, subject.repository, least);
  return subject;
};

/** Mutations of issues, comments and labels as gh makes them. */
export const issueMutations: Fields<unknown> = {
  createIssue: mutation(issues, (input, context) => {
    const repository = nodeOf<Repository>(context, input.repositoryId, 'Repository');
    demandAccess(context, repository, 'read');
    const { labels = [], assignees = [], milestone = null } = listsIn(context, input);
    const { title = '', body = '' } = input;
    return {
      issue: change.openIssue(context.state, {
        repository,
        author: context.viewer,
        title,
        body,
        labels,
        assignees,
        milestone,
      }),
    };
  }),
  updateIssue: mutation(issues, (input, context) => {
    const issue = issueOf(context, input.id, 'triage');
    change.editConversation(context.state, issue, { title: input.title, body: input.body, ...listsIn(context, input) });
    return { issue, actor: context.viewer };
  }),
  closeIssue: mutation(issues, (input, context) => {
    const issue = issueOf(context, input.issueId, 'triage');
    change.closeIssue(context.state, issue, context.viewer, (input.stateReason as Issue['stateReason']) ?? 'COMPLETED');
    return { issue };
  }),
  reopenIssue: mutation(issues, (input, context) => {
    const issue = issueOf(context, input.issueId, 'triage');
    change.reopenIssue(context.state, issue);
    return { issue };
  }),
  deleteIssue: mutation(issues, (input, context) => {
    const issue = nodeOf<Issue>(context, input.issueId, 'Issue');
    demandAccess(context, issue.repository, 'admin');
    change.deleteIssue(context.state, issue);
    return { repository: issue.repository };
  }),
  transferIssue: mutation(issues, (input, context) => {
    const issue = issueOf(context, input.issueId, 'write');
    const repository = nodeOf<Repository>(context, input.repositoryId, 'Repository');
    demandAccess(context, repository, 'write');
    return { issue: change.transferIssue(context.state, issue, repository) };
  }),
  pinIssue: mutation(issues, (input, context) => pin(context, input.issueId, true)),
  unpinIssue: mutation(issues, (input, context) => pin(context, input.issueId, false)),
  lockLockable: mutation(issues, (input, context) => {
    const subject = subjectOf(context, input.lockableId, 'triage');
    change.lock(context.state, subject, input.lockReason ?? null);
    return { lockedRecord: subject, actor: context.viewer };
  }),
  unlockLockable: mutation(issues, (input, context) => {
    const subject = subjectOf(context, input.lockableId, 'triage');
    change.unlock(context.state, subject);
    return { unlockedRecord: subject, actor: context.viewer };
  }),
  addComment: mutation(issues, (input, context) => {
    const subject = subjectOf(context, input.subjectId, 'read');
    const comment = change.addComment(context.state, subject, context.viewer, input.body ?? '');
    return { commentEdge: { node: comment, cursor: '' }, subject };
  }),
  updateIssueComment: mutation(issues, (input, context) => {
    const comment = nodeOf<Comment>(context, input.id, 'IssueComment');
    demandAccess(context, comment.subject.repository, comment.author === context.viewer ? 'read' : 'write');
    change.editComment(context.state, comment, input.body ?? '');
    return { issueComment: comment };
  }),
  deleteIssueComment: mutation(issues, (input, context) => {
    const comment = nodeOf<Comment>(context, input.id, 'IssueComment');
    demandAccess(context, comment.subject.repository, comment.author === context.viewer ? 'read' : 'write');
    change.deleteComment(context.state, comment);
    return {};
  }),
  addLabelsToLabelable: mutation(issues, (input, context) => {
    const subject = subjectOf(context, input.labelableId, 'triage');
    change.addLabels(context.state, subject, labelsOf(context, input.labelIds ?? []));
    return { labelable: subject };
  }),
  removeLabelsFromLabelable: mutation(issues, (input, context) => {
    const subject = subjectOf(context, input.labelableId, 'triage');
    change.removeLabels(context.state, subject, labelsOf(context, input.labelIds ?? []));
    return { labelable: subject };
  }),
  addAssigneesToAssignable: mutation(issues, (input, context) => {
    const subject = subjectOf(context, `${input.assignableId}`, 'triage');
    change.editConversation(context.state, subject, {
      assignees: [...subject.assignees, ...usersOf(context, input.assigneeIds ?? [])],
    });
    return { assignable: subject };
  }),
  removeAssigneesFromAssignable: mutation(issues, (input, context) => {
    const subject = subjectOf(context, `${input.assignableId}`, 'triage');
    const leaving = usersOf(context, input.assigneeIds ?? []);
    change.editConversation(context.state, subject, {
      assignees: subject.assignees.filter(user => !leaving.includes(user)),
    });
    return { assignable: subject };
  }),
  addReaction: mutation(issues, (input, context) => {
    const subject = subjectOf(context, input.subjectId, 'read');
    // A reaction moves no `updated_at`.
    const reaction: Reaction = { content: input.content as Reaction['content'], user: context.viewer };
    subject.reactions.push(reaction);
    return { subject, reaction: { __typename: 'Reaction', ...reaction } };
  }),
  createLinkedBranch: mutation({ contents: 'write' }, (input, context) => {
    const issue = issueOf(context, input.issueId, 'write');
    const name = `${input.name ?? `${issue.number}-${issue.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`}`;
    updateRefs(context.state, issue.repository, [
      { name: `refs/heads/${name}`, after: input.oid, before: '0'.repeat(40) },
    ]);
    issue.linkedBranches.push(name);
    return {
      issue,
      linkedBranch: {
        __typename: 'LinkedBranch',
        id: `LB_${issue.number}_${name}`,
        ref: refNode(issue.repository, `refs/heads/${name}`),
      },
    };
  }),
};

function pin(context: Context, id: string, isPinned: boolean): { issue: Issue } {
  const issue = nodeOf<Issue>(context, id, 'Issue');
  demandAccess(context, issue.repository, 'write');
  issue.isPinned = isPinned;
  context.state.touch(issue);
  return { issue };
}
