import { commandInput, FENCE_NOTE } from './inputs.ts';
import { createRunCommand } from './run-command.ts';
import { tool } from './tool.ts';

export const ghRead = tool({
  name: 'gh_read',
  toolset: 'github',
  title: 'Read with gh',
  summary: 'Runs one command of the GitHub CLI that only reads.',
  description:
    'Runs one gh command (GitHub CLI) that only reads (pr list, pr view, issue list, run view, api with GET, search, …), ' +
    'at once. Anything else is refused: use gh_execute for it. One command per call: no pipes or redirects; --json with ' +
    `--jq picks fields, filter picks lines. ${FENCE_NOTE}`,
  reference: 'ghRead',
  icon: '$(github)',
  effects: { readOnly: true, openWorld: true },
  answersWithPanel: true,
  doors: ['mcp'],
  input: commandInput,
  examples: [{ input: { command: 'gh issue list' }, answers: /^Error \(github\): GitHub token not configured\./ }],
  about: ({ command }) => `Run ${command}`,
  handler: core => createRunCommand(core, { program: 'gh', tool: 'gh_read', onlyReads: true }),
});
