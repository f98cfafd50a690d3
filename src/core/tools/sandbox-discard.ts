import * as z from 'zod/mini';
import { shortId } from '../sandbox/stage.ts';
import { commitId, inSandbox, sandboxName } from './in-sandbox.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';

export const sandboxDiscard = tool({
  name: 'sandbox_discard',
  toolset: 'sandbox',
  title: 'Discard a staged commit',
  summary: 'Takes a staged commit back; the files of the sandbox stay.',
  description: 'Takes a staged commit of your sandbox back. Its files stay as they are and can be staged again.',
  reference: 'sandboxDiscard',
  icon: '$(discard)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({ commitId, sandbox: sandboxName }),
  examples: [{ input: { commitId: 'abcdef' }, answers: /^Error \(no-such-commit\)/ }],
  about: ({ commitId: id }) => `Discard staged commit ${id}`,
  handler:
    core =>
    ({ commitId: id, sandbox: name }, call) =>
      inSandbox(core, name, call, async (sandbox, side) => {
        const commit = await side.discard(sandbox, id);
        return answer(`Discarded [${shortId(commit)}]. Its files are as they were.`, { commit: commit.id });
      }),
});
