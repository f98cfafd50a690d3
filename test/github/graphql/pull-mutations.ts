import { editConversation } from '../changes/conversations.ts';
import { mergePull } from '../changes/merge.ts';
import * as change from '../changes/pulls.ts';
import { Refusal } from '../refusal.ts';
import type { PullRequest, Repository, Review, ReviewThread, Team } from '../state/types.ts';
import { demandAccess, listsIn, mutation, usersOf } from './mutate.ts';
import { type Context, type Fields, type Input, nodeOf } from './resolver.ts';

const pulls = { pull_requests: 'write' } as const;

const pullOf = (context: Context, input: Input, least: 'read' | 'triage' | 'write'): PullRequest => {
  const pull = nodeOf<PullRequest>(context, input.pullRequestId, 'PullRequest');
  context.state.follow(pull.repository);
  demandAccess(context, pull.repository, pull.author === context.viewer ? 'read' : least);
  return pull;
};

const events: Record<string, Review['state']> = {
  APPROVE: 'APPROVED',
  COMMENT: 'COMMENTED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
};

/** Mutations of pull requests as gh makes them. */
export const pullMutations: Fields<unknown> = {
  createPullRequest: mutation(pulls, (input, context) => {
    const repository = nodeOf<Repository>(context, input.repositoryId, 'Repository');
    demandAccess(context, repository, 'read');
    const { title = '', body = '', draft = false, headRefName, baseRefName, maintainerCanModify = false } = input;
    const pull = change.openPull(context.state, {
      repository,
      author: context.viewer,
      title,
      body,
      head: headRefName,
      isDraft: draft,
      maintainerCanModify,
      ...(baseRefName && { base: baseRefName }),
    });
    return { pullRequest: pull };
  }),
  updatePullRequest: mutation(pulls, (input, context) => {
    const pull = pullOf(context, input, 'triage');
    editConversation(context.state, pull, { title: input.title, body: input.body, ...listsIn(context, input) });
    if (input.baseRefName) {
      const oid = pull.repository.git.branch(input.baseRefName);
      if (oid === undefined) throw new Refusal(422, `Proposed base branch '${input.baseRefName}' was not found`);
      Object.assign(pull, { baseRefName: input.baseRefName, baseOid: oid, mergeability: 'unknown' });
    }
    if (input.state === 'CLOSED') change.closePull(context.state, pull, context.viewer);
    return { pullRequest: pull, actor: context.viewer };
  }),
  closePullRequest: mutation(pulls, (input, context) => {
    const pull = pullOf(context, input, 'triage');
    change.closePull(context.state, pull, context.viewer);
    return { pullRequest: pull };
  }),
  reopenPullRequest: mutation(pulls, (input, context) => {
    const pull = pullOf(context, input, 'triage');
    change.reopenPull(context.state, pull);
    return { pullRequest: pull };
  }),
  mergePullRequest: mutation({ contents: 'write' }, (input, context) => {
    const pull = nodeOf<PullRequest>(context, input.pullRequestId, 'PullRequest');
    context.state.follow(pull.repository);
    demandAccess(context, pull.repository, 'write');
    mergePull(context.state, pull, context.viewer, {
      method: input.mergeMethod ?? 'MERGE',
      headline: input.commitHeadline,
      body: input.commitBody,
      expectedHead: input.expectedHeadOid,
    });
    return { pullRequest: pull, actor: context.viewer };
  }),
  enablePullRequestAutoMerge: mutation({ contents: 'write' }, (input, context) => {
    const pull = pullOf(context, input, 'write');
    if (!pull.repository.settings.autoMergeAllowed)
      throw new Refusal(422, 'Auto merge is not allowed for this repository');
    pull.autoMerge = {
      enabledBy: context.viewer,
      enabledAt: context.state.clock.stamp(),
      method: input.mergeMethod ?? 'MERGE',
    };
    context.state.touch(pull);
    return { pullRequest: pull, actor: context.viewer };
  }),
  disablePullRequestAutoMerge: mutation({ contents: 'write' }, (input, context) => {
    const pull = pullOf(context, input, 'write');
    pull.autoMerge = null;
    context.state.touch(pull);
    return { pullRequest: pull, actor: context.viewer };
  }),
  markPullRequestReadyForReview: mutation(pulls, (input, context) => setDraft(context, input, false)),
  convertPullRequestToDraft: mutation(pulls, (input, context) => setDraft(context, input, true)),
  requestReviews: mutation(pulls, (input, context) => {
    const pull = pullOf(context, input, 'triage');
    const teams = (input.teamIds ?? []).map(id => nodeOf<Team>(context, id, 'Team'));
    change.requestReviews(
      context.state,
      pull,
      [...usersOf(context, input.userIds ?? []), ...teams],
      input.union ?? false,
    );
    return { pullRequest: pull, actor: context.viewer };
  }),
  addPullRequestReview: mutation(pulls, (input, context) => {
    const pull = pullOf(context, input, 'read');
    const state = events[input.event ?? ''];
    if (state === undefined) throw new Refusal(422, `The review event '${input.event}' is not modelled.`);
    const comments = (input.threads ?? []) as { path: string; line: number; body: string }[];
    const review = change.addReview(context.state, pull, context.viewer, { state, body: input.body ?? '', comments });
    return { pullRequestReview: review, reviewEdge: { node: review, cursor: '' } };
  }),
  resolveReviewThread: mutation(pulls, (input, context) => resolve(context, input, true)),
  unresolveReviewThread: mutation(pulls, (input, context) => resolve(context, input, false)),
};

function setDraft(context: Context, input: Input, isDraft: boolean): { pullRequest: PullRequest } {
  const pull = pullOf(context, input, 'write');
  change.setDraft(context.state, pull, isDraft);
  return { pullRequest: pull };
}

function resolve(context: Context, input: Input, resolved: boolean): { thread: ReviewThread } {
  const thread = nodeOf<ReviewThread>(context, input.threadId, 'PullRequestReviewThread');
  demandAccess(context, thread.pullRequest.repository, 'triage');
  change.resolveThread(thread, resolved ? context.viewer : null);
  return { thread };
}
