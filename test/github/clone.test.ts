import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachGh } from './each-gh.ts';
import type { PullRequest } from './state/types.ts';

eachGh(world => {
  const git = (...args: string[]): string => {
    const { gh, github } = world();
    const identity = { GIT_AUTHOR_NAME: 'Mona Lisa', GIT_AUTHOR_EMAIL: 'monalisa@users.noreply.github.com' };
    const committer = { GIT_COMMITTER_NAME: identity.GIT_AUTHOR_NAME, GIT_COMMITTER_EMAIL: identity.GIT_AUTHOR_EMAIL };
    const transport = { GIT_SSH_COMMAND: github.ssh, GIT_SSH_VARIANT: 'simple' };
    const env = { ...gh.environment(transport), ...identity, ...committer };
    return execFileSync('git', args, { cwd: gh.cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };

  test('in a clone gh finds the repository and the branch by itself; a push is seen at once', async () => {
    const { gh, github, sample } = world();
    git('clone', '-q', 'git@github.com:octo/demo.git', '.');
    git('switch', '-q', 'quotes');
    expect(await gh.text('pr', 'status')).toMatch(/Current branch\n {2}#5 {2}Understand quotes/);
    expect((await gh.run(['issue', 'develop', '--list', '1'])).exitCode).toBe(0);

    github.clock.advance({ minutes: 1 });
    git('switch', '-q', '-c', 'topic', '--no-track', 'origin/main');
    writeFileSync(join(gh.cwd, 'topic.txt'), 'A topic\n');
    git('add', '.');
    git('commit', '-q', '-m', 'A topic', '-m', 'With a reason');
    git('push', '-q', '-u', 'origin', 'topic');
    await gh.text('pr', 'create', '--fill', '--base', 'main');
    const pull = [...sample.demo.conversations.values()].at(-1) as PullRequest;
    expect(pull).toMatchObject({ title: 'A topic', body: 'With a reason\n', headRefName: 'topic', state: 'OPEN' });

    github.clock.advance({ minutes: 1 });
    git('commit', '-q', '--allow-empty', '-m', 'More');
    git('push', '-q');
    const { headRefOid } = await gh.json<{ headRefOid: string }>('pr', 'view', '--json', 'headRefOid');
    expect(headRefOid).toBe(git('rev-parse', 'HEAD').trim());
    expect(pull.updatedAt).toBe(github.clock.stamp());
    expect(github.log.missing()).toEqual([]);
  });

  test('an enterprise host has the same below /api', async () => {
    const { gh, github } = world();
    github.log.clear();
    const env = { GH_HOST: 'ghe.example.com', GH_ENTERPRISE_TOKEN: gh.environment().GH_TOKEN ?? '' };
    const { stdout } = await gh.run(['pr', 'list', '-R', 'ghe.example.com/octo/demo', '--state', 'merged'], { env });
    expect(stdout).toMatch(/^6\tAdd docs/);
    const { stdout: numbers } = await gh.run(
      ['api', '--paginate', 'repos/octo/demo/labels?per_page=2', '--jq', '.[].name'],
      { env },
    );
    expect(numbers).toBe('bug\nenhancement\ngood first issue\n');
    expect(new Set(github.log.requests.map(({ host }) => host))).toEqual(new Set(['ghe.example.com']));
  });
});
