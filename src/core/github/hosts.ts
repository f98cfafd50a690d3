export const GITHUB_COM = 'github.com';

const HOST_NAME = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;

/** The hosts a person works with: no token goes to any other. */
export interface GitHubHosts {
  /** GitHub's own, then those of the environment and the settings. */
  readonly all: () => readonly string[];
  /** Those that are not GitHub's own. */
  readonly enterprises: () => readonly string[];
  /** The host to ask where neither words nor remotes name one. */
  readonly usual: () => string;
}

/** Only the person's own environment and settings say which hosts there are; a workspace cannot. */
export function createGitHubHosts(
  { GH_HOST = '' }: Readonly<Record<string, string | undefined>>,
  ofSettings: () => readonly string[],
): GitHubHosts {
  const named = (hosts: readonly string[]) =>
    hosts.map(host => host.trim().toLowerCase()).filter(host => HOST_NAME.test(host));
  const all = () => [...new Set([GITHUB_COM, ...named([GH_HOST, ...ofSettings()])])];
  return { all, enterprises: () => all().slice(1), usual: () => named([GH_HOST])[0] ?? GITHUB_COM };
}
