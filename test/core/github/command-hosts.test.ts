import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import { hostsNamed, usesRemotes } from '../../../src/core/github/command-hosts.ts';
import { chooseHost } from '../../../src/core/github/gh-runs.ts';
import { createGitHubHosts } from '../../../src/core/github/hosts.ts';
import type { GitHubRemote } from '../../../src/core/github/remotes.ts';

const ENTERPRISE = 'ghe.example';
const commandOf = (text: string) =>
  classify('gh', text.split(' ').slice(1), { roots: ['/r'], cwd: '/r', hosts: [ENTERPRISE] });
const named = (text: string) => hostsNamed(commandOf(text)).map(({ host, as }) => `${as} ${host}`);

describe('hosts that a command names', () => {
  it.each<[string, string[]]>([
    ['gh pr list', []],
    ['gh pr list -R octo/demo', []],
    ['gh pr list -R evil.example/o/r', ['told evil.example']],
    ['gh -R evil.example/o/r pr list', ['told evil.example']],
    ['gh pr list -Revil.example/o/r', ['told evil.example']],
    ['gh pr list -R=evil.example/o/r', ['told evil.example']],
    ['gh pr list -wRevil.example/o/r', ['told evil.example']],
    ['gh pr list --repo=https://EVIL.example:8443/o/r', ['told evil.example:8443']],
    ['gh pr list --repo git@evil.example:o/r.git', ['told evil.example']],
    ['gh pr list -R intranet/o/r', ['told intranet']],
    ['gh api --hostname evil.example user', ['told evil.example']],
    ['gh api --hostname=evil.example user', ['told evil.example']],
    ['gh api https://evil.example/x', ['told evil.example']],
    ['gh api https://api.github.com@evil.example/x', ['told evil.example']],
    ['gh api https://api.github.com.evil.example/x', ['told api.github.com.evil.example']],
    ['gh api https://api.github.com/user', ['told github.com']],
    ['gh api http://api.github.com/user', ['told http://api.github.com']],
    ['gh api repos/octo/demo', []],
    ['gh repo view evil.example/o/r', ['told evil.example']],
    ['gh repo clone git@evil.example:o/r', ['told evil.example']],
    ['gh pr view https://ghe.example/o/r/pull/3', ['argument ghe.example']],
    ['gh pr view feature/of/mine', []],
    ['gh pr view v1.2/of/mine', ['perhaps v1.2']],
    ['gh issue transfer 3 evil.example/o/r', ['perhaps evil.example']],
    ['gh label clone intranet/o/r', ['perhaps intranet']],
    ['gh issue comment 3 --body https://news.example', []],
    ['gh issue comment 3 --body=https://news.example', []],
    ['gh issue comment 3 -b https://news.example', ['perhaps news.example']],
    ['gh pr view -R --body https://evil.example/o/r', ['perhaps evil.example']],
  ])('%s', (text, hosts) => {
    expect(named(text)).toEqual(hosts);
  });

  it('the remotes are looked at for what is about this repository', () => {
    expect(usesRemotes(commandOf('gh pr list'))).toBe(true);
    expect(usesRemotes(commandOf('gh api repos/{owner}/{repo}'))).toBe(true);
    expect(usesRemotes(commandOf('gh pr list -R octo/demo'))).toBe(false);
    expect(usesRemotes(commandOf('gh api user'))).toBe(false);
  });
});

const remote = (host: string, remote = 'origin'): GitHubRemote => ({
  ...{ host, remote, owner: 'octo', name: 'demo', resolved: undefined },
});
const hosts = (environment: Record<string, string> = {}) => createGitHubHosts(environment, () => [ENTERPRISE]);
const chosen = (text: string, remotes: GitHubRemote[] = [], environment?: Record<string, string>) => {
  const choice = chooseHost(commandOf(text), remotes, hosts(environment));
  return 'code' in choice ? `${choice.code}: ${choice.message.split(' ')[0]}` : choice.host;
};

describe('11.3 the one host whose token a command gets', () => {
  it('is of the words, else of the remotes, else the usual one', () => {
    expect(chosen('gh pr list')).toBe('github.com');
    expect(chosen('gh pr list', [remote(ENTERPRISE)])).toBe(ENTERPRISE);
    expect(chosen('gh pr list -R github.com/o/r', [remote(ENTERPRISE)])).toBe('github.com');
    expect(chosen('gh pr list -R ghe.example/o/r')).toBe(ENTERPRISE);
    expect(chosen('gh pr view https://ghe.example/o/r/pull/3')).toBe(ENTERPRISE);
    expect(chosen('gh pr list', [], { GH_HOST: ENTERPRISE })).toBe(ENTERPRISE);
    expect(chosen('gh pr list', [remote('github.com')], { GH_HOST: ENTERPRISE })).toBe('github.com');
  });

  it.each([
    'gh pr list -R evil.example/o/r',
    'gh api --hostname evil.example user',
    'gh api https://evil.example/x',
    'gh repo view evil.example/o/r',
    'gh api http://api.github.com/user',
    'gh api http://ghe.example/api/v3/user',
  ])('is none for a stranger: %s', text => {
    expect(chosen(text)).toMatch(/^wrong-host: /);
    expect(chosen(text, [remote(ENTERPRISE)])).toMatch(/^wrong-host: /);
  });

  it.each([
    'gh pr view https://evil.example/o/r/pull/3',
    'gh pr checkout -b x https://evil.example/o/r/pull/3',
    'gh issue transfer 3 evil.example/o/r',
    'gh pr view -R --body https://evil.example/o/r',
    'gh pr view --json --repo https://evil.example/o/r',
    'gh pr comment 3 --unknown https://evil.example/o/r',
    'gh label clone evil.example/o/r',
    'gh pr view https://github.com/o/r/pull/3 -R ghe.example/o/r',
  ])('of an enterprise is given to no command with another in its words: %s', text => {
    expect(chosen(text, [remote(ENTERPRISE)])).toMatch(/^wrong-host: /);
  });

  it('of GitHub itself goes along with addresses in texts, but to no other host of ghe.com', () => {
    expect(chosen('gh issue comment 3 -b https://news.example/x')).toBe('github.com');
    expect(chosen('gh pr view v1.2/of/mine')).toBe('github.com');
    expect(chosen('gh pr view https://evil.ghe.com/o/r/pull/3')).toBe('wrong-host: evil.ghe.com');
    expect(chosen('gh issue comment 3 --body https://news.example/x', [remote(ENTERPRISE)])).toBe(ENTERPRISE);
  });
});
