import { commandInput, FENCE_NOTE } from './inputs.ts';
import { createRunCommand } from './run-command.ts';
import { tool } from './tool.ts';

export const gitRead = tool({
  name: 'git_read',
  toolset: 'git',
  title: 'Read with git',
  summary: 'Runs one git command that only reads.',
  description:
    'Runs one git command that only reads (log, diff, show, status, blame, grep, branch --list, …), at once. Anything else ' +
    'is refused: use git_execute for it. One command per call: no pipes, redirects, && or cd. Use repository in place of ' +
    'cd, head and tail in place of pipes to them, filter in place of grep. Long output is cut; panel_read has the rest. ' +
    FENCE_NOTE,
  reference: 'gitRead',
  icon: '$(git-branch)',
  effects: { readOnly: true, openWorld: false },
  answersWithPanel: true,
  doors: ['mcp'],
  input: commandInput,
  examples: [
    { input: { command: 'git status --short' }, answers: /^Panel created: P\d+ — git status --short\nGit Result: / },
    { input: { command: 'git branch made' }, answers: /^Error \(not-a-read\): .*\nNext: .*git_execute/ },
  ],
  about: ({ command }) => `Run ${command}`,
  handler: core => createRunCommand(core, { program: 'git', tool: 'git_read', onlyReads: true }),
});
