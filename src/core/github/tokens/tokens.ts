import { createEmitter } from '../../../shared/emitter.ts';
import { type GitHubAccounts, isLogin } from '../accounts.ts';
import type { FingerprintOf } from './fingerprint.ts';
import type { Source } from './sources.ts';
import { isToken, kindOf, last4Of, type TokenFacts, type TokenState } from './token.ts';

/** A token for the two that may hold one: the environment of a child, and Octokit's auth. It is kept nowhere else. */
export interface TokenInUse {
  readonly facts: TokenFacts;
  /** Names the token without telling anything of it: tags of answers and the poller's lease are kept by it. */
  readonly fingerprint: string;
  readonly secret: string;
}

/** The tokens of this process, whatever their source; each is read again when its source changes. */
export interface Tokens {
  /** The token in use for an owner's repositories on a host: of the first source that has one which GitHub has not rejected. */
  inUse(host: string, owner?: string): Promise<TokenInUse | undefined>;
  /** What can be seen of every token there is for them, in the order of precedence. */
  facts(host: string, owner?: string): Promise<readonly TokenFacts[]>;
  /** The account whose token alone is used for them; undefined where it is the host's own. */
  accountOf(host: string, owner: string | undefined): string | undefined;
  /** The tokens of a host, then those of each account that an owner is mapped to. */
  byAccount(host: string): Promise<readonly TokensOfAccount[]>;
  /** Notes what GitHub said of a token; one that was exchanged meanwhile is left alone. */
  judge(fingerprint: string, state: Exclude<TokenState, 'untried'>): void;
  /** Forgets what GitHub said, so that rejected tokens are tried again. */
  tryAgain(): void;
  /** Calls back when another token is in use, or what is known of one has changed, until the returned function is called. */
  listen(listener: () => void): () => void;
  /** All that must be redacted wherever it turns up, tokens of the past included. */
  secrets(): readonly string[];
  /** Reads the sources that start no process, so that `secrets` has what is there before anything is printed. */
  learn(hosts: readonly string[]): Promise<void>;
  /** A token that is not in use yet, for the one question whose it is; it is redacted from then on. */
  candidate(host: string, secret: string): Promise<TokenInUse>;
  dispose(): void;
}

/** An account without a name has the host's own tokens. */
export interface TokensOfAccount {
  readonly host: string;
  readonly account: string | undefined;
  readonly facts: readonly TokenFacts[];
}

export interface TokensOptions {
  readonly accounts: GitHubAccounts;
  /** In the order of precedence. */
  readonly sources: readonly Source[];
  readonly fingerprintOf: FingerprintOf;
  /** Hears that `secrets` has one more. */
  readonly learned: () => void;
  readonly reportError: (error: unknown) => void;
}

/** Nothing of a source is kept between two questions, so that nothing can be out of date. */
export function createTokens({ sources, accounts, fingerprintOf, learned, reportError }: TokensOptions): Tokens {
  const changes = createEmitter(reportError);
  const states = new Map<string, TokenState>();
  const secrets = new Set<string>();
  const forget = () => {
    for (const source of sources) source.forget?.();
  };
  const stops = sources.flatMap(({ listen }) => listen?.(() => changes.emit()) ?? []);

  const note = (secret: string) => {
    if (secrets.has(secret)) return;
    secrets.add(secret);
    learned();
  };
  const describe = async (
    source: TokenFacts['source'],
    host: string,
    secret: string,
    account?: string,
  ): Promise<TokenInUse> => {
    note(secret);
    const fingerprint = await fingerprintOf(host, secret);
    const state = states.get(fingerprint) ?? 'untried';
    const facts = { host, source, ...(account && { account }), kind: kindOf(secret), last4: last4Of(secret), state };
    return { secret, fingerprint, facts };
  };
  const secretOf = async ({ read }: Source, host: string, account?: string): Promise<string | undefined> => {
    if (account !== undefined && !isLogin(account)) return undefined;
    try {
      const secret = await read(host, account);
      return secret !== undefined && isToken(secret) ? secret : undefined;
    } catch (error) {
      // One source that cannot be read leaves the others.
      reportError(error);
      return undefined;
    }
  };
  const tokenOf = async (source: Source, host: string, account?: string): Promise<TokenInUse | undefined> => {
    const secret = await secretOf(source, host, account);
    return secret === undefined ? undefined : describe(source.name, host, secret, account);
  };
  const factsOf = async (host: string, account: string | undefined): Promise<readonly TokenFacts[]> => {
    const found = await Promise.all(sources.map(source => tokenOf(source, host, account)));
    return found.flatMap(token => token?.facts ?? []);
  };
  const all = (host: string) => [undefined, ...accounts.all(host)];

  return {
    async inUse(host, owner) {
      const account = accounts.of(host, owner);
      for (const source of sources) {
        const token = await tokenOf(source, host, account);
        if (token !== undefined && token.facts.state !== 'rejected') return token;
      }
      return undefined;
    },
    facts: (host, owner) => factsOf(host, accounts.of(host, owner)),
    accountOf: accounts.of,
    byAccount: host =>
      Promise.all(all(host).map(async account => ({ host, account, facts: await factsOf(host, account) }))),
    judge(fingerprint, state) {
      if (states.get(fingerprint) === state) return;
      states.set(fingerprint, state);
      // The person may have signed in anew there.
      if (state === 'rejected') forget();
      changes.emit();
    },
    tryAgain() {
      states.clear();
      forget();
      changes.emit();
    },
    listen: changes.listen,
    secrets: () => [...secrets],
    async learn(hosts) {
      const cheap = sources.filter(({ costs = false }) => !costs);
      const places = hosts.flatMap(host => all(host).map(account => ({ host, account })));
      const found = await Promise.all(
        places.flatMap(({ host, account }) => cheap.map(source => secretOf(source, host, account))),
      );
      for (const secret of found) if (secret !== undefined) note(secret);
    },
    candidate: (host, secret) => describe('secret-storage', host, secret),
    dispose() {
      for (const stop of stops) stop();
      changes.clear();
    },
  };
}
