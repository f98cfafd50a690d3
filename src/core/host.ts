import type { GitReader } from './git/reader.ts';
import type { StandIn } from './github/github.ts';
import type { TokenStore } from './github/tokens/sources.ts';
import type { SavedP6 } from './repository/status/status-view.ts';
import type { Clock } from './repository/watch/clock.ts';
import type { WatchFolder } from './repository/watch/watch-repository.ts';
import type { PolicySetting } from './writes/policy/sources.ts';
import type { EditTextRequest, GateUi } from './writes/question.ts';

/** The ports of the core: everything a door provides, be it an editor's window, a command line, a server or a test. */
export interface Host {
  readonly workspace: Workspace;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly report: Report;
  readonly ui: Ui;
  readonly settings: CoreSettings;
  /** A local GitHub in place of the real one, for demos and tests. */
  readonly github?: StandIn | undefined;
  readonly clock?: Clock | undefined;
}

export interface Workspace {
  /** False until the person trusts the workspace: nothing is read or run before. */
  readonly trusted: () => boolean;
  /** The folders that are open now. */
  readonly folders: () => readonly string[];
  /** Watches a work tree; without it nothing is watched, and each folder is taken for what it is when it is asked for. */
  readonly watchFolder?: WatchFolder | undefined;
}

export interface Storage {
  /** A folder of this workspace's own: panels, long outputs, gh's state. */
  readonly folder: string;
  /** The folder of this person on this machine, the same for all doors; where the system keeps such things, without it. */
  readonly userFolder?: string | undefined;
  /** Other folders that hold files of ours, such as logs: what is written there wakes nobody. */
  readonly others?: readonly string[] | undefined;
  readonly loadStatusSettings: (root: string) => SavedP6;
  readonly saveStatusSettings: (root: string, saved: Required<SavedP6>) => void;
}

export interface Secrets {
  /** Where the door keeps tokens for the person; it keeps none without it. */
  readonly stored?: TokenStore | undefined;
  /** The editor's own session with GitHub, where there is one; asked only when a setting says so. */
  readonly session?: Pick<TokenStore, 'get' | 'listen'> | undefined;
  /** The environment that children inherit, before it is cleaned; its secret-looking values are redacted. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Report {
  /** Takes a line of the log, redacted. */
  readonly log: (line: string) => void;
  /** Tells the person that something needs their attention. */
  readonly warn: (message: string) => void;
  /** Where `swallowed-errors.log` goes; none without it. */
  readonly folder?: string | undefined;
}

export interface Ui {
  /**
   * Lets the person edit a text; undefined when they changed their mind, also when the signal aborts or the window closes.
   * Without it commands for which git opens an editor are refused.
   */
  readonly editText?: ((request: EditTextRequest, signal?: AbortSignal) => Promise<string | undefined>) | undefined;
  /** The one who decides about writes. Asked for with the first write, so that it can be loaded then. */
  readonly gate: (tools: UiTools) => Promise<GateUi>;
  readonly during?: During | undefined;
  /**
   * Shows a filter that turned up after the workspace was trusted, once. The read waits for this promise and then runs,
   * without the filter unless `allow` was called; a door that does not hold reads up resolves at once and calls it later.
   * Without a door that shows it the filter stays off.
   */
  readonly showNewFilter?: ((filter: FilterQuestion, allow: () => Promise<void>) => Promise<void>) | undefined;
}

