import { authentication, type SecretStorage } from 'vscode';
import { isSameLogin } from '../../core/github/accounts.ts';
import type { TokenStore } from '../../core/github/tokens/sources.ts';

/** Tokens in the editor's own keeping, where the system encrypts them; every window hears of a new one. */
export function secretStore(secrets: SecretStorage): TokenStore {
  // No name of a host has a slash.
  const keyOf = (host: string, account: string | undefined) =>
    `github.token.${host}${account === undefined ? '' : `/${account.toLowerCase()}`}`;
  return {
    get: async (host, account) => secrets.get(keyOf(host, account)),
    async set(host, token, account) {
      const key = keyOf(host, account);
      await (token === undefined ? secrets.delete(key) : secrets.store(key, token));
    },
    listen(changed) {
      const listening = secrets.onDidChange(changed);
      return () => listening.dispose();
    },
  };
}

/** What the person's commands need of GitHub. */
export const SESSION_SCOPES = ['repo', 'read:org', 'gist', 'workflow'];

const accountNamed = async (login: string) =>
  (await authentication.getAccounts('github')).find(({ label }) => isSameLogin(login, label));

/** The session with GitHub that the person has in the editor; none is asked for. */
export const gitHubSession: Pick<TokenStore, 'get' | 'listen'> = {
  async get(_host, login) {
    const account = login === undefined ? undefined : await accountNamed(login);
    if (login !== undefined && account === undefined) return undefined;
    const which = account === undefined ? {} : { account };
    const session = await authentication.getSession('github', SESSION_SCOPES, { silent: true, ...which });
    return login === undefined || isSameLogin(login, session?.account.label) ? session?.accessToken : undefined;
  },
  listen(changed) {
    const listening = authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id === 'github') changed();
    });
    return () => listening.dispose();
  },
};
