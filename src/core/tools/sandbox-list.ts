import * as z from 'zod/mini';
import { plural } from '../../shared/plural.ts';
import { sandboxPath as confine, WORKSPACE } from '../sandbox/files/paths.ts';
import { sizeText } from '../sandbox/sizes.ts';
import { cutAnswer, MOST_FACTS } from './cut-answer.ts';
import { inSandbox, sandboxName, sandboxPath } from './in-sandbox.ts';
import { tool } from './tool.ts';

export const sandboxList = tool({
  name: 'sandbox_list',
  toolset: 'sandbox',
  title: 'List sandbox files',
  summary: 'Lists the files of an agent’s sandbox.',
  description:
    'Lists the files of your sandbox, which are apart from the work tree: nothing in it is in the repository before ' +
    'sandbox_stage and sandbox_push. sandbox_pull brings files of a branch in.',
  reference: 'sandboxList',
  icon: '$(list-tree)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({ path: z.optional(sandboxPath), sandbox: sandboxName }),
  examples: [{ input: {}, answers: /^0 files in \/workspace/ }],
  about: ({ path = `/${WORKSPACE}` }) => `List ${path} of the sandbox`,
  handler:
    core =>
    ({ path, sandbox: name }, call) =>
      inSandbox(core, name, call, async ({ state, name: sandbox }) => {
        const below = path === undefined ? '' : confine(path).path;
        const files = [...state.files]
          .filter(([each]) => each === below || each.startsWith(`${below}/`))
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([each, { size, mode }]) => ({ path: each, size, mode }));
        const lines = files.map(
          ({ path: each, size, mode }) => `${each} (${sizeText(size)}${mode === '100755' ? ', executable' : ''})`,
        );
        return cutAnswer([`${plural(files.length, 'file')} in ${below || `/${WORKSPACE}`}`, ...lines].join('\n'), {
          sandbox,
          total: files.length,
          files: files.slice(0, MOST_FACTS),
        });
      }),
});
