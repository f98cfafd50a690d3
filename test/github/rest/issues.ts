import * as change from '../changes/conversations.ts';
import { Refusal } from '../refusal.ts';
import { issuesOf, pullsOf } from '../state/state.ts';
import type { Issue, PullRequest, Repository, User } from '../state/types.ts';
import { renderComment, renderIssue, renderLabel, renderMilestone } from './render.ts';
import { one, type RestRequest, type Routes, repositoryOf, text, viewerOf } from './router.ts';

const read = { issues: 'read' } as const;
const write = { issues: 'write' } as const;

const issueOf = (request: RestRequest): Issue | PullRequest =>
  one(repositoryOf(request).conversations.get(Number(request.params.number)));

const usersOf = (request: RestRequest, value: unknown): User[] =>
  Array.isArray(value) ? value.map(login => one(request.state.user(`${login}`))) : [];

/** Labels by name; those that are not there are made, as GitHub does. */
const labelsOf = ({ state }: RestRequest, repository: Repository, value: unknown) =>
  (Array.isArray(value) ? value : []).map(entry => {
    const name = typeof entry === 'string' ? entry : `${entry.name}`;
    return change.findLabel(repository, name) ?? change.addLabel(state, { repository, name });
  });

const milestoneOf = (repository: Repository, value: unknown) =>
  value === null || value === undefined
    ? null
    : one(repository.milestones.find(({ number }) => number === Number(value)));

/** Issues and pull requests as `GET issues` filters and sorts them. */
function listIssues(request: RestRequest): (Issue | PullRequest)[] {
  const { query } = request;
  const repository = repositoryOf(request);
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter(Boolean);
  const [creator, assignee, since, milestone] = ['creator', 'assignee', 'since', 'milestone'].map(name =>
    query.get(name),
  );
  const hits = [...issuesOf(repository), ...pullsOf(repository)].filter(
    item =>
      (state === 'all' || (item.state === 'OPEN') === (state === 'open')) &&
      labels.every(name => item.labels.some(label => label.name.toLowerCase() === name.toLowerCase())) &&
      (!creator || item.author.login.toLowerCase() === creator.toLowerCase()) &&
      (!assignee ||
        (assignee === 'none'
          ? item.assignees.length === 0
          : assignee === '*'
            ? item.assignees.length > 0
            : item.assignees.some(({ login }) => login === assignee))) &&
      (!milestone ||
        (milestone === 'none'
          ? item.milestone === null
          : milestone === '*'
            ? item.milestone !== null
            : item.milestone?.number === Number(milestone))) &&
      (!since || item.updatedAt >= since),
  );
  return sorted(hits, query);
}

export function sorted<T extends Issue | PullRequest>(items: T[], query: URLSearchParams): T[] {
  const by = query.get('sort') ?? 'created';
  const sign = query.get('direction') === 'asc' ? 1 : -1;
  const value = (item: T) =>
    by === 'updated' ? item.updatedAt : by === 'comments' ? item.comments.length : item.createdAt;
  return items.sort((a, b) =>
    value(a) === value(b) ? sign * (a.number - b.number) : value(a) < value(b) ? -sign : sign,
  );
}

