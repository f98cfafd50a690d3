import * as z from 'zod/mini';
import { plural } from '../../shared/plural.ts';
import { shortId } from '../sandbox/stage.ts';
import { SIGNS } from '../sandbox/status-text.ts';
import { cutAnswer, MOST_FACTS } from './cut-answer.ts';
import { inSandbox, sandboxName, sandboxPath } from './in-sandbox.ts';
import { tool } from './tool.ts';

export const sandboxStage = tool({
  name: 'sandbox_stage',
  toolset: 'sandbox',
  title: 'Stage sandbox files',
  summary: 'Makes a commit of files of an agent’s sandbox, to be reviewed and pushed.',
  description:
    'Makes a staged commit of changed files of your sandbox, as they are now; a folder stands for all that has changed in it, ' +
    'and "." for everything. It reaches no repository: sandbox_push does, after the person has reviewed it.',
  reference: 'sandboxStage',
  icon: '$(git-commit)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({
    files: z.array(sandboxPath).check(z.minLength(1), z.maxLength(1000), z.describe('Files and folders to stage.')),
    message: z.string().check(
      z.minLength(1),
      z.maxLength(20_000),
      z.refine(text => text.trim() !== '', 'is empty'),
      z.refine(text => !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text), 'holds a control character'),
      z.describe('The message of the commit: a subject, and what more there is to say after an empty line.'),
    ),
    sandbox: sandboxName,
  }),
  examples: [{ input: { files: ['.'], message: 'Add a report' }, answers: /^Error \(nothing-to-stage\)/ }],
  about: ({ files }) => `Stage ${files.join(', ')} of the sandbox`,
  handler:
    core =>
    ({ files, message, sandbox: name }, call) =>
      inSandbox(core, name, call, async (sandbox, side) => {
        const commit = await side.stage(sandbox, files, message);
        const id = shortId(commit);
        const lines = [
          `Staged [${id}] (${plural(commit.files.length, 'file')}):`,
          ...commit.files.map(({ operation, path }) => `  ${SIGNS[operation]} ${path}`),
          `Next: sandbox_push({"commitId":"${id}","target":{"type":"local","path":"."}})`,
        ];
        return cutAnswer(lines.join('\n'), {
          commit: {
            ...commit,
            createdAt: new Date(commit.createdAt).toISOString(),
            files: commit.files.slice(0, MOST_FACTS),
          },
          total: commit.files.length,
          shortId: id,
        });
      }),
});
