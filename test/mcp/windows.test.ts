import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { deferred } from '../../src/shared/deferred.ts';
import { bundleScript, type Script, startScript } from '../core/git/scripts.ts';
import { temporaryFolder } from '../core/git/support.ts';
import { openWindow, repository as otherRepository, type TestWindow } from '../core/windows/support.ts';
import { type Connection, closeConnections, connect, ERAS, stateOf, yes } from './support.ts';

const script = join(temporaryFolder(), 'window.mjs');
beforeAll(() => bundleScript(new URL('../core/windows/window-process.ts', import.meta.url), script));
afterAll(closeConnections);

const windows: TestWindow[] = [];
const processes: Script[] = [];
afterEach(() => {
  for (const { server } of windows.splice(0)) server.dispose();
  for (const { child } of processes.splice(0)) child.kill('SIGKILL');
});

/** A window of this process with the repository of a connection, or with another. */
async function windowOf({ folder, repository }: Connection, root = repository): Promise<TestWindow> {
  mkdirSync(stateOf(folder), { recursive: true });
  const window = await openWindow({ XDG_STATE_HOME: stateOf(folder) }, root);
  windows.push(window);
  return window;
}

/** A window in a process of its own, that can be killed. */
async function windowProcess({ folder, repository }: Connection): Promise<Script> {
  const started = startScript(script, [stateOf(folder), repository, '1']);
  processes.push(started);
  await vi.waitUntil(() => started.printed().includes('open '), 20_000);
  return started;
}

async function question(window: TestWindow, at = 0) {
  await vi.waitUntil(() => window.questions.length > at, 20_000);
  const found = window.questions[at];
  if (found === undefined) throw new Error('Nothing was asked.');
  return found;
}

const command = 'git branch made';
const isMade = ({ git }: Connection) => git('branch', '--list', 'made') !== '';

