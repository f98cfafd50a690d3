import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { GitReader } from '../../git/reader.ts';
import type { LivePanels } from '../../panels/live.ts';
import { watchFolders } from '../../repository/watch/watch-folders.ts';
import type { GitHubClient } from '../client.ts';
import { placeOfCommand } from '../gh-runs.ts';
import type { GitHubHosts } from '../hosts.ts';
import { costOfRun, createFindProbes } from '../probes/find-probes.ts';
import type { GitHubRemote } from '../remotes.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { createPanelPolling, type PanelPolling } from './panel-polling.ts';
import { createPollFiles } from './poll-files.ts';
import { createPoller } from './poller.ts';
import { createSharedPoller } from './shared-poller.ts';

export interface GitHubPollingOptions {
  readonly client: GitHubClient;
  readonly hosts: GitHubHosts;
  readonly remotesOf: (root: string) => Promise<readonly GitHubRemote[]>;
  readonly tokens: Tokens;
  readonly git: GitReader;
  readonly panels: LivePanels;
  readonly trusted: () => boolean;
  readonly redact: (text: string) => string;
  /** The folder of this person on this machine: every window shares it. */
  readonly userFolder: string;
  readonly reportError: (error: unknown) => void;
}

/** Puts the polling of a window together. */
export function createGitHubPolling({
  client,
  hosts,
  remotesOf,
  tokens,
  git,
  panels,
  trusted,
  redact,
  userFolder,
  reportError,
}: GitHubPollingOptions): PanelPolling {
  const windowId = randomUUID();
  const common = { now: Date.now, reportError };
  const placeOf = placeOfCommand(hosts);
  return createPanelPolling({
    ...{ ...common, panels, tokens, trusted, redact, windowId },
    findProbes: createFindProbes({ client, git, remotesOf, placeOf }),
    costOf: costOfRun,
    placeOf: async (command, root) => placeOf(command, await remotesOf(root)),
    share(host, fingerprint, polled, owner) {
      const files = createPollFiles(join(userFolder, 'github', fingerprint), windowId);
      const poller = createPoller({ ...common, host, owner, client, files, chance: Math.random, written: polled });
      return createSharedPoller({ ...common, files, poller, polled, after, watch: watchWith(reportError) });
    },
  });
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

const watchWith =
  (reportError: (error: unknown) => void) =>
  (folder: string, changed: (name: string | undefined) => void): (() => void) => {
    const folders = watchFolders(({ name }) => changed(name), reportError);
    folders.add(folder);
    return folders.close;
  };
