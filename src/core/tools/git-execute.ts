import { commandInput, FENCE_NOTE } from './inputs.ts';
import { createRunCommand } from './run-command.ts';
import { sameCommand } from './same-command.ts';
import { tool } from './tool.ts';

export const gitExecute = tool({
  name: 'git_execute',
  toolset: 'git',
  title: 'Run git',
  summary: 'Runs one git command. A read runs at once; a write waits for you.',
  description:
    'Runs one git command. A read (log, diff, show, status, blame, …) runs at once and its output stays in a panel that ' +
    'keeps itself fresh. A write (commit, push, rebase, …) waits until the person has seen what it would do and says yes; ' +
    'git_undo takes it back. One command per call: no pipes, redirects, && or cd. Use repository in place of cd, head and ' +
    'tail in place of pipes to them, filter in place of grep, and git_plan for several writes. Long output is cut; ' +
    `panel_read has the rest. ${FENCE_NOTE}`,
  reference: 'git',
  icon: '$(git-branch)',
  effects: { readOnly: false, openWorld: true },
  answersWithPanel: true,
  input: commandInput,
  examples: [
    {
      input: { command: 'git log --oneline -5' },
      answers: /^Panel created: P\d+ — git log --oneline -5\nGit Result: /,
    },
    { input: { command: 'git branch made' }, answers: /Ran: git branch made[\s\S]*git_undo/ },
    { input: { command: 'git log | head -3' }, answers: /^Error \(not-a-command\): Shell operators[\s\S]*"head":3/ },
  ],
  about: ({ command }) => `Run ${command}`,
  handler: core => createRunCommand(core, { program: 'git', tool: 'git_execute' }),
  sameAs: core => sameCommand(core, 'git'),
});
