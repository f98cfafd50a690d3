import { permissionOf } from '../state/access.ts';
import { fullName } from '../state/state.ts';
import type { Notification, Organization, Repository, User } from '../state/types.ts';
import { repositoryApi } from '../urls.ts';
import { renderComment, renderIssue, renderRepository } from './render.ts';
import { renderProfile, renderTeam, renderUser } from './render-people.ts';
import { one, type RestRequest, type Routes, viewerOf } from './router.ts';
import { renderVariable } from './secrets.ts';

const poll = { 'x-poll-interval': '60' };

const organizationOf = ({ state, params }: RestRequest): Organization => one(state.organization(params.org ?? ''));

const repositoriesOf = (request: RestRequest, choose: (repository: Repository) => boolean) => ({
  list: {
    items: [...request.state.repositories.values()].filter(
      repository => choose(repository) && permissionOf(request.viewer, repository) !== undefined,
    ),
    render: (repository: Repository) => renderRepository(request.state, repository, request.viewer),
  },
});

const renderOrganization = (organization: Organization) => ({
  ...renderUser(organization),
  name: organization.name,
  description: organization.description,
});

function renderNotification(request: RestRequest) {
  return (one: Notification) => {
    const { repository, number, comments } = one.subject;
    const url = `${repositoryApi(repository)}/${one.subject.__typename === 'Issue' ? 'issues' : 'pulls'}/${number}`;
    const last = comments.at(-1);
    return {
      id: `${one.id}`,
      unread: one.unread,
      reason: one.reason,
      updated_at: one.updatedAt,
      last_read_at: null,
      subject: {
        title: one.subject.title,
        url,
        latest_comment_url: last ? renderComment(last).url : url,
        type: one.subject.__typename,
      },
      repository: renderRepository(request.state, repository, request.viewer),
      url: `https://api.github.com/notifications/threads/${one.id}`,
    };
  };
}

/** What happened in repositories that a person watches: comments, and issues opened. */
function receivedEvents(request: RestRequest) {
  const watched = [...request.state.repositories.values()].filter(({ watchers }) =>
    watchers.some(({ login }) => login === request.params.login),
  );
  const items = watched.flatMap(repository =>
    [...repository.conversations.values()].flatMap(issue =>
      issue.comments.map(comment => ({
        type: 'IssueCommentEvent',
        id: `${comment.databaseId}`,
        actor: renderUser(comment.author),
        org: renderUser(repository.owner),
        repo: { name: fullName(repository) },
        created_at: comment.createdAt,
        payload: { action: 'created', issue: renderIssue(issue), comment: renderComment(comment) },
      })),
    ),
  );
  return { list: { items, render: (event: (typeof items)[number]) => event }, headers: poll };
}

type Key = User['keys'][number];
const renderKey = ({ id, title, key, createdAt }: Key) => ({
  id,
  title,
  key,
  created_at: createdAt,
  verified: true,
  read_only: false,
});
type GpgKey = User['gpgKeys'][number];
const renderGpgKey = ({ id, keyId, emails, createdAt }: GpgKey) => ({
  id,
  key_id: keyId,
  public_key: '',
  emails: emails.map(email => ({ email, verified: true })),
  created_at: createdAt,
  expires_at: null,
});

/** People, organizations, their keys, and notifications. */
export const people: Routes = {
  'GET ': {
    run: () => ({
      json: { current_user_url: 'https://api.github.com/user', rate_limit_url: 'https://api.github.com/rate_limit' },
    }),
  },
  'GET rate_limit': { run: request => ({ json: request.rateLimits(), free: true }) },
  'GET user': { run: request => ({ json: renderProfile(viewerOf(request)) }) },
  'GET users/:login': { run: ({ state, params }) => ({ json: renderOwner(one(state.owner(params.login ?? ''))) }) },
  'GET user/orgs': {
    run: request => ({ list: { items: request.state.organizationsOf(viewerOf(request)), render: renderOrganization } }),
  },
  'GET users/:login/orgs': {
    run: request => ({
      list: {
        items: request.state.organizationsOf(one(request.state.user(request.params.login ?? ''))),
        render: renderOrganization,
      },
    }),
  },
  'GET user/repos': { run: request => repositoriesOf(request, ({ owner }) => owner === viewerOf(request)) },
  'GET users/:login/repos': {
    run: request => repositoriesOf(request, ({ owner }) => owner.login === request.params.login),
  },
  'GET orgs/:org': { run: request => ({ json: renderOrganization(organizationOf(request)) }) },
  'GET orgs/:org/repos': { run: request => repositoriesOf(request, ({ owner }) => owner === organizationOf(request)) },
  'GET orgs/:org/teams': { run: request => ({ list: { items: organizationOf(request).teams, render: renderTeam } }) },
  'GET orgs/:org/teams/:team': {
    run: request => ({
      json: renderTeam(one(organizationOf(request).teams.find(({ slug }) => slug === request.params.team))),
    }),
  },
  'GET orgs/:org/members': {
    run: request => ({ list: { items: organizationOf(request).members.map(({ user }) => user), render: renderUser } }),
  },
  'GET orgs/:org/actions/secrets': {
    needs: { organization_secrets: 'read' },
    run: request => ({
      list: {
        items: organizationOf(request).secrets,
        render: (secret: Organization['secrets'][number]) => ({
          name: secret.name,
          created_at: secret.createdAt,
          updated_at: secret.updatedAt,
          visibility: 'all',
        }),
        key: 'secrets',
      },
    }),
  },
  'GET orgs/:org/actions/variables': {
    needs: { organization_actions_variables: 'read' },
    run: request => ({
      list: {
        items: organizationOf(request).variables,
        render: (variable: Organization['variables'][number]) => ({ ...renderVariable(variable), visibility: 'all' }),
        key: 'variables',
      },
    }),
  },
  'GET user/keys': {
    needs: { keys: 'read' },
    run: request => ({ list: { items: viewerOf(request).keys, render: renderKey } }),
  },
  'GET user/ssh_signing_keys': { needs: { keys: 'read' }, run: () => ({ list: { items: [], render: renderKey } }) },
  'GET user/gpg_keys': {
    needs: { gpg_keys: 'read' },
    run: request => ({ list: { items: viewerOf(request).gpgKeys, render: renderGpgKey } }),
  },
  'GET user/codespaces': { run: () => ({ list: { items: [], render: (none: unknown) => none, key: 'codespaces' } }) },
  'GET user/codespaces/secrets': {
    run: () => ({ list: { items: [], render: (none: unknown) => none, key: 'secrets' } }),
  },
  'GET users/:login/received_events': { run: receivedEvents },
  'GET notifications': {
    run: request => {
      const all = request.query.get('all') === 'true';
      const items = request.state.notifications.filter(
        ({ user, unread }) => user === viewerOf(request) && (all || unread),
      );
      return { list: { items, render: renderNotification(request) }, headers: poll };
    },
  },
  'PATCH notifications/threads/:thread': {
    run: request => {
      one(request.state.notifications.find(({ id }) => `${id}` === request.params.thread)).unread = false;
      return { status: 205 };
    },
  },
};

const renderOwner = (owner: User | Organization) =>
  owner.__typename === 'User' ? renderProfile(owner) : renderOrganization(owner);
