import { GITHUB_COM } from './hosts.ts';

/** Which of a person's accounts on a host is used for an owner's repositories. */
export interface GitHubAccounts {
  /** As the person wrote it; undefined where the host's own token is used. */
  readonly of: (host: string, owner: string | undefined) => string | undefined;
  /** Every account that a host's owners are mapped to. */
  readonly all: (host: string) => readonly string[];
}

/** What can be the name of an account: one word that is no option of gh's and leads to no other key of a store. */
const LOGIN = /^[a-z\d][\w-]{0,99}$/i;

export const isLogin = (text: string): boolean => LOGIN.test(text);

/** Logins are the same whatever their case. */
export const isSameLogin = (one: string, other: string | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase();

/**
 * Reads rows such as `octo-org: mona-work` and `ghe.example.com/team: mona`. An owner whose account cannot be read stays
 * mapped, to one that has no token: the token of another is not used in its place.
 */
export function createGitHubAccounts(ofSettings: () => Readonly<Record<string, unknown>>): GitHubAccounts {
  const rows = () =>
    Object.entries(ofSettings()).map(([key, account]) => {
      const [owner = '', host = GITHUB_COM] = key.trim().toLowerCase().split('/').toReversed();
      return { host, owner, account: `${account}`.trim() };
    });
  return {
    of: (host, owner) => rows().find(row => row.host === host && row.owner === owner?.toLowerCase())?.account,
    all(host) {
      const names = rows().flatMap(row => (row.host === host && isLogin(row.account) ? row.account : []));
      return names.filter((name, at) => names.findIndex(other => isSameLogin(other, name)) === at);
    },
  };
}
