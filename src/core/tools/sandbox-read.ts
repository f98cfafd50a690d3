import * as z from 'zod/mini';
import { plural } from '../../shared/plural.ts';
import { SandboxFailure } from '../sandbox/failure.ts';
import { sandboxPath as confine } from '../sandbox/files/paths.ts';
import { isBinary } from '../sandbox/merge.ts';
import { sizeText } from '../sandbox/sizes.ts';
import { inSandbox, sandboxName, sandboxPath } from './in-sandbox.ts';
import { count, fromLine } from './inputs.ts';
import { tool } from './tool.ts';
import type { ToolResult } from './tool-result.ts';

export const sandboxRead = tool({
  name: 'sandbox_read',
  toolset: 'sandbox',
  title: 'Read a sandbox file',
  summary: 'Reads a file of an agent’s sandbox.',
  description: 'Reads a text file of your sandbox, whole or from a line on. Long ones are cut; fromLine reads on.',
  reference: 'sandboxRead',
  icon: '$(file)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({ path: sandboxPath, fromLine, count, sandbox: sandboxName }),
  examples: [
    { input: { path: 'nowhere.md' }, answers: /^Error \(no-such-file\): There is no \/workspace\/nowhere\.md/ },
  ],
  about: ({ path }) => `Read ${path} of the sandbox`,
  handler:
    core =>
    ({ path: given, fromLine: from = 1, count: most, sandbox: name }, call) =>
      inSandbox(core, name, call, async sandbox => {
        const { path } = confine(given);
        const bytes = await sandbox.read(path);
        if (isBinary(bytes))
          throw new SandboxFailure(
            'not-a-text',
            `${path} is no text (${sizeText(bytes.length)}).`,
            'It can be staged and pushed all the same.',
          );
        const lines = bytes.toString('utf8').split('\n');
        if (lines.at(-1) === '') lines.pop();
        return textOf(path, sandbox.state.files.get(path)?.mode ?? '', lines, from, most);
      }),
});

/** So much is kept for what says which lines these are. */
const TITLE = 300;

function textOf(path: string, mode: string, lines: readonly string[], from: number, most = lines.length): ToolResult {
  const wanted = lines.slice(from - 1, from - 1 + most);
  const title = `${path} (${plural(lines.length, 'line')}, mode ${mode})`;
  return {
    status: 'done',
    facts: { path, mode, lines: lines.length },
    text(characters) {
      const shown: string[] = [];
      let left = characters - TITLE - path.length * 2;
      for (const line of wanted) {
        left -= line.length + 1;
        if (left < 0) break;
        shown.push(line);
      }
      const [first = ''] = wanted;
      if (shown.length === 0 && wanted.length > 0)
        return `${title}\n${first.slice(0, Math.max(0, characters - TITLE))}\n… line ${from} goes on; it is too long to be shown here.`;
      const end = from + shown.length - 1;
      const isWhole = from === 1 && end >= lines.length;
      const next = end < lines.length ? ` Read on with fromLine ${end + 1}.` : '';
      return [isWhole ? title : `${title}: lines ${from}-${end}.${next}`, ...shown].join('\n');
    },
  };
}
