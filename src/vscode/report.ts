import { window } from 'vscode';
import type { Executed } from '../core/execute.ts';
import type { Outputs } from './documents.ts';
import { plainMessage } from './plain.ts';

const LINES = 6;

/** Tells the person what came of a command that opened no panel. */
export function report(executed: Executed, outputs: Outputs, shown: (text: string) => string): void {
  if (executed.kind === 'panel' || executed.kind === 'declined') return;
  if (executed.kind !== 'ran') return void window.showErrorMessage(plainMessage(shown(executed.message)));
  const { command, result } = executed;
  const name = shown(command.canonical);
  const text = [result.stdout, result.stderr].filter(Boolean).join('\n');
  const said = (result.ok ? text : (result.failure?.message ?? text)).trim().split('\n').slice(0, LINES).join('\n');
  const message = result.ok ? `${name} is done. ${said}` : `${name} failed. ${said}`;
  const more = text.trim().split('\n').length > LINES ? ['Show Output'] : [];
  const answer = result.ok
    ? window.showInformationMessage(plainMessage(message), ...more)
    : window.showErrorMessage(plainMessage(message), 'Show Output');
  void answer.then(async choice => {
    if (choice === undefined) return;
    await window.showTextDocument(await outputs.open(`git-${command.subcommand}.txt`, text));
  });
}
