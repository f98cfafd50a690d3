import type { Failure } from '../git/result.ts';
import type { ToolCode } from './tool-result.ts';

const CODES: Readonly<Partial<Record<string, ToolCode>>> = {
  cancelled: 'cancelled',
  github: 'github',
  'timed-out': 'timed-out',
};

/** How callers tell failures of commands apart; the rest is in the facts. */
export const failureCode = ({ reason }: Failure): ToolCode => CODES[reason] ?? 'command-failed';
