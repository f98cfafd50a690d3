import * as z from 'zod/mini';
import { sandboxPath as confine } from '../sandbox/files/paths.ts';
import { LARGE_FILE, sizeText } from '../sandbox/sizes.ts';
import { inSandbox, sandboxName, sandboxPath } from './in-sandbox.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';

/** Of one call; larger files come by sandbox_pull. */
const LONGEST = 16_000_000;

export const sandboxWrite = tool({
  name: 'sandbox_write',
  toolset: 'sandbox',
  title: 'Write a sandbox file',
  summary: 'Writes a file of an agent’s sandbox; the work tree stays as it is.',
  description:
    'Writes a whole file of your sandbox, new or in place of what it held. Nobody is asked: it reaches no repository before ' +
    'the person approves a sandbox_push. Its mode stays unless executable says otherwise.',
  reference: 'sandboxWrite',
  icon: '$(new-file)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({
    path: sandboxPath,
    content: z.string().check(z.maxLength(LONGEST), z.describe('The whole content.')),
    encoding: z.optional(
      z.enum(['utf8', 'base64']).check(z.describe('How content is written; utf8 when it is left out.')),
    ),
    executable: z.optional(z.boolean().check(z.describe('Whether the file may be run (mode 100755).'))),
    sandbox: sandboxName,
  }),
  examples: [
    { input: { path: 'docs/a.md', content: '# A\n' }, answers: /^Wrote \/workspace\/docs\/a\.md \(0\.0 KB, new\)/ },
    { input: { path: '../x', content: '' }, answers: /^Error \(bad-path\): "\.\.\/x" is no path of the sandbox/ },
  ],
  about: ({ path }) => `Write ${path} in the sandbox`,
  handler:
    core =>
    ({ path: given, content, encoding = 'utf8', executable, sandbox: name }, call) =>
      inSandbox(core, name, call, async sandbox => {
        const { path } = confine(given);
        const bytes = Buffer.from(content, encoding);
        const isNew = !sandbox.state.files.has(path);
        await sandbox.write([{ path, bytes, executable }]);
        const { mode, size } = sandbox.state.files.get(path) ?? { mode: '100644', size: bytes.length };
        const offersMode = isNew && executable === undefined && content.startsWith('#!');
        const lines = [
          `Wrote ${path} (${sizeText(size)}${isNew ? ', new' : ''}${mode === '100755' ? ', executable' : ''}).`,
          ...(offersMode ? ['It begins with #!: write it with executable: true if it is to be run.'] : []),
          ...(size > LARGE_FILE ? ['It is larger than 10 MB: a repository keeps every version of it for ever.'] : []),
        ];
        return answer(lines.join('\n'), { path, size, mode, isNew });
      }),
});
