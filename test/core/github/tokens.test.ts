import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitHubAccounts } from '../../../src/core/github/accounts.ts';
import { createFingerprintOf } from '../../../src/core/github/tokens/fingerprint.ts';
import { createTokenOfGh } from '../../../src/core/github/tokens/from-gh.ts';
import { createSources } from '../../../src/core/github/tokens/sources.ts';
import { isToken, kindOf, last4Of } from '../../../src/core/github/tokens/token.ts';
import { createTokens } from '../../../src/core/github/tokens/tokens.ts';
import { ghPrograms } from '../../github/gh.ts';
import { environment, temporaryFolder } from '../git/support.ts';
import { memoryTokens } from './rig.ts';

const token = (name: string) => `ghp_${name.padEnd(36, '0')}`;

/** Tokens from real sources over a folder of a workspace. */
function newTokens(
  given: { environment?: Record<string, string>; enterprise?: string; accounts?: Record<string, unknown> } = {},
) {
  const folder = temporaryFolder();
  const userFolder = join(folder, 'user');
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const [stored, session] = [memoryTokens(), memoryTokens()];
  const may = { trusted: true, session: false, gh: false };
  const learned: number[] = [];
  const askedGh: string[] = [];
  let ofGh: string | undefined;
  const tokens = createTokens({
    sources: createSources({
      ...{ stored, session, environment: given.environment ?? {} },
      trusted: () => may.trusted,
      folders: () => [workspace],
      enterprise: () => given.enterprise,
      usesSession: () => may.session,
      usesGh: () => may.gh,
      async tokenOfGh(host, account) {
        askedGh.push(account === undefined ? host : `${host} as ${account}`);
        return account === undefined ? ofGh : undefined;
      },
    }),
    accounts: createGitHubAccounts(() => given.accounts ?? {}),
    fingerprintOf: createFingerprintOf(userFolder),
    learned: () => void learned.push(tokens.secrets().length),
    reportError: error => {
      throw error;
    },
  });
  const source = async (host = 'github.com') => (await tokens.inUse(host))?.facts.source;
  return {
    ...{ tokens, stored, session, may, learned, askedGh, folder, workspace, userFolder, source },
    setGh(value: string | undefined) {
      ofGh = value;
    },
    dotenv: (text: string) => writeFileSync(join(workspace, '.env'), text),
  };
}

