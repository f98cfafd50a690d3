import type { Bucket } from '../client.ts';
import { runList, runView, workflowView } from './actions.ts';
import { apiPath } from './api-path.ts';
import { type Call, type Find, found, isGiven, optionValue, type RepositoryCall } from './call.ts';
import {
  issueList,
  issueStatus,
  issueView,
  pullChecks,
  pullDiff,
  pullList,
  pullStatus,
  pullView,
} from './conversations.ts';
import { inRepository, part, wholeList, wholeWrappedList } from './paths.ts';
import { releaseList, releaseView } from './releases.ts';
import { repositoryList, repositoryView } from './repositories.ts';

/** Requests by the budget they count in. */
export type Cost = Readonly<Partial<Record<Bucket, number>>>;

/** How the output of a command is kept fresh. */
export type Row = {
  /** What running it costs, as far as the words tell. */
  readonly costs: Cost;
} & (
  | { readonly of: 'account'; readonly find: Find<Call> }
  | { readonly of: 'repository'; readonly find: Find<RepositoryCall> }
  /** It is run again now and then, and compared. */
  | { readonly of: 'nothing' }
);

const account = (costs: Cost, find: Find<Call>): Row => ({ of: 'account', costs, find });
const repository = (costs: Cost, find: Find<RepositoryCall>): Row => ({ of: 'repository', costs, find });
const unprobed = (costs: Cost): Row => ({ of: 'nothing', costs });

/** All pages of a list of the repository. */
const list =
  (path: string): Find<RepositoryCall> =>
  async call =>
    found(await wholeList(call.look, inRepository(call.repository, path)));
const wrappedList =
  (path: string): Find<RepositoryCall> =>
  async call =>
    found(await wholeWrappedList(call.look, inRepository(call.repository, path)));

/** Names of secrets and variables of the repository, of one of its environments, or of an organization. */
const kept =
  (what: 'secrets' | 'variables'): Find<Call> =>
  async call => {
    const { look, repository: here } = call;
    const [environment, organization] = [optionValue(call, '--env'), optionValue(call, '--org')];
    if (isGiven(call, '--app', '--user')) return undefined;
    if (organization !== undefined)
      return found(await wholeWrappedList(look, `orgs/${part(organization)}/actions/${what}`));
    const path = environment === undefined ? `actions/${what}` : `environments/${part(environment)}/${what}`;
    return here && found(await wholeWrappedList(look, inRepository(here, path)));
  };

const gist: Find<Call> = async ({ words }) => {
  const id = words.positionals[0]?.split('/').at(-1);
  return id ? { paths: [`gists/${part(id)}`] } : undefined;
};

/** Every gh command with probes, by group and action, and what others cost. */
export const ROWS = {
  api: account({ core: 1 }, apiPath),
  'cache list': repository({ core: 1 }, wrappedList('actions/caches')),
  'gist list': account({ graphql: 1 }, async ({ look }) => found(await wholeList(look, 'gists'))),
  'gist view': account({ core: 1 }, gist),
  'gpg-key list': account({ core: 1 }, async ({ look }) => found(await wholeList(look, 'user/gpg_keys'))),
  'issue list': repository({ graphql: 1 }, issueList),
  'issue status': repository({ graphql: 2 }, issueStatus),
  'issue view': repository({ graphql: 2 }, issueView),
  'label list': repository({ graphql: 1 }, list('labels')),
  'org list': account({ graphql: 2 }, async ({ look }) => found(await wholeList(look, 'user/orgs'))),
  'pr checks': repository({ graphql: 4 }, pullChecks),
  'pr diff': repository({ core: 1, graphql: 1 }, pullDiff),
  'pr list': repository({ graphql: 1 }, pullList),
  'pr status': repository({ graphql: 1 }, pullStatus),
  'pr view': repository({ graphql: 1 }, pullView),
  'release list': repository({ core: 1, graphql: 1 }, releaseList),
  'release view': repository({ core: 2 }, releaseView),
  'repo deploy-key list': repository({ core: 1 }, list('keys')),
  'repo list': account({ graphql: 1 }, repositoryList),
  'repo view': account({ core: 1, graphql: 1 }, repositoryView),
  'run list': repository({ core: 2 }, runList),
  'run view': repository({ core: 6, graphql: 1 }, runView),
  'search code': unprobed({ code_search: 1 }),
  'search commits': unprobed({ search: 1 }),
  'search issues': unprobed({ search: 1 }),
  'search prs': unprobed({ search: 1 }),
  'search repos': unprobed({ search: 1 }),
  'secret list': account({ core: 1 }, kept('secrets')),
  'ssh-key list': account({ core: 2 }, async ({ look }) => {
    const [signIn, signing] = await Promise.all(
      ['user/keys', 'user/ssh_signing_keys'].map(path => wholeList(look, path)),
    );
    return signIn && signing && found([...signIn, ...signing]);
  }),
  status: unprobed({ core: 2, graphql: 1, search: 2 }),
  'variable list': account({ core: 1 }, kept('variables')),
  'workflow list': repository({ core: 1 }, wrappedList('actions/workflows')),
  'workflow view': repository({ core: 2 }, workflowView),
} as const satisfies Readonly<Record<string, Row>>;
