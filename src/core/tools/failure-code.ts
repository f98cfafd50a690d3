import type { Failure } from '../git/result.ts';
import { NEXT_STEPS, type ToolCode } from './tool-codes.ts';

const CODES: Readonly<Partial<Record<string, ToolCode>>> = {
  cancelled: 'cancelled',
  github: 'github',
  'timed-out': 'timed-out',
};

/** How callers tell failures of commands apart; the rest is in the facts. */
export const failureCode = ({ reason }: Failure): ToolCode => CODES[reason] ?? 'command-failed';

/** The first lines of the result of a command that failed; what it printed comes after them. */
export const failureLines = (code: ToolCode): readonly string[] => {
  const next = NEXT_STEPS[code];
  return [`Error (${code})`, ...(next === null ? [] : [`Next: ${next}`])];
};