describe('11.1 tokens', () => {
  it.each([
    [token('x'), 'classic'],
    ['0123456789abcdef0123456789abcdef01234567', 'classic'],
    ['github_pat_11ABCDEFG0', 'fine-grained'],
    ['gho_abcdefghijkl', 'oauth'],
    ['ghu_abcdefghijkl', 'app'],
    ['ghs_abcdefghijkl', 'app'],
    ['something-else', 'unknown'],
  ])('%s is %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
    expect(isToken(text)).toBe(true);
  });

  it('what cannot be one is none, and of a short one nothing is shown', () => {
    for (const text of ['', 'short', 'two words here', 'a\nnewline-in-it', 'umlaut-ä-in-it'])
      expect(isToken(text)).toBe(false);
    expect(last4Of('12345678')).toBe('');
    expect(last4Of(token('x'))).toBe('0000');
  });

  it('come from the first source that has one', async () => {
    const rig = newTokens({ environment: { GITHUB_TOKEN: token('env'), GH_TOKEN: token('env2') } });
    const { tokens, stored, session, may, source } = rig;
    expect((await tokens.inUse('github.com'))?.secret).toBe(token('env'));
    rig.dotenv(`GITHUB_TOKEN="${token('dotenv')}"\n`);
    expect(await source()).toBe('dotenv');
    await stored.set('github.com', token('stored'));
    expect(await source()).toBe('secret-storage');
    await session.set('github.com', token('session'));
    rig.setGh(token('gh'));
    expect((await tokens.facts('github.com')).map(facts => facts.source)).toEqual([
      'secret-storage',
      'dotenv',
      'environment',
    ]);
    may.session = true;
    may.gh = true;
    expect((await tokens.facts('github.com')).map(facts => facts.source)).toEqual([
      'secret-storage',
      'dotenv',
      'environment',
      'editor-session',
      'gh',
    ]);
  });

  it('gh is asked only when no other source has one, and once a host', async () => {
    const rig = newTokens();
    rig.setGh(token('gh'));
    expect(await rig.source()).toBeUndefined();
    rig.may.gh = true;
    await rig.stored.set('github.com', token('stored'));
    await rig.source();
    await rig.tokens.learn(['github.com']);
    expect(rig.askedGh).toEqual([]);
    await rig.stored.set('github.com', undefined);
    expect([await rig.source(), await rig.source()]).toEqual(['gh', 'gh']);
    expect(rig.askedGh).toEqual(['github.com']);
  });

  it('are each of their own host', async () => {
    const environment = { GITHUB_TOKEN: token('com'), GH_ENTERPRISE_TOKEN: token('ghe') };
    const rig = newTokens({ environment, enterprise: 'ghe.example' });
    rig.dotenv(`GITHUB_TOKEN=${token('dotenv')}\nGH_ENTERPRISE_TOKEN=${token('evil')}\n`);
    await rig.stored.set('other.example', token('other'));
    rig.may.session = true;
    await rig.session.set('ghe.example', token('session'));
    expect((await rig.tokens.inUse('ghe.example'))?.secret).toBe(token('ghe'));
    expect((await rig.tokens.inUse('other.example'))?.secret).toBe(token('other'));
    expect(await rig.tokens.inUse('evil.example')).toBeUndefined();
    const kinds = await Promise.all(['github.com', 'ghe.example'].map(host => rig.tokens.facts(host)));
    expect(kinds.map(facts => facts.map(({ source }) => source))).toEqual([['dotenv', 'environment'], ['environment']]);
  });

  it('one that GitHub rejected is passed over until it changes; what a network error says is nothing', async () => {
    const rig = newTokens({ environment: { GH_TOKEN: token('env') } });
    const { tokens, stored } = rig;
    let changes = 0;
    const stop = tokens.listen(() => {
      changes += 1;
    });
    await stored.set('github.com', token('bad'));
    const bad = await tokens.inUse('github.com');
    tokens.judge(bad?.fingerprint ?? '', 'rejected');
    tokens.judge(bad?.fingerprint ?? '', 'rejected');
    expect(changes).toBe(2);
    expect((await tokens.inUse('github.com'))?.facts).toEqual({
      ...{ host: 'github.com', source: 'environment', kind: 'classic', last4: '0000', state: 'untried' },
    });
    expect((await tokens.facts('github.com')).map(({ state }) => state)).toEqual(['rejected', 'untried']);
    await stored.set('github.com', token('good'));
    expect((await tokens.inUse('github.com'))?.secret).toBe(token('good'));
    // An answer that was under way for the old one says nothing of the new one.
    tokens.judge(bad?.fingerprint ?? '', 'rejected');
    expect((await tokens.inUse('github.com'))?.secret).toBe(token('good'));
    await stored.set('github.com', token('bad'));
    expect(await rig.source()).toBe('environment');
    tokens.tryAgain();
    expect(await rig.source()).toBe('secret-storage');
    stop();
  });

  it('of gh that was rejected is asked for anew: the person may have signed in again', async () => {
    const rig = newTokens();
    rig.may.gh = true;
    rig.setGh(token('old'));
    rig.tokens.judge((await rig.tokens.inUse('github.com'))?.fingerprint ?? '', 'rejected');
    rig.setGh(token('new'));
    expect((await rig.tokens.inUse('github.com'))?.secret).toBe(token('new'));
  });

  it('a source that cannot be read leaves the others', async () => {
    const errors: unknown[] = [];
    const tokens = createTokens({
      sources: [
        { name: 'secret-storage', read: async () => Promise.reject(new Error('locked')) },
        { name: 'environment', read: () => token('env') },
      ],
      accounts: createGitHubAccounts(() => ({})),
      fingerprintOf: createFingerprintOf(temporaryFolder()),
      learned: () => {},
      reportError: error => errors.push(error),
    });
    expect((await tokens.inUse('github.com'))?.facts.source).toBe('environment');
    expect(errors).toHaveLength(1);
  });

  it('all there ever were are known for secrets, each told of once', async () => {
    const rig = newTokens({ environment: { GH_TOKEN: token('env') } });
    await rig.stored.set('github.com', token('one'));
    await rig.tokens.learn(['github.com']);
    await rig.stored.set('github.com', token('two'));
    await rig.tokens.inUse('github.com');
    await rig.tokens.inUse('github.com');
    expect(rig.tokens.secrets().toSorted()).toEqual([token('env'), token('one'), token('two')]);
    expect(rig.learned).toHaveLength(3);
  });

  it('an untrusted workspace has no say, and nothing is started in it', async () => {
    const rig = newTokens();
    rig.may.trusted = false;
    rig.may.gh = true;
    rig.dotenv(`GITHUB_TOKEN=${token('dotenv')}\n`);
    expect(await rig.source()).toBeUndefined();
    expect(rig.askedGh).toEqual([]);
  });
});

