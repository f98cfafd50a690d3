import { DENIAL_CODES } from '../refusals.ts';
import { SANDBOX_CODES } from '../sandbox/failure.ts';

/** How a call ended, or that it has not yet. */
export type ToolStatus = 'done' | 'failed' | 'declined' | 'refused' | 'waiting' | 'running';

/** Codes of what went wrong; callers tell cases apart by them, so they never change. */
export const TOOL_CODES = [
  'invalid-input',
  'unknown-tool',
  'not-a-command',
  'mistyped',
  'not-a-read',
  'unknown-repository',
  'refused',
  'declined',
  'untrusted',
  'github',
  'command-failed',
  'timed-out',
  'cancelled',
  'unknown-panel',
  'unknown-handle',
  'lost',
  'nothing-to-undo',
  'undo-refused',
  'invalid-setting',
  'internal',
  ...DENIAL_CODES,
  ...SANDBOX_CODES,
] as const;

export type ToolCode = (typeof TOOL_CODES)[number];

export interface ToolResult {
  readonly status: ToolStatus;
  /** Why it did not succeed; undefined when it did, or may yet. */
  readonly code?: ToolCode | undefined;
  /** The answer for a model, within so many characters. */
  readonly text: (characters: number) => string;
  /** The same as facts, for programs. */
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
  /** What to do instead. */
  readonly hint?: string | undefined;
  readonly facts?: ToolFacts | undefined;
}

/** A failure as a model reads it: the code, what was wrong, and the next step. */
export function problem({ code, status = 'failed', message, hint, facts }: ToolProblem): ToolResult {
  const text = [`Error (${code}): ${message}`, hint && `Next: ${hint}`].filter(Boolean).join('\n');
  return { status, code, text: () => text, facts: { ...facts, message, ...(hint && { hint }) } };
}
