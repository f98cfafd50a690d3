import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPanelStore } from '../../../src/core/panels/store.ts';
import { seededRandom } from '../../support/seeded.ts';
import { bundleScript, startScript } from '../git/scripts.ts';
import { temporaryFolder } from '../git/support.ts';
import { uidNumber } from './fixture.ts';

const random = seededRandom();
const HOUR_MS = 3_600_000;
const uids = [1, 2, 3, 4].map(uidNumber);
const parent = temporaryFolder();
const folder = join(parent, 'panels');
const script = join(parent, 'writer.mjs');
const context = { roots: ['/repo'], cwd: '/repo' };

const storeAt = (now: () => number) =>
  createPanelStore({ folder, contextOf: () => context, redact: text => text, now });

/** Lets a process save panels and kills it at some moment; the uids it said are on disk. */
async function killedWriter(lifeMs: number): Promise<Set<string>> {
  const { child, begun, ended } = startScript(script, [folder, ...uids]);
  await begun;
  await delay(lifeMs);
  child.kill('SIGKILL');
  const told = await ended;
  expect(child.signalCode).toBe('SIGKILL');
  return new Set(told.split('\n').slice(0, -1));
}

it('12 kill -9 at any moment: no panel file lost or corrupt, nothing left behind', async () => {
  await bundleScript(new URL('writer.ts', import.meta.url), script);
  const onDisk = new Set<string>();
  for (let round = 0; round < 10; round++) {
    const writers = Array.from({ length: 3 }, () => killedWriter(random.next() * 40));
    for (const told of await Promise.all(writers)) for (const uid of told) onDisk.add(uid);
    const { panels, rejected, notices } = await storeAt(Date.now).load();
    expect([rejected, notices]).toEqual([[], []]);
    expect(panels.map(({ uid }) => uid)).toEqual(expect.arrayContaining([...onDisk]));
  }
  await storeAt(() => Date.now() + HOUR_MS).load();
  expect(uids.map(uid => `${uid}.json`)).toEqual(expect.arrayContaining(readdirSync(folder)));
});
