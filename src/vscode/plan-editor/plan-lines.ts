import type { ClassifiedText } from '../../core/command/classify-text.ts';
import type { Program } from '../../core/command/command.ts';
import { programOf } from '../../core/command/parse.ts';
import type { Verdict } from '../../core/command/verdict.ts';
import { withProgram } from '../command-rows.ts';

/** One command of a document with several. */
export interface PlanLine {
  /** Counted from 0, as the editor does. */
  readonly line: number;
  /** The command as it will run, with `git ` before it where that was left out. */
  readonly text: string;
}

export type JudgedLine = PlanLine &
  (
    | { readonly kind: 'command'; readonly verdict: Verdict }
    | { readonly kind: 'invalid'; readonly message: string }
    | { readonly kind: 'too-many' }
  );

export const MOST_LINES = 20;

/** The commands of a document: one a line, without empty lines and those that begin with `#`. */
export function planLines(document: string): readonly PlanLine[] {
  return document
    .split(/\r?\n/)
    .map((text, line) => ({ line, text: text.trim() }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
    .map(({ line, text }) => ({ line, text: withProgram('git', text) }));
}

/** The same with what Sluice makes of each. */
export function judgeLines(
  lines: readonly PlanLine[],
  classify: (program: Program, text: string) => ClassifiedText,
): readonly JudgedLine[] {
  return lines.map((line, at) => {
    if (at >= MOST_LINES) return { ...line, kind: 'too-many' };
    const classified = classify(programOf(line.text), line.text);
    return classified.ok
      ? { ...line, kind: 'command', verdict: classified.command.verdict }
      : { ...line, kind: 'invalid', message: classified.message };
  });
}
