import { editConversation } from '../changes/conversations.ts';
import { type MergeMethod, mergePull } from '../changes/merge.ts';
import * as change from '../changes/pulls.ts';
import { Refusal } from '../refusal.ts';
import { pullsOf } from '../state/state.ts';
import type { PullRequest, Review, Team, User } from '../state/types.ts';
import { conversationUrl } from '../urls.ts';
import { renderCommit } from './commits.ts';
import { sorted } from './issues.ts';
import { renderTeam, renderUser } from './render-people.ts';
import { renderPull, renderReview, renderWholePull } from './render-pulls.ts';
import { one, type RestRequest, type Routes, repositoryOf, text, viewerOf } from './router.ts';

const read = { pull_requests: 'read' } as const;
const write = { pull_requests: 'write' } as const;

const pullOf = (request: RestRequest): PullRequest =>
  one(pullsOf(repositoryOf(request)).find(({ number }) => number === Number(request.params.number)));
const whole = (request: RestRequest) => renderWholePull(request.state, pullOf(request), request.viewer);
const baseOf = (pull: PullRequest): string => pull.repository.git.mergeBase(pull.baseOid, pull.headOid) ?? pull.baseOid;

function listPulls(request: RestRequest): PullRequest[] {
  const { query } = request;
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  const hits = pullsOf(repositoryOf(request)).filter(
    pull =>
      (state === 'all' || (pull.state === 'OPEN') === (state === 'open')) &&
      (!head || `${pull.headRepository.owner.login}:${pull.headRefName}` === head || pull.headRefName === head) &&
      (!base || pull.baseRefName === base),
  );
  return sorted(hits, query);
}

const reviewersOf = (request: RestRequest, pull: PullRequest): (User | Team)[] => {
  const { owner } = pull.repository;
  const users = ((request.body.reviewers ?? []) as string[]).map(login => one(request.state.user(login)));
  const slugs = (request.body.team_reviewers ?? []) as string[];
  const teams = slugs.map(slug =>
    one(owner.__typename === 'Organization' ? owner.teams.find(team => team.slug === slug) : undefined),
  );
  return [...users, ...teams];
};