describe('11.1 accounts by owner', () => {
  const accounts = { 'octo-org': 'mona-work', 'ghe.example/team': 'Mona', odd: '--hostname=evil.example' };

  it('no token of another account is used for an owner that has one', async () => {
    const environment = { GITHUB_TOKEN: token('env'), GH_ENTERPRISE_TOKEN: token('ghe') };
    const rig = newTokens({ accounts, environment, enterprise: 'ghe.example' });
    Object.assign(rig.may, { session: true, gh: true });
    rig.setGh(token('gh'));
    rig.dotenv(`GITHUB_TOKEN=${token('dotenv')}\n`);
    await rig.stored.set('github.com', token('stored'));
    await rig.stored.set('github.com', token('other'), 'hubot');
    await rig.session.set('github.com', token('session'));
    for (const [host, owner] of [
      ['github.com', 'octo-org'],
      ['github.com', 'OCTO-Org'],
      ['ghe.example', 'team'],
      ['github.com', 'odd'],
    ] as const) {
      expect(await rig.tokens.inUse(host, owner)).toBeUndefined();
      expect(await rig.tokens.facts(host, owner)).toEqual([]);
    }
    // What is no login is not told to gh.
    expect(new Set(rig.askedGh)).toEqual(new Set(['github.com as mona-work', 'ghe.example as Mona']));
    const secretFor = async (owner?: string) => (await rig.tokens.inUse('github.com', owner))?.secret;
    expect([await secretFor(), await secretFor('octo'), await secretFor('team')]).toEqual(
      Array.from({ length: 3 }, () => token('stored')),
    );
    await rig.stored.set('github.com', token('work'), 'mona-work');
    expect(await secretFor('Octo-Org')).toBe(token('work'));
    expect(await secretFor('octo')).toBe(token('stored'));
    expect(await rig.tokens.inUse('ghe.example', 'octo-org')).toMatchObject({ secret: token('ghe') });
  });

  it('one that is rejected leaves the account without any', async () => {
    const rig = newTokens({ accounts, environment: { GITHUB_TOKEN: token('env') } });
    await rig.stored.set('github.com', token('work'), 'mona-work');
    const work = await rig.tokens.inUse('github.com', 'octo-org');
    rig.tokens.judge(work?.fingerprint ?? '', 'rejected');
    expect(await rig.tokens.inUse('github.com', 'octo-org')).toBeUndefined();
    expect(await rig.tokens.facts('github.com', 'octo-org')).toMatchObject([
      { account: 'mona-work', state: 'rejected' },
    ]);
    expect(await rig.source()).toBe('environment');
  });

  it('all are listed by account and known for secrets', async () => {
    const rig = newTokens({ accounts });
    await rig.stored.set('github.com', token('own'));
    await rig.stored.set('github.com', token('work'), 'mona-work');
    await rig.tokens.learn(['github.com']);
    expect(rig.tokens.secrets()).toEqual([token('own'), token('work')]);
    const all = await rig.tokens.byAccount('github.com');
    expect(all.map(({ account, facts }) => [account, facts.length])).toEqual([
      [undefined, 1],
      ['mona-work', 1],
    ]);
    expect(await rig.tokens.byAccount('evil.example')).toEqual([
      { host: 'evil.example', account: undefined, facts: [] },
    ]);
  });

  it.each([
    ['__proto__', undefined],
    ['constructor', undefined],
    ['', undefined],
    ['octo-org/other', undefined],
    ['octo-org', 'mona-work'],
    ['odd', '--hostname=evil.example'],
  ])('of the owner %s is %s', (owner, account) => {
    expect(createGitHubAccounts(() => accounts).of('github.com', owner)).toBe(account);
  });
});

