import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Connection, type ConnectOptions, closeConnections, connect, ERAS, yes } from './support.ts';

afterAll(closeConnections);

const STATUS = 'sluice://status';
const PANELS = 'sluice://panels';
const PANEL = 'sluice://panel/P8';

const textOf = async ({ client }: Connection, uri: string) => {
  const { contents } = await client.readResource({ uri });
  return contents.map(each => ('text' in each ? each.text : '')).join('\n');
};

/** A client that notes what it is told. */
async function listener(options: ConnectOptions) {
  const connection = await connect(options);
  const { client } = connection;
  const told: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
  client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
  /** Listens in the way of its era, and answers with what ends it. */
  const listen = async (...uris: string[]): Promise<() => Promise<unknown>> => {
    if (options.era === '2026-07-28') {
      const stream = await client.listen({ resourceSubscriptions: uris, resourcesListChanged: true });
      return () => stream.close();
    }
    for (const uri of uris) await client.subscribeResource({ uri });
    return () => Promise.all(uris.map(uri => client.unsubscribeResource({ uri })));
  };
  const hears = (uri: string) => vi.waitUntil(() => told.includes(uri), 10_000);
  return { ...connection, told, listen, hears };
}

const change = ({ repository }: Connection, text = 'changed') => {
  mkdirSync(join(repository, 'deep', 'er'), { recursive: true });
  writeFileSync(join(repository, 'deep', 'er', 'file.txt'), `${text}\n`);
};

describe.each(ERAS)('the resources of a server of %s', era => {
  it('are the status, the list of panels and each panel, with what the tools say', async () => {
    const connection = await connect({ era });
    const { client, call } = connection;
    expect(await textOf(connection, PANELS)).toBe(await call('panel_list', {}));
    await call('git_read', { command: 'git log --format=%s' });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([STATUS, PANELS, PANEL]);
    expect(resources.at(-1)).toMatchObject({ name: 'P8', title: 'git log --format=%s', mimeType: 'text/plain' });
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'sluice://panel/{id}' },
    ]);
    expect(await textOf(connection, PANEL)).toContain('first');
    expect(await textOf(connection, STATUS)).toContain('Branch: main');
    await call('context_close', { id: 'P8' });
    await expect(client.readResource({ uri: PANEL })).rejects.toThrow('There is no resource sluice://panel/P8');
  });

  it.each(['sluice://panel/../status', 'sluice://panel/', 'sluice://other', 'file:///etc/passwd', ''])(
    'are not %j',
    async uri => {
      const { client } = await connect({ era });
      await expect(client.readResource({ uri })).rejects.toThrow();
    },
  );

  it('are as fresh as a call, and fenced as one', async () => {
    const connection = await connect({ era });
    const { call, git } = connection;
    await call('git_read', { command: 'git log --format=%s' });
    git('commit', '-q', '--allow-empty', '-m', 'second');
    await vi.waitFor(async () => expect(await textOf(connection, PANEL)).toContain('second'), 10_000);
    change(connection);
    expect(await textOf(connection, STATUS)).toContain('deep/er/file.txt');
    expect(await textOf(connection, PANEL)).toMatch(/<(\w+) untrusted from [\s\S]*second[\s\S]*<\/\1>/);
  });

  it('tell who listens of panels that come and go', async () => {
    const { call, listen, hears, told } = await listener({ era });
    await listen(PANELS);
    await call('git_read', { command: 'git log' });
    await hears(PANELS);
    await hears('list');
    told.length = 0;
    await call('context_close', { id: 'P8' });
    await hears(PANELS);
  });

  it('tell of a commit, ours or that of somebody else', async () => {
    const { call, listen, hears, told, git } = await listener({ era, answers: [yes] });
    await call('git_read', { command: 'git log' });
    await listen(PANEL, STATUS);
    await call('git_execute', { command: 'git commit --allow-empty -m ours' });
    await hears(PANEL);
    await hears(STATUS);
    await delay(500);
    told.length = 0;
    git('commit', '-q', '--allow-empty', '-m', 'theirs');
    await hears(PANEL);
    await hears(STATUS);
  });

  it('tell of a further edit of a changed file deep in the work tree', async () => {
    const connection = await listener({ era });
    const { call, listen, hears, told } = connection;
    change(connection);
    connection.git('add', '.');
    connection.git('commit', '-qm', 'second');
    change(connection, 'once');
    await call('git_read', { command: 'git diff' });
    await call('git_status_view', {});
    await listen(PANEL, STATUS);
    await delay(2500);
    told.length = 0;
    change(connection, 'once\nand again');
    await hears(STATUS);
    await hears(PANEL);
    expect(await textOf(connection, PANEL)).toContain('and again');
  });

  it('tell nothing while nothing changes, however often they are read', async () => {
    const connection = await listener({ era });
    const { call, listen, told } = connection;
    await call('git_read', { command: 'git status --short' });
    await listen(STATUS, PANEL, PANELS);
    await textOf(connection, STATUS);
    await delay(300);
    told.length = 0;
    for (let at = 0; at < 3; at += 1) for (const uri of [STATUS, PANEL, PANELS]) await textOf(connection, uri);
    await delay(300);
    expect(told).toEqual([]);
  });

  it('start no process while nothing changes and somebody listens', async () => {
    const connection = await listener({ era });
    const { call, listen, session } = connection;
    await call('git_status_view', {});
    await listen(STATUS);
    await delay(2500);
    const before = session.core.processes();
    await delay(4500);
    expect(session.core.processes()).toBe(before);
  });

  it('tell nobody who does not listen any more', async () => {
    const connection = await listener({ era });
    const { call, listen, told, git } = connection;
    await call('git_read', { command: 'git log' });
    const end = await listen(PANEL, STATUS);
    await end();
    told.length = 0;
    git('commit', '-q', '--allow-empty', '-m', 'second');
    change(connection);
    await call('git_read', { command: 'git log' });
    await delay(2500);
    expect(told.filter(uri => uri !== 'list')).toEqual([]);
  });
});
