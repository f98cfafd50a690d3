import type { GitReader } from '../git/reader.ts';
import { GITHUB_COM } from './hosts.ts';

export { GITHUB_COM };

/** A repository on GitHub or on an enterprise host. */
export interface GitHubRepository {
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

/** Whose repositories on which host: what decides whose token is used. */
export interface GitHubPlace {
  readonly host: string;
  readonly owner: string | undefined;
}

/** A remote of a local repository that leads to such a host. */
export interface GitHubRemote extends GitHubRepository {
  readonly remote: string;
  /** What `gh repo set-default` noted here: `base`, or another repository as owner/name. */
  readonly resolved: string | undefined;
}

const ADDRESSES = [
  /^(?:https?|git|ssh|git\+ssh):\/\/(?:[^/@]*@)?(?<host>[^/:]+)(?::\d+)?\/(?<owner>[^/]+)\/(?<name>[^/]+?)(?:\.git)?\/?$/i,
  /^(?:[^/@:]+@)?(?<host>[^/:]+):\/?(?<owner>[^/]+)\/(?<name>[^/]+?)(?:\.git)?\/?$/,
];

/** The repository that an address names, whatever the host; undefined for a path and for what is no owner/name. */
export function repositoryOfAddress(address: string): GitHubRepository | undefined {
  for (const pattern of ADDRESSES) {
    const { host, owner, name } = pattern.exec(address)?.groups ?? {};
    if (host && owner && name) return { host: hostOf(host), owner, name };
  }
  return undefined;
}

function hostOf(host: string): string {
  const name = host.toLowerCase();
  return name === 'ssh.github.com' || name === 'www.github.com' ? GITHUB_COM : name;
}

/** The remotes of a repository on one of these hosts, in the order in which gh prefers them. */
export async function gitHubRemotes(git: GitReader, root: string, hosts: readonly string[]): Promise<GitHubRemote[]> {
  const listing = await git.tryRead(['config', '-z', '--get-regexp', '^remote\\..*\\.(url|gh-resolved)$'], root);
  const addresses = new Map<string, string>();
  const resolved = new Map<string, string>();
  for (const entry of (listing ?? '').split('\0')) {
    const [key = '', value = ''] = cutAt(entry, '\n');
    const [, remote = '', variable] = /^remote\.(.*)\.([^.]*)$/s.exec(key) ?? [];
    // Of several addresses git fetches from the first.
    if (variable === 'url' && !addresses.has(remote)) addresses.set(remote, value);
    if (variable === 'gh-resolved') resolved.set(remote, value);
  }
  return [...addresses]
    .flatMap(([remote, address]) => {
      const found = repositoryOfAddress(address);
      if (found === undefined || !hosts.includes(found.host)) return [];
      return [{ ...found, remote, resolved: resolved.get(remote) }];
    })
    .toSorted((one, other) => rankOf(one.remote) - rankOf(other.remote));
}

/** gh asks nobody here: it takes what `gh repo set-default` noted, else the first in its order. */
export function repositoryOfRemotes(remotes: readonly GitHubRemote[]): GitHubRepository | undefined {
  const chosen = remotes.find(({ resolved }) => resolved !== undefined) ?? remotes[0];
  if (chosen === undefined) return undefined;
  const { host, owner, name, resolved } = chosen;
  const [otherOwner, otherName] = resolved?.split('/') ?? [];
  return otherOwner && otherName ? { host, owner: otherOwner, name: otherName } : { host, owner, name };
}

const PREFERRED = ['upstream', 'github', 'origin'];

function rankOf(remote: string): number {
  const rank = PREFERRED.indexOf(remote.toLowerCase());
  return rank === -1 ? PREFERRED.length : rank;
}

function cutAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}
