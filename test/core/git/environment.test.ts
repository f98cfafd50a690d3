import { describe, expect, it } from 'vitest';
import { configWords, type EnvironmentRequest, environmentFor } from '../../../src/core/git/environment.ts';
import { ALL_RUNS, GH_RUNS, KEPT_GIT, NO_HELPER_ALIASES, READ_CONFIG, READS } from '../../../src/core/git/guards.ts';
import { parseListing, parseListingByFile } from '../../../src/core/git/inspect/config-listing.ts';
import { getOnly, type OwnConfig, ownConfig } from '../../../src/core/git/own-config.ts';
import fc from '../../support/fast-check.ts';

const gh = { token: 'the-token', configDir: '/private/gh' };
const noOwn: OwnConfig = { overrides: [], stuck: [], detours: [] };

function environment(request: Partial<EnvironmentRequest> = {}) {
  return environmentFor({
    program: 'git',
    kind: 'read',
    inherited: { PATH: '/usr/bin' },
    gh,
    platform: 'linux',
    ...request,
  });
}

/** The config of a git read, as its `-c` words say it. */
function configOf(own?: OwnConfig): string[][] {
  return configWords([], own)
    .filter(word => word !== '-c')
    .map(word => word.split(/=(.*)/s, 2));
}

describe('4.2 every run', () => {
  const kinds = [
    { program: 'git', kind: 'read' },
    { program: 'git', kind: 'write' },
    { program: 'gh', kind: 'read' },
    { program: 'gh', kind: 'write' },
  ] as const;

  it.each(kinds)('4.2 $program $kind has pagers, editors, prompts, colour and language settled', request => {
    expect(environment(request)).toMatchObject({
      GIT_PAGER: 'cat',
      PAGER: 'cat',
      GIT_EDITOR: 'true',
      GIT_SEQUENCE_EDITOR: 'true',
      VISUAL: 'true',
      EDITOR: 'true',
      GIT_TERMINAL_PROMPT: '0',
      NO_COLOR: '1',
      LC_ALL: 'C.UTF-8',
    });
  });

  it('4.2 gh asks nothing and looks for no update', () => {
    expect(environment({ program: 'gh' })).toMatchObject({
      GH_PROMPT_DISABLED: '1',
      GH_NO_UPDATE_NOTIFIER: '1',
      GH_PAGER: 'cat',
    });
  });

  it('4.2 gh hears of no other server, git of the variables of a workflow', () => {
    const inherited = { GITHUB_API_URL: 'https://evil.example', GITHUB_SERVER_URL: 'https://evil.example' };
    expect(environment({ program: 'gh', inherited })).not.toHaveProperty('GITHUB_API_URL');
    expect(environment({ program: 'gh', inherited })).not.toHaveProperty('GITHUB_SERVER_URL');
    expect(environment({ inherited })).toMatchObject(inherited);
  });

  it.each([
    [undefined, ['GH_TOKEN', 'GITHUB_TOKEN']],
    ['ghe.example', ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']],
    ['octo.ghe.com', ['GH_ENTERPRISE_TOKEN', 'GH_TOKEN', 'GITHUB_ENTERPRISE_TOKEN', 'GITHUB_TOKEN']],
  ])('4.3 the token for %s is in %j alone', (host, names) => {
    const inherited = { GH_TOKEN: 'other', GITHUB_TOKEN: 'other', GH_ENTERPRISE_TOKEN: 'other' };
    const env = environment({ program: 'gh', inherited, gh: { ...gh, host } });
    expect(
      Object.keys(env)
        .filter(name => env[name] === 'the-token')
        .toSorted(),
    ).toEqual(names);
    expect(Object.values(env)).not.toContain('other');
    expect(env.GH_HOST).toBe(host);
  });

  it('4.3 gh is not started with the person’s own config', () => {
    expect(() => environment({ program: 'gh', gh: undefined })).toThrow();
  });

  it('4.2 only reads do without optional locks', () => {
    expect(environment().GIT_OPTIONAL_LOCKS).toBe('0');
    expect(environment({ kind: 'write' })).not.toHaveProperty('GIT_OPTIONAL_LOCKS');
  });

  it("4.2 askpass is the person's own or none", () => {
    expect(environment().GIT_ASKPASS).toBe('');
    expect(environment({ inherited: { GIT_ASKPASS: '/own/askpass' } }).GIT_ASKPASS).toBe('/own/askpass');
  });

  it.each(kinds)('4.2 nothing inherited weakens the guards of $program $kind', request => {
    const clean = environment({ ...request, inherited: {} });
    const attack = fc.dictionary(
      fc.constantFrom(...Object.keys(clean), 'GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0'),
      fc.string(),
    );
    const own = new Set(['GIT_ASKPASS', 'PATH']);
    fc.assert(
      fc.property(attack, inherited => {
        const env = environment({ ...request, inherited });
        for (const [name, value] of Object.entries(clean)) if (!own.has(name)) expect(env[name]).toBe(value);
      }),
    );
  });

  it('4.2 the case of a name makes no difference on Windows', () => {
    const inherited = {
      git_terminal_prompt: '1',
      Git_Dir: '/x',
      gh_token: 'inherited',
      Git_Config_Count: '1',
      Path: '',
    };
    const env = environment({ inherited, platform: 'win32' });
    const names = Object.keys(env).map(name => name.toUpperCase());
    expect(new Set(names).size).toBe(names.length);
    expect(env.GIT_TERMINAL_PROMPT).toBe('0');
    expect(names).not.toContain('GIT_DIR');
    expect(names).not.toContain('GH_TOKEN');
  });

  it.each([
    'GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_EXTERNAL_DIFF GIT_DIFF_OPTS GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_NAMESPACE',
    'GIT_TRACE GIT_TRACE_CURL GIT_TRACE2_DST_DEBUG GIT_CURL_VERBOSE GIT_REDIRECT_STDOUT GIT_ATTR_SOURCE GIT_PREFIX',
    'GIT_GRAFT_FILE GIT_SHALLOW_FILE GIT_REPLACE_REF_BASE GIT_LITERAL_PATHSPECS GIT_PROTOCOL_FROM_USER GIT_TEST_FSMONITOR',
    'GIT_FROM_THE_FUTURE GH_REPO GH_HOST GH_DEBUG GH_FORCE_TTY GH_PATH CLICOLOR_FORCE LANGUAGE',
  ])('4.2 %s are not inherited', names => {
    const inherited = Object.fromEntries(names.split(' ').map(name => [name, 'x']));
    for (const { program, kind } of kinds) {
      const env = environment({ program, kind, inherited });
      for (const name of Object.keys(inherited)) expect(env).not.toHaveProperty(name);
    }
  });

  it('4.2 what is the person’s own is inherited', () => {
    const inherited = {
      HOME: '/home/ada',
      SSH_AUTH_SOCK: '/s',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_CONFIG_GLOBAL: '/g',
      GIT_LFS_SKIP_SMUDGE: '1',
    };
    expect(environment({ inherited })).toMatchObject(inherited);
  });

  it('4.2 no folder of PATH leads into the repository', () => {
    const path = (PATH: string) => environment({ inherited: { PATH } }).PATH;
    expect(path('.:/usr/bin::node_modules/.bin:/bin')).toBe('/usr/bin:/bin');
    expect(path('.')).toBeUndefined();
  });

  it('4.2 the tables are sorted', () => {
    for (const names of [
      KEPT_GIT,
      Object.keys(READS),
      Object.keys(GH_RUNS),
      READ_CONFIG.map(([key]) => key),
      Object.keys(ALL_RUNS),
    ]) {
      expect(names).toEqual(names.toSorted());
    }
  });
});

describe('4.2a reads', () => {
  it('4.2a have the config of the contract', () => {
    expect(Object.fromEntries(configOf())).toMatchObject({
      'core.fsmonitor': '',
      'core.hooksPath': '/dev/null',
      'core.pager': 'cat',
      'diff.submodule': 'short',
      'gpg.openpgp.program': '/dev/null',
      'gpg.program': '/dev/null',
      'gpg.ssh.defaultKeyCommand': '/dev/null',
      'gpg.ssh.program': '/dev/null',
      'gpg.x509.program': '/dev/null',
      'diff.autoRefreshIndex': 'false',
      'log.showSignature': 'false',
      'safe.bareRepository': 'explicit',
    });
    expect(environment().GIT_NO_LAZY_FETCH).toBe('1');
    expect(environment({ program: 'gh' }).GIT_CONFIG_COUNT).toBe(String(READ_CONFIG.length));
    expect(environment({ program: 'gh', kind: 'write' })).not.toHaveProperty('GIT_CONFIG_COUNT');
  });

  it('4.2a have a transport only when they talk to a remote, and never ext', () => {
    const { GIT_ALLOW_PROTOCOL: none } = environment();
    expect(none).not.toMatch(/file|git|http|ssh|ext/);
    expect(environment({ program: 'gh', own: noOwn }).GIT_ALLOW_PROTOCOL).toBe(none);
    expect(environment({ own: noOwn }).GIT_ALLOW_PROTOCOL).toBe('file:git:http:https:ssh');
    expect(environment({ kind: 'write' }).GIT_ALLOW_PROTOCOL).toBe('file:git:http:https:ssh');
  });

  it.each([
    [{ GIT_SSH_COMMAND: 'mine -v', GIT_SSH: '/plink' }, 'configured', 'mine -v'],
    [{ GIT_SSH: '/plink' }, 'configured', 'configured'],
    [{ GIT_SSH: "/it's plink" }, undefined, "'/it'\\''s plink'"],
    [{}, undefined, 'ssh -o BatchMode=yes -o UpdateHostKeys=no -o ControlMaster=no'],
  ])('4.2a of a remote use the ssh of the person: %j and %j give %j', (inherited, sshCommand, expected) => {
    const own = { ...noOwn, ...(sshCommand && { sshCommand }) };
    expect(environment({ inherited, own }).GIT_SSH_COMMAND).toBe(expected);
  });

  it('4.2a of a remote drop the helpers of the repository and keep those of the person, in order', () => {
    const listing = [
      ['system', 'credential.helper\nstore'],
      ['global', 'credential.https://h.helper\n'],
      ['global', 'credential.https://h.helper\n!gh auth git-credential'],
      ['global', 'core.sshcommand\nssh -4'],
      ['local', 'credential.helper\n!evil'],
      ['local', 'core.sshcommand\nevil'],
      ['local', 'core.bare'],
      ['worktree', 'http.https://h.savecookies\ntrue'],
      ['local', 'remote.a.b.uploadpack\nevil'],
      ['command', 'credential.helper\n!ours'],
    ];
    const own = ownConfig(parseListing(listing.map(([scope, entry]) => `${scope}\0file:x\0${entry}\0`).join('')));
    expect(own).toEqual({
      sshCommand: 'ssh -4',
      overrides: [
        ['http.https://h.savecookies', 'false'],
        ['credential.helper', ''],
        ['credential.helper', getOnly('store')],
        ['credential.https://h.helper', ''],
        ['credential.https://h.helper', getOnly('!gh auth git-credential')],
      ],
      stuck: ['remote.a.b.uploadpack'],
      detours: [],
    });
    expect(configOf(own)).toEqual([...READ_CONFIG, ...NO_HELPER_ALIASES, ...own.overrides].map(entry => [...entry]));
  });

  it('4.2a say no key that would end too early, and do not run where that matters', () => {
    const key = 'https://x.y/?a=b';
    const listing = `local\0file:x\0http.${key}.savecookies\ntrue\0global\0file:y\0credential.${key}.helper\nstore\0`;
    expect(ownConfig(parseListing(listing))).toEqual({
      overrides: [['credential.helper', '']],
      stuck: [],
      detours: [`http.${key}.savecookies`],
    });
  });

  it("4.2a save no cookies, not even into the person's own file", () => {
    const listing = 'global\0file:y\0http.savecookies\ntrue\0global\0file:y\0http.https://x.y/.savecookies\ntrue\0';
    expect(ownConfig(parseListing(listing)).overrides).toEqual([
      ['http.savecookies', 'false'],
      ['http.https://x.y/.savecookies', 'false'],
      ['credential.helper', ''],
    ]);
  });

  it('4.2a do not go where the repository leads a password astray', () => {
    const keys = ['http.proxy', 'http.https://x.y/.sslverify', 'remote.origin.proxy', 'http.cookiefile'];
    const listing = [...keys, 'http.https://x.y/.extraheader', 'http.postbuffer']
      .map(key => `local\0file:x\0${key}\nx\0`)
      .join('');
    expect(ownConfig(parseListing(`${listing}global\0file:y\0http.proxy\nmine\0`)).detours).toEqual(keys);
  });

  it("4.2a take for the person's own, where git knows no scopes, only what stands in their own files", () => {
    const listing = 'file:/home/ada/.gitconfig\0core.sshcommand\nssh -4\0file:included\0credential.helper\nstore\0';
    expect(ownConfig(parseListingByFile(listing, ['/home/ada/.gitconfig']))).toEqual({
      sshCommand: 'ssh -4',
      overrides: [['credential.helper', '']],
      stuck: [],
      detours: [],
    });
  });
});

describe('4.3 tokens', () => {
  const inherited = { GITHUB_TOKEN: 'i', GH_TOKEN: 'i', GH_ENTERPRISE_TOKEN: 'i', GITHUB_ENTERPRISE_TOKEN: 'i' };

  it.each(['read', 'write'] as const)('4.3 git gets none for a %s, not even an inherited one', kind => {
    const env = environment({ kind, inherited });
    for (const name of Object.keys(inherited)) expect(env).not.toHaveProperty(name);
    expect(Object.values(env)).not.toContain('the-token');
  });

  it('4.3 gh gets both names of the token it is given, and no other', () => {
    const env = environment({ program: 'gh', inherited });
    expect(env).toMatchObject({ GITHUB_TOKEN: 'the-token', GH_TOKEN: 'the-token' });
    expect(Object.values(env)).not.toContain('i');
    expect(environment({ program: 'gh', inherited, gh: { configDir: '/c' } })).not.toHaveProperty('GH_TOKEN');
  });

  it('4.3 an Enterprise token goes to its host only', () => {
    const env = environment({ program: 'gh', gh: { ...gh, host: 'ghe.example' } });
    expect(env).toMatchObject({
      GH_HOST: 'ghe.example',
      GH_ENTERPRISE_TOKEN: 'the-token',
      GITHUB_ENTERPRISE_TOKEN: 'the-token',
    });
    expect(env).not.toHaveProperty('GH_TOKEN');
    expect(env).not.toHaveProperty('GITHUB_TOKEN');
  });

  it('4.3 gh has a config, extensions and a cache of ours, no browser and no debug output', () => {
    const env = environment({
      program: 'gh',
      inherited: { DEBUG: 'api', BROWSER: 'x', GH_BROWSER: 'x', XDG_DATA_HOME: '/x' },
    });
    expect(env).toMatchObject({ GH_CONFIG_DIR: '/private/gh', GH_BROWSER: 'true', BROWSER: 'true' });
    for (const name of ['XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'])
      expect(env[name]).toMatch(/^\/private\/gh\//);
    expect(env).not.toHaveProperty('DEBUG');
  });
});
