import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildDoors } from '../../esbuild.mjs';
import { personal } from '../core/git/fixture.ts';
import { temporaryFolder } from '../core/git/support.ts';
import { newRepository } from '../core/writes/rig.ts';
import { endServers, type ServerProcess, startServer } from './process.ts';
import { ERAS, no, yes } from './support.ts';

const doors = temporaryFolder();
beforeAll(async () => {
  await buildDoors(doors);
});
afterEach(endServers);

/** The frames of a server; every line that it prints has to be one. */
const framesOf = ({ output }: ServerProcess) =>
  output()
    .split('\n')
    .slice(0, -1)
    .map(line => parseJSONRPCMessage(JSON.parse(line)));

const isOver = async ({ child, ended }: ServerProcess) => {
  child.stdin.end();
  return ended;
};

describe.each(ERAS)('a built server of %s', era => {
  it.each([[['mcp.cjs']], [['cli.cjs', 'mcp']]])('by %j reads, writes on yes, and ends with its input', async words => {
    const server = await startServer({ doors, era, words, answers: [yes] });
    expect(await server.call('git_read', { command: 'git log --format=%s' })).toContain('first');
    expect(await server.call('git_execute', { command: 'git branch made' })).toMatch(/^Ran: git branch made/);
    expect(server.git('branch', '--list', 'made')).not.toBe('');
    const { resources } = await server.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('sluice://panel/P8');
    expect(await isOver(server)).toEqual([0, null]);
    expect(server.said()).toBe('');
  });

  it.each([
    [['mcp.cjs'], 'SIGTERM'],
    [['mcp.cjs'], 'SIGINT'],
    [['cli.cjs', 'mcp'], 'SIGTERM'],
    [['cli.cjs', 'mcp'], 'SIGHUP'],
  ] as const)('by %j ends well on %s, though its input is open', async (words, signal) => {
    const server = await startServer({ doors, era, words });
    await server.call('git_read', { command: 'git status' });
    server.child.kill(signal);
    expect(await server.ended).toEqual([0, null]);
  });

  it('says nothing but frames on its standard output, whatever goes wrong', async () => {
    const server = await startServer({ doors, era, answers: [no], environment: { SLUICE_DEBUG: '1' } });
    const { client } = server;
    await server.call('git_read', { command: 'git log no-such-branch' });
    await server.call('gh_read', { command: 'gh pr list' });
    await server.call('git_execute', { command: 'git branch made' });
    await server.call('nothing', {});
    await expect(client.readResource({ uri: 'sluice://nothing' })).rejects.toThrow('There is no resource');
    server.send('{"jsonrpc":"2.0","id":"x","method":"completion/complete"}\n');
    await server.call('panel_list', {});
    const frames = framesOf(server);
    expect(frames.length).toBeGreaterThan(6);
    expect(server.said()).toContain('git log');
  });

  it('answers what is no message with an error, and goes on', async () => {
    const server = await startServer({ doors, era });
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const call = (input: string) =>
      `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"git_read","arguments":${input}}}\n`;
    await server.client.listTools();
    server.send('hello\n{"jsonrpc":\n[]\n\n\r\n');
    server.send(Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    server.send(`${'x'.repeat(9 * 1024 * 1024)}\n`);
    server.send(call(deep));
    server.send(call(`{"command":"git log","extra":${deep}}`));
    server.send(call('{"command":{"__proto__":{"polluted":true}}}'));
    server.send('{"jsonrpc":"2.0","id":77,"result":{}}\n{"jsonrpc":"2.0","method":"notifications/nothing"}\n');
    expect(await server.call('git_read', { command: 'git log --format=%s' })).toContain('first');
    const codes = framesOf(server).flatMap(frame => ('error' in frame ? [frame.error.code] : []));
    expect(codes.filter(code => code === -32700)).toHaveLength(3);
    expect(codes.filter(code => code === -32600).length).toBeGreaterThanOrEqual(2);
    expect(await isOver(server)).toEqual([0, null]);
  });

  it('takes a command and a list that are as long as a message may be', async () => {
    const server = await startServer({ doors, era });
    const long = await server.call('git_read', { command: `git log --grep=${'y'.repeat(2_000_000)}` });
    expect(long).toMatch(/^Error \(/);
    expect(long.length).toBeLessThan(40_000);
    const many = Array.from({ length: 50_000 }, () => 'git status');
    expect(await server.call('git_plan', { commands: many })).toMatch(/^Error \(invalid-input\)/);
    expect(await server.call('git_read', { command: 'git log --format=%s' })).toContain('first');
  });

  it('answers many calls at once, each its own, and writes one after the other', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `made-${at}`);
    const server = await startServer({ doors, era, answers: names.map(() => yes) });
    const reads = names.map(name => server.call('git_read', { command: `git log --format=${name}-%s` }));
    const writes = names.map(name => server.call('git_execute', { command: `git branch ${name}` }));
    const lists = names.map(() => server.client.listTools());
    for (const [at, text] of (await Promise.all(reads)).entries()) expect(text).toContain(`made-${at}-first`);
    for (const [at, text] of (await Promise.all(writes)).entries())
      expect(text).toContain(`Ran: git branch made-${at}`);
    await Promise.all(lists);
    expect(server.git('branch', '--list', 'made-*').trim().split('\n')).toHaveLength(names.length);
  });
});

