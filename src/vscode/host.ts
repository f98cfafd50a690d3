import { type ExtensionContext, type LogOutputChannel, window, workspace } from 'vscode';
import { standInOf } from '../core/github/stand-in.ts';
import { type CoreSettings, DEFAULT_SETTINGS, type Host, type Ui } from '../core/host.ts';
import type { SavedP6 } from '../core/repository/status/status-view.ts';
import { gitHubSession, secretStore } from './github/token-stores.ts';
import { plainMessage } from './plain-text.ts';
import { setting } from './settings.ts';
import { watchFolder } from './watch-folder.ts';

/** The folders of the window that are on this machine. */
export const localFolders = (): readonly string[] =>
  (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);

/** The ports of an editor's window. */
export function editorHost(context: ExtensionContext, channel: LogOutputChannel, ui: Ui): Host {
  const warn = (message: string) => void window.showWarningMessage(plainMessage(message));
  const { storageUri, globalStorageUri, logUri, workspaceState } = context;
  return {
    workspace: {
      trusted: () => workspace.isTrusted,
      folders: localFolders,
      watchFolder,
    },
    storage: {
      folder: (storageUri ?? globalStorageUri).fsPath,
      others: [globalStorageUri.fsPath, logUri.fsPath],
      loadStatusSettings: root => workspaceState.get<SavedP6>(`status.${root}`, {}),
      saveStatusSettings: (root, saved) => void workspaceState.update(`status.${root}`, saved),
    },
    secrets: { stored: secretStore(context.secrets), session: gitHubSession, environment: process.env },
    github: standInOf(process.env, warn),
    report: {
      log: line => channel.info(line),
      warn,
      folder: logUri.fsPath,
    },
    ui,
    settings: editorSettings,
  };
}

/** The groups of tools that a setting switches on. */
const TOOLSETS = ['git', 'github', 'panels', 'conflicts', 'sandbox'] as const;
const SECOND_MS = 1000;
const MEGABYTE = 1024 * 1024;

const editorSettings: CoreSettings = {
  get gitPath() {
    return setting('git.path') || DEFAULT_SETTINGS.gitPath;
  },
  get ghPath() {
    return setting('gh.path') || DEFAULT_SETTINGS.ghPath;
  },
  get gitHubHosts() {
    return setting('github.hosts');
  },
  get gitHubAccounts() {
    return setting('github.accounts') ?? {};
  },
  get usesGitHubSession() {
    return setting('github.useEditorSession');
  },
  get usesTokenOfGh() {
    return setting('github.useTokenOfGh');
  },
  get gitTimeout() {
    return setting('timeouts.git');
  },
  get ghTimeout() {
    return setting('timeouts.gh');
  },
  get transferTimeout() {
    return setting('timeouts.transfer');
  },
  get readsAtOnce() {
    return setting('reads.atOnce');
  },
  get redactionPatterns() {
    return setting('redaction.patterns');
  },
  outputBytes: DEFAULT_SETTINGS.outputBytes,
  keepsBytes: DEFAULT_SETTINGS.keepsBytes,
  get impactTimeoutMs() {
    return setting('gate.radiusTimeout') * SECOND_MS;
  },
  get journalDays() {
    return setting('journal.keepDays');
  },
  get journalEntries() {
    return setting('journal.keepEntries');
  },
  get journalBytes() {
    return setting('journal.keepMegabytes') * MEGABYTE;
  },
  get notesForeign() {
    return setting('journal.foreignChanges');
  },
  get snapshotBytes() {
    return setting('journal.mostMegabytes') * MEGABYTE;
  },
  get untrackedLimit() {
    return setting('status.untrackedLimit');
  },
  get scanDepth() {
    return setting('repositories.scanDepth');
  },
  get scanIgnored() {
    return setting('repositories.ignoredFolders');
  },
  get statusCheckMs() {
    return setting('status.checkInterval') * SECOND_MS;
  },
  get agentPanels() {
    return setting('panels.keepAgents');
  },
  get hidesOutsiders() {
    return setting('github.hideOutsiders');
  },
  get sandboxBytes() {
    return setting('sandbox.maxMegabytes') * MEGABYTE;
  },
  get sandboxBranch() {
    return setting('sandbox.branchTemplate');
  },
  get sandboxPulls() {
    return setting('sandbox.pullPaths');
  },
  get asksBeforePull() {
    return setting('sandbox.askBeforePull');
  },
  get updatesCheckedOut() {
    return setting('sandbox.updateCheckedOutBranch');
  },
  get toolsets() {
    return TOOLSETS.filter(name => setting(`tools.${name}`));
  },
  policy: async () => (await import('./policy-settings.ts')).policySettings(),
};
