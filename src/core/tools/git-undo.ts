import * as z from 'zod/mini';
import { DENIAL_CODES } from '../refusals.ts';
import type { UndoOutcome } from '../writes/undo.ts';
import { fencedWithin } from './fenced-within.ts';
import { findRepository } from './find-repository.ts';
import { repository } from './inputs.ts';
import { tool } from './tool.ts';
import type { ToolCode } from './tool-codes.ts';
import { problem, type ToolResult } from './tool-result.ts';

export const gitUndo = tool({
  name: 'git_undo',
  toolset: 'git',
  title: 'Undo',
  summary: 'Undoes the last write, or one of the journal, after you say yes.',
  description:
    'Takes back the last write that Sluice ran, or the one with this id, on this machine only; a whole plan is taken back ' +
    'at once. With the id of a checkpoint it returns to that. The person is asked first. It refuses and says why when the repository has moved on since.',
  reference: 'undo',
  icon: '$(discard)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({
    id: z.optional(z.string().check(z.maxLength(100), z.describe('The id that the answer to a write names.'))),
    repository,
  }),
  examples: [{ input: {}, answers: /^Error \(nothing-to-undo\): / }],
  about: ({ id }) => (id === undefined ? 'Ask to undo the last write' : `Ask to undo ${id}`),
  handler:
    core =>
    async ({ id, repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      const { origin, signal, caller } = call;
      // Without a name the newest of all repositories is meant.
      const named = repository === undefined ? call.repository : found.root;
      const { undo } = await core.writes();
      return undoResult(await undo({ repository: named, id, origin, signal, caller }), signal);
    },
  sameAs: () => async (input, call) => JSON.stringify([input.id, input.repository ?? call.repository]),
});

const CODES: Readonly<Partial<Record<UndoOutcome['code'], ToolCode>>> = {
  ...Object.fromEntries(DENIAL_CODES.map(code => [code, code])),
  cancelled: 'cancelled',
  'nothing-to-undo': 'nothing-to-undo',
  'not-in-journal': 'nothing-to-undo',
  'not-a-repository': 'unknown-repository',
  untrusted: 'untrusted',
};

/** Failures of which the message is ours alone, with no name of a branch or file in it. */
const OURS: ReadonlySet<UndoOutcome['code']> = new Set([
  ...DENIAL_CODES,
  'cancelled',
  'not-in-journal',
  'not-a-repository',
  'nothing-to-undo',
  'untrusted',
  'vetoed',
]);

function undoResult({ kind, code, message, reverts = [] }: UndoOutcome, signal: AbortSignal): ToolResult {
  if (kind === 'undone') return undoneResult(message);
  if (kind === 'declined' && code === 'declined' && !signal.aborted)
    return problem({ code: 'declined', status: 'declined', message });
  if (kind === 'declined') return problem({ code: 'cancelled', message: 'Cancelled. Nothing was undone.' });
  const said = [message, ...(reverts.length === 0 ? [] : [`To revert what left this machine: ${reverts.join('; ')}`])];
  return problem({
    code: CODES[code] ?? 'undo-refused',
    status: kind === 'refused' ? 'refused' : 'failed',
    ...(OURS.has(code)
      ? { message }
      : {
          message: code === 'incomplete' ? 'Undo did not finish.' : 'Not undone.',
          quoted: { text: said.join('\n'), source: 'the journal' },
        }),
    ...(code === 'incomplete' && { hint: 'Call git_undo again to finish it.' }),
    facts: { reason: code },
  });
}

/** It names what came back: files and branches, which others named. */
const undoneResult = (message: string): ToolResult => ({
  status: 'done',
  text: characters => `Undone.\n${fencedWithin(message, 'the journal', characters - 'Undone.\n'.length)}`,
  facts: {},
});