describe('sluice mcp --check', () => {
  const check = (words: readonly string[], given: NodeJS.ProcessEnv = {}) => {
    const { folder, repository } = newRepository();
    const ran = spawnSync(process.execPath, [join(doors, 'cli.cjs'), 'mcp', ...words], {
      cwd: repository,
      env: { ...personal(folder), ...given },
      encoding: 'utf8',
    });
    return { ...ran, folder, repository };
  };

  it('says as one object what would be served, with no token', async () => {
    const { stdout, stderr, status, repository } = check(['--check', '--json']);
    expect([status, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout);
    const gitVersion = /\d+\.\d+[.\d]*/.exec(execFileSync('git', ['--version'], { encoding: 'utf8' }))?.[0];
    expect(report).toMatchObject({
      name: 'sluice',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      roots: [{ path: repository, repository: true }],
      writeClasses: [],
      git: gitVersion,
      gh: expect.stringMatching(/^\d+\.\d+/),
    });
    const server = await startServer({ doors, era: '2026-07-28' });
    const { tools } = await server.client.listTools();
    const hash = (schema: object) => createHash('sha256').update(JSON.stringify(schema)).digest('hex');
    expect(report.tools).toEqual(tools.map(({ name, inputSchema }) => ({ name, schema: hash(inputSchema) })));
  });

  it('says what may be written alone, folders without a repository, and programs that are missing', () => {
    const empty = temporaryFolder();
    const words = ['--allow', 'local,remote', '--budget', 'writes=2,minutes=3', '--actor', 'nightly', '--root', empty];
    const { stdout } = check(['--check', '--json', '--repo', empty, ...words], { PATH: empty });
    expect(JSON.parse(stdout)).toMatchObject({
      roots: [{ path: empty, repository: false }],
      writeClasses: ['local', 'remote'],
      git: null,
      gh: null,
    });
    expect(check(['--check', '--repo', empty]).stdout).toContain(
      `  ${empty} (no repository)\nWrites wait for a person.`,
    );
  });

  it.each([
    ['--allow', 'local'],
    ['--repo', '/no/such/folder'],
    ['--wat', '1'],
  ])('refuses %s %s with exit code 2, and says nothing on the standard output', (...words) => {
    const { stdout, stderr, status } = check(words);
    expect([stdout, status]).toEqual(['', 2]);
    expect(stderr).toContain('Usage: sluice mcp');
  });
});

describe('no token is in any frame', () => {
  // Of no kind that is known by its looks: only that it is the token tells that it is one.
  const token = 'q7XkT2/vR+9mZs4LbNw8Yd3E';
  const forms = [
    token,
    encodeURIComponent(token),
    Buffer.from(token).toString('base64'),
    'ghp_0123456789abcdefghij0123456789abcdef',
  ];

  it.each(ERAS)('whatever a client of %s does', async era => {
    const server = await startServer({
      ...{ doors, era, answers: Array.from({ length: 9 }, () => yes) },
      environment: { GITHUB_TOKEN: token, GH_TOKEN: token, EXTRA_PASSWORD: 'hunter2-hunter2' },
      prepare(repository) {
        writeFileSync(join(repository, 'leak.txt'), `${[...forms, 'hunter2-hunter2'].join('\n')}\n`);
        writeFileSync(join(repository, '.env'), `GITHUB_TOKEN=${token}\n`);
      },
    });
    const { client, call, git } = server;
    git('add', '.');
    git('commit', '-qm', `about ${token}`);
    git('config', 'remote.origin.url', `https://x:${encodeURIComponent(token)}@github.com/octo/demo.git`);
    git('config', 'http.extraheader', `Authorization: Basic ${Buffer.from(`x:${token}`).toString('base64')}`);
    for (const command of [
      'git log -p',
      'git log --format=%s',
      'git show HEAD:leak.txt',
      'git show HEAD:.env',
      'git config --list',
      'git remote -v',
      'git var -l',
      `git log --grep=${token}`,
      `git show ${token}`,
    ])
      for (const name of ['git_read', 'git_execute']) await call(name, { command });
    for (const command of ['gh auth token', 'gh auth status --show-token', 'gh auth status', 'gh api user'])
      for (const name of ['gh_read', 'gh_execute']) await call(name, { command });
    await call(token, { [token]: token });
    await call('git_read', { command: 'git log', repository: token });
    await call('git_execute', { command: `git commit --allow-empty -m 'more of ${token}'` });
    for (const message of [token, 'one'])
      await call('git_plan', { commands: [`git tag -a made -m ${message}`, 'git log -1 --format=%s'] });
    await call('panel_list', {});
    await call('panel_read', { id: token });
    await call('sluice_wait', { handle: token });
    await call('git_status_view', {});
    const { resources } = await client.listResources();
    for (const { uri } of resources) await client.readResource({ uri });
    await expect(client.readResource({ uri: `sluice://panel/${encodeURIComponent(token)}` })).rejects.toThrow();
    server.send(`${JSON.stringify({ jsonrpc: '2.0', id: 'x', method: token, params: { token } })}\n`);
    await call('panel_list', {});
    const said = server.output() + server.said();
    expect([...forms, 'hunter2-hunter2'].filter(secret => said.includes(secret))).toEqual([]);
    // It was there to be shown.
    expect(said).toContain('about ');
    expect(resources.length).toBeGreaterThan(4);
    expect(server.asked.length).toBeGreaterThan(1);
    expect(JSON.stringify(server.asked)).not.toContain(token);
  });
});

describe('the folders of a client', () => {
  it('are worked in where an older client names them, and those it changes to', async () => {
    const [one, other] = [newRepository().repository, newRepository().repository];
    let roots = ['file://elsewhere/share', one];
    const server = await startServer({ doors, era: '2025-11-25', roots: () => roots });
    const where = () => server.call('git_read', { command: 'git rev-parse --show-toplevel' });
    expect(await where()).toContain(one);
    roots = [other];
    await server.client.sendRootsListChanged();
    await vi.waitFor(async () => expect(await where()).toContain(other), 10_000);
    expect(server.said()).toBe('');
  });

  it('are not asked of a newer client, and cannot widen what --repo names', async () => {
    const { repository } = newRepository();
    const newer = await startServer({ doors, era: '2026-07-28', roots: () => [repository] });
    expect(await newer.call('git_read', { command: 'git rev-parse --show-toplevel' })).toContain(newer.repository);
    const older = await startServer({
      ...{ doors, era: '2025-11-25', roots: () => [repository] },
      options: named => ['--repo', named],
    });
    expect(await older.call('git_read', { command: 'git log' })).toMatch(/^Error \(unknown-repository\)/);
  });
});
