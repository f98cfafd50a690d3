import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { buildDoors } from '../../esbuild.mjs';
import { personal } from '../core/git/fixture.ts';
import { temporaryFolder } from '../core/git/support.ts';
import { endServers, startServer } from './process.ts';
import { stateOf, yes } from './support.ts';

const doors = temporaryFolder();
beforeAll(async () => {
  await buildDoors(doors);
});
afterEach(endServers);

const waitsFor = (client: Client, handle: string, timeout: number) =>
  client.callTool({ name: 'sluice_wait', arguments: { handle, timeoutMs: 30_000 } }, { timeout });

it('8.8 a handle survives the time-out of its client: the person answers later, the result is found by it and in the journal', async () => {
  let answer = (_: ElicitResult) => {};
  const later = new Promise<ElicitResult>(resolve => {
    answer = resolve;
  });
  const server = await startServer({ doors, era: '2025-11-25', answers: [() => later] });
  const { client, folder, repository, asked } = server;

  const first = await client.callTool({ name: 'git_execute', arguments: { command: 'git branch made' } });
  expect(first).toMatchObject({ isError: false, structuredContent: { status: 'waiting' } });
  const { handle } = z.object({ handle: z.string() }).parse(first.structuredContent);
  // The client takes the call back when it has no more patience, more than once.
  for (let at = 0; at < 2; at += 1) await expect(waitsFor(client, handle, 500)).rejects.toThrow(/timed out/i);
  expect(server.git('branch', '--list', 'made')).toBe('');
  expect(asked).toHaveLength(1);

  answer(yes);
  await vi.waitUntil(() => server.git('branch', '--list', 'made') !== '', 20_000);
  expect(await server.call('sluice_wait', { handle })).toMatch(/^Ran: git branch made\n/);
  expect(asked).toHaveLength(1);

  server.child.stdin.end();
  expect(await server.ended).toEqual([0, null]);
  const environment = { ...personal(folder), XDG_STATE_HOME: stateOf(folder) };
  const words = [join(doors, 'cli.cjs'), 'journal'];
  expect(execFileSync(process.execPath, words, { cwd: repository, env: environment, encoding: 'utf8' })).toContain(
    'git branch made',
  );
  const next = await startServer({ doors, era: '2026-07-28', at: server });
  expect(await next.call('sluice_wait', { handle })).toMatch(/^Ran: git branch made\n/);
}, 90_000);
