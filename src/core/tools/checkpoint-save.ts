import * as z from 'zod/mini';
import { openRepositoryAt, sameInput } from './conflict-text.ts';
import { findRepository } from './find-repository.ts';
import { repository } from './inputs.ts';
import { tool } from './tool.ts';
import { answer, problem } from './tool-result.ts';

export const checkpointSave = tool({
  name: 'checkpoint_save',
  toolset: 'git',
  title: 'Save a checkpoint',
  summary: 'Saves the repository as it is, under a label, to return to.',
  description:
    'Saves branches, HEAD, what is staged and every file that is not ignored as they are now, and changes none of it. Nobody is ' +
    'asked. git_undo with its id returns to it, which the person is asked about. Save one before you try something risky.',
  reference: 'checkpoint',
  icon: '$(bookmark)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({
    label: z.string().check(z.minLength(1), z.maxLength(100), z.describe('What people know it by.')),
    repository,
  }),
  examples: [{ input: { label: 'before the merge' }, answers: /^Saved\. Return to it with git_undo\(\{"id":"/ }],
  about: ({ label }) => `Save a checkpoint: ${label}`,
  handler:
    core =>
    async ({ label, repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      const { checkpoints } = await core.writes();
      const { origin, signal } = call;
      const saved = await checkpoints.save({ repository: openRepositoryAt(core, found.root), origin, label, signal });
      if (!saved.ok) return problem({ code: CODES[saved.code], message: saved.message });
      const { id, notSaved } = saved.entry;
      const left =
        notSaved.length === 0 ? '' : `\nNot all of it could be saved: ${notSaved.length} things are left out.`;
      const text = `Saved. Return to it with git_undo(${JSON.stringify({ id })}).${left}`;
      return answer(text, { journal: id, notSaved: notSaved.length });
    },
  sameAs: () => async (input, call) => sameInput(input, input.repository, call),
});

const CODES = {
  cancelled: 'cancelled',
  'no-label': 'invalid-input',
  'not-in-journal': 'internal',
  untrusted: 'untrusted',
} as const;
