import type { Change } from './change.ts';
import { changeMadeBy } from './command/change-made-by.ts';
import { classify, isMutating, isReadOnly } from './command/classify.ts';
import type { ClassifiedCommand, MutatingCommand, Program } from './command/command.ts';
import type { Context } from './command/context.ts';
import { parse, programOf } from './command/parse.ts';
import type { RunResult } from './git/result.ts';
import type { Origin } from './origin.ts';
import type { LivePanels } from './panels/live.ts';
import type { Panel } from './panels/panel.ts';
import type { Opened } from './panels/panels.ts';
import type { Gate } from './writes/gate.ts';
import type { Entry } from './writes/journal/storage/entry.ts';

/** What came of a command. */
export type Executed =
  /** A read: its panel is open at once, `done` resolves when it has run. */
  | { readonly kind: 'panel'; readonly opened: Opened; readonly done: Promise<Panel> }
  /** A write that the person approved; it may have failed. */
  | {
      readonly kind: 'ran';
      readonly command: MutatingCommand;
      readonly result: RunResult;
      /** What the journal has of it; undefined when nothing changed or nothing could be kept. */
      readonly entry: Entry | undefined;
    }
  | { readonly kind: 'declined' | 'refused' | 'invalid' | 'untrusted'; readonly message: string };

export interface ExecuteRequest {
  /** The repository's root: where the command runs. */
  readonly repository: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  /** For the steps of a plan. */
  readonly step?: { readonly group: string; readonly note: string; readonly approved: boolean } | undefined;
}

export interface ExecuteOptions {
  readonly live: Pick<LivePanels, 'open'>;
  readonly gate: Gate;
  /** Undefined for what is no repository of the window. */
  readonly contextFor: (repository: string) => Context | undefined;
  /** False until the person trusts the workspace: nothing runs before. */
  readonly trusted: () => boolean;
  /** Hears what a write made out of date. */
  readonly changed: (change: Change) => void;
}

export type Execute = (program: Program, text: string, request: ExecuteRequest) => Promise<Executed>;

/** What a command string is, judged as it would be run in a repository. */
export type Judged =
  | { readonly ok: true; readonly command: ClassifiedCommand }
  | { readonly ok: false; readonly message: string };

export function judge(program: Program, text: string, context: Context): Judged {
  const parsed = parse(program, text);
  return parsed.ok
    ? { ok: true, command: classify(program, parsed.args, context) }
    : { ok: false, message: parsed.message };
}

export const UNTRUSTED = 'Sluice runs nothing until you trust this workspace.';
export const notOpen = (repository: string) => `Not a git repository of this window: '${repository}'`;

/** The plain sentence a model is told, with the person's own words where there are some. */
export const declined = (what: string, reason = ''): string =>
  `The person declined this ${what}. It was not run.${reason === '' ? '' : ` Their reason: ${reason}`}`;

/** The one way a command string goes, whoever sent it: a read to its panel, a write to the gate. */
export function createExecute({ live, gate, contextFor, trusted, changed }: ExecuteOptions): Execute {
  const execute: Execute = async (program, text, request) => {
    const { repository, origin, signal, step } = request;
    if (!trusted()) return { kind: 'untrusted', message: UNTRUSTED };
    const context = contextFor(repository);
    if (context === undefined) return { kind: 'invalid', message: notOpen(repository) };
    const judged = judge(program, text, context);
    if (!judged.ok) return { kind: 'invalid', message: judged.message };
    const { command } = judged;
    if (isReadOnly(command)) return { kind: 'panel', ...live.open(command, repository, { origin, signal }) };
    if (!isMutating(command)) return { kind: 'refused', message: command.verdict.reason };
    const passed = await gate(command, { repository, origin, signal, ...step });
    if (passed.kind === 'declined') return { kind: 'declined', message: declined('command', passed.reason) };
    if (passed.kind === 'refused') return passed;
    // What the person made of it is judged like any other, and asked about again if it writes.
    if (passed.kind === 'edit') return execute(programOf(passed.text), passed.text, { ...request, step: undefined });
    changed(changeMadeBy(command, repository));
    return { kind: 'ran', command, result: passed.result, entry: passed.entry };
  };
  return execute;
}
