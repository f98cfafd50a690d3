import * as z from 'zod/mini';
import { type GitHubAccounts, isSameLogin } from '../accounts.ts';
import { createGitHubClient } from '../create-client.ts';
import type { GitHubFailure } from '../failure.ts';
import { gitHubFailure } from '../failure-text.ts';
import type { TokenStore } from './sources.ts';
import { isToken, type TokenFacts } from './token.ts';
import type { Tokens } from './tokens.ts';

/** What became of a token that the person gave. */
export type TokenSet =
  /** `login` is whose it is; that of an app is nobody's. */
  | { readonly ok: true; readonly facts: TokenFacts; readonly login: string | undefined }
  | { readonly ok: false; readonly failure: GitHubFailure };

/**
 * Asks GitHub whose a token is and keeps it for a host, or for an account of it that an owner is mapped to; one that GitHub
 * does not take is not kept.
 */
export type SetToken = (host: string, token: string, signal?: AbortSignal) => Promise<TokenSet>;

export interface SetTokenOptions {
  readonly tokens: Pick<Tokens, 'candidate' | 'judge'>;
  readonly accounts: GitHubAccounts;
  readonly stored: TokenStore | undefined;
  readonly apiUrl: string | undefined;
}

const user = z.object({ login: z.string() });

export function createSetToken({ tokens, accounts, stored, apiUrl }: SetTokenOptions): SetToken {
  const ask = async (host: string, token: string, signal: AbortSignal | undefined) => {
    const candidate = await tokens.candidate(host, token);
    const asked = { inUse: async () => candidate, accountOf: () => undefined, judge: tokens.judge };
    const answer = await createGitHubClient({ tokens: asked, apiUrl }).get(host, 'user', { signal });
    const parsed = answer.kind === 'changed' ? user.safeParse(answer.data) : undefined;
    return { facts: candidate.facts, answer, login: parsed?.success ? parsed.data.login : undefined };
  };

  /** Whether the host's own token may make way for one of this account. */
  const replaces = async (login: string, host: string, old: string | undefined, signal: AbortSignal | undefined) => {
    if (old === undefined) return true;
    const { answer, login: owner } = await ask(host, old, signal);
    return isSameLogin(login, owner) || (answer.kind === 'failed' && answer.failure.code === 'bad-token');
  };

  return async (host, token, signal) => {
    if (stored === undefined) throw new Error('There is nowhere to keep a token.');
    if (!isToken(token)) return { ok: false, failure: gitHubFailure('refused', { said: 'this is no token' }) };
    const { facts, answer, login } = await ask(host, token, signal);
    // An app's token is nobody's: GitHub takes it and has no person to tell of.
    const isApp = answer.kind === 'failed' && answer.failure.code === 'missing-permission';
    if (answer.kind === 'failed' && !isApp) return { ok: false, failure: answer.failure };
    const account = accounts.all(host).find(each => isSameLogin(each, login));
    if (account !== undefined) await stored.set(host, token, account);
    if (account === undefined || (await replaces(account, host, await stored.get(host), signal)))
      await stored.set(host, token);
    return { ok: true, facts: { ...facts, state: 'accepted' }, login };
  };
}
