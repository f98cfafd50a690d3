import { NotModelled, Refusal } from '../refusal.ts';
import { searchConversations, searchRepositories } from '../search/search.ts';
import type { Repository, Thing } from '../state/types.ts';
import { type Context, connect, type Fields, visible } from './resolver.ts';

function repository({ owner, name }: { owner: string; name: string }, context: Context) {
  const found = visible(context, context.state.repository(owner, name));
  if (found === undefined)
    throw new Refusal(404, `Could not resolve to a Repository with the name '${owner}/${name}'.`);
  if (found.owner.__typename === 'Organization' && context.token.needsSso?.includes(found.owner.login))
    throw new Refusal(
      403,
      'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    );
  return found;
}

/** A thing by its id, unless it is in a repository that whoever asks may not see. */
function visibleThing(context: Context, id: string): Thing | undefined {
  const thing = context.state.node(id) as (Thing & { repository?: Repository }) | undefined;
  const repository = thing?.__typename === 'Repository' ? (thing as Repository) : thing?.repository;
  if (repository === undefined) return thing;
  context.state.follow(repository);
  return visible(context, repository) === undefined ? undefined : thing;
}

/** What GraphQL can be asked at the top. */
export const queries: Fields<unknown> = {
  viewer: (_root, _args, { viewer }) => viewer,
  repository: (_root, args, context) => repository(args, context),
  user: (_root, { login }, { state }) => {
    const user = state.user(login);
    if (user === undefined) throw new Refusal(404, `Could not resolve to a User with the login of '${login}'.`);
    return user;
  },
  organization: (_root, { login }, { state }) => {
    const organization = state.organization(login);
    if (organization === undefined)
      throw new Refusal(404, `Could not resolve to an Organization with the login of '${login}'.`);
    return organization;
  },
  repositoryOwner: (_root, { login }, { state }) => state.owner(login) ?? null,
  node: (_root, { id }, context) => {
    const thing = visibleThing(context, id);
    if (thing === undefined) throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'`);
    return thing;
  },
  nodes: (_root, { ids }, context) => ids.map(id => visibleThing(context, id) ?? null),
  resource: (_root, { url }, context) => {
    const [, owner = '', name = '', number] =
      /^https:\/\/github\.com\/([^/]+)\/([^/]+)(?:\/(?:pull|issues)\/(\d+))?/.exec(url) ?? [];
    const found = visible(context, context.state.repository(owner, name));
    if (found === undefined) throw new Refusal(404, `Could not resolve to a resource with the URL '${url}'`);
    return number === undefined ? found : (found.conversations.get(Number(number)) ?? null);
  },
  rateLimit: (_root, _args, { rateLimit }) => rateLimit(),
  search: (_root, args, { state, viewer }) => {
    const { type, query = '' } = args;
    if (type === 'REPOSITORY') {
      const hits = searchRepositories(state, query, viewer);
      return { ...connect(hits, args), repositoryCount: hits.length };
    }
    if (type !== 'ISSUE' && type !== 'ISSUE_ADVANCED') throw new NotModelled(`search of type ${type}`);
    const hits = searchConversations(state, query, viewer);
    return { ...connect(hits, args), issueCount: hits.length };
  },
};
