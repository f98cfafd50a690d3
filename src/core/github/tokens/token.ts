/** The places a token can come from; the first that has one for a host is used. */
export const TOKEN_SOURCES = ['secret-storage', 'dotenv', 'environment', 'editor-session', 'gh'] as const;
export type TokenSource = (typeof TOKEN_SOURCES)[number];

/** What a token's beginning says of it. */
export type TokenKind = 'classic' | 'fine-grained' | 'oauth' | 'app' | 'unknown';

/** What GitHub has said of it so far. A network error says nothing. */
export type TokenState = 'untried' | 'accepted' | 'rejected' | 'pending';

/** All that can be seen of a token outside the manager. */
export interface TokenFacts {
  readonly host: string;
  readonly source: TokenSource;
  /** Whose it is, where it was looked for by account. */
  readonly account?: string;
  readonly kind: TokenKind;
  readonly last4: string;
  readonly state: TokenState;
}

const KINDS: readonly (readonly [beginning: RegExp, kind: TokenKind])[] = [
  [/^ghp_/, 'classic'],
  [/^github_pat_/, 'fine-grained'],
  [/^gho_/, 'oauth'],
  [/^gh[rsu]_/, 'app'],
  // Before 2021 a token had no beginning of its own.
  [/^[\da-f]{40}$/, 'classic'],
];

export const kindOf = (token: string): TokenKind =>
  KINDS.find(([beginning]) => beginning.test(token))?.[1] ?? 'unknown';

/** Whether a text can be a token: one word of what may stand in a header. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]{8,512}$/.test(text);

/** Enough to know one's token again; of a short one, which GitHub does not give out, that would be too much of it. */
export const last4Of = (token: string): string => (token.length < 16 ? '' : token.slice(-4));
