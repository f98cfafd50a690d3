import { authentication, type SecretStorage } from 'vscode';
import type { TokenStore } from '../../core/github/tokens/sources.ts';

/** Tokens in the editor's own keeping, where the system encrypts them; every window hears of a new one. */
export function secretStore(secrets: SecretStorage): TokenStore {
  const keyOf = (host: string) => `github.token.${host}`;
  return {
    get: async host => secrets.get(keyOf(host)),
    async set(host, token) {
      await (token === undefined ? secrets.delete(keyOf(host)) : secrets.store(keyOf(host), token));
    },
    listen(changed) {
      const listening = secrets.onDidChange(changed);
      return () => listening.dispose();
    },
  };
}

/** What the person's commands need of GitHub. */
export const SESSION_SCOPES = ['repo', 'read:org', 'gist', 'workflow'];

/** The session with GitHub that the person has in the editor; none is asked for. */
export const gitHubSession: Pick<TokenStore, 'get' | 'listen'> = {
  async get() {
    const session = await authentication.getSession('github', SESSION_SCOPES, { silent: true });
    return session?.accessToken;
  },
  listen(changed) {
    const listening = authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id === 'github') changed();
    });
    return () => listening.dispose();
  },
};
