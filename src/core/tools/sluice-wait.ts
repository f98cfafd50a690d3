import * as z from 'zod/mini';
import { MOST_WAIT_MS } from './calls.ts';
import { tool } from './tool.ts';

export const sluiceWait = tool({
  name: 'sluice_wait',
  toolset: 'git',
  title: 'Wait for a call',
  summary: 'Waits for a call that was not over yet.',
  description:
    'Waits for a call that answered with a handle: because the person has not decided yet, or because it still runs. ' +
    'Gives its result, or says that it is still open with the last lines of output. Call it again then; do not make the ' +
    'first call again. It cannot answer the question for the person.',
  reference: 'wait',
  icon: '$(watch)',
  effects: { readOnly: true, openWorld: false },
  endsInTime: true,
  input: z.strictObject({
    handle: z.string().check(z.maxLength(100), z.describe('The handle of the call.')),
    timeoutMs: z.optional(
      z.int().check(z.minimum(0), z.maximum(MOST_WAIT_MS), z.describe('How long to wait at most, in milliseconds.')),
    ),
  }),
  examples: [{ input: { handle: 'none' }, answers: /^Error \(unknown-handle\): / }],
  about: () => 'Wait for a call',
  handler:
    ({ calls }) =>
    ({ handle, timeoutMs = MOST_WAIT_MS }, { signal }) =>
      calls.wait(handle, { timeoutMs, signal }),
});
