import { GITHUB_COM } from '../remotes.ts';
import { tokenOfDotenv } from './dotenv.ts';
import type { TokenSource } from './token.ts';

/** One place a token can come from. */
export interface Source {
  readonly name: TokenSource;
  /** True when looking there starts a process: it is only done when no other source has a token. */
  readonly costs?: boolean | undefined;
  /** The token it has for a host now; with an account that of no other. */
  readonly read: (host: string, account: string | undefined) => Promise<string | undefined> | string | undefined;
  /** Calls back when it may have another one, until the returned function is called. */
  readonly listen?: ((changed: () => void) => () => void) | undefined;
  /** Drops what it remembers, so that the next question is asked anew. */
  readonly forget?: (() => void) | undefined;
}

/** A place where a door keeps tokens for the person, by host, and beside that by account. */
export interface TokenStore {
  get(host: string, account?: string): Promise<string | undefined>;
  set(host: string, token: string | undefined, account?: string): Promise<void>;
  listen(changed: () => void): () => void;
}

export interface SourcesOptions {
  readonly trusted: () => boolean;
  readonly folders: () => readonly string[];
  /** Calls back when a .env file of a workspace folder may have changed; without it each use looks anew all the same. */
  readonly watchDotenv?: Source['listen'];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The GitHub Enterprise host that the token of the environment is for, if there is one. */
  readonly enterprise: () => string | undefined;
  readonly stored?: TokenStore | undefined;
  readonly session?: Pick<TokenStore, 'get' | 'listen'> | undefined;
  readonly usesSession: () => boolean;
  readonly tokenOfGh: (host: string, account: string | undefined) => Promise<string | undefined>;
  readonly usesGh: () => boolean;
}

/**
 * Every source in the order of precedence. Nothing of an untrusted workspace is read, and nothing started in it. A file or
 * the environment does not say whose its token is, so that it is that of no account.
 */
export function createSources(options: SourcesOptions): readonly Source[] {
  const { trusted, folders, environment, enterprise, stored, session, usesSession, usesGh } = options;
  const sources: Record<TokenSource, Omit<Source, 'name'>> = {
    'secret-storage': { read: (host, account) => stored?.get(host, account), listen: stored?.listen },
    dotenv: {
      read: (host, account) =>
        host === GITHUB_COM && account === undefined && trusted() ? tokenOfDotenv(folders()) : undefined,
      listen: options.watchDotenv,
    },
    environment: {
      read(host, account) {
        if (account !== undefined) return undefined;
        const { GITHUB_TOKEN, GH_TOKEN, GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN } = environment;
        if (host === GITHUB_COM) return GITHUB_TOKEN || GH_TOKEN;
        return host === enterprise() ? GH_ENTERPRISE_TOKEN || GITHUB_ENTERPRISE_TOKEN : undefined;
      },
    },
    'editor-session': {
      read: (host, account) => (host === GITHUB_COM && usesSession() ? session?.get(host, account) : undefined),
      listen: session?.listen,
    },
    gh: { costs: true, ...onceEach(options.tokenOfGh, () => usesGh() && trusted()) },
  };
  return Object.entries(sources).map(([name, source]) => ({ name: name as TokenSource, ...source }));
}

/** Remembers each answer for as long as asking is allowed. */
function onceEach(ask: SourcesOptions['tokenOfGh'], allowed: () => boolean): Pick<Source, 'read' | 'forget'> {
  const known = new Map<string, Promise<string | undefined>>();
  return {
    read(host, account) {
      if (!allowed()) {
        known.clear();
        return undefined;
      }
      const key = `${host}/${account ?? ''}`;
      const answer = known.get(key) ?? ask(host, account);
      known.set(key, answer);
      return answer;
    },
    forget: () => known.clear(),
  };
}
