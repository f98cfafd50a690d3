import * as z from 'zod/mini';
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

/** Asks GitHub whose a token is and keeps it for a host; one that GitHub does not take is not kept. */
export type SetToken = (host: string, token: string, signal?: AbortSignal) => Promise<TokenSet>;

export interface SetTokenOptions {
  readonly tokens: Pick<Tokens, 'candidate' | 'judge'>;
  readonly stored: TokenStore | undefined;
  readonly apiUrl: string | undefined;
}

const user = z.object({ login: z.string() });

export function createSetToken({ tokens, stored, apiUrl }: SetTokenOptions): SetToken {
  return async (host, token, signal) => {
    if (stored === undefined) throw new Error('There is nowhere to keep a token.');
    if (!isToken(token)) return { ok: false, failure: gitHubFailure('refused', { said: 'this is no token' }) };
    const candidate = await tokens.candidate(host, token);
    const client = createGitHubClient({ tokens: { inUse: async () => candidate, judge: tokens.judge }, apiUrl });
    const answer = await client.get(host, 'user', { signal });
    // An app's token is nobody's: GitHub takes it and has no person to tell of.
    const isApp = answer.kind === 'failed' && answer.failure.code === 'missing-permission';
    if (answer.kind === 'failed' && !isApp) return { ok: false, failure: answer.failure };
    await stored.set(host, token);
    const parsed = answer.kind === 'changed' ? user.safeParse(answer.data) : undefined;
    const { facts } = candidate;
    return { ok: true, facts: { ...facts, state: 'accepted' }, login: parsed?.success ? parsed.data.login : undefined };
  };
}
