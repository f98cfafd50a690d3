// Types of Sluice's interface to other extensions: copy this file beside your own. docs/extension-api.md explains it.

/** `await extensions.getExtension('sluice.sluice').activate()` gives this. */
export interface SluiceApi {
  /** Runs one git or gh command in a repository of the window, the one in front when none is named. A write asks the person. */
  execute(command: string, repository?: string, options?: { readonly show?: boolean }): Promise<Answer>;
  /** Puts up to 20 commands before the person once and runs them in order. */
  plan(commands: readonly string[], repository?: string): Promise<PlanOutcome>;
  /** Takes back the newest mutation, or the one with this id, after asking. */
  undo(id?: string, repository?: string): Promise<UndoOutcome>;
  /** The mutations of a repository, the newest first. */
  journal(repository?: string): Promise<readonly JournalEntry[]>;
  panels(): readonly Panel[];
  /** The status view as text. */
  statusText(): Promise<string>;
  /** How many processes Sluice has started in this window. */
  processes(): number;
  /** Hears every command, undo and write of files before it runs, and may object. `name` is who objects, as the person reads it. */
  onWillRun(
    name: string,
    listener: (run: ComingRun) => Objection | undefined | Promise<Objection | undefined>,
  ): Disposable;
  /** Hears every command, undo and write of files that has run. */
  onDidRun(listener: (run: FinishedRun) => void): Disposable;
  /** Adds a tool to those of `@sluice` until it is disposed. */
  registerTool(tool: Tool): Promise<Disposable>;
  /** Adds a toolset for tools of your own until it is disposed. */
  registerToolset(name: string): Promise<Disposable>;
}

export interface Disposable {
  dispose(): void;
}

/** Nothing makes a command easier to run: there is no answer that allows it. */
export type Objection = { readonly deny: string } | { readonly ask: string };

export type Effect =
  | 'network'
  | 'writes-repo'
  | 'writes-files'
  | 'writes-remote'
  | 'runs-program'
  | 'opens-ui'
  | 'interactive'
  | 'long-running'
  | 'reveals-secret'
  | 'reads-outside';

export interface ComingRun {
  /** `write-files`: what Sluice itself would write into files, such as the resolution of a conflict; `push`: a commit that leaves a sandbox. */
  readonly kind: 'command' | 'undo' | 'write-files' | 'push' | 'pull';
  /** The command in its one spelling, or what would be undone or written; secrets are left out. */
  readonly command: string;
  readonly repository: string;
  /** Whose command it is. */
  readonly origin: 'palette' | 'view' | 'chat' | 'mcp' | 'cli';
  /** How the client of a tool calls itself: a claim. */
  readonly client?: string | undefined;
  readonly class: 'read-only' | 'mutating';
  readonly effects: readonly Effect[];
  readonly risk: 'none' | 'local' | 'remote' | 'destructive';
}

export interface FinishedRun {
  readonly kind: 'command' | 'undo' | 'write-files';
  readonly command: string;
  readonly repository: string;
  readonly origin: 'palette' | 'view' | 'chat' | 'mcp' | 'cli';
  readonly client?: string | undefined;
  readonly ok: boolean;
  /** Null for one that was ended before it could say, and for an undo. */
  readonly exitCode: number | null;
  /** The id of its entry in the journal; undefined for a read and for what changed nothing. */
  readonly entry?: string | undefined;
}

export interface Tool {
  /** Lower case with underscores, such as `deploy_preview`. */
  readonly name: string;
  /** `git`, `github`, `panels`, `conflicts` or `sandbox`, with which it is switched on and off, or one of your own. */
  readonly toolset: string;
  /** For a person: two or three words, and a sentence. */
  readonly title: string;
  readonly summary: string;
  /** For a model. */
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: object;
  /** Answers with a text for the model. The input is what a model made up: check it. */
  readonly call: (input: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<string> | string;
}

export interface ToolCall {
  /** Runs one git or gh command: a read at once, a write when the person says yes. */
  readonly run: (command: string, repository?: string) => Promise<ToolAnswer>;
  /** Aborts when nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

export interface ToolAnswer {
  readonly status: 'done' | 'failed' | 'declined' | 'refused' | 'waiting' | 'running';
  /** Why it did not succeed; these never change. */
  readonly code?: string | undefined;
  readonly text: string;
}

export interface Answer {
  readonly kind: 'panel' | 'ran' | 'declined' | 'refused' | 'invalid' | 'untrusted';
  readonly message: string;
}

export type PlanOutcome =
  | {
      readonly kind: 'ran';
      readonly ok: boolean;
      readonly steps: readonly {
        readonly text: string;
        readonly outcome: 'done' | 'failed' | 'declined' | 'worse' | 'not-reached';
        readonly message: string;
      }[];
      /** Undone as one. */
      readonly group: string;
    }
  | { readonly kind: 'declined' | 'refused' | 'invalid' | 'untrusted'; readonly message: string };

export interface UndoOutcome {
  readonly kind: 'undone' | 'declined' | 'refused' | 'failed';
  /** Why; these never change. */
  readonly code: string;
  readonly message: string;
  readonly repository?: string | undefined;
  /** Commands that would take back what left the machine, which undo does not. */
  readonly reverts?: readonly string[] | undefined;
}

export interface JournalEntry {
  readonly id: string;
  /** The plan that it is a step of. */
  readonly group: string | null;
  readonly command: string;
  readonly undone: boolean;
  readonly undoneInPart: boolean;
  readonly changes: readonly string[];
  readonly reverts: readonly string[];
}

export interface Panel {
  readonly id: string;
  readonly uid: string;
  readonly command: string;
  readonly repository: string;
  readonly state: string;
  readonly text: string;
}
