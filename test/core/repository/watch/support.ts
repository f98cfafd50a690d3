import { lstatSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import type { Facet } from '../../../../src/core/change.ts';
import { discover } from '../../../../src/core/repository/discover.ts';
import type { Clock } from '../../../../src/core/repository/watch/clock.ts';
import { watchFolders } from '../../../../src/core/repository/watch/watch-folders.ts';
import { type WatchFolder, watchRepository } from '../../../../src/core/repository/watch/watch-repository.ts';

export const unexpected = (error: unknown): void => expect.unreachable(String(error));

/** Stands for the editor's watcher: every folder below, as they come and go. */
export const watchTree: WatchFolder = (top, changed) => {
  const folders = watchFolders(({ folder, name }) => {
    if (name === undefined) return changed([]);
    const path = join(folder, name);
    enter(path);
    changed([path]);
  }, unexpected);
  const enter = (path: string): void => {
    folders.drop(path);
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    folders.add(path);
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== '.git') enter(join(path, entry.name));
  };
  enter(top);
  return folders.close;
};

/** Waits for something that other processes bring about; the test's own time limit is the only one. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}

/** Resolves when all that happened on disk before has been heard of: the system tells it in order. */
export async function heardAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watch-mark-'));
  for (const name of ['first', 'and again after what was looked up because of it']) {
    await new Promise<void>(resolve => {
      const watcher = watch(folder, () => {
        watcher.close();
        resolve();
      });
      writeFileSync(join(folder, name), '');
    });
    // Looking things up goes through the same queue, so that it is over as well.
    for (let i = 0; i < 20; i++) await lstat(folder);
  }
  rmSync(folder, { recursive: true });
}

const running = new Set<() => void>();
afterEach(() => {
  for (const stop of running) stop();
  running.clear();
});

/** Stops something after the test. */
export const stopAfter = (stop: () => void): void => void running.add(stop);

export interface Heard {
  /** The facets touched since the last question. */
  take(): string[];
  /** Waits until all of these were touched; the others heard by then are in the answer too. */
  takeWith(...facets: Facet[]): Promise<string[]>;
  readonly failures: string[];
}

/** Watches the repository of a folder with the real watchers. */
export async function hear(folder: string): Promise<Heard> {
  const discovery = await discover(folder);
  if (!discovery.ok) throw new Error(discovery.message);
  let touched = new Set<Facet>();
  const failures: string[] = [];
  const watch = watchRepository({
    repository: discovery.repository,
    watchWorkTree: watchTree,
    ours: [],
    touched: facets => {
      for (const facet of facets) touched.add(facet);
    },
    reportError: error => void failures.push(String(error)),
  });
  stopAfter(watch.stop);
  await watch.ready;
  const take = () => {
    const all = [...touched].sort();
    touched = new Set();
    return all;
  };
  return {
    take,
    async takeWith(...facets) {
      await until(() => facets.every(facet => touched.has(facet)));
      return take();
    },
    failures,
  };
}

export interface FakeClock extends Clock {
  /** Lets time go by, timer by timer. */
  pass(ms: number): void;
}

export function fakeClock(): FakeClock {
  let time = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms) {
      const end = time + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        time = next.at;
        next.run();
      }
      time = end;
    },
  };
}