describe.each(ERAS)('13.3 a write of a client of %s, with a window that has the repository', era => {
  it('is asked in the window and not in the client, and runs on its yes', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const answered = connection.call('git_execute', { command });
    const asked = await question(window);
    expect(asked.question).toMatchObject({ text: command, origin: 'mcp', process: { name: 'tester' } });
    expect((await asked.question.impact).sentences.join()).toContain("Creates the branch 'made'.");
    expect(isMade(connection)).toBe(false);
    asked.answer({ kind: 'run' });
    expect(await answered).toMatch(/^Ran: git branch made/);
    expect(connection.asked).toEqual([]);
  });

  it('does not run on its no, whose reason the client is told', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const answered = connection.call('git_execute', { command });
    (await question(window)).answer({ kind: 'declined', reason: 'main is frozen' });
    expect(await answered).toMatch(/^Error \(declined\).*Their reason: main is frozen/);
    expect(isMade(connection)).toBe(false);
    expect(connection.asked).toEqual([]);
  });

  it('takes an edited command, a plan and an undo there too', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const edited = connection.call('git_execute', { command: 'git branch other' });
    (await question(window)).answer({ kind: 'edit', text: command });
    (await question(window, 1)).answer({ kind: 'run' });
    expect(await edited).toMatch(/^Ran: git branch made/);
    const plan = connection.call('git_plan', { commands: ['git branch one', 'git branch two'] });
    await vi.waitUntil(() => window.plans.length === 1, 20_000);
    window.plans[0]?.answer({ kind: 'change', texts: ['git branch two'] });
    await vi.waitUntil(() => window.plans.length === 2, 20_000);
    window.plans[1]?.answer({ kind: 'run' });
    expect(await plan).toMatch(/^Plan done: 1 of 1/);
    const undone = connection.call('git_undo', {});
    const undo = await question(window, 2);
    expect(undo.question.kind).toBe('undo');
    undo.answer({ kind: 'run' });
    expect(await undone).not.toContain('Error');
    expect(connection.git('branch', '--format=%(refname:short)').trim().split('\n')).toEqual(['made', 'main']);
  });

  it('asks again about what moved on while the window asked', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const answered = connection.call('git_execute', { command });
    const first = await question(window);
    await first.question.impact;
    connection.git('commit', '-q', '--allow-empty', '-m', 'meanwhile');
    first.answer({ kind: 'run' });
    const again = await question(window, 1);
    expect(again.question.note).toContain('The repository changed while this waited.');
    again.answer({ kind: 'declined' });
    expect(await answered).toMatch(/^Error \(declined\)/);
    expect(isMade(connection)).toBe(false);
  });

  it('is offered no allowance, and none is kept whatever the window says', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const first = connection.call('git_execute', { command });
    const asked = await question(window);
    expect(await asked.question.shape).toBeNull();
    asked.answer({ kind: 'allow' });
    expect(await first).toMatch(/^Ran: /);
    const second = connection.call('git_execute', { command: 'git branch second' });
    (await question(window, 1)).answer({ kind: 'declined' });
    expect(await second).toMatch(/^Error \(declined\)/);
  });

  it('is asked in a window that has opened since, and in the client where it has something else open', async () => {
    const connection = await connect({ era, answers: [yes] });
    await windowOf(connection, otherRepository());
    expect(await connection.call('git_execute', { command: 'git branch one' })).toMatch(/^Ran: /);
    expect(connection.asked).toHaveLength(1);
    const window = await windowOf(connection);
    const answered = connection.call('git_execute', { command });
    (await question(window)).answer({ kind: 'run' });
    expect(await answered).toMatch(/^Ran: /);
    expect(connection.asked).toHaveLength(1);
  });

  it('passes on to the client when the window is killed', async () => {
    const connection = await connect({ era, answers: [yes] });
    const window = await windowProcess(connection);
    const answered = connection.call('git_execute', { command });
    await vi.waitUntil(() => window.printed().includes('asked:'), 20_000);
    expect(connection.asked).toEqual([]);
    window.child.kill('SIGKILL');
    expect(await answered).toMatch(/^Ran: git branch made/);
    expect(connection.asked).toHaveLength(1);
  });

  it('is denied when the window is killed and the client shows nothing', async () => {
    const connection = await connect({ era });
    const window = await windowProcess(connection);
    const answered = connection.call('git_execute', { command });
    await vi.waitUntil(() => window.printed().includes('asked:'), 20_000);
    window.child.kill('SIGKILL');
    expect(await answered).toMatch(/^Error \(nobody-to-ask\)/);
    expect(isMade(connection)).toBe(false);
  });

  it('is declined by a window that closes, and asked nowhere else', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const answered = connection.call('git_execute', { command });
    await question(window);
    window.server.dispose();
    expect(await answered).toMatch(/^Error \(declined\)/);
    expect(isMade(connection)).toBe(false);
  });

  it('is taken back there when the client cancels the call', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const stop = new AbortController();
    const call = connection.client.callTool({ name: 'git_execute', arguments: { command } }, { signal: stop.signal });
    const { signal, answer } = await question(window);
    stop.abort();
    await expect(call).rejects.toThrow();
    await vi.waitUntil(() => signal.aborted, 5000);
    answer({ kind: 'run' });
    await connection.session.finish();
    expect(isMade(connection)).toBe(false);
  });

  it('cannot be answered by the client', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const params = { name: 'git_execute', arguments: { command } };
    const answered = connection.client.callTool(params);
    const { answer } = await question(window);
    for (const requestState of ['a1b2c3d4-0000-4000-8000-000000000000', JSON.stringify(params)]) {
      const brought = { ...params, requestState, inputResponses: { answer: yes } };
      const forged = connection.client.request({ method: 'tools/call', params: brought }, { allowInputRequired: true });
      // The older protocol knows no such fields: there it is the same call again, which joins the first.
      await Promise.race([forged.catch(() => {}), new Promise(resolve => setTimeout(resolve, 200))]);
    }
    expect(isMade(connection)).toBe(false);
    answer({ kind: 'declined' });
    expect(await answered).toMatchObject({ isError: true, structuredContent: { code: 'declined' } });
    expect(isMade(connection)).toBe(false);
  });
});

