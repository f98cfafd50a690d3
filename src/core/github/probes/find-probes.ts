import type { ReadOnlyCommand } from '../../command/command.ts';
import { type GhWords, walkGh } from '../../command/gh/walk-gh.ts';
import type { GitReader } from '../../git/reader.ts';
import type { GitHubClient } from '../client.ts';
import { type GitHubPlace, type GitHubRemote, type GitHubRepository, repositoryOfRemotes } from '../remotes.ts';
import type { Call, Found } from './call.ts';
import { createLookups } from './lookup.ts';
import type { FindProbes } from './probe.ts';
import { repositoryNamed } from './repositories.ts';
import { type Cost, ROWS, type Row } from './rows.ts';

export interface FindProbesOptions {
  /** Its answers to lookups count like any other, but cost nothing while nothing changed. */
  readonly client: Pick<GitHubClient, 'get'>;
  readonly git: GitReader;
  readonly remotesOf: (root: string) => Promise<readonly GitHubRemote[]>;
  /** The host that gh asks for a command, and about whose repositories; undefined where it asks none. */
  readonly placeOf: (command: ReadOnlyCommand, remotes: readonly GitHubRemote[]) => GitHubPlace | undefined;
}

/** Finds the probes of a command by its row. */
export function createFindProbes({ client, git, remotesOf, placeOf }: FindProbesOptions): FindProbes {
  const lookups = createLookups(client);
  return async (command, root, signal) => {
    const words = wordsOf(command);
    const row = words && rowOf(words);
    if (words === undefined || row === undefined || row.of === 'nothing') return undefined;
    const remotes = await remotesOf(root);
    const place = placeOf(command, remotes);
    if (place === undefined) return undefined;
    const { host } = place;
    const repository = repositoryOf(
      words,
      remotes.filter(remote => remote.host === host),
      host,
    );
    const found = await findBy(row, { words, look: lookups(place, signal), repository, git, root });
    return found && { host, mayLag: [], churning: [], ...found };
  };
}

async function findBy(row: Exclude<Row, { of: 'nothing' }>, call: Call): Promise<Found | undefined> {
  if (row.of === 'account') return row.find(call);
  const { repository } = call;
  return repository && row.find({ ...call, repository });
}

/** What running a gh command costs; a query for what is not known. */
export function costOfRun(command: ReadOnlyCommand): Cost {
  if (!command.verdict.dependsOn.includes('github')) return {};
  const words = wordsOf(command);
  if (words?.path === 'api') return costOfApi(words);
  return (words && rowOf(words)?.costs) ?? { graphql: 1 };
}

function costOfApi({ positionals: [endpoint = ''] }: GhWords): Cost {
  if (endpoint === 'graphql') return { graphql: 1 };
  if (/^\/?search\/code\b/.test(endpoint)) return { code_search: 1 };
  return /^\/?search\//.test(endpoint) ? { search: 1 } : { core: 1 };
}

const wordsOf = (command: ReadOnlyCommand): GhWords | undefined =>
  command.program === 'gh' && command.verdict.dependsOn.includes('github') ? walkGh(command) : undefined;

const rowOf = ({ path }: GhWords): Row | undefined =>
  Object.hasOwn(ROWS, path) ? ROWS[path as keyof typeof ROWS] : undefined;

/** An address among the words has the last word, then `--repo`, then the remotes. */
function repositoryOf(
  { options, positionals }: GhWords,
  remotes: readonly GitHubRemote[],
  host: string,
): GitHubRepository | undefined {
  const address = /^https?:\/\/[^/]+\/([^/]+)\/([^/]+)\/(?:pull|issues)\/\d+/.exec(positionals[0] ?? '');
  if (address?.[1] && address[2]) return { host, owner: address[1], name: address[2] };
  const named = options.get('--repo');
  if (named === undefined) return repositoryOfRemotes(remotes);
  const repository = typeof named === 'string' ? repositoryNamed(named) : undefined;
  return repository && { ...repository, host };
}
