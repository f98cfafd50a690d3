import { join } from 'node:path';
import { loadOnce } from '../../shared/load-once.ts';
import type { Change } from '../change.ts';
import type { FindGhRun } from '../git/gh-run.ts';
import type { GitReader } from '../git/reader.ts';
import type { LivePanels } from '../panels/live.ts';
import type { ImpactOfGh } from '../writes/impact/impact-of.ts';
import { createGitHubAccounts } from './accounts.ts';
import type { FindAuthorship } from './authorship.ts';
import type { GitHubClient } from './client.ts';
import { createGitHubClient } from './create-client.ts';
import { createGhRuns } from './gh-runs.ts';
import type { GitHubGitData } from './git-data.ts';
import type { GitHubHosts } from './hosts.ts';
import type { PanelPolling } from './poll/panel-polling.ts';
import { createFindGitHubProblem, type FindGitHubProblem } from './readiness.ts';
import { GITHUB_COM, type GitHubRemote, gitHubRemotes } from './remotes.ts';
import { resetTimeOf } from './reset-time.ts';
import { createFingerprintOf } from './tokens/fingerprint.ts';
import { createTokenOfGh } from './tokens/from-gh.ts';
import { createSetToken, type SetToken } from './tokens/set-token.ts';
import { createSources, type SourcesOptions } from './tokens/sources.ts';
import { createTokens, type Tokens } from './tokens/tokens.ts';

/** GitHub as a window or a command line knows it; loaded with the first command. */
export interface GitHub {
  readonly tokens: Tokens;
  readonly hosts: GitHubHosts;
  /** Reads every token that costs no process, so that it is redacted before anything is printed. */
  readonly learn: () => Promise<void>;
  /** The remotes of a repository that lead to one of them, in the order in which gh prefers them. */
  readonly remotesOf: (root: string) => Promise<readonly GitHubRemote[]>;
  /** What gh is given for a command. */
  readonly findGhRun: FindGhRun;
  readonly client: GitHubClient;
  /** What a push of a sandbox writes there. */
  readonly gitData: () => Promise<GitHubGitData>;
  /** Who wrote what a gh command prints. */
  readonly findAuthorship: FindAuthorship;
  /** What a gh command would do there. */
  readonly impactOfGh: ImpactOfGh;
  /** Why gh could not answer for a repository, without asking GitHub. */
  readonly findProblem: FindGitHubProblem;
  /** Keeps panels of gh fresh from now on. */
  readonly poll: (panels: LivePanels) => Promise<PanelPolling>;
  readonly setToken: SetToken;
  /** Forgets the token that was set for a host, or for an account of it. */
  readonly clearToken: (host: string, account?: string) => Promise<void>;
  /** To be called with every change: remotes are remembered until the config changes. */
  readonly changed: (change: Change) => void;
  readonly settingsChanged: () => void;
  readonly dispose: () => void;
}

export interface GitHubOptions extends Omit<SourcesOptions, 'enterprise' | 'tokenOfGh'> {
  readonly git: GitReader;
  /** The program. */
  readonly gh: () => string;
  /** The workspace folders: gh is not looked for in them. */
  readonly roots: () => readonly string[];
  readonly redact: (text: string) => string;
  readonly hosts: GitHubHosts;
  /** Rows of `sluice.github.accounts`. */
  readonly accountsOfSettings: () => Readonly<Record<string, unknown>>;
  /** The folder of a workspace, and that of the person on this machine. */
  readonly storageFolder: string;
  readonly userFolder: string;
  readonly standIn?: StandIn | undefined;
  readonly learned: () => void;
  readonly reportError: (error: unknown) => void;
}

/** A local GitHub that is asked in place of the real one, for demos and tests. */
export interface StandIn {
  /** A unix socket, for gh. */
  readonly socket?: string | undefined;
  /** An address of the loopback, for Octokit. */
  readonly apiUrl?: string | undefined;
}

/** Puts the tokens and all that asks GitHub with them together; nothing is asked and no token is read before it is needed. */
export function createGitHub(options: GitHubOptions): GitHub {
  const { hosts, git, gh, environment, roots, standIn, reportError } = options;
  const accounts = createGitHubAccounts(options.accountsOfSettings);
  const program = { gh, environment, roots };
  const tokens = createTokens({
    sources: createSources({
      ...{ ...options, tokenOfGh: createTokenOfGh(program) },
      enterprise: () => enterpriseOfEnvironment(hosts),
    }),
    accounts,
    fingerprintOf: createFingerprintOf(options.userFolder),
    learned: options.learned,
    reportError,
  });
  const learn = () => tokens.learn(hosts.all());
  tokens.listen(() => void learn().catch(reportError));
  const remotes = new Map<string, Promise<readonly GitHubRemote[]>>();
  const remotesOf = (root: string) => {
    const found = remotes.get(root) ?? gitHubRemotes(git, root, hosts.all());
    remotes.set(root, found);
    return found;
  };
  const api = { tokens, apiUrl: standIn?.apiUrl };
  const client = createGitHubClient(api);
  const findGhRun = createGhRuns({
    ...{ tokens, hosts, remotesOf, socket: standIn?.socket },
    configDir: join(options.storageFolder, 'gh'),
    resetOf: (host, owner) => resetTimeOf(client, { host, owner }),
  });
  const loadImpact = loadOnce(async () => {
    const { createImpactOfGh } = await import('./impact/impact-of-gh.ts');
    return createImpactOfGh({ client, git, hosts });
  });
  const loadAuthorship = loadOnce(async () => {
    const { createFindAuthorship } = await import('./authorship.ts');
    return createFindAuthorship({ client, git, hosts, remotesOf });
  });
  return {
    ...{ tokens, hosts, learn, client, remotesOf, findGhRun },
    gitData: loadOnce(async () => (await import('./git-data.ts')).createGitData(api)),
    findAuthorship: async (...read) => (await loadAuthorship())(...read),
    impactOfGh: async (...write) => (await loadImpact())(...write),
    findProblem: createFindGitHubProblem({ ...program, remotesOf, tokens }),
    async poll(panels) {
      const { createGitHubPolling } = await import('./poll/github-polling.ts');
      return createGitHubPolling({ ...options, client, remotesOf, tokens, panels });
    },
    setToken: createSetToken({ tokens, accounts, stored: options.stored, apiUrl: standIn?.apiUrl }),
    clearToken: async (host, account) => options.stored?.set(host, undefined, account),
    changed({ repository, touched }) {
      if (touched.has('config')) remotes.delete(repository);
    },
    settingsChanged() {
      remotes.clear();
      tokens.tryAgain();
    },
    dispose: tokens.dispose,
  };
}

/** gh would give such a token to any host but GitHub's own. Here it is for the one that is named with it, or the only one. */
function enterpriseOfEnvironment({ usual, enterprises }: GitHubHosts): string | undefined {
  if (usual() !== GITHUB_COM) return usual();
  const [only, ...others] = enterprises();
  return others.length === 0 ? only : undefined;
}
