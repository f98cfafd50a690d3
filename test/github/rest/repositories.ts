import { holds } from '../changes/git.ts';
import { Refusal } from '../refusal.ts';
import { permissionOf } from '../state/access.ts';
import { fullName } from '../state/state.ts';
import type { Repository, Ruleset } from '../state/types.ts';
import { repositoryApi, repositoryUrl } from '../urls.ts';
import { renderRepository } from './render.ts';
import { renderUser } from './render-people.ts';
import { one, type RestRequest, type Routes, repositoryOf, text, viewerOf } from './router.ts';

const admin = { administration: 'write' } as const;

const render = (request: RestRequest) => (repository: Repository) =>
  renderRepository(request.state, repository, request.viewer);

/** Names of settings in `PATCH repos/…`, and ours. */
const settings = {
  has_issues: 'hasIssuesEnabled',
  has_projects: 'hasProjectsEnabled',
  has_wiki: 'hasWikiEnabled',
  has_discussions: 'hasDiscussionsEnabled',
  allow_merge_commit: 'mergeCommitAllowed',
  allow_squash_merge: 'squashMergeAllowed',
  allow_rebase_merge: 'rebaseMergeAllowed',
  allow_auto_merge: 'autoMergeAllowed',
  delete_branch_on_merge: 'deleteBranchOnMerge',
  allow_forking: 'allowForking',
  allow_update_branch: 'allowUpdateBranch',
} as const satisfies Record<string, keyof Repository['settings']>;

function edit(request: RestRequest): Repository {
  const { state, body } = request;
  const repository = repositoryOf(request);
  const archives = body.archived === false;
  if (repository.isArchived && !archives) throw new Refusal(403, 'Repository was archived so is read-only.');
  for (const [name, own] of Object.entries(settings))
    if (typeof body[name] === 'boolean') repository.settings[own] = body[name];
  if (text(body.description) !== undefined) repository.description = text(body.description) ?? null;
  if (text(body.homepage) !== undefined) repository.homepageUrl = text(body.homepage) ?? null;
  if (typeof body.is_template === 'boolean') repository.isTemplate = body.is_template;
  if (typeof body.archived === 'boolean') repository.isArchived = body.archived;
  if (typeof body.private === 'boolean') repository.visibility = body.private ? 'PRIVATE' : 'PUBLIC';
  const visibility = text(body.visibility);
  if (visibility !== undefined) repository.visibility = visibility.toUpperCase() as Repository['visibility'];
  const branch = text(body.default_branch);
  if (branch !== undefined) {
    if (repository.git.branch(branch) === undefined)
      throw new Refusal(422, 'Validation Failed', {
        errors: [
          {
            resource: 'Repository',
            field: 'default_branch',
            code: 'invalid',
            message: 'Cannot update default branch for an empty repository. Please init the repository and push first',
          },
        ],
      });
    repository.defaultBranch = branch;
  }
  const name = text(body.name);
  if (name !== undefined) state.renameRepository(repository, name);
  state.touch(repository);
  return repository;
}

const renderRule = (ruleset: Ruleset) => ({
  id: ruleset.databaseId,
  node_id: ruleset.id,
  name: ruleset.name,
  target: ruleset.target.toLowerCase(),
  source_type: 'Repository',
  source: fullName(ruleset.source),
  enforcement: ruleset.enforcement.toLowerCase(),
  current_user_can_bypass: 'never',
  bypass_actors: [],
  conditions: { ref_name: { include: ruleset.include, exclude: [] } },
  rules: ruleset.rules,
  _links: {
    self: { href: `${repositoryApi(ruleset.source)}/rulesets/${ruleset.databaseId}` },
    html: { href: `${repositoryUrl(ruleset.source)}/rules/${ruleset.databaseId}` },
  },
  created_at: ruleset.createdAt,
  updated_at: ruleset.updatedAt,
});

type Key = Repository['deployKeys'][number];
const renderKey = ({ id, key, title, createdAt, readOnly }: Key) => ({
  id,
  key,
  title,
  created_at: createdAt,
  read_only: readOnly,
  verified: true,
});
type Autolink = Repository['autolinks'][number];
const renderAutolink = ({ id, prefix, template, alphanumeric }: Autolink) => ({
  id,
  key_prefix: prefix,
  url_template: template,
  is_alphanumeric: alphanumeric,
});

