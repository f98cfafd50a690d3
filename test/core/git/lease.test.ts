import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import {
  LEASE,
  type LeaseHolder,
  removeLeaseCandidates,
  withLease,
  withLeaseIfFree,
} from '../../../src/core/git/lease.ts';
import { bundleScript, startScript } from './scripts.ts';
import { runScript, temporaryFolder } from './support.ts';

const parent = temporaryFolder();
const script = join(parent, 'lessee.mjs');
let made = 0;

beforeAll(() => bundleScript(new URL('lessee.ts', import.meta.url), script));

function folder(): string {
  made += 1;
  const path = join(parent, `common${made}`);
  mkdirSync(path);
  return path;
}

/** A process that has the lease and does not let go; `seconds` for how long a child of its own writes. */
async function holder(path: string, seconds = 0): Promise<ChildProcess & { child: number }> {
  const { child, begun } = startScript(script, [path, String(seconds)]);
  return Object.assign(child, { child: Number(await begun) });
}

const recoveries = () => {
  const since: number[] = [];
  return { since, doing: 'git commit', recover: async (time: number) => void since.push(time) };
};

it('4.7a one process at a time, and the file is gone afterwards', async () => {
  const path = folder();
  const order: string[] = [];
  const turn = (name: string) =>
    withLease(path, recoveries(), async () => {
      order.push(`${name} begins`);
      await delay(30);
      order.push(`${name} ends`);
    });
  await Promise.all([turn('a'), turn('b'), turn('c')]);
  for (let at = 0; at < 6; at += 2) expect(order[at + 1]).toBe(order[at]?.replace('begins', 'ends'));
  expect(readdirSync(path)).toEqual([]);
});

it('4.7a who waits is told for whom, once, and can be cancelled', async () => {
  const path = folder();
  const other = await holder(path);
  const told: LeaseHolder[] = [];
  const stop = new AbortController();
  const waiting = withLease(
    path,
    { ...recoveries(), signal: stop.signal, waiting: who => void told.push(who) },
    async () => 'ran',
  );
  await vi.waitUntil(() => told.length > 0, 5000);
  await delay(200);
  expect(told).toMatchObject([{ pid: other.pid, doing: 'the other', orphaned: false }]);
  stop.abort();
  expect(await waiting).toBeUndefined();
  other.kill('SIGKILL');
});

it('4.7a kill -9 of the holder: the next has it at once and mends first', async () => {
  const path = folder();
  const other = await holder(path);
  expect(await withLeaseIfFree(path, recoveries(), async () => 'ran')).toBeUndefined();
  other.kill('SIGKILL');
  await new Promise(resolve => other.once('exit', resolve));
  const next = recoveries();
  expect(await withLeaseIfFree(path, next, async () => next.since.length)).toBe(1);
  expect(readdirSync(path)).toEqual([]);
});

it('B11 a git that outlived its Sluice is waited for', async () => {
  const path = folder();
  const other = await holder(path, 1.5);
  other.kill('SIGKILL');
  await new Promise(resolve => other.once('exit', resolve));
  expect(await withLeaseIfFree(path, recoveries(), async () => 'ran')).toBeUndefined();
  const told: LeaseHolder[] = [];
  const begun = performance.now();
  expect(await withLease(path, { ...recoveries(), waiting: who => void told.push(who) }, async () => 'ran')).toBe(
    'ran',
  );
  expect(performance.now() - begun).toBeGreaterThan(300);
  expect(told).toMatchObject([{ pid: other.child, orphaned: true }]);
});

it('4.7a one who was killed while taking over: the one after still mends', async () => {
  const path = folder();
  const other = await holder(path);
  other.kill('SIGKILL');
  await new Promise(resolve => other.once('exit', resolve));
  const failing = { doing: 'x', recover: () => Promise.reject(new Error('killed here')) };
  await expect(withLeaseIfFree(path, failing, async () => 'ran')).rejects.toThrow('killed here');
  const next = recoveries();
  await withLeaseIfFree(path, next, async () => {});
  expect(next.since).toHaveLength(1);
  expect(readdirSync(path)).toEqual([]);
});

it('4.7a of another machine: only its silence tells', async () => {
  const path = folder();
  const file = join(path, LEASE);
  const other = await holder(path);
  const text = readFileSync(file, 'utf8');
  other.kill('SIGKILL');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(text), space: 'elsewhere' }));
  expect(await withLeaseIfFree(path, recoveries(), async () => 'ran')).toBeUndefined();
  const old = Date.now() / 1000 - 21;
  utimesSync(file, old, old);
  expect(await withLeaseIfFree(path, recoveries(), async () => 'ran')).toBe('ran');
});

it.skipIf(process.platform === 'win32')('4.7a one that hangs: after 20 s of silence its turn is over', async () => {
  const path = folder();
  const other = await holder(path);
  other.kill('SIGSTOP');
  const told: LeaseHolder[] = [];
  const taken = withLease(path, { ...recoveries(), waiting: who => void told.push(who) }, async lease => {
    vi.restoreAllMocks();
    return lease.isHeld();
  });
  await vi.waitUntil(() => told.length > 0, 5000);
  expect(told).toMatchObject([{ pid: other.pid, orphaned: false }]);
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() + 21_000);
  expect(await taken).toBe(true);
  other.kill('SIGKILL');
});

it('4.7a another process of the same number is not the holder', async () => {
  const path = folder();
  const file = join(path, LEASE);
  const other = await holder(path);
  const record = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...record, holder: { ...record.holder, started: '1' } }));
  const expected = process.platform === 'linux' ? 'ran' : undefined;
  expect(await withLeaseIfFree(path, recoveries(), async () => 'ran')).toBe(expected);
  other.kill('SIGKILL');
});

it.skipIf(process.platform !== 'linux')('B11 another process of the same number is not the git', async () => {
  const path = folder();
  const file = join(path, LEASE);
  const other = await holder(path);
  const record = JSON.parse(readFileSync(file, 'utf8'));
  other.kill('SIGKILL');
  await new Promise(resolve => other.once('exit', resolve));
  writeFileSync(file, JSON.stringify({ ...record, groups: [{ pid: process.pid, started: '1' }] }));
  expect(await withLeaseIfFree(path, recoveries(), async () => 'ran')).toBe('ran');
});

it('4.7a of many who find it stale one has it at a time', async () => {
  const path = folder();
  const other = await holder(path);
  other.kill('SIGKILL');
  await new Promise(resolve => other.once('exit', resolve));
  let inside = 0;
  let most = 0;
  const turn = () =>
    withLease(path, recoveries(), async lease => {
      inside += 1;
      most = Math.max(most, inside);
      await delay(5);
      expect(await lease.isHeld()).toBe(true);
      inside -= 1;
    });
  await Promise.all(Array.from({ length: 12 }, turn));
  expect(most).toBe(1);
  expect(readdirSync(path)).toEqual([]);
});

it('what a killed candidate left is removed', async () => {
  const path = folder();
  const { stdout } = await runScript('console.log(process.pid)');
  const left = join(path, `${LEASE}-${stdout.trim()}-0123abcd`);
  writeFileSync(left, '');
  await removeLeaseCandidates(path);
  expect(existsSync(left)).toBe(false);
});

it('where nothing can be written there are no turns', async () => {
  expect(await withLeaseIfFree(join(parent, 'nowhere'), recoveries(), async () => 'ran').catch(String)).toContain(
    'ENOENT',
  );
});
