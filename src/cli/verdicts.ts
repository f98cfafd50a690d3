import { type ClassifiedText, classifyText } from '../core/command/classify-text.ts';
import type { ClassifiedCommand } from '../core/command/command.ts';
import { programOf } from '../core/command/parse.ts';
import { spellOutMisleading } from '../shared/invisible-characters.ts';
import { type Paint, plain } from './color.ts';

/** Classifies a command string of either program from a workspace folder. */
export const classifyIn = (text: string, root: string): ClassifiedText =>
  classifyText(programOf(text), text, { roots: [root], cwd: root });

/** The record of `--json` and `--jsonl`. */
export function verdictRecord(text: string, classified: ClassifiedText): object {
  if (!classified.ok)
    return { command: text, class: 'error', effects: [], risk: 'none', reason: classified.message, dependsOn: [] };
  const { class: verdict, effects, risk, reason, dependsOn, ...more } = classified.command.verdict;
  const condition = 'condition' in more ? { condition: more.condition } : {};
  const programs = 'programs' in more && more.programs.length > 0 ? { programs: more.programs } : {};
  return { command: text, class: verdict, effects, risk, reason, dependsOn, ...condition, ...programs };
}

const COLORS = { 'read-only': 'green', mutating: 'yellow', destructive: 'red', refused: 'red' } as const;

/** A verdict for people. */
export function verdictText(command: ClassifiedCommand, paint: Paint = plain): string {
  const { class: verdict, effects, risk, reason, dependsOn } = command.verdict;
  const condition = 'condition' in command.verdict ? command.verdict.condition : undefined;
  const facts = [
    effects.length > 0 ? `effects: ${effects.join(', ')}` : '',
    risk === 'none' ? '' : `risk: ${risk}`,
    dependsOn.length > 0 ? `depends on: ${dependsOn.join(', ')}` : '',
    condition !== undefined && condition.unset.length > 0 ? `only while unset: ${condition.unset.join(', ')}` : '',
    condition !== undefined && condition.files.length > 0 ? `only while no folder: ${condition.files.join(', ')}` : '',
  ].filter(fact => fact !== '');
  return [
    `${paint(COLORS[risk === 'destructive' ? risk : verdict], verdict.padEnd(9))}  ${spellOutMisleading(command.canonical)}`,
    `           ${spellOutMisleading(reason)}`,
    facts.length > 0 ? `           ${facts.join(' · ')}` : '',
  ]
    .filter(line => line !== '')
    .join('\n');
}
