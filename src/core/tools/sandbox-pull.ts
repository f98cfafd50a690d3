import * as z from 'zod/mini';
import { plural } from '../../shared/plural.ts';
import type { PullResult } from '../sandbox/targets/pull.ts';
import { gitTarget, targetName } from '../sandbox/targets/target.ts';
import { inSandbox, sandboxName } from './in-sandbox.ts';
import { tool } from './tool.ts';
import { answer, type ToolResult } from './tool-result.ts';

const path = z.string().check(z.minLength(1), z.maxLength(4200));

export const sandboxPull = tool({
  name: 'sandbox_pull',
  toolset: 'sandbox',
  title: 'Pull into the sandbox',
  summary: 'Brings files of a branch into an agent’s sandbox.',
  description:
    'Brings committed files of a branch into your sandbox and merges them with what you changed there. Where both changed the ' +
    'same lines the file has git’s markers, "ours (sandbox)" and "theirs (incoming)", and is listed under conflicts: write it as ' +
    'it is to be, then stage it. Without a source it pulls from where the sandbox has come from last, or from the first repository.',
  reference: 'sandboxPull',
  icon: '$(repo-pull)',
  effects: { readOnly: false, openWorld: true },
  input: z.strictObject({
    source: z.optional(gitTarget),
    paths: z.optional(
      z
        .array(path)
        .check(
          z.minLength(1),
          z.maxLength(1000),
          z.describe('Files and folders from the root of the repository; all of it when left out.'),
        ),
    ),
    destZone: z.optional(
      z
        .string()
        .check(
          z.regex(/^[a-z][a-z0-9-]{0,39}$/),
          z.describe('A folder of the sandbox beside "workspace", for files to look at.'),
        ),
    ),
    sandbox: sandboxName,
  }),
  examples: [
    { input: {}, answers: /^Pulled 1 file from main \([0-9a-f]{7}\):\n {2}\/workspace\/file\.txt$/ },
    {
      input: { source: { type: 'local', path: '/etc' } },
      answers: /^Error \(bad-target\): '\/etc' cannot be a target/,
    },
  ],
  about: ({ source, paths }) =>
    `Pull ${paths?.join(', ') ?? 'files'} from ${source ? targetName(source) : 'a repository'} into the sandbox`,
  handler:
    core =>
    ({ source, paths, destZone: zone, sandbox: name }, call) =>
      inSandbox(core, name, call, async (sandbox, side) =>
        pullResult(await side.pull(sandbox, { source, paths, zone }, call)),
      ),
});

const MOST_LINES = 50;

function pullResult({ pulled, conflicts, skipped, pointers, commit, branch }: PullResult): ToolResult {
  const lines = (all: readonly string[]) => [
    ...all.slice(0, MOST_LINES).map(each => `  ${each}`),
    ...(all.length > MOST_LINES ? [`  … ${all.length - MOST_LINES} more`] : []),
  ];
  const some = (title: string, all: readonly string[]) => (all.length === 0 ? [] : [title, ...lines(all)]);
  const text = [
    `Pulled ${plural(pulled.length, 'file')} from ${branch} (${commit.slice(0, 7)})${pulled.length === 0 ? ': the sandbox has all of it.' : ':'}`,
    ...lines(pulled),
    ...some('Conflicts to resolve, then stage:', conflicts),
    ...some(
      'Left out:',
      skipped.map(each => `${each.path}: ${each.why}`),
    ),
    ...some('Pointers of Git LFS, not the files themselves:', pointers),
  ].join('\n');
  return answer(text, { result: { pulled, conflicts }, ...{ commit, branch, skipped, pointers } });
}
