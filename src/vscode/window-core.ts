import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExtensionContext, type LogOutputChannel, window, workspace } from 'vscode';
import type { Context } from '../core/command/context.ts';
import { type AskGit, createAsk } from '../core/git/ask.ts';
import { createLog } from '../core/git/log.ts';
import { readerFrom } from '../core/git/reader.ts';
import { createRedactor } from '../core/git/redact.ts';
import { createRunner, type Runner } from '../core/git/runner.ts';
import { createLivePanels, type LivePanels } from '../core/panels/live.ts';
import { createPanelStore } from '../core/panels/store.ts';
import { createRepositories, type Repositories } from '../core/repository/repositories.ts';
import { createStatusView, type SavedP6, type StatusView } from '../core/repository/status/status-view.ts';
import { createSpendApproval } from '../core/writes/approval.ts';
import { spellOutInvisible } from '../shared/invisible-characters.ts';
import { onSetting, setting } from './settings.ts';
import { watchFolder } from './watch-folder.ts';

/** Keeps a part until the extension is switched off. */
export type Own = <T extends { dispose(): unknown }>(part: T) => T;

/** The core of a window: what reads, runs and watches, before any of it is shown. */
export interface WindowCore {
  readonly channel: LogOutputChannel;
  readonly redact: (text: string) => string;
  /** For labels and messages: redacted, and what cannot be seen or turns what is seen around is spelled out. */
  readonly forDisplay: (text: string) => string;
  readonly reportError: (where: string, error: unknown) => void;
  readonly reportErrorIn: (where: string) => (error: unknown) => void;
  readonly trusted: () => boolean;
  readonly ask: AskGit;
  readonly runner: Runner;
  readonly repositories: Repositories;
  /** Looks for repositories in the folders that the window has now. */
  readonly lookForRepositories: () => Promise<void>;
  readonly isOpen: (root: string) => boolean;
  readonly contextFor: (root: string) => Context;
  /** Undefined when the window does not have that repository; without one, of the first. */
  readonly contextOf: (root: string | undefined) => Context | undefined;
  readonly live: LivePanels;
  readonly status: StatusView;
  readonly spillFolder: string;
  /** How many have been started. */
  readonly processes: () => number;
}

export function createWindowCore(context: ExtensionContext, own: Own): WindowCore {
  const channel = own(window.createOutputChannel('Sluice', { log: true }));
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const spillFolder = join(storage, 'output');
  const trusted = () => workspace.isTrusted;

  const newRedactor = () =>
    createRedactor({ tokens: [], environment: process.env, patterns: setting('redaction.patterns') });
  let redactor = newRedactor();
  own(onSetting(['redaction.patterns'], () => (redactor = newRedactor())));
  const redact = (text: string) => redactor.redact(text);
  const log = createLog({ write: line => channel.info(line), folder: context.logUri.fsPath, redact });
  const reportError = (where: string, error: unknown) => void log.failure(where, error);
  const reportErrorIn = (where: string) => (error: unknown) => reportError(where, error);

  let processes = 0;
  let folders: readonly string[] = [];
  /** A folder inside a repository opens all of it. */
  const roots = () => [...folders, ...repositories.list().map(({ root }) => root)];
  const git = () => setting('git.path') || 'git';
  const ask = createAsk({ git, started: () => (processes += 1) });
  const runner = createRunner({
    spendApproval: createSpendApproval(readerFrom(ask)),
    roots,
    gh: () => ({ configDir: join(storage, 'gh') }),
    redactor: () => redactor,
    log: {
      ...log,
      command(...run) {
        processes += 1;
        return log.command(...run);
      },
    },
    programs: () => ({ git: git(), gh: 'gh' }),
    timeouts: () => ({ git: setting('timeouts.git'), transfer: setting('timeouts.transfer') }),
    readsAtOnce: setting('reads.atOnce'),
    spillFolder,
  });

  const repositories = own(
    createRepositories({
      roots: () => folders,
      watchWorkTree: watchFolder,
      ours: [storage, context.globalStorageUri.fsPath, context.logUri.fsPath],
      reportError: reportErrorIn('Watching'),
    }),
  );
  const isOpen = (root: string) => repositories.list().some(each => each.root === root);
  const contextFor = (root: string) => ({ roots: roots(), cwd: root });
  const contextOf = (root: string | undefined) => {
    const known = root ?? repositories.list()[0]?.root;
    return known !== undefined && isOpen(known) ? contextFor(known) : undefined;
  };

  const store = createPanelStore({ folder: join(storage, 'panels'), contextOf, redact, now: Date.now });
  const live = own(
    createLivePanels({
      runner,
      store,
      host: { now: Date.now, uuid: randomUUID, reportError: reportErrorIn('A listener to panels') },
      reportError: reportErrorIn('Panels'),
    }),
  );
  const status = own(
    createStatusView({
      ask,
      repositories: repositories.list,
      problem: repositories.problem,
      trusted,
      load: root => context.workspaceState.get<SavedP6>(`status.${root}`, {}),
      save: (root, saved) => void context.workspaceState.update(`status.${root}`, saved),
      redact,
      contextFor,
      read: (command, repository) => runner.read(command, { repository, origin: 'view' }),
      reportError: reportErrorIn('The status view'),
      untrackedCap: () => setting('status.untrackedLimit'),
      checkMs: () => setting('status.checkInterval') * 1000,
    }),
  );
  own(onSetting(['git.path', 'status.untrackedLimit', 'status.checkInterval'], () => void status.refresh()));

  return {
    channel,
    redact,
    forDisplay: text => spellOutInvisible(redact(text)),
    reportError,
    reportErrorIn,
    trusted,
    ask,
    runner,
    repositories,
    async lookForRepositories() {
      if (!trusted()) return;
      const uris = (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
      folders = await Promise.all(uris.map(({ fsPath }) => realpath(fsPath).catch(() => fsPath)));
      await repositories.refresh();
      status.repositoriesChanged();
    },
    isOpen,
    contextFor,
    contextOf,
    live,
    status,
    spillFolder,
    processes: () => processes,
  };
}
