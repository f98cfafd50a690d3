import { afterEach, describe, expect, it, vi } from 'vitest';
import { askListeners, type ComingRun, PATIENCE_MS, type RunListener } from '../../../src/core/writes/restrictions.ts';
import { branchesOf, forgetful, newRepository, person, rig } from './rig.ts';

const write: ComingRun = {
  kind: 'command',
  command: 'git push',
  repository: '/repository',
  origin: 'chat',
  class: 'mutating',
  effects: ['writes-remote'],
  risk: 'remote',
};
const read: ComingRun = { ...write, command: 'git log', class: 'read-only', effects: [], risk: 'none' };
const listener = (willRun: RunListener['willRun'], name = 'Guard'): RunListener => ({ name, willRun });

afterEach(() => vi.useRealTimers());

describe('8.9 what listeners want for a run', () => {
  const errors: unknown[] = [];
  const find = (run: ComingRun, ...listeners: RunListener[]) =>
    askListeners(listeners, run, (_where, error) => errors.push(error));

  it.each([[undefined], [null]])('%s is no objection', async answer => {
    expect(
      await find(
        write,
        listener(() => answer),
      ),
    ).toBeUndefined();
  });

  it('a reason denies it, or has the person decide', async () => {
    expect(
      await find(
        write,
        listener(() => ({ deny: 'main is frozen.' })),
      ),
    ).toEqual({
      kind: 'deny',
      reason: 'Guard does not allow it: main is frozen.',
    });
    expect(
      await find(
        read,
        listener(async () => ({ ask: 'This is slow.' })),
      ),
    ).toEqual({
      kind: 'ask',
      reason: 'Guard wants you to decide: This is slow.',
    });
  });

  it('the strictest counts, whoever comes first', async () => {
    const asks = listener(() => ({ ask: 'Look.' }), 'One');
    const denies = listener(() => ({ deny: 'No.' }), 'Two');
    expect((await find(write, asks, denies))?.kind).toBe('deny');
    expect((await find(write, denies, asks))?.kind).toBe('deny');
    expect(
      (
        await find(
          write,
          asks,
          listener(() => ({ ask: 'Well.' }), 'Three'),
        )
      )?.reason,
    ).toBe('One wants you to decide: Look. Three wants you to decide: Well.');
  });

  it.each([
    ['allows', () => ({ allow: true })],
    ['allows on top', () => ({ ask: 'x', allow: true })],
    ['says yes', () => true],
    ['says no in its own way', () => false],
    ['gives no reason', () => ({ deny: '' })],
    ['talks without end', () => ({ deny: 'x'.repeat(501) })],
    ['throws', () => Promise.reject(new Error('broken'))],
    [
      'throws at once',
      () => {
        throw new Error('broken');
      },
    ],
  ])('one that %s stops a write and no read', async (_what, willRun) => {
    errors.length = 0;
    expect(await find(write, listener(willRun))).toEqual({
      kind: 'deny',
      reason: 'Guard may object to it, and could not be asked.',
    });
    expect(await find(read, listener(willRun))).toBeUndefined();
    expect(errors).toHaveLength(2);
  });

  it('one that does not answer in time stops a write, and is heard no more', async () => {
    vi.useFakeTimers();
    const found = find(
      write,
      listener(() => new Promise(() => {})),
    );
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(await found).toMatchObject({ kind: 'deny' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('none can change what another hears, or what runs', async () => {
    const heard: ComingRun[] = [];
    const changes = listener(run => {
      Object.assign(run, { command: 'git status', class: 'read-only' });
    });
    const hears = listener(run => void heard.push(run));
    expect((await find(write, changes, hears))?.kind).toBe('deny');
    expect(heard).toEqual([write]);
  });
});

describe('8.9 no door and no yes of before gets round it', () => {
  const denying = async (run: ComingRun) =>
    run.command.includes('frozen') ? ({ kind: 'deny', reason: 'Frozen.' } as const) : undefined;
  const asking = async (run: ComingRun) =>
    run.command.includes('careful') ? ({ kind: 'ask', reason: 'Careful.' } as const) : undefined;

  it('a denied write is no question, also where an allowance would let it pass', async () => {
    const { folder, repository } = newRepository();
    const ui = person([{ kind: 'allow' }]);
    const { execute, request } = rig(folder, ui, forgetful, { findRestriction: denying });
    expect((await execute('git', 'git branch one', request)).kind).toBe('ran');
    expect((await execute('git', 'git branch two', request)).kind).toBe('ran');
    expect(await execute('git', 'git branch frozen', request)).toEqual({ kind: 'refused', message: 'Frozen.' });
    expect(ui.asked).toHaveLength(1);
    expect(branchesOf(repository)).toEqual(['main', 'one', 'two']);
  });

  it('one to be asked about is asked about, with the reason, also where an allowance would let it pass', async () => {
    const { folder, repository } = newRepository();
    const ui = person([{ kind: 'allow' }, { kind: 'declined' }]);
    const { execute, request } = rig(folder, ui, forgetful, { findRestriction: asking });
    await execute('git', 'git branch one', request);
    expect((await execute('git', 'git branch careful', request)).kind).toBe('declined');
    expect(ui.asked.map(({ note }) => note)).toEqual([null, 'Careful.']);
    expect(branchesOf(repository)).toEqual(['main', 'one']);
  });

  it('what the person makes of a command at the gate is heard like any other', async () => {
    const { folder } = newRepository();
    const ui = person([{ kind: 'edit', text: 'git branch frozen' }]);
    const { execute, request } = rig(folder, ui, forgetful, { findRestriction: denying });
    expect(await execute('git', 'git branch fine', request)).toEqual({ kind: 'refused', message: 'Frozen.' });
  });

  it('a plan with a denied step is not shown, and neither is one that comes to have it', async () => {
    const { folder, repository } = newRepository();
    const ui = person([], [{ kind: 'change', texts: ['git branch frozen'] }]);
    const { runPlan, request } = rig(folder, ui, forgetful, { findRestriction: denying });
    const refused = { kind: 'refused', message: expect.stringContaining('Frozen.') };
    expect(await runPlan(['git branch one', 'git branch frozen'], request)).toEqual(refused);
    expect(ui.shown).toHaveLength(0);
    expect(await runPlan(['git branch one'], request)).toEqual(refused);
    expect(ui.shown).toHaveLength(1);
    expect(branchesOf(repository)).toEqual(['main']);
  });

  it('a step to be asked about is asked about on its own, whatever was said to the plan', async () => {
    const { folder, repository } = newRepository();
    const ui = person([{ kind: 'declined' }], [{ kind: 'run' }]);
    const { runPlan, request } = rig(folder, ui, forgetful, { findRestriction: asking });
    const done = await runPlan(['git branch one', 'git branch careful'], request);
    expect(done).toMatchObject({ kind: 'ran', ok: false, steps: [{ outcome: 'done' }, { outcome: 'declined' }] });
    expect(ui.asked.map(({ note }) => note)).toEqual(['Step 2 of 2 of a plan you approved. Careful.']);
    expect(branchesOf(repository)).toEqual(['main', 'one']);
  });

  it('a listener that changes its mind between the plan and the step stops the step', async () => {
    const { folder, repository } = newRepository();
    let frozen = false;
    const ui = person([], [{ kind: 'run' }]);
    const changing = async (run: ComingRun) => {
      const now = frozen ? await denying(run) : undefined;
      frozen = true;
      return now;
    };
    const { runPlan, request } = rig(folder, ui, forgetful, { findRestriction: changing });
    expect(await runPlan(['git branch frozen'], request)).toMatchObject({ ok: false, steps: [{ message: 'Frozen.' }] });
    expect(branchesOf(repository)).toEqual(['main']);
  });

  it('a read to be asked about stays a guarded read', async () => {
    const { folder } = newRepository();
    const ui = person([{ kind: 'declined', reason: 'not now' }, { kind: 'run' }]);
    const { execute, request } = rig(folder, ui, forgetful, { findRestriction: asking });
    expect(await execute('git', 'git log --grep=careful', request)).toEqual({
      kind: 'declined',
      message: 'The person declined this command. It was not run. Their reason: not now',
    });
    // A yes opens its panel, which the rig has none of: no approval was made for it.
    await expect(execute('git', 'git log --grep=careful', request)).rejects.toThrow('no panels here');
    expect(ui.asked[1]).toMatchObject({ editable: false, note: 'Careful.' });
  });
});