/** Repositories and their settings. */
export const repositories: Routes = {
  'GET repos/:owner/:repo': { run: request => ({ json: render(request)(repositoryOf(request)) }) },
  'PATCH repos/:owner/:repo': {
    needs: admin,
    access: 'admin',
    run: request => ({ json: render(request)(edit(request)) }),
  },
  'DELETE repos/:owner/:repo': {
    needs: admin,
    access: 'admin',
    run: request => {
      request.state.removeRepository(repositoryOf(request));
      return { status: 204 };
    },
  },
  'GET repos/:owner/:repo/topics': { run: request => ({ json: { names: repositoryOf(request).topics } }) },
  'PUT repos/:owner/:repo/topics': {
    needs: admin,
    access: 'admin',
    run: request => {
      const repository = repositoryOf(request);
      repository.topics = (request.body.names ?? []) as string[];
      request.state.touch(repository);
      return { json: { names: repository.topics } };
    },
  },
  'POST repos/:owner/:repo/forks': {
    needs: admin,
    access: 'read',
    run: request => {
      const parent = repositoryOf(request);
      const owner = viewerOf(request);
      const fork =
        request.state.repository(owner.login, parent.name) ??
        request.state.addRepository(owner, parent.name, { parent, defaultBranch: parent.defaultBranch });
      fork.git.run(['fetch', '-q', parent.git.path, 'refs/heads/*:refs/heads/*']);
      return { status: 202, json: render(request)(fork) };
    },
  },
  'GET repos/:owner/:repo/collaborators': {
    access: 'write',
    run: request => ({
      list: { items: repositoryOf(request).collaborators.map(({ user }) => user), render: renderUser },
    }),
  },
  'GET repos/:owner/:repo/collaborators/:login/permission': {
    run: request => {
      const user = one(request.state.user(request.params.login ?? ''));
      const permission = permissionOf(user, repositoryOf(request)) ?? 'none';
      return { json: { permission, role_name: permission, user: renderUser(user) } };
    },
  },
  'GET repos/:owner/:repo/stargazers': {
    run: request => ({ list: { items: repositoryOf(request).stars, render: renderUser } }),
  },
  'GET repos/:owner/:repo/languages': {
    run: request => ({
      json: repositoryOf(request).language === null ? {} : { [`${repositoryOf(request).language}`]: 1 },
    }),
  },
  'GET repos/:owner/:repo/contributors': {
    run: request => ({
      list: { items: repositoryOf(request).collaborators.map(({ user }) => user), render: renderUser },
    }),
  },
  'GET repos/:owner/:repo/keys': {
    needs: { administration: 'read' },
    access: 'admin',
    run: request => ({ list: { items: repositoryOf(request).deployKeys, render: renderKey } }),
  },
  'GET repos/:owner/:repo/autolinks': {
    needs: { administration: 'read' },
    access: 'admin',
    run: request => ({ list: { items: repositoryOf(request).autolinks, render: renderAutolink } }),
  },
  'GET repos/:owner/:repo/rulesets': {
    run: request => ({ list: { items: repositoryOf(request).rulesets, render: renderRule } }),
  },
  'GET repos/:owner/:repo/rulesets/:ruleset': {
    run: request => ({
      json: renderRule(
        one(repositoryOf(request).rulesets.find(({ databaseId }) => databaseId === Number(request.params.ruleset))),
      ),
    }),
  },
  'GET repos/:owner/:repo/rules/branches/*branch': {
    run: request => {
      const repository = repositoryOf(request);
      const items = repository.rulesets
        .filter(ruleset => holds(ruleset, repository, request.params.branch ?? ''))
        .flatMap(ruleset =>
          ruleset.rules.map(rule => ({
            ...rule,
            ruleset_source_type: 'Repository',
            ruleset_source: fullName(repository),
            ruleset_id: ruleset.databaseId,
          })),
        );
      return { list: { items, render: (rule: (typeof items)[number]) => rule } };
    },
  },
  'GET repos/:owner/:repo/environments': {
    run: request => ({
      list: {
        items: repositoryOf(request).environments,
        render: ({ name }: { name: string }) => ({ name }),
        key: 'environments',
      },
    }),
  },
  'GET repos/:owner/:repo/events': {
    run: request => {
      const repository = repositoryOf(request);
      const items = [...repository.conversations.values()].reverse();
      const event = (item: (typeof items)[number]) => ({
        id: `${item.databaseId}`,
        type: item.__typename === 'Issue' ? 'IssuesEvent' : 'PullRequestEvent',
        actor: renderUser(item.author),
        repo: { name: fullName(repository) },
        public: true,
        created_at: item.createdAt,
      });
      return { list: { items, render: event }, headers: { 'x-poll-interval': '60' } };
    },
  },
};
