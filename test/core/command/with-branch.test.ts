import { expect, it } from 'vitest';
import { classifyText } from '../../../src/core/command/classify-text.ts';
import { wantsBranch, withBranch } from '../../../src/core/command/with-branch.ts';

const RUNS = 'gh run list --branch {branch} --status failure';

it('puts the branch in place of a whole word, or of all of an option’s value', () => {
  expect(withBranch(RUNS, 'main')).toBe('gh run list --branch main --status failure');
  expect(withBranch('gh run list --branch={branch}', 'topic/one')).toBe('gh run list --branch=topic/one');
  expect(withBranch('gh pr view {branch}', 'main')).toBe('gh pr view main');
});

it('leaves every other brace as it is', () => {
  const query = "gh run list --json headBranch --jq '.[] | {branch}'";
  expect(wantsBranch(query)).toBe(false);
  expect(withBranch(query, '"env"')).toBe(query);
  expect(withBranch('gh pr list --search head:{branch}', 'main')).toContain('{branch}');
});

const HOSTILE = ["x' --web '", '$(id)', 'a b', 'a;gh auth token', '{branch}', '"', "it's", '-R', '$&', '--web'];

it.each(HOSTILE)('a branch called “%s” stays one word, and makes no read a write that runs unasked', branch => {
  const filled = classifyText('gh', withBranch(RUNS, branch), { roots: ['/r'], cwd: '/r' });
  expect(filled.ok && filled.command.args).toEqual(['run', 'list', '--branch', branch, '--status', 'failure']);
  if (branch.startsWith('-')) expect(filled.ok && filled.command.verdict.class).not.toBe('read-only');
});

it('knows which commands want one', () => {
  expect(wantsBranch(RUNS)).toBe(true);
  expect(wantsBranch('gh pr list')).toBe(false);
  expect(wantsBranch('gh run list --branch {branch')).toBe(false);
  expect(wantsBranch("gh run list 'unterminated")).toBe(false);
});
