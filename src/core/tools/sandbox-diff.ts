import * as z from 'zod/mini';
import { cutAnswer } from './cut-answer.ts';
import { commitId, inSandbox, sandboxName } from './in-sandbox.ts';
import { tool } from './tool.ts';

export const sandboxDiff = tool({
  name: 'sandbox_diff',
  toolset: 'sandbox',
  title: 'Sandbox diff',
  summary: 'Shows what a staged commit changes, or what is not staged yet.',
  description: 'Shows a staged commit as a unified diff, or without a commitId what has changed and is not staged.',
  reference: 'sandboxDiff',
  icon: '$(diff-multiple)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({ commitId: z.optional(commitId), sandbox: sandboxName }),
  examples: [
    { input: {}, answers: /^Nothing has changed since/ },
    { input: { commitId: 'abcdef' }, answers: /^Error \(no-such-commit\)/ },
  ],
  about: ({ commitId: id }) => (id === undefined ? 'Compare the sandbox' : `Show staged commit ${id}`),
  handler:
    core =>
    ({ commitId: id, sandbox: name }, call) =>
      inSandbox(core, name, call, async (sandbox, side) => {
        const diff = await side.diff(sandbox, id);
        return cutAnswer(diff, { characters: diff.length });
      }),
});