/** Shows what a tool runs while it runs; the signal aborts when the person ends it. Without it nothing is shown. */
export type During = <T>(name: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** A filter that the person has not seen: programs that git runs on the contents of files, also for `git status`. */
export interface FilterQuestion {
  readonly name: string;
  /** Its command lines, fit to be shown. */
  readonly programs: readonly string[];
  /** The repository whose config it is for. */
  readonly repository: string;
}

/** Tools for showing a question. */
export interface UiTools {
  readonly git: GitReader;
  /** Text that leaves the process. */
  readonly redact: (text: string) => string;
  /** Text for labels and messages: redacted, and invisible or reordering characters are spelled out. */
  readonly forDisplay: (text: string) => string;
  readonly reportError: (error: unknown) => void;
}

/** The settings as they are now; each is read again whenever it is needed. */
export interface CoreSettings {
  readonly gitPath: string;
  readonly ghPath: string;
  /** GitHub Enterprise hosts that tokens may go to. */
  readonly gitHubHosts: readonly string[];
  /** The account whose token is used for an owner's repositories, by `owner` or `host/owner`. */
  readonly gitHubAccounts: Readonly<Record<string, unknown>>;
  /** Whether the editor's GitHub session, and the person's own gh, are asked for a token. */
  readonly usesGitHubSession: boolean;
  readonly usesTokenOfGh: boolean;
  readonly gitTimeout: number;
  readonly ghTimeout: number;
  readonly transferTimeout: number;
  readonly readsAtOnce: number;
  readonly redactionPatterns: readonly string[];
  /** How much of an output is kept in memory and shown. */
  readonly outputBytes: number;
  /** True where an output that is no text goes to another program: it is kept as it is, in a file. */
  readonly keepsBytes: boolean;
  readonly impactTimeoutMs: number;
  readonly journalDays: number;
  readonly journalEntries: number;
  /** How much all entries of a repository may hold; 0 for the smaller of 2 GiB and a tenth of the free disk. */
  readonly journalBytes: number;
  readonly snapshotBytes: number;
  /** Whether changes of refs that others made get entries in the journal. */
  readonly notesForeign: boolean;
  readonly untrackedLimit: number;
  /** How many folders below a workspace folder repositories are looked for. */
  readonly scanDepth: number;
  /** Names of folders that are not looked into for them. */
  readonly scanIgnored: readonly string[];
  /** How often the disk is checked while the status view is visible; 0 for never. */
  readonly statusCheckMs: number;
  /** How many panels that only agents look at are kept. */
  readonly agentPanels: number;
  /** True where models are not shown what people wrote on GitHub who may not push there. */
  readonly hidesOutsiders: boolean;
  /** How much one sandbox holds. */
  readonly sandboxBytes: number;
  /** The name of a new branch that a staged commit is pushed to. */
  readonly sandboxBranch: string;
  /** What a new sandbox begins with. */
  readonly sandboxPulls: readonly string[];
  /** Whether an agent's pull is put before the person. */
  readonly asksBeforePull: boolean;
  /** Whether a push from a sandbox updates the branch that is checked out, with its files, where these are clean. */
  readonly updatesCheckedOut: boolean;
  /** Names of the groups of tools that models are offered. */
  readonly toolsets: readonly string[];
  /** Rules of the editor's settings, each list with where it stands. */
  readonly policy: () => Promise<readonly PolicySetting[]>;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_SETTINGS: CoreSettings = {
  gitPath: 'git',
  ghPath: 'gh',
  gitHubHosts: [],
  gitHubAccounts: {},
  usesGitHubSession: false,
  usesTokenOfGh: false,
  gitTimeout: 30,
  ghTimeout: 60,
  transferTimeout: 300,
  readsAtOnce: 4,
  redactionPatterns: [],
  outputBytes: MEBIBYTE,
  keepsBytes: false,
  impactTimeoutMs: 2000,
  journalDays: 14,
  journalEntries: 100,
  journalBytes: 0,
  snapshotBytes: 256 * MEBIBYTE,
  notesForeign: false,
  untrackedLimit: 2000,
  scanDepth: 1,
  scanIgnored: ['node_modules'],
  statusCheckMs: 2000,
  agentPanels: 40,
  hidesOutsiders: false,
  sandboxBytes: 256 * MEBIBYTE,
  sandboxBranch: 'worker-{timestamp}',
  sandboxPulls: [],
  asksBeforePull: false,
  updatesCheckedOut: false,
  toolsets: ['git', 'github', 'panels', 'conflicts', 'sandbox'],
  policy: async () => [],
};
