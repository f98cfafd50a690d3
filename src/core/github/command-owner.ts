import type { CommandBase } from '../command/command.ts';
import { type GhWords, walkGh } from '../command/gh/walk-gh.ts';
import { type GitHubRemote, repositoryOfAddress, repositoryOfRemotes } from './remotes.ts';

/** Commands whose argument is a repository. */
const TAKES_REPOSITORY = new Set([
  'repo archive',
  'repo clone',
  'repo create',
  'repo delete',
  'repo edit',
  'repo fork',
  'repo sync',
  'repo unarchive',
  'repo view',
]);

const ADDRESS = /^https?:\/\/(?:www\.)?(?<host>[^/]+)\/(?<owner>[^/]+)\//i;
const REPOSITORY = /^(?:[^/:\s]+\/)?(?<owner>[^/:\s]+)\/[^/\s]+$/;
const API_PATH = /^(?:https?:\/\/[^/]+)?\/?(?:api\/v3\/)?(?:orgs|repos)\/(?<owner>[^/?]+)/;
/** -R as pflag takes it, for commands that no table knows. */
const DASH_R = /^(?:--repo=|-[A-Za-z]*R=?)(?=.)/;

type Words = Pick<GhWords, 'options' | 'path' | 'positionals'>;

/** The owner whose repositories a gh command is about (`ofWrite`: its words if it is a write's): the one that its words name, else that of the remotes of its host. */
export function ownerOfCommand(
  command: Pick<CommandBase, 'args' | 'rest'>,
  remotes: readonly GitHubRemote[],
  host: string,
  ofWrite?: Words,
): string | undefined {
  const words = ofWrite ?? walkGh(command);
  const named = words === undefined ? ownerAfterR(command.rest) : ownerNamed(words, host);
  return named ?? repositoryOfRemotes(remotes.filter(remote => remote.host === host))?.owner;
}

/** The owner that a path of the API names. */
export function ownerOfPath(path: string): string | undefined {
  const owner = API_PATH.exec(path)?.groups?.owner;
  // gh puts that of the remotes there.
  return owner === '{owner}' || owner === ':owner' ? undefined : owner;
}

function ownerNamed({ path, options, positionals: [first = ''] }: Words, host: string): string | undefined {
  if (path === 'api') return ownerOfPath(first);
  const address = ADDRESS.exec(first)?.groups;
  if (address?.host?.toLowerCase() === host) return address.owner;
  const option = (name: string) => {
    const value = options.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const repository = ownerIn(option('--repo')) ?? (TAKES_REPOSITORY.has(path) ? ownerIn(first) : undefined);
  return repository ?? option('--org') ?? option('--owner') ?? (path === 'repo list' && first ? first : undefined);
}

function ownerAfterR(rest: readonly string[]): string | undefined {
  const at = rest.findIndex(word => DASH_R.test(word) || /^(?:--repo|-[A-Za-z]*R)$/.test(word));
  const word = rest[at] ?? '';
  return ownerIn(DASH_R.test(word) ? word.replace(DASH_R, '') : rest[at + 1]);
}

const ownerIn = (repository = ''): string | undefined =>
  repositoryOfAddress(repository)?.owner ?? REPOSITORY.exec(repository)?.groups?.owner;
