import type { Disposable } from 'vscode';
import type { FinishedRun } from '../core/finished-run.ts';
import type { PanelState } from '../core/panels/panel.ts';
import type { GivenTool } from '../core/tools/given-tool.ts';
import type { Entry } from '../core/writes/journal/storage/entry.ts';
import type { PlanOutcome } from '../core/writes/plans.ts';
import type { RunListener } from '../core/writes/restrictions.ts';
import type { UndoOutcome } from '../core/writes/undo.ts';

/** The extension's interface to other extensions; a write asks the person like any other. docs/extension-api.md has it for them. */
export interface SluiceApi {
  /** Runs one git or gh command in a repository of the window, the one in front when none is named. */
  execute(command: string, repository?: string, options?: ApiExecuteOptions): Promise<ApiAnswer>;
  /** Puts a sequence of git and gh commands before the person once and runs it in order. */
  plan(commands: readonly string[], repository?: string): Promise<PlanOutcome>;
  /** Takes back the newest mutation of the window, or of a repository, or the one with this id, and with one of a plan all of it. */
  undo(id?: string, repository?: string): Promise<UndoOutcome>;
  /** The mutations of a repository and who asked for them, the newest first. */
  journal(repository?: string): Promise<readonly ApiEntry[]>;
  panels(): readonly ApiPanel[];
  /** The status view as text. */
  statusText(): Promise<string>;
  /** How many processes Sluice has started in this window. */
  processes(): number;
  /**
   * Hears every command, undo and write of files before it runs, and before the person is asked about it, whoever asked for it; `name` is who
   * hears it, as people read it. The listener may answer `{ deny: reason }` or `{ ask: reason }`. One that throws, answers
   * something else or takes longer than 2 seconds has denied whatever is no read.
   */
  onWillRun(name: string, listener: RunListener['willRun']): Disposable;
  /** Hears every command, undo and write of files that has run. */
  onDidRun(listener: (run: FinishedRun) => void): Disposable;
  /**
   * Adds a tool to those of `@sluice` until it is disposed. Its commands go by the gate like any other. Rejects for a name that is
   * taken, a toolset that there is not, and what is no tool.
   */
  registerTool(tool: GivenTool): Promise<Disposable>;
  /** Adds a toolset for tools of your own until it is disposed. Rejects for a name that is taken. */
  registerToolset(name: string): Promise<Disposable>;
}

export interface ApiExecuteOptions {
  /** Opens a tab for the output of a read. */
  readonly show?: boolean;
}

export interface ApiAnswer {
  readonly kind: 'panel' | 'ran' | 'declined' | 'refused' | 'invalid' | 'untrusted';
  readonly message: string;
}

export interface ApiEntry extends Pick<Entry, 'id' | 'group' | 'time' | 'origin' | 'command' | 'outcome' | 'undoes'> {
  readonly undone: boolean;
  /** True for one of which only a part came back; it does not count as undone. */
  readonly undoneInPart: boolean;
  readonly changes: readonly string[];
  readonly reverts: readonly string[];
}

export interface ApiPanel {
  readonly id: string;
  readonly uid: string;
  readonly command: string;
  readonly repository: string;
  readonly state: PanelState;
  readonly text: string;
}
