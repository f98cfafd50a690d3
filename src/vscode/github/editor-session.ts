import { authentication } from 'vscode';
import { isSameLogin } from '../../core/github/accounts.ts';

/** What the person's commands need of GitHub. */
export const SESSION_SCOPES = ['repo', 'read:org', 'gist', 'workflow'];

/** The token of the editor's session with GitHub, or of that of an account; none is asked for. */
export async function tokenOfSession(login: string | undefined): Promise<string | undefined> {
  if (login === undefined) {
    const session = await authentication.getSession('github', SESSION_SCOPES, { silent: true });
    return session?.accessToken;
  }
  const accounts = await authentication.getAccounts('github');
  const account = accounts.find(({ label }) => isSameLogin(login, label));
  if (account === undefined) return undefined;
  const session = await authentication.getSession('github', SESSION_SCOPES, { silent: true, account });
  return isSameLogin(login, session?.account.label) ? session?.accessToken : undefined;
}
