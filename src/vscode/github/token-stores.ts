import { authentication, type SecretStorage } from 'vscode';
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

/** The session with GitHub that the person has in the editor. */
export const gitHubSession: Pick<TokenStore, 'get' | 'listen'> = {
  get: async (_host, account) => (await import('./editor-session.ts')).tokenOfSession(account),
  listen(changed) {
    const listening = authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id === 'github') changed();
    });
    return () => listening.dispose();
  },
};
