import * as z from 'zod/mini';
import type { StartOutcome } from '../sandbox/worktrees/worktree-question.ts';
import { problem, type ToolResult } from './tool-result.ts';

export const worktreeName = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/), z.describe('A name of your choice for the work tree, such as "build".'));

/** What a caller is told of a work tree that was neither made nor finished. */
export function notDoneResult(
  outcome: Exclude<StartOutcome, { readonly kind: 'started' }>,
  signal: AbortSignal,
): ToolResult {
  if (outcome.kind === 'cancelled' || signal.aborted)
    return problem({ code: 'cancelled', message: 'Cancelled. Nothing was changed.' });
  if (outcome.kind === 'declined') return problem({ code: 'declined', status: 'declined', message: outcome.message });
  return problem({ code: outcome.denied ?? 'refused', status: 'refused', message: outcome.message });
}
