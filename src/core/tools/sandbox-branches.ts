import * as z from 'zod/mini';
import { gitTarget, targetName } from '../sandbox/targets/target.ts';
import { fencedWithin } from './fenced-within.ts';
import { withSandboxes } from './in-sandbox.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';

export const sandboxBranches = tool({
  name: 'sandbox_branches',
  toolset: 'sandbox',
  title: 'Branches of a target',
  summary: 'Lists the branches a staged commit can be pushed to.',
  description: 'Lists the branches of a target, and which one is checked out there, which cannot be pushed to.',
  reference: 'sandboxBranches',
  icon: '$(git-branch)',
  effects: { readOnly: true, openWorld: true },
  input: z.strictObject({ target: gitTarget }),
  examples: [{ input: { target: { type: 'local', path: '.' } }, answers: /^\* main$/ }],
  about: ({ target }) => `List the branches of ${targetName(target)}`,
  handler:
    core =>
    ({ target }) =>
      withSandboxes(core, async sandboxes => {
        const { branches, current } = await sandboxes.branches(target);
        const lines = branches.map(branch => `${branch === current ? '*' : ' '} ${branch}`);
        if (target.type !== 'github' || lines.length === 0)
          return answer(lines.join('\n') || 'There are no branches yet.', { branches, current });
        const text = (characters: number) => fencedWithin(lines.join('\n'), targetName(target), characters);
        return { status: 'done', text, facts: { current, total: branches.length } };
      }),
});
