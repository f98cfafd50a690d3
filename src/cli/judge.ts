import { classify } from '../core/command/classify.ts';
import type { ClassifiedCommand } from '../core/command/command.ts';
import { parse, programOf } from '../core/command/parse.ts';

export type Judged = { readonly command: ClassifiedCommand } | { readonly error: string };

/** Exit codes a script can build on. */
export const EXIT = { 'read-only': 0, mutating: 10, refused: 11, error: 2 } as const;

/** A command string as the CLI takes it, judged from a workspace folder. */
export function judgeText(text: string, root: string): Judged {
  const parsed = parse(programOf(text), text);
  if (!parsed.ok) return { error: parsed.message };
  return { command: classify(parsed.program, parsed.args, { roots: [root], cwd: root }) };
}

/** The record of `--json` and `--jsonl`. */
export function toRecord(text: string, judged: Judged): object {
  if ('error' in judged)
    return { command: text, class: 'error', effects: [], risk: 'none', reason: judged.error, dependsOn: [] };
  const { class: verdict, effects, risk, reason, dependsOn } = judged.command.verdict;
  return { command: text, class: verdict, effects, risk, reason, dependsOn };
}

/** A verdict for people. */
export function describe(command: ClassifiedCommand): string {
  const { class: verdict, effects, risk, reason, dependsOn } = command.verdict;
  const facts = [
    effects.length > 0 ? `effects: ${effects.join(', ')}` : '',
    risk === 'none' ? '' : `risk: ${risk}`,
    dependsOn.length > 0 ? `depends on: ${dependsOn.join(', ')}` : '',
  ].filter(fact => fact !== '');
  return [
    `${verdict.padEnd(9)}  ${command.canonical}`,
    `           ${reason}`,
    facts.length > 0 ? `           ${facts.join(' · ')}` : '',
  ]
    .filter(line => line !== '')
    .join('\n');
}
