import { commands, window } from 'vscode';
import type { Execution } from '../core/execute.ts';
import type { PlanOutcome } from '../core/writes/plans.ts';
import { ACTION_TEXT } from './action-text.ts';
import { plainMessage } from './plain-text.ts';
import { TEXT } from './text.ts';
import type { Outputs } from './views/documents.ts';

/** The lines of a failure in its message; of a success it is the first: the editor puts lines one behind the other. */
const LINES = 6;
const UNDO = { title: TEXT.undo };
const SET_TOKEN = { title: ACTION_TEXT.report.setToken };
const OUTPUT = { title: ACTION_TEXT.report.showOutput };

export interface ReportOptions {
  readonly outputs: Outputs;
  readonly forDisplay: (text: string) => string;
  readonly undo: (id: string) => Promise<void>;
  /** What was done, where the command itself says little to a person. */
  readonly done?: string | undefined;
}

/** Tells the person what came of a command that opened no panel. */
export function report(execution: Execution, { outputs, forDisplay, undo, done }: ReportOptions): void {
  if (execution.kind === 'panel' || execution.kind === 'declined') return;
  if (execution.kind !== 'ran') return void reportNotRun(execution, forDisplay);
  const { command, result, entry } = execution;
  const name = forDisplay(command.canonical);
  const text = [result.stdout, result.stderr].filter(Boolean).join('\n');
  const most = result.ok ? 1 : LINES;
  const said = (result.ok ? text : (result.failure?.message ?? text)).trim().split('\n').slice(0, most).join('\n');
  const finished = done === undefined ? ACTION_TEXT.report.finished(name) : forDisplay(done);
  const outcome = result.ok ? finished : ACTION_TEXT.report.failed(name);
  const message = [outcome, said].filter(Boolean).join(' ');
  const isLong = text.trim().split('\n').length > most;
  const buttons = [...(entry === undefined ? [] : [UNDO]), ...(isLong || !result.ok ? [OUTPUT] : [])];
  const answer = result.ok
    ? window.showInformationMessage(plainMessage(message), ...buttons)
    : window.showErrorMessage(plainMessage(message), ...buttons);
  void answer.then(async choice => {
    if (choice === UNDO && entry !== undefined) await undo(entry.id);
    if (choice === OUTPUT)
      await window.showTextDocument(await outputs.open(`${command.program}-${command.subcommand}.txt`, text));
  });
}

async function reportNotRun(
  { message, github }: Exclude<Execution, { readonly kind: 'panel' | 'ran' }>,
  forDisplay: (text: string) => string,
): Promise<void> {
  const text = github === 'no-token' ? ACTION_TEXT.report.noToken : forDisplay(message);
  const buttons = github === 'no-token' || github === 'bad-token' ? [SET_TOKEN] : [];
  if ((await window.showErrorMessage(plainMessage(text), ...buttons)) === SET_TOKEN)
    await commands.executeCommand('sluice.setGitHubToken');
}

/** Tells the person what came of a plan. */
export function reportPlan(outcome: PlanOutcome, { forDisplay }: Pick<ReportOptions, 'forDisplay'>): void {
  if (outcome.kind === 'declined') return;
  if (outcome.kind !== 'ran') return void window.showErrorMessage(plainMessage(forDisplay(outcome.message)));
  const failed = outcome.steps.find(step => step.outcome === 'failed' || step.outcome === 'worse');
  if (failed === undefined) return;
  const message = [ACTION_TEXT.report.failed(failed.text), failed.message].filter(Boolean).join(' ');
  void window.showErrorMessage(plainMessage(forDisplay(message)));
}
