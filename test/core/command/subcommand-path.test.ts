import { expect, it } from 'vitest';
import { subcommandPath } from '../../../src/core/command/subcommand-path.ts';
import { commandOf } from '../../support/verdict-of.ts';

it.each([
  ['git log --stat', 'log', ['--stat']],
  ['git log -- --stat', 'log', []],
  ['git -C log -c core.quotePath=false log -p', 'log', ['-p']],
  ['git --attr-source HEAD --no-pager show', 'show', []],
  ['git stash show -p', 'stash show', ['-p']],
  ['git stash -p show', 'stash', ['-p', 'show']],
  ['git worktree', 'worktree', []],
  ['git --version', '', []],
  ['gh pr list --json number', 'pr list', ['--json', 'number']],
  ['gh -R pr/list pr list', 'pr list', []],
  ['gh pr -R a/b --draft list', 'pr list', ['--draft']],
  ['gh api repos/a/b --jq .x', 'api', ['repos/a/b', '--jq', '.x']],
  ['gh pr', 'pr', []],
])('%s calls %s', (line, path, args) => {
  expect(subcommandPath(commandOf(line))).toEqual({ path, args });
});