describe.each(ERAS)(
  '8.11 a server of %s that was started to write alone, with a window that has the repository',
  era => {
    it('asks nobody about what was declared', async () => {
      const connection = await connect({ era, answers: [], alone: {} });
      const window = await windowOf(connection);
      expect(await connection.call('git_execute', { command, allow_mutation: true })).toMatch(/^Ran: /);
      expect(window.questions).toEqual([]);
    });

    it('asks the window about the rest, never the client', async () => {
      const connection = await connect({ era, answers: [], alone: {} });
      const window = await windowOf(connection);
      const answered = connection.call('git_execute', { command });
      (await question(window)).answer({ kind: 'run' });
      expect(await answered).toMatch(/^Ran: /);
      const destructive = connection.call('git_execute', { command: 'git branch -D made', allow_mutation: true });
      (await question(window, 1)).answer({ kind: 'declined' });
      expect(await destructive).toMatch(/^Error \(declined\)/);
      expect(isMade(connection)).toBe(true);
      expect(connection.asked).toEqual([]);
    });

    it('says what the declaration lacks when the window is gone', async () => {
      const connection = await connect({ era, answers: [], alone: {} });
      const window = await windowProcess(connection);
      const answered = connection.call('git_execute', { command });
      await vi.waitUntil(() => window.printed().includes('asked:'), 20_000);
      window.child.kill('SIGKILL');
      expect(await answered).toMatch(/^Error \(mutation-not-allowed\)/);
      expect(isMade(connection)).toBe(false);
    });
  },
);

const handleIn = ({ structuredContent }: CallToolResult) =>
  z.object({ handle: z.string() }).parse(structuredContent).handle;

describe.each(ERAS)('8.8 a client of %s that waits less long than the person', era => {
  it('is given a handle, and what became of the call by it', async () => {
    const connection = await connect({ era, answers: [] });
    const window = await windowOf(connection);
    const first = await connection.client.callTool({ name: 'git_execute', arguments: { command } });
    expect(first).toMatchObject({ isError: false, structuredContent: { status: 'waiting' } });
    const handle = handleIn(first);
    expect(await connection.call('sluice_wait', { handle, timeoutMs: 0 })).toMatch(/^Waiting for the person to decide/);
    // The same command asked again is the same question.
    const again = connection.call('git_execute', { command });
    (await question(window)).answer({ kind: 'run' });
    expect(await again).toMatch(/^Ran: git branch made/);
    expect(await connection.call('sluice_wait', { handle })).toMatch(/^Ran: git branch made/);
    expect(window.questions).toHaveLength(1);
  });
});

it('8.8 a person at a client of 2026-07-28 may take longer than a call does', async () => {
  const { call, asked } = await connect({
    era: '2026-07-28',
    answers: [() => new Promise(resolve => setTimeout(resolve, 22_000, yes))],
  });
  expect(await call('git_execute', { command })).toMatch(/^Ran: git branch made/);
  expect(asked).toHaveLength(1);
});

describe('8.8 a client of 2025-11-25 that waits less long than the person at it', () => {
  it('is given a handle while its form is open', async () => {
    const { promise, resolve } = deferred<void>();
    const connection = await connect({ era: '2025-11-25', answers: [() => promise.then(() => yes)] });
    const first = await connection.client.callTool({ name: 'git_execute', arguments: { command } });
    expect(first).toMatchObject({ isError: false, structuredContent: { status: 'waiting' } });
    const handle = handleIn(first);
    const waited = connection.call('sluice_wait', { handle });
    resolve();
    expect(await waited).toMatch(/^Ran: git branch made/);
    expect(connection.asked).toHaveLength(1);
  });
});
