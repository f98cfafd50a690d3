import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notRun } from '../../../src/core/git/result.ts';
import { removeOldSpills } from '../../../src/core/panels/old-spills.ts';
import { createPanels } from '../../../src/core/panels/panels.ts';
import { removeReplacedSpills } from '../../../src/core/panels/spills.ts';
import { reading } from './fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-spills-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => {
  const path = join(folder, name);
  writeFileSync(path, 'output');
  return path;
};
const host = { now: Date.now, uuid: () => crypto.randomUUID(), reportError: () => {} };

it('4.5 a saved output goes when the panel shows another, and with the panel', async () => {
  const panels = createPanels(host);
  const stop = removeReplacedSpills(panels, () => {});
  const { panel } = panels.open(reading('git log'), folder);
  const show = (stdout: string) => {
    const { live } = panels.send(panel.id, { type: 'refresh-started' }) ?? panel;
    const result = { ...notRun('exit-code', ''), spill: { stdout } };
    panels.send(panel.id, { type: 'result', run: live.run, result, at: 0 });
  };
  const [first, second] = [file('first'), file('second')];
  show(first);
  show(second);
  await vi.waitFor(() => expect(existsSync(first)).toBe(false));
  expect(existsSync(second)).toBe(true);
  panels.close(panel.id);
  await vi.waitFor(() => expect(existsSync(second)).toBe(false));
  stop();
});

it('4.5 what a killed window left goes after a day, what is newer may be in use', async () => {
  const [old, young] = [file('old'), file('young')];
  const now = Date.now();
  const before = new Date(now - 25 * 60 * 60 * 1000);
  utimesSync(old, before, before);
  await removeOldSpills(folder, now);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  await expect(removeOldSpills(join(folder, 'none'), now)).resolves.toBeUndefined();
});
