import * as z from 'zod/mini';
import { tool } from './tool.ts';
import { answer, problem } from './tool-result.ts';

const text = (about: string) => z.optional(z.string().check(z.maxLength(500), z.describe(about)));
const flag = (about: string) => z.optional(z.boolean().check(z.describe(about)));

export const gitConfigureP6 = tool({
  name: 'git_configure_p6',
  toolset: 'git',
  title: 'Configure the status view',
  summary: 'Chooses what the status view shows: diffs, log, and what to compare with.',
  description:
    'Changes what the status view (P6) shows, for you and the person. Only the given fields change; all are checked ' +
    'before any is applied.',
  reference: 'configureP6',
  icon: '$(settings)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({
    show_diffs: flag('Show the diff of each file.'),
    show_logs: flag('Show the log.'),
    log_args: text('What follows git log, such as "-10 --oneline", which is the default.'),
    diff_base: text('A commit, branch or tag to compare with, such as "HEAD~5" or "main"; "" or "HEAD" for HEAD.'),
  }),
  examples: [
    { input: { show_diffs: true, diff_base: 'HEAD' }, answers: /^P6 configured: show_diffs=true, diff_base='HEAD'$/ },
    {
      input: { diff_base: '--all' },
      answers: /^Error \(invalid-setting\): Invalid git ref: '--all'\. Must be a valid/,
    },
  ],
  about: () => 'Configure the status view',
  handler:
    ({ status }) =>
    async fields => {
      const result = await status.configure(fields);
      if (result.ok) return answer(result.message, { settings: result.settings });
      const code = result.reason === 'no-repository' ? 'unknown-repository' : 'invalid-setting';
      return problem({ code, message: result.message, facts: { reason: result.reason } });
    },
});