/** Pull requests, reviews, checks and statuses. */
export const pulls: Routes = {
  'GET repos/:owner/:repo/pulls': {
    query: ['state', 'head', 'base', 'sort', 'direction'],
    needs: read,
    run: request => ({
      list: {
        items: listPulls(request),
        render: (pull: PullRequest) => renderPull(request.state, pull, request.viewer),
      },
    }),
  },
  'GET repos/:owner/:repo/pulls/:number': {
    needs: read,
    run: request => {
      const pull = pullOf(request);
      if (request.accept.includes('diff'))
        return {
          raw: pull.repository.git.diff(baseOf(pull), pull.headOid),
          type: 'application/vnd.github.v3.diff; charset=utf-8',
        };
      if (request.accept.includes('patch'))
        return {
          raw: pull.repository.git.patches(baseOf(pull), pull.headOid),
          type: 'application/vnd.github.v3.patch; charset=utf-8',
        };
      return { json: whole(request) };
    },
  },
  'POST repos/:owner/:repo/pulls': {
    needs: write,
    access: 'read',
    run: request => {
      const { body, state } = request;
      const pull = change.openPull(state, {
        repository: repositoryOf(request),
        author: viewerOf(request),
        title: text(body.title) ?? '',
        body: text(body.body) ?? '',
        head: text(body.head) ?? '',
        base: text(body.base) ?? '',
        isDraft: body.draft === true,
      });
      return { status: 201, json: renderWholePull(state, pull, request.viewer) };
    },
  },
  'PATCH repos/:owner/:repo/pulls/:number': {
    needs: write,
    access: 'triage',
    run: request => {
      const pull = pullOf(request);
      const { body, state } = request;
      editConversation(state, pull, { title: text(body.title), body: text(body.body) });
      if (body.state === 'closed') change.closePull(state, pull, viewerOf(request));
      if (body.state === 'open' && pull.state === 'CLOSED') change.reopenPull(state, pull);
      return { json: whole(request) };
    },
  },
  'PUT repos/:owner/:repo/pulls/:number/merge': {
    needs: { contents: 'write' },
    run: request => {
      const { body, state } = request;
      const method = (text(body.merge_method) ?? 'merge').toUpperCase() as MergeMethod;
      const sha = mergePull(state, pullOf(request), viewerOf(request), {
        method,
        headline: text(body.commit_title),
        body: text(body.commit_message),
        expectedHead: text(body.sha),
      });
      return { json: { sha, merged: true, message: 'Pull Request successfully merged' } };
    },
  },
  'GET repos/:owner/:repo/pulls/:number/merge': {
    needs: read,
    run: request => ({ status: one(pullOf(request).state === 'MERGED' ? 204 : undefined) }),
  },
  'GET repos/:owner/:repo/pulls/:number/commits': {
    needs: read,
    run: request => {
      const pull = pullOf(request);
      const items = pull.repository.git.between(baseOf(pull), pull.headOid);
      return { list: { items, render: (oid: string) => renderCommit(request.state, pull.repository, oid) } };
    },
  },
  'GET repos/:owner/:repo/pulls/:number/files': {
    needs: read,
    run: request => {
      const pull = pullOf(request);
      const items = pull.repository.git.changedFiles(baseOf(pull), pull.headOid);
      return {
        list: {
          items,
          render: (file: (typeof items)[number]) => ({
            sha: file.oid,
            filename: file.path,
            status: file.status,
            additions: file.additions,
            deletions: file.deletions,
            changes: file.additions + file.deletions,
          }),
        },
      };
    },
  },
  'GET repos/:owner/:repo/pulls/:number/reviews': {
    needs: read,
    run: request => ({ list: { items: pullOf(request).reviews, render: renderReview } }),
  },
  'POST repos/:owner/:repo/pulls/:number/reviews': {
    needs: write,
    access: 'read',
    run: request => {
      const states: Record<string, Review['state']> = {
        APPROVE: 'APPROVED',
        COMMENT: 'COMMENTED',
        REQUEST_CHANGES: 'CHANGES_REQUESTED',
      };
      const state = states[`${request.body.event}`];
      if (state === undefined)
        throw new Refusal(422, 'Variable $event of type PullRequestReviewEvent was provided invalid value');
      return {
        json: renderReview(
          change.addReview(request.state, pullOf(request), viewerOf(request), {
            state,
            body: text(request.body.body) ?? '',
          }),
        ),
      };
    },
  },
  'GET repos/:owner/:repo/pulls/:number/comments': {
    needs: read,
    run: request => {
      const items = pullOf(request).reviewThreads.flatMap(({ comments }) => comments);
      const render = (comment: (typeof items)[number]) => ({
        id: comment.databaseId,
        node_id: comment.id,
        path: comment.thread.path,
        line: comment.thread.line,
        body: comment.body,
        user: renderUser(comment.author),
        created_at: comment.createdAt,
        updated_at: comment.updatedAt,
        html_url: `${conversationUrl(comment.thread.pullRequest)}#discussion_r${comment.databaseId}`,
      });
      return { list: { items, render } };
    },
  },
  'GET repos/:owner/:repo/pulls/:number/requested_reviewers': {
    needs: read,
    run: request => {
      const { reviewRequests } = pullOf(request);
      return {
        json: {
          users: reviewRequests.filter(who => who.__typename === 'User').map(renderUser),
          teams: reviewRequests.filter(who => who.__typename === 'Team').map(renderTeam),
        },
      };
    },
  },
  'POST repos/:owner/:repo/pulls/:number/requested_reviewers': {
    needs: write,
    run: request => {
      const pull = pullOf(request);
      change.requestReviews(request.state, pull, reviewersOf(request, pull), true);
      return { status: 201, json: renderPull(request.state, pull, request.viewer) };
    },
  },
  'DELETE repos/:owner/:repo/pulls/:number/requested_reviewers': {
    needs: write,
    run: request => {
      const pull = pullOf(request);
      const leaving = reviewersOf(request, pull);
      change.requestReviews(
        request.state,
        pull,
        pull.reviewRequests.filter(who => !leaving.includes(who)),
        false,
      );
      return { json: renderPull(request.state, pull, request.viewer) };
    },
  },
};
