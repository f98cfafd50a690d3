import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import { ownerOfCommand, ownerOfPath } from '../../../src/core/github/command-owner.ts';
import { wordsOfWrite } from '../../../src/core/github/impact/words-of-write.ts';
import type { GitHubRemote } from '../../../src/core/github/remotes.ts';

const ENTERPRISE = 'ghe.example';
const commandOf = (text: string) =>
  classify('gh', text.split(' ').slice(1), { roots: ['/r'], cwd: '/r', hosts: [ENTERPRISE] });
const remote = (host: string, owner: string): GitHubRemote => ({
  ...{ host, owner, name: 'r', remote: 'origin', resolved: undefined },
});
const REMOTES = [remote('github.com', 'here'), remote(ENTERPRISE, 'team')];

describe('the owner whose account a command uses', () => {
  it.each([
    ['gh pr list', 'here'],
    ['gh search issues x', 'here'],
    ['gh api user', 'here'],
    ['gh api repos/{owner}/{repo}/issues', 'here'],
    ['gh pr list -R octo/demo', 'octo'],
    ['gh pr list -Rocto/demo', 'octo'],
    ['gh pr list -wRocto/demo', 'octo'],
    ['gh pr list --repo=github.com/octo/demo', 'octo'],
    ['gh pr list --repo https://github.com/octo/demo.git', 'octo'],
    ['gh -R octo/demo pr list', 'octo'],
    // gh takes the last.
    ['gh pr list -R evil/x -R octo/demo', 'octo'],
    ['gh pr close 3 -R octo/demo', 'octo'],
    ['gh pr close https://github.com/octo/demo/pull/2', 'octo'],
    ['gh issue create --title a --body b -R octo/demo', 'octo'],
    ['gh pr close 3 --no-such-option -R octo/demo', 'octo'],
    ['gh pr comment 3 --body https://github.com/evil/x/pull/1', 'here'],
    ['gh pr comment 3 --body -Revil/x', 'here'],
    ['gh pr view https://github.com/octo/demo/pull/3', 'octo'],
    ['gh pr view https://github.com/octo/demo/pull/3 -R evil/x', 'octo'],
    ['gh pr view https://ghe.example/octo/demo/pull/3', 'here'],
    ['gh pr view evil/branch', 'here'],
    ['gh repo view octo/demo', 'octo'],
    ['gh repo view demo', 'here'],
    ['gh repo clone octo/demo', 'octo'],
    ['gh repo create octo/new --private', 'octo'],
    ['gh repo deploy-key add keys/own.pub', 'here'],
    ['gh repo list octo', 'octo'],
    ['gh secret list --org octo', 'octo'],
    ['gh project list --owner octo', 'octo'],
    ['gh api repos/octo/demo/issues', 'octo'],
    ['gh api /orgs/octo/members', 'octo'],
    ['gh api https://api.github.com/repos/octo/demo', 'octo'],
    ['gh some-extension -R octo/demo', 'octo'],
    ['gh some-extension --repo octo/demo', 'octo'],
  ])('%s: %s', (text, owner) => {
    const command = commandOf(text);
    const read = wordsOfWrite(command);
    const ofWrite = read && { path: read.path, options: read.walked.options, positionals: read.words };
    expect(ownerOfCommand(command, REMOTES, 'github.com', ofWrite)).toBe(owner);
  });

  it('is of the remotes of the host that is asked', () => {
    expect(ownerOfCommand(commandOf('gh pr list'), REMOTES, ENTERPRISE)).toBe('team');
    expect(ownerOfCommand(commandOf('gh pr list'), [], 'github.com')).toBeUndefined();
  });

  it.each([
    ['repos/octo/demo/issues/1?per_page=100', 'octo'],
    ['orgs/octo/repos', 'octo'],
    ['orgs/octo?x=1', 'octo'],
    ['user/repos', undefined],
    ['rate_limit', undefined],
    ['search/issues?q=repos/evil/x', undefined],
  ])('of our own request %s is %s', (path, owner) => {
    expect(ownerOfPath(path)).toBe(owner);
  });
});