describe('11.1 the .env file', () => {
  it.each([
    [
      'a link that leads outside',
      (at: string, folder: string) => {
        writeFileSync(join(folder, 'secrets'), `GITHUB_TOKEN=${token('other')}\n`);
        symlinkSync(join(folder, 'secrets'), at);
      },
    ],
    ['a pipe', (at: string) => void execFileSync('mkfifo', [at])],
    ['a folder', (at: string) => void mkdirSync(at)],
    [
      'longer than any settings',
      (at: string) => writeFileSync(at, `${'#'.repeat(70_000)}\nGITHUB_TOKEN=${token('x')}\n`),
    ],
    ['not there', () => {}],
    ['of other variables', (at: string) => writeFileSync(at, `GH_TOKEN=${token('x')}\nGH_HOST=evil.example\n`)],
  ])('that is %s has no token', async (_, make) => {
    const rig = newTokens();
    make(join(rig.workspace, '.env'), rig.folder);
    expect(await rig.tokens.facts('github.com')).toEqual([]);
  });

  it('may be a link within the folder, and is read again when it changes', async () => {
    const rig = newTokens();
    writeFileSync(join(rig.workspace, 'settings'), `export GITHUB_TOKEN='${token('one')}'\n`);
    symlinkSync('settings', join(rig.workspace, '.env'));
    expect((await rig.tokens.inUse('github.com'))?.secret).toBe(token('one'));
    writeFileSync(join(rig.workspace, 'settings'), `GITHUB_TOKEN=${token('two')}\n`);
    expect((await rig.tokens.inUse('github.com'))?.secret).toBe(token('two'));
    rmSync(join(rig.workspace, '.env'));
    expect(await rig.tokens.inUse('github.com')).toBeUndefined();
  });
});

describe('fingerprints', () => {
  it('are the same in every process of a person, and tell nothing of the token', async () => {
    const folder = join(temporaryFolder(), 'user');
    const of = (at = folder) => createFingerprintOf(at)('github.com', token('x'));
    const [one, other] = await Promise.all([of(), of()]);
    expect(one).toBe(other);
    expect(one).toMatch(/^[\da-f]{32}$/);
    expect(await createFingerprintOf(folder)('ghe.example', token('x'))).not.toBe(one);
    // Whoever knows the token but not the key cannot tell that it is this one.
    expect(await of(join(temporaryFolder(), 'user'))).not.toBe(one);
    const file = join(folder, 'fingerprint-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file)).toHaveLength(32);
  });
});

describe('the person’s own gh', () => {
  const fakeGh = (folder: string, script: string) => {
    const file = join(folder, 'gh');
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return file;
  };
  const ask = (gh: string, more: Record<string, string> = {}, roots: string[] = [], account?: string) =>
    createTokenOfGh({ gh: () => gh, environment: { ...environment, ...more }, roots: () => roots })(
      'github.com',
      account,
    );

  it('is asked with its own config, outside the workspace, and without the tokens of the environment', async () => {
    const folder = temporaryFolder();
    const gh = fakeGh(folder, 'echo "$@|$GH_CONFIG_DIR|$GH_TOKEN$GITHUB_TOKEN|$GH_PROMPT_DISABLED" | tr " " _');
    const more = { GH_CONFIG_DIR: '/own', GH_TOKEN: 'inherited', GITHUB_TOKEN: 'inherited', HOME: folder };
    expect(await ask(gh, more)).toBe('auth_token_--hostname_github.com|/own||1');
  });

  it.each(ghPrograms)('$version gives the token of the account it is asked for, or none', async ({ path, version }) => {
    const folder = temporaryFolder();
    const hosts = `github.com:
    users:
        mona:
            oauth_token: ${token('mona')}
        mona-work:
            oauth_token: ${token('work')}
    user: mona
    oauth_token: ${token('mona')}
`;
    writeFileSync(join(folder, 'hosts.yml'), hosts, { mode: 0o600 });
    writeFileSync(join(folder, 'config.yml'), 'version: "1"\n', { mode: 0o600 });
    const of = (account?: string) => ask(path, { GH_CONFIG_DIR: folder, HOME: folder }, [], account);
    const knowsAccounts = version.localeCompare('2.40', 'en', { numeric: true }) >= 0;
    expect(await of()).toBe(token('mona'));
    expect(await of('mona-work')).toBe(knowsAccounts ? token('work') : undefined);
    expect(await of('nobody')).toBeUndefined();
  });

  it('one that fails, talks too much or is not there has none', async () => {
    const folder = temporaryFolder();
    expect(await ask(fakeGh(folder, 'echo ghp_whatever; exit 1'))).toBeUndefined();
    expect(await ask(fakeGh(folder, 'head -c 9000 /dev/zero | tr "\\0" x'))).toBeUndefined();
    expect(await ask('no-such-gh')).toBeUndefined();
  });

  it('one that came in with the files is not started', async () => {
    const folder = temporaryFolder();
    fakeGh(folder, 'echo ghp_from_the_workspace');
    expect(await ask('gh', { PATH: folder }, [folder])).toBeUndefined();
    expect(await ask('gh', { PATH: `${folder}:/usr/bin:/bin` })).toBe('ghp_from_the_workspace');
  });
});
