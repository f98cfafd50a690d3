import * as z from 'zod/mini';
import { SandboxFailure } from '../sandbox/failure.ts';
import { cutAnswer } from './cut-answer.ts';
import { withSandboxes } from './in-sandbox.ts';
import { tool } from './tool.ts';

const side = (about: string) => z.string().check(z.maxLength(4_000_000), z.describe(about));

export const sandboxMerge = tool({
  name: 'sandbox_merge',
  toolset: 'sandbox',
  title: 'Merge texts',
  summary: 'Merges two texts with what both were made from; changes nothing.',
  description:
    'Merges two versions of a text by git’s own algorithm and answers with the result, with markers where both changed the same ' +
    'lines. It writes nothing: sandbox_write does.',
  reference: 'sandboxMerge',
  icon: '$(git-merge)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({
    path: z
      .string()
      .check(z.minLength(1), z.maxLength(4200), z.describe('What file it is about, for the answer alone.')),
    base: z.optional(side('What both were made from; empty when it is left out.')),
    ours: side('The version of the sandbox.'),
    theirs: side('The version that comes in.'),
  }),
  examples: [
    {
      input: { path: 'a.md', base: 'a\nb\nc\nd\n', ours: 'A\nb\nc\nd\n', theirs: 'a\nb\nc\nD\n' },
      answers: /^Merge of a\.md: clean\nA\nb\nc\nD\n$/,
    },
    {
      input: { path: 'a.md', ours: 'one\n', theirs: 'two\n' },
      answers: /^Merge of a\.md: conflict\n<{7} ours \(sandbox\)\none\n={7}\ntwo\n>{7} theirs \(incoming\)\n$/,
    },
  ],
  about: ({ path }) => `Merge two versions of ${path}`,
  handler:
    core =>
    ({ path, base = '', ours, theirs }) =>
      withSandboxes(core, async sandboxes => {
        const sides = { base: Buffer.from(base), ours: Buffer.from(ours), theirs: Buffer.from(theirs) };
        const merged = await sandboxes.merge(sides);
        if (merged === undefined)
          throw new SandboxFailure('not-a-text', `${path} is no text: git merges none of it.`, 'Choose one version.');
        const { status } = merged;
        const content = merged.content.toString('utf8');
        return cutAnswer(`Merge of ${path}: ${status}\n${content}`, { result: { status, content } });
      }),
});
