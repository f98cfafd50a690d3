import { describe, expect, it } from 'vitest';
import { notRun } from '../../../src/core/git/result.ts';
import { endOf, next, type Panel, type PanelEvent, type PanelState, stateOf } from '../../../src/core/panels/panel.ts';
import fc from '../../support/fast-check.ts';
import { makePanels, NOW, printed, REPOSITORY, reading } from './fixture.ts';

const born = (): Panel => makePanels().open(reading('git log'), REPOSITORY).panel;
const panelAfter = (...events: PanelEvent[]): Panel => events.reduce(next, born());
const start: PanelEvent = { type: 'refresh-started' };
const touch: PanelEvent = { type: 'invalidated' };
const pause: PanelEvent = { type: 'paused' };
const resume: PanelEvent = { type: 'resumed' };
const limit: PanelEvent = { type: 'limited', until: NOW + 60_000 };
const over: PanelEvent = { type: 'limit-over' };
const ends = (run: number, stdout = 'out\n'): PanelEvent => endOf(run, printed(stdout), NOW);
const fails = (run: number): PanelEvent => endOf(run, notRun('timed-out', 'too slow'), NOW);
const limited = (run: number): PanelEvent => ({
  type: 'failure',
  run,
  failure: { reason: 'github', github: 'rate-limited', message: 'GitHub asks to wait.' },
});

const moves: [string, PanelEvent[], PanelState][] = [
  ['a new panel is stale', [], 'stale'],
  ['a run makes it fresh', [start, ends(1)], 'fresh'],
  ['a change makes it stale', [start, ends(1), touch], 'stale'],
  ['a run that fails', [start, fails(1)], 'failed'],
  ['a non-zero exit code is a failure', [start, endOf(1, printed('', 128, 'fatal: no'), NOW)], 'failed'],
  ['a change may mend what failed', [start, fails(1), touch], 'stale'],
  ['GitHub asks to wait', [start, limited(1)], 'rate-limited'],
  ['a change does not end the waiting', [start, limited(1), touch], 'rate-limited'],
  ['a run does', [start, limited(1), start], 'refreshing'],
  ['a change during a run overtakes its result', [start, touch, ends(1)], 'stale'],
  ['and its failure', [start, touch, fails(1)], 'stale'],
  ['but not the waiting', [start, touch, limited(1)], 'rate-limited'],
  ['GitHub accepts nothing for it', [start, ends(1), limit], 'rate-limited'],
  ['which a run by hand does not care about', [start, ends(1), limit, start], 'refreshing'],
  ['nor ends', [start, ends(1), limit, start, ends(2)], 'rate-limited'],
  ['a change waits for the end of it', [start, ends(1), limit, touch], 'rate-limited'],
  ['and is not forgotten', [start, ends(1), limit, touch, over], 'stale'],
  ['without one it is what it was', [start, ends(1), limit, over], 'fresh'],
  ['a run that GitHub asked to wait is due then', [start, limited(1), over], 'stale'],
  ['a second run overtakes the first', [start, start, ends(1)], 'refreshing'],
  ['and settles the panel', [start, start, ends(1), ends(2)], 'fresh'],
  ['a result nobody asked for is ignored', [ends(0), ends(1)], 'stale'],
  ['a result comes once', [start, fails(1), ends(1)], 'failed'],
  ['paused stays paused', [pause, start, ends(1), touch], 'paused'],
  ['resumed is what it was', [start, ends(1), pause, resume], 'fresh'],
  ['a paused panel turns stale underneath', [start, ends(1), pause, touch, resume], 'stale'],
  ['a run may end during the pause', [start, pause, ends(1), resume], 'fresh'],
  ['or after it', [start, pause, resume, ends(1)], 'fresh'],
  ['resuming what is not paused does nothing', [start, resume], 'refreshing'],
];

describe('5.3 the live state of a panel', () => {
  it.each(moves)('%s', (_, events, state) => expect(stateOf(panelAfter(...events))).toBe(state));

  it('keeps what it shows when a run brings nothing', () => {
    const panel = panelAfter(start, ends(1, 'kept\n'), start, fails(2));
    expect(panel.result?.stdout).toBe('kept\n');
    expect(panel.failure).toEqual({ reason: 'timed-out', message: 'too slow' });
    expect(next(next(panel, start), ends(3)).failure).toBeUndefined();
  });

  it('5.4a gh that fails leaves what it printed and its age; git that prints nothing says something by that', () => {
    const failing = (text: string) => {
      const panel = makePanels().open(reading(text), REPOSITORY).panel;
      return [start, ends(1, 'kept\n'), start, endOf(2, printed('', 1, 'HTTP 502'), NOW + 1)].reduce(next, panel);
    };
    expect(failing('gh pr list')).toMatchObject({
      result: { stdout: 'kept\n' },
      refreshed: NOW,
      live: { freshness: 'failed' },
    });
    expect(failing('gh pr list').failure?.message).toContain('HTTP 502');
    expect(failing('git grep lost')).toMatchObject({ result: { stdout: '' }, refreshed: NOW + 1 });
  });

  it('gives the very same panel back for an event without effect', () => {
    const panel = panelAfter(start, ends(1));
    for (const event of [resume, ends(1), fails(7), over, { type: 'hidden' } as const])
      expect(next(panel, event)).toBe(panel);
  });

  const run = fc.integer({ min: 0, max: 6 });
  const event: fc.Arbitrary<PanelEvent> = fc.oneof(
    fc.constantFrom<PanelEvent>(start, touch, pause, resume, limit, over, { type: 'seen' }, { type: 'hidden' }),
    run.map(n => ends(n)),
    run.map(fails),
    run.map(limited),
  );

  it('never leaves its states, and leaves a pause only by resuming', () => {
    const states: PanelState[] = ['fresh', 'stale', 'refreshing', 'failed', 'rate-limited', 'paused'];
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), events => {
        let panel = born();
        for (const each of events) {
          const before = stateOf(panel);
          panel = next(panel, each);
          expect(states).toContain(stateOf(panel));
          if (before === 'paused' && each.type !== 'resumed') expect(stateOf(panel)).toBe('paused');
        }
      }),
    );
  });

  it('is never fresh with a change since its last run began', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), events => {
        let panel = born();
        let changed = true;
        for (const each of events) {
          panel = next(panel, each);
          if (each.type === 'invalidated') changed = true;
          if (each.type === 'refresh-started') changed = false;
          if (changed) expect(panel.live.freshness).not.toBe('fresh');
        }
      }),
    );
  });
});
