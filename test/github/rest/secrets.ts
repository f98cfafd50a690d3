import { Refusal } from '../refusal.ts';
import type { ActionsCache, Secret, Variable } from '../state/types.ts';
import { one, type RestRequest, type Routes, repositoryOf } from './router.ts';

const read = { actions: 'read' } as const;
const write = { actions: 'write' } as const;

const renderSecret = ({ name, createdAt, updatedAt }: Secret) => ({
  name,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const renderVariable = ({ value, ...secret }: Variable) => ({ ...renderSecret(secret), value });

const environmentOf = (request: RestRequest) =>
  one(repositoryOf(request).environments.find(({ name }) => name === request.params.environment));

const renderCache = ({ id, key, ref, size, createdAt, usedAt }: ActionsCache) => ({
  id,
  key,
  ref,
  version: 'v1',
  size_in_bytes: size,
  created_at: createdAt,
  last_accessed_at: usedAt,
});

/** What Actions keeps for a repository: caches, secrets (their names only) and variables. */
export const secrets: Routes = {
  'GET repos/:owner/:repo/actions/caches': {
    needs: read,
    run: request => {
      const [key, ref] = [request.query.get('key') ?? '', request.query.get('ref')];
      const items = repositoryOf(request).caches.filter(
        cache => cache.key.startsWith(key) && (!ref || cache.ref === ref),
      );
      return { list: { items, render: renderCache, key: 'actions_caches' } };
    },
  },
  'DELETE repos/:owner/:repo/actions/caches': {
    needs: write,
    run: request => {
      const [key, ref] = [request.query.get('key'), request.query.get('ref')];
      const repository = repositoryOf(request);
      const gone = repository.caches.filter(cache => cache.key === key && (!ref || cache.ref === ref));
      if (gone.length === 0) throw new Refusal(404, 'Not Found');
      repository.caches = repository.caches.filter(cache => !gone.includes(cache));
      return { json: { total_count: gone.length, actions_caches: gone.map(renderCache) } };
    },
  },
  'DELETE repos/:owner/:repo/actions/caches/:cache': {
    needs: write,
    run: request => {
      const repository = repositoryOf(request);
      const cache = one(repository.caches.find(({ id }) => id === Number(request.params.cache)));
      repository.caches = repository.caches.filter(other => other !== cache);
      return { status: 204 };
    },
  },
  'GET repos/:owner/:repo/actions/secrets': {
    needs: { secrets: 'read' },
    access: 'write',
    run: request => ({ list: { items: repositoryOf(request).secrets, render: renderSecret, key: 'secrets' } }),
  },
  'GET repos/:owner/:repo/actions/secrets/:name': {
    needs: { secrets: 'read' },
    access: 'write',
    run: request => ({
      json: renderSecret(one(repositoryOf(request).secrets.find(({ name }) => name === request.params.name))),
    }),
  },
  'GET repos/:owner/:repo/dependabot/secrets': {
    needs: { secrets: 'read' },
    access: 'write',
    run: () => ({ list: { items: [], render: renderSecret, key: 'secrets' } }),
  },
  'DELETE repos/:owner/:repo/actions/secrets/:name': {
    needs: { secrets: 'write' },
    run: request => {
      const repository = repositoryOf(request);
      one(repository.secrets.find(({ name }) => name === request.params.name));
      repository.secrets = repository.secrets.filter(({ name }) => name !== request.params.name);
      return { status: 204 };
    },
  },
  'GET repos/:owner/:repo/environments/:environment/secrets': {
    needs: { secrets: 'read' },
    access: 'write',
    run: request => ({ list: { items: environmentOf(request).secrets, render: renderSecret, key: 'secrets' } }),
  },
  'GET repos/:owner/:repo/environments/:environment/variables': {
    needs: { variables: 'read' },
    access: 'write',
    run: request => ({ list: { items: environmentOf(request).variables, render: renderVariable, key: 'variables' } }),
  },
  'GET repos/:owner/:repo/actions/variables': {
    needs: { variables: 'read' },
    access: 'write',
    run: request => ({ list: { items: repositoryOf(request).variables, render: renderVariable, key: 'variables' } }),
  },
  'GET repos/:owner/:repo/actions/variables/:name': {
    needs: { variables: 'read' },
    access: 'write',
    run: request => ({
      json: renderVariable(one(repositoryOf(request).variables.find(({ name }) => name === request.params.name))),
    }),
  },
  'POST repos/:owner/:repo/actions/variables': {
    needs: { variables: 'write' },
    run: request => {
      const { state, body } = request;
      const name = `${body.name}`.toUpperCase();
      const repository = repositoryOf(request);
      if (repository.variables.some(variable => variable.name === name))
        throw new Refusal(409, 'Already exists - Variable already exists');
      repository.variables.push({
        name,
        value: `${body.value}`,
        createdAt: state.clock.stamp(),
        updatedAt: state.clock.stamp(),
      });
      return { status: 201, json: {} };
    },
  },
  'PATCH repos/:owner/:repo/actions/variables/:name': {
    needs: { variables: 'write' },
    run: request => {
      const variable = one(repositoryOf(request).variables.find(({ name }) => name === request.params.name));
      Object.assign(variable, { value: `${request.body.value}`, updatedAt: request.state.clock.stamp() });
      return { status: 204 };
    },
  },
  'DELETE repos/:owner/:repo/actions/variables/:name': {
    needs: { variables: 'write' },
    run: request => {
      const repository = repositoryOf(request);
      one(repository.variables.find(({ name }) => name === request.params.name));
      repository.variables = repository.variables.filter(({ name }) => name !== request.params.name);
      return { status: 204 };
    },
  },
};
