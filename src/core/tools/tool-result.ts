import { legibleText } from '../../shared/fence.ts';
import { fencedWithin } from './fenced-within.ts';
import { NEXT_STEPS, type ToolCode } from './tool-codes.ts';

/** How a call ended, or that it has not yet. */
export type ToolStatus = 'done' | 'failed' | 'declined' | 'refused' | 'waiting' | 'running';

export interface ToolResult {
  readonly status: ToolStatus;
  /** Why it did not succeed; undefined when it did, or may yet. */
  readonly code?: ToolCode | undefined;
  /** The answer for a model, within so many characters. */
  readonly text: (characters: number) => string;
  /** The same as facts, for programs. Nothing that others wrote is in them: there is no fence around a fact. */
  readonly facts: ToolFacts;
  /** What of it the text within so many characters has, and how to read on. */
  readonly factsWithin?: ((characters: number) => ToolFacts) | undefined;
}

export type ToolFacts = Readonly<Record<string, unknown>>;

/** An answer that is short whatever the budget. */
export const answer = (text: string, facts: ToolFacts = {}): ToolResult => ({
  status: 'done',
  text: () => text,
  facts,
});

export interface ToolProblem {
  readonly code: ToolCode;
  readonly status?: Extract<ToolStatus, 'failed' | 'declined' | 'refused'>;
  /** What was wrong. */
  readonly message: string;
  /** What to do instead; what goes for all of its code, without it. */
  readonly hint?: string | undefined;
  /** What others had a hand in, and belongs to it: names of files, the words of a program. */
  readonly quoted?: { readonly text: string; readonly source: string } | undefined;
  readonly facts?: ToolFacts | undefined;
}

/** A failure as a model reads it: the code, what was wrong, and the next step. */
export function problem({ code, status = 'failed', message, hint, quoted, facts }: ToolProblem): ToolResult {
  const next = hint ?? NEXT_STEPS[code];
  const text = legibleText([`Error (${code}): ${message}`, next && `Next: ${next}`].filter(Boolean).join('\n'));
  return {
    status,
    code,
    text: characters =>
      quoted ? `${text}\n${fencedWithin(quoted.text, quoted.source, characters - text.length - 1)}` : text,
    facts: { ...facts, message, ...(next && { hint: next }) },
  };
}
