import * as z from 'zod/mini';
import { shortId, unstagedFiles } from '../sandbox/stage.ts';
import { statusText } from '../sandbox/status-text.ts';
import { cutAnswer, MOST_FACTS } from './cut-answer.ts';
import { inSandbox, sandboxName } from './in-sandbox.ts';
import { tool } from './tool.ts';

export const sandboxStatus = tool({
  name: 'sandbox_status',
  toolset: 'sandbox',
  title: 'Sandbox status',
  summary: 'Shows what has changed in an agent’s sandbox and what is staged.',
  description:
    'Shows which files of your sandbox have changed since they were pulled or staged, which conflict, and the staged commits.',
  reference: 'sandboxStatus',
  icon: '$(diff)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({ sandbox: sandboxName }),
  examples: [{ input: {}, answers: /^Sandbox Status:\n {2}Nothing has changed/ }],
  about: () => 'Look at the status of the sandbox',
  handler:
    core =>
    ({ sandbox: name }, call) =>
      inSandbox(core, name, call, async ({ state, name: sandbox }) =>
        cutAnswer(statusText(state), {
          sandbox,
          unstaged: unstagedFiles(state).slice(0, MOST_FACTS),
          unstagedTotal: unstagedFiles(state).length,
          conflicts: [...state.unresolved],
          staged: [...state.staged.values()].map(commit => ({
            ...{ id: commit.id, shortId: shortId(commit), message: commit.message, outdated: commit.outdated },
            createdAt: new Date(commit.createdAt).toISOString(),
            total: commit.files.length,
            files: commit.files
              .slice(0, MOST_FACTS)
              .map(({ path, operation, content, base }) => ({ path, operation, content, base })),
          })),
        }),
      ),
});
