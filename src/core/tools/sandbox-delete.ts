import * as z from 'zod/mini';
import { plural } from '../../shared/plural.ts';
import { inSandbox, sandboxName, sandboxPath } from './in-sandbox.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';

export const sandboxDelete = tool({
  name: 'sandbox_delete',
  toolset: 'sandbox',
  title: 'Delete sandbox files',
  summary: 'Deletes a file or folder of an agent’s sandbox; the work tree stays as it is.',
  description:
    'Deletes a file of your sandbox, or a folder with all that is in it. Of a file that was pulled the deletion can be staged.',
  reference: 'sandboxDelete',
  icon: '$(trash)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({ path: sandboxPath, sandbox: sandboxName }),
  examples: [{ input: { path: 'nowhere' }, answers: /^Error \(no-such-file\)/ }],
  about: ({ path }) => `Delete ${path} in the sandbox`,
  handler:
    core =>
    ({ path, sandbox: name }, call) =>
      inSandbox(core, name, call, async sandbox => {
        const deleted = await sandbox.remove(path);
        const [first] = deleted;
        return answer(`Deleted ${deleted.length === 1 ? first : plural(deleted.length, 'file')}.`, { deleted });
      }),
});
