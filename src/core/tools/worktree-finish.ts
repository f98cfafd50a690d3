import * as z from 'zod/mini';
import { plural } from '../../shared/plural.ts';
import type { FinishOutcome, FinishWay } from '../sandbox/worktrees/worktree-question.ts';
import { openRepositoryAt, sameInput } from './conflict-text.ts';
import { findRepository } from './find-repository.ts';
import { withSandboxes } from './in-sandbox.ts';
import { repository } from './inputs.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';
import { notDoneResult, worktreeName } from './worktree-text.ts';

const way = z
  .enum(['patch', 'branch', 'discard'])
  .check(
    z.describe(
      'patch writes what you changed to the files of the person, branch makes a new branch of it, discard needs it unchanged.',
    ),
  );

export const worktreeFinish = tool({
  name: 'worktree_finish',
  toolset: 'sandbox',
  title: 'Finish a work tree',
  summary: 'Brings back what an agent changed in its work tree, after you have reviewed it, and removes it.',
  description:
    'Brings back what differs in a work tree of worktree_start since it was made, after the person has seen it, and removes the ' +
    'work tree. One that still holds work is not discarded.',
  reference: 'worktreeFinish',
  icon: '$(git-pull-request-done)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({
    name: worktreeName,
    how: way,
    branch: z.optional(
      z
        .string()
        .check(z.minLength(1), z.maxLength(244), z.describe('For branch: its name; that of the work tree without it.')),
    ),
    message: z.optional(
      z.string().check(z.minLength(1), z.maxLength(20_000), z.describe('For branch: the message of its commit.')),
    ),
    repository,
  }),
  examples: [{ input: { name: 'none', how: 'patch' }, answers: /^Error \(no-such-worktree\)/ }],
  about: ({ name, how }) => `Ask to finish the work tree ${name} (${how})`,
  handler:
    core =>
    async ({ name, how, branch = name, message = `Work tree ${name}`, repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      const { origin, signal, caller } = call;
      const finish: FinishWay = how === 'branch' ? { how, branch, message } : { how };
      return withSandboxes(core, async side => {
        const worktrees = await side.worktrees();
        const open = openRepositoryAt(core, found.root);
        const outcome = await worktrees.finish({ repository: open, name, origin, signal, caller }, finish);
        return outcome.kind === 'finished' ? finishedResult(name, outcome) : notDoneResult(outcome, signal);
      });
    },
  sameAs: () => async (input, call) => sameInput(input, input.repository, call),
});

function finishedResult(name: string, outcome: Extract<FinishOutcome, { kind: 'finished' }>) {
  const { changed, entry, branch, commit, removed } = outcome;
  const lines = [
    changed.length === 0
      ? 'Nothing was changed there.'
      : branch === undefined
        ? `Written: ${plural(changed.length, 'file')}. Nothing is staged.`
        : `Made ${branch} with ${plural(changed.length, 'file')}: commit ${commit}.`,
    ...(entry === undefined ? [] : [`Undo: git_undo(${JSON.stringify({ id: entry })})`]),
    removed
      ? `The work tree ${name} is removed.`
      : `The work tree ${name} was written to meanwhile, so it is still there: finish it again.`,
  ];
  return answer(lines.join('\n'), { changed, branch, commit, journal: entry, removed });
}
