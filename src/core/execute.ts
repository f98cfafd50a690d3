import type { Change } from './change.ts';
import { changeMadeBy } from './command/change-made-by.ts';
import { isMutating, isReadOnly, type MutatingCommand, type Program } from './command/command.ts';
import type { Context } from './command/context.ts';
import { programOf } from './command/parse.ts';
import type { RunResult } from './git/result.ts';
import type { Origin } from './origin.ts';
import type { LivePanels } from './panels/live.ts';
import type { Panel } from './panels/panel.ts';
import type { PanelOpening } from './panels/panels.ts';
import { declinedMessage, notOpen, UNTRUSTED } from './refusals.ts';
import type { Gate } from './writes/gate.ts';
import type { Entry } from './writes/journal/storage/entry.ts';
import type { StepResult } from './writes/plans.ts';

/** The outcome of a command. */
export type Execution =
  /** A read: its panel is open at once, `done` resolves when it has run. */
  | { readonly kind: 'panel'; readonly opened: PanelOpening; readonly done: Promise<Panel> }
  /** A write that the person approved; it may have failed. */
  | {
      readonly kind: 'ran';
      readonly command: MutatingCommand;
      readonly result: RunResult;
      /** Its entry in the journal; undefined when nothing changed or nothing could be kept. */
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
  readonly panels: Pick<LivePanels, 'open'>;
  readonly gate: Gate;
  /** Undefined for a folder that is no repository of the window. */
  readonly contextOf: (repository: string) => Context | undefined;
  /** False until the person trusts the workspace: nothing runs before. */
  readonly trusted: () => boolean;
  /** Hears what a write made out of date. */
  readonly changed: (change: Change) => void;
}

export type Execute = (program: Program, text: string, request: ExecuteRequest) => Promise<Execution>;

/** The one way a command string goes, whoever sent it: a read to its panel, a write to the gate. */
export function createExecute({ panels, gate, contextOf, trusted, changed }: ExecuteOptions): Execute {
  const execute: Execute = async (program, text, request) => {
    const { repository, origin, signal, step } = request;
    if (!trusted()) return { kind: 'untrusted', message: UNTRUSTED };
    const context = contextOf(repository);
    if (context === undefined) return { kind: 'invalid', message: notOpen(repository) };
    // The tables are a third of the code: a window loads them with its first command.
    const { classifyText } = await import('./command/tables.ts');
    const classified = classifyText(program, text, context);
    if (!classified.ok) return { kind: 'invalid', message: classified.message };
    const { command } = classified;
    if (isReadOnly(command)) return { kind: 'panel', ...panels.open(command, repository, { origin, signal }) };
    if (!isMutating(command)) return { kind: 'refused', message: command.verdict.reason };
    const passed = await gate(command, { repository, origin, signal, ...step });
    if (passed.kind === 'declined') return { kind: 'declined', message: declinedMessage('command', passed.reason) };
    if (passed.kind === 'refused') return passed;
    // An edited command is classified like any other, and asked about again if it writes.
    if (passed.kind === 'edit') return execute(programOf(passed.text), passed.text, { ...request, step: undefined });
    changed(changeMadeBy(command, repository));
    return { kind: 'ran', command, result: passed.result, entry: passed.entry };
  };
  return execute;
}

/** The outcome of a command as a step of a plan has it, once it is over. */
export async function stepResultOf(execution: Execution): Promise<StepResult> {
  if (execution.kind === 'panel') {
    const { result } = await execution.done;
    const message = result?.failure?.message ?? execution.opened.answer;
    return { outcome: result?.ok ? 'done' : 'failed', message };
  }
  if (execution.kind !== 'ran')
    return { outcome: execution.kind === 'declined' ? 'declined' : 'failed', message: execution.message };
  const { ok, stdout, stderr, failure } = execution.result;
  const printed = [stdout, stderr].filter(Boolean).join('\n').trim();
  return { outcome: ok ? 'done' : 'failed', message: failure?.message ?? printed };
}
