import * as z from 'zod/mini';
import { fencedWithin } from './fenced-within.ts';
import { tool } from './tool.ts';

export const gitStatusView = tool({
  name: 'git_status_view',
  toolset: 'git',
  title: 'Status view',
  summary: 'Reads the status view: branch, changed files, and diffs or log where they are shown.',
  description:
    'Reads the status view (P6) as the person sees it: branch, changed files with lines added and removed, and diffs or ' +
    'log where git_configure_p6 has switched them on. Cheaper than git status and git diff together.',
  reference: 'p6',
  icon: '$(source-control)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({}),
  examples: [{ input: {}, answers: /Branch: main/ }],
  about: () => 'Read the status view',
  handler:
    ({ status }) =>
    async () => {
      const text = await status.text();
      return {
        status: 'done',
        text: characters =>
          fencedWithin(text, 'the repository', characters, 'Run git status or git diff for the rest.'),
        facts: {},
      };
    },
});
