import { commandInput, FENCE_NOTE } from './inputs.ts';
import { createRunCommand } from './run-command.ts';
import { sameCommand } from './same-command.ts';
import { tool } from './tool.ts';

export const ghExecute = tool({
  name: 'gh_execute',
  toolset: 'github',
  title: 'Run gh',
  summary: 'Runs one command of the GitHub CLI. A read runs at once; a write waits for you.',
  description:
    'Runs one gh command (GitHub CLI). A read (pr list, issue view, run view, api with GET, …) runs at once and its output ' +
    'stays in a panel that keeps itself fresh. A write (pr create, issue close, …) waits until the person says yes, and ' +
    'cannot be undone by git_undo. One command per call: no pipes or redirects; --json with --jq picks fields, filter ' +
    `picks lines. ${FENCE_NOTE}`,
  reference: 'gh',
  icon: '$(github)',
  effects: { readOnly: false, openWorld: true },
  answersWithPanel: true,
  input: commandInput,
  examples: [
    { input: { command: 'gh pr list' }, answers: /^Error \(github\): GitHub token not configured\./ },
    {
      input: { command: 'git status' },
      answers: /^Error \(not-a-command\): Command must start with 'gh '[\s\S]*git_execute/,
    },
  ],
  about: ({ command }) => `Run ${command}`,
  handler: core => createRunCommand(core, { program: 'gh', tool: 'gh_execute' }),
  sameAs: core => sameCommand(core, 'gh'),
});
