import * as z from 'zod/mini';
import { openRepositoryAt, sameInput } from './conflict-text.ts';
import { findRepository } from './find-repository.ts';
import { withSandboxes } from './in-sandbox.ts';
import { repository } from './inputs.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';
import { notDoneResult, worktreeName } from './worktree-text.ts';

export const worktreeStart = tool({
  name: 'worktree_start',
  toolset: 'sandbox',
  title: 'Start a work tree',
  summary: 'Makes a work tree apart from yours in which an agent builds and tests.',
  description:
    'Makes a linked work tree outside the repository, with all that is not committed there, to build and test in by your own ' +
    'shell. The person is asked once. What git ignores is not in it, so dependencies are to be installed. worktree_finish ' +
    'brings back what you changed. One that is there already is named again.',
  reference: 'worktreeStart',
  icon: '$(repo-clone)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({ name: worktreeName, repository }),
  examples: [{ input: { name: 'build' }, answers: /^Work tree build: \// }],
  about: ({ name }) => `Ask to make the work tree ${name}`,
  handler:
    core =>
    async ({ name, repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      const { origin, signal, caller } = call;
      return withSandboxes(core, async side => {
        const worktrees = await side.worktrees();
        const open = openRepositoryAt(core, found.root);
        const outcome = await worktrees.start({ repository: open, name, origin, signal, caller });
        if (outcome.kind !== 'started') return notDoneResult(outcome, signal);
        const { path, head, isNew } = outcome;
        const what = isNew ? `It begins at ${head.slice(0, 7)} with what was not committed.` : 'It was there already.';
        return answer(`Work tree ${name}: ${path}\n${what} Finish it with worktree_finish.`, { path, head, isNew });
      });
    },
  sameAs: () => async (input, call) => sameInput(input.name, input.repository, call),
});
