import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSchedule, type Job } from '../../../src/core/git/schedule.ts';
import { createSingleFlight } from '../../../src/core/git/single-flight.ts';

/** A schedule whose jobs run until they are told to finish. */
function rig(readsAtOnce?: number) {
  const schedule = createSchedule(readsAtOnce);
  const running: string[] = [];
  const finish = new Map<string, () => void>();
  const ask = (name: string, kind: Job['kind'], repository = 'a', signal?: AbortSignal) =>
    schedule.run({ kind, repository, signal }, async () => {
      running.push(name);
      await new Promise<void>(resolve => finish.set(name, resolve));
      running.splice(running.indexOf(name), 1);
      return name;
    });
  const done = async (name: string) => {
    finish.get(name)?.();
    await turn();
  };
  return { ask, done, running, schedule };
}

describe('4.7 the order of runs', () => {
  it('4.7 reads run in parallel up to four', async () => {
    const { ask, done, running } = rig();
    for (const name of ['1', '2', '3', '4', '5']) void ask(name, 'read', name);
    expect(running).toEqual(['1', '2', '3', '4']);
    await done('2');
    expect(running).toEqual(['1', '3', '4', '5']);
  });

  it('4.7 mutations run one at a time in a repository', async () => {
    const { ask, done, running } = rig();
    for (const name of ['w1', 'w2', 'w3']) void ask(name, 'write');
    void ask('other', 'write', 'b');
    expect(running).toEqual(['w1', 'other']);
    await done('w1');
    expect(running).toEqual(['other', 'w2']);
  });

  it('4.7 a read asked for during a mutation, or behind a waiting one, waits for it', async () => {
    const { ask, done, running } = rig();
    for (const name of ['w1', 'w2']) void ask(name, 'write');
    void ask('r', 'read');
    void ask('elsewhere', 'read', 'b');
    expect(running).toEqual(['w1', 'elsewhere']);
    await done('w1');
    expect(running).toEqual(['elsewhere', 'w2']);
    await done('w2');
    expect(running).toEqual(['elsewhere', 'r']);
  });

  it('4.7 a mutation does not wait for reads, running or waiting', () => {
    const { ask, running } = rig(1);
    void ask('r1', 'read');
    void ask('r2', 'read');
    void ask('w', 'write');
    expect(running).toEqual(['r1', 'w']);
  });

  it('4.7 a cancelled waiter leaves the queue and lets others pass', async () => {
    const { ask, done, running } = rig();
    const controller = new AbortController();
    void ask('w1', 'write');
    const cancelled = ask('w2', 'write', 'a', controller.signal);
    void ask('r', 'read');
    controller.abort();
    expect(await cancelled).toBeUndefined();
    await done('w1');
    expect(running).toEqual(['r']);
    expect(await ask('late', 'read', 'a', controller.signal)).toBeUndefined();
  });

  it('4.7 a task that fails frees its place', async () => {
    const { ask, running, schedule } = rig(1);
    const failing = schedule.run({ kind: 'read', repository: 'a' }, () => Promise.reject(new Error('no')));
    void ask('next', 'read');
    await expect(failing).rejects.toThrow('no');
    await turn();
    expect(running).toEqual(['next']);
  });
});

describe('4.7 sharing', () => {
  function flight() {
    const flights = createSingleFlight<string>();
    const starts: { signal: AbortSignal; land: (result: string) => void }[] = [];
    const join = (key: string, signal?: AbortSignal) =>
      flights.share(
        key,
        signal,
        inner => new Promise(land => void starts.push({ signal: inner, land })),
        () => 'left',
      );
    return { join, starts };
  }

  it('4.7 the same thing is started once, and again once it is over', async () => {
    const { join, starts } = flight();
    const both = [join('k'), join('k'), join('other')];
    expect(starts).toHaveLength(2);
    starts[0]?.land('one');
    starts[1]?.land('two');
    expect(await Promise.all(both)).toEqual(['one', 'one', 'two']);
    void join('k');
    expect(starts).toHaveLength(3);
  });

  it("4.7 one caller's cancel does not cancel the others", async () => {
    const { join, starts } = flight();
    const controller = new AbortController();
    const leaving = join('k', controller.signal);
    const staying = join('k');
    controller.abort();
    expect(await leaving).toBe('left');
    expect(starts[0]?.signal.aborted).toBe(false);
    starts[0]?.land('done');
    expect(await staying).toBe('done');
  });

  it('4.7 the last cancel ends the run, and nobody joins a run that is ending', async () => {
    const { join, starts } = flight();
    const controllers = [new AbortController(), new AbortController()];
    const answers = controllers.map(({ signal }) => join('k', signal));
    controllers[0]?.abort();
    expect(starts[0]?.signal.aborted).toBe(false);
    controllers[1]?.abort();
    expect(starts[0]?.signal.aborted).toBe(true);
    void join('k');
    expect(starts).toHaveLength(2);
    starts[0]?.land('partial');
    expect(await Promise.all(answers)).toEqual(['left', 'partial']);
    expect(await join('k', AbortSignal.abort())).toBe('left');
  });
});