/** Issues, their comments, labels and milestones. */
export const issues: Routes = {
  'GET repos/:owner/:repo/issues': {
    query: ['state', 'labels', 'creator', 'assignee', 'since', 'milestone', 'sort', 'direction'],
    needs: read,
    run: request => ({ list: { items: listIssues(request), render: renderIssue } }),
  },
  'GET repos/:owner/:repo/issues/:number': { needs: read, run: request => ({ json: renderIssue(issueOf(request)) }) },
  'POST repos/:owner/:repo/issues': {
    needs: write,
    access: 'read',
    run: request => {
      const { state, body } = request;
      const repository = repositoryOf(request);
      const issue = change.openIssue(state, {
        repository,
        author: viewerOf(request),
        title: text(body.title) ?? '',
        body: text(body.body) ?? '',
        labels: labelsOf(request, repository, body.labels),
        assignees: usersOf(request, body.assignees),
        milestone: milestoneOf(repository, body.milestone),
      });
      return { status: 201, json: renderIssue(issue), headers: { location: renderIssue(issue).url } };
    },
  },
  'PATCH repos/:owner/:repo/issues/:number': {
    needs: write,
    access: 'triage',
    run: request => {
      const { state, body } = request;
      const issue = issueOf(request);
      change.editConversation(state, issue, {
        title: text(body.title),
        body: text(body.body),
        labels: body.labels === undefined ? undefined : labelsOf(request, issue.repository, body.labels),
        assignees: body.assignees === undefined ? undefined : usersOf(request, body.assignees),
        milestone: body.milestone === undefined ? undefined : milestoneOf(issue.repository, body.milestone),
      });
      if (issue.__typename === 'Issue' && body.state === 'closed') {
        const reason = text(body.state_reason)?.toUpperCase() as Issue['stateReason'];
        change.closeIssue(state, issue, viewerOf(request), reason ?? 'COMPLETED');
      }
      if (issue.__typename === 'Issue' && body.state === 'open') change.reopenIssue(state, issue);
      return { json: renderIssue(issue) };
    },
  },
  'PUT repos/:owner/:repo/issues/:number/lock': {
    needs: write,
    run: request => {
      change.lock(request.state, issueOf(request), text(request.body.lock_reason) ?? null);
      return { status: 204 };
    },
  },
  'DELETE repos/:owner/:repo/issues/:number/lock': {
    needs: write,
    run: request => {
      change.unlock(request.state, issueOf(request));
      return { status: 204 };
    },
  },
  'GET repos/:owner/:repo/issues/:number/comments': {
    needs: read,
    run: request => ({ list: { items: issueOf(request).comments, render: renderComment } }),
  },
  'GET repos/:owner/:repo/issues/comments': {
    needs: read,
    run: request => ({
      list: {
        items: [...repositoryOf(request).conversations.values()].flatMap(({ comments }) => comments),
        render: renderComment,
      },
    }),
  },
  'POST repos/:owner/:repo/issues/:number/comments': {
    needs: write,
    access: 'read',
    run: request => ({
      status: 201,
      json: renderComment(
        change.addComment(request.state, issueOf(request), viewerOf(request), text(request.body.body) ?? ''),
      ),
    }),
  },
  'GET repos/:owner/:repo/issues/comments/:id': {
    needs: read,
    run: request => ({ json: renderComment(commentOf(request)) }),
  },
  'PATCH repos/:owner/:repo/issues/comments/:id': {
    needs: write,
    access: 'read',
    run: request => {
      change.editComment(request.state, commentOf(request), text(request.body.body) ?? '');
      return { json: renderComment(commentOf(request)) };
    },
  },
  'DELETE repos/:owner/:repo/issues/comments/:id': {
    needs: write,
    access: 'read',
    run: request => {
      change.deleteComment(request.state, commentOf(request));
      return { status: 204 };
    },
  },
  'GET repos/:owner/:repo/issues/:number/labels': {
    needs: read,
    run: request => ({ list: { items: issueOf(request).labels, render: renderLabel } }),
  },
  'POST repos/:owner/:repo/issues/:number/labels': {
    needs: write,
    access: 'triage',
    run: request => {
      const issue = issueOf(request);
      const given = Array.isArray(request.body) ? request.body : request.body.labels;
      change.addLabels(request.state, issue, labelsOf(request, issue.repository, given));
      return { json: issue.labels.map(renderLabel) };
    },
  },
  'DELETE repos/:owner/:repo/issues/:number/labels/:name': {
    needs: write,
    access: 'triage',
    run: request => {
      const issue = issueOf(request);
      const label = one(issue.labels.find(({ name }) => name === request.params.name));
      change.removeLabels(request.state, issue, [label]);
      return { json: issue.labels.map(renderLabel) };
    },
  },
  'GET repos/:owner/:repo/labels': {
    needs: read,
    run: request => ({ list: { items: repositoryOf(request).labels, render: renderLabel } }),
  },
  'GET repos/:owner/:repo/labels/:name': { needs: read, run: request => ({ json: renderLabel(labelOf(request)) }) },
  'POST repos/:owner/:repo/labels': {
    needs: write,
    run: request => {
      const { body, state } = request;
      const color = text(body.color);
      const label = {
        repository: repositoryOf(request),
        name: text(body.name) ?? '',
        description: text(body.description) ?? null,
      };
      if (label.name === '')
        throw new Refusal(422, 'Validation Failed', {
          errors: [{ resource: 'Label', code: 'missing_field', field: 'name' }],
        });
      return { status: 201, json: renderLabel(change.addLabel(state, color ? { ...label, color } : label)) };
    },
  },
  'PATCH repos/:owner/:repo/labels/:name': {
    needs: write,
    run: request => {
      const { body, state } = request;
      const label = labelOf(request);
      label.name = text(body.new_name) ?? text(body.name) ?? label.name;
      label.color = text(body.color) ?? label.color;
      if (body.description !== undefined) label.description = text(body.description) ?? null;
      state.touch(label);
      return { json: renderLabel(label) };
    },
  },
  'DELETE repos/:owner/:repo/labels/:name': {
    needs: write,
    run: request => {
      change.deleteLabel(request.state, labelOf(request));
      return { status: 204 };
    },
  },
  'GET repos/:owner/:repo/milestones': {
    needs: read,
    run: request => {
      const wanted = request.query.get('state') ?? 'open';
      return {
        list: {
          items: repositoryOf(request).milestones.filter(
            ({ state }) => wanted === 'all' || state.toLowerCase() === wanted,
          ),
          render: renderMilestone,
        },
      };
    },
  },
  'GET repos/:owner/:repo/milestones/:milestone': {
    needs: read,
    run: request => ({ json: renderMilestone(one(milestoneOf(repositoryOf(request), request.params.milestone))) }),
  },
};

const commentOf = (request: RestRequest) =>
  one(
    [...repositoryOf(request).conversations.values()]
      .flatMap(({ comments }) => comments)
      .find(({ databaseId }) => databaseId === Number(request.params.id)),
  );
const labelOf = (request: RestRequest) => one(change.findLabel(repositoryOf(request), request.params.name ?? ''));
