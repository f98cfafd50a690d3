import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isReadOnly, type ReadOnlyCommand } from '../../../../src/core/command/command.ts';
import { notRun, type RunResult } from '../../../../src/core/git/result.ts';
import type { GitHubClient } from '../../../../src/core/github/client.ts';
import { createGitHubClient } from '../../../../src/core/github/create-client.ts';
import { createPanelPolling, type PanelPolling } from '../../../../src/core/github/poll/panel-polling.ts';
import { createPollFiles } from '../../../../src/core/github/poll/poll-files.ts';
import type { Chance, Cost, Written } from '../../../../src/core/github/poll/poll-state.ts';
import { createPoller, type Poller } from '../../../../src/core/github/poll/poller.ts';
import type { FindProbes } from '../../../../src/core/github/probes/probe.ts';
import type { Tokens } from '../../../../src/core/github/tokens/tokens.ts';
import { createLivePanels, type LivePanels } from '../../../../src/core/panels/live.ts';
import { createPanelStore } from '../../../../src/core/panels/store.ts';
import type { Gh } from '../../../github/gh.ts';
import { token } from '../../../github/sample.ts';
import type { LocalGitHub } from '../../../github/server.ts';
import { commandOf, workspace } from '../../../support/verdict-of.ts';

const HOST = 'github.com';
/** A word that is redacted everywhere. */
export const SECRET = 'open-sesame';

export const tokens: Pick<Tokens, 'inUse' | 'accountOf' | 'judge' | 'listen'> = {
  accountOf: () => undefined,
  inUse: async host => ({
    facts: { host, source: 'environment', kind: 'classic', last4: token.slice(-4), state: 'accepted' },
    fingerprint: 'f'.repeat(32),
    secret: token,
  }),
  judge() {},
  listen: () => () => {},
};

export interface VirtualWindow {
  readonly live: LivePanels;
  readonly polling: PanelPolling;
  /** Opens a panel and has it seen; resolves when it has run. */
  show(text: string): Promise<string>;
}

export interface WindowsOptions {
  readonly github: LocalGitHub;
  readonly gh: Gh;
  readonly folder: string;
  readonly findProbes: (client: GitHubClient) => FindProbes;
  readonly costOf: (command: ReadOnlyCommand) => Cost;
  readonly chance: Chance;
  /** The client as the poller has it. */
  readonly through?: (client: GitHubClient) => GitHubClient;
  /** In place of gh. */
  readonly read?: (command: ReadOnlyCommand) => Promise<RunResult>;
}

/** Windows of one machine in virtual time: real panels, files, client and gh; only time and turns are the test's. */
export function virtualWindows({
  github,
  gh,
  folder,
  findProbes,
  costOf,
  chance,
  through = client => client,
  read,
}: WindowsOptions) {
  const now = () => github.clock.now();
  const fail = (error: unknown) => {
    throw error;
  };
  /** Each process has its own. */
  const newClient = () => createGitHubClient({ tokens, apiUrl: github.url, now });
  const shared = join(folder, 'poll');
  const windows: (VirtualWindow & { readonly hear: (found: Written) => void })[] = [];
  const newPoller = (): Poller =>
    createPoller({
      host: HOST,
      client: through(newClient()),
      files: createPollFiles(shared, randomUUID()),
      now,
      chance,
      written() {
        isNew = true;
      },
    });
  let poller = newPoller();
  let trusted = true;
  /** Whether the poller has written something that nobody has heard yet. */
  let isNew = false;
  const signal = new AbortController().signal;

  const run = async (command: ReadOnlyCommand): Promise<RunResult> => {
    const { stdout, stderr, exitCode } = await gh.run([...command.hardening.args]);
    const failed = notRun('exit-code', `gh exited with code ${exitCode}.\n${stderr}`);
    if (exitCode !== 0) return { ...failed, stdout, stderr, exitCode };
    const { failure: _, ...rest } = failed;
    return { ...rest, ok: true, stdout, stderr, exitCode };
  };

  const add = (): VirtualWindow => {
    const windowId = randomUUID();
    let hear = (_: Written) => {};
    const live = createLivePanels({
      runner: { read: read ?? run },
      store: createPanelStore({
        folder: join(folder, windowId),
        contextOf: () => workspace,
        redact: text => text,
        now,
      }),
      host: { now, uuid: randomUUID, reportError: fail },
      reportError: fail,
    });
    const files = createPollFiles(shared, windowId);
    const polling = createPanelPolling({
      ...{ panels: live, findProbes: findProbes(newClient()), costOf, tokens, windowId, now, reportError: fail },
      placeOf: async () => ({ host: HOST, owner: undefined }),
      trusted: () => trusted,
      redact: text => text.replaceAll(SECRET, '***'),
      share(_host, _fingerprint, polled) {
        hear = polled;
        return {
          show: (panels, changedAt) =>
            panels.length > 0 ? files.writeWindow(panels, changedAt) : files.removeWindow(),
          dispose: files.removeWindow,
        };
      },
    });
    const window = {
      live,
      polling,
      hear: (found: Written) => hear(found),
      async show(text: string) {
        const command = commandOf(text);
        if (!isReadOnly(command)) throw new Error(`${text}: ${command.verdict.reason}`);
        const { opened, done } = live.open(command, workspace.cwd, { origin: 'palette' });
        live.seen(opened.panel.id);
        await done;
        await polling.settled();
        return opened.panel.id;
      },
    };
    windows.push(window);
    return window;
  };

  /** Has every window read what the poller wrote, or somebody in its place. */
  const hear = async (): Promise<void> => {
    const found = await createPollFiles(shared, '').readPolled();
    if (found) for (const window of windows) window.hear(found);
  };

  /** Does all that is due now; gives the time of what is due next. */
  const settle = async (): Promise<number> => {
    for (;;) {
      for (const { polling } of windows) await polling.settled();
      isNew = false;
      const nextAt = await poller.round(signal);
      if (!isNew) return nextAt;
      await hear();
    }
  };

  return {
    windows: windows as readonly VirtualWindow[],
    /** The folder that the windows share. */
    shared,
    add,
    hear,
    settle,
    distrust() {
      trusted = false;
    },
    /** Lets time pass, step by step as something is due. */
    async pass(minutes: number, each: () => void = () => {}): Promise<void> {
      const end = now() + minutes * 60_000;
      for (;;) {
        const nextAt = Math.min(await settle(), end);
        each();
        if (now() >= end) return;
        github.clock.advance({ seconds: Math.max(1, Math.ceil((nextAt - now()) / 1000)) });
      }
    },
    /** Another process polls from now on: it knows what is in the files. */
    async replacePoller(): Promise<void> {
      poller = newPoller();
      await poller.takeOver();
    },
    async dispose(): Promise<void> {
      for (const { live, polling } of windows) {
        live.dispose();
        await polling.dispose();
      }
    },
  };
}
