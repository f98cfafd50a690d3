import { describe, expect, it } from 'vitest';
import type { GitHubAnswer, Rate } from '../../../../src/core/github/client.ts';
import { dueNow } from '../../../../src/core/github/poll/due.ts';
import { type ActivePanel, checked, type PollState, START } from '../../../../src/core/github/poll/poll-state.ts';
import { onlyPart } from '../../../../src/core/github/probes/parts.ts';
import fc from '../../../support/fast-check.ts';
import { seededRandom } from '../../../support/seeded.ts';
import { changed, closest, HOUR, MINUTE, mostAnHour, NOON, panel, poll, tagged, unchanged } from './virtual-hours.ts';

const random = seededRandom();
const chance = () => random.next();
const still = tagged(() => '"1"');
const failed = (
  code: 'not-found' | 'offline' | 'rate-limited' | 'secondary-limit' | 'server-error',
  retryAt?: number,
) =>
  ({
    kind: 'failed',
    failure: { code, message: '', ...(retryAt !== undefined && { retryAt }) },
    rate: undefined,
    pollIntervalMs: undefined,
  }) satisfies GitHubAnswer;
const rate = (remaining: number, resetAt: number, bucket = 'core', limit = 5000): Rate => ({
  bucket,
  limit,
  remaining,
  resetAt,
});
const twenty = Array.from({ length: 20 }, (_, n) => panel(`P${n}`, [`repos/octo/demo/issues/${n}`, 'repos/octo/demo']));

describe('6.4 conditional requests', () => {
  it('8 hours in which nothing changes cost the first reads and one run of each panel', () => {
    const { events } = poll({ panels: () => twenty, answer: still, chance }, 8);
    const counted = events.filter(event => event.counted.length > 0);
    expect(counted.filter(({ kind }) => kind === 'check').map(({ name }) => name)).toHaveLength(21);
    expect(counted.filter(({ kind }) => kind === 'rerun').map(({ name }) => name)).toEqual(
      twenty.map(({ key }) => key),
    );
    for (const { at } of counted.filter(({ kind }) => kind === 'rerun'))
      expect(at).toBeGreaterThanOrEqual(NOON + 6 * HOUR);
  });

  it('a change runs the panels that show it, once, and no other', () => {
    const answer = tagged((path, now) => (path.endsWith('/3') && now > NOON + 10 * MINUTE ? '"2"' : '"1"'));
    const { events } = poll({ panels: () => twenty, answer }, 1);
    const reruns = events.filter(({ kind }) => kind === 'rerun');
    expect(reruns.map(({ name }) => name)).toEqual(['P3']);
    expect(reruns[0]?.at).toBeLessThan(NOON + 10 * MINUTE + 100_000);
  });

  it('a run that failed is tried again, ever more seldom, until it succeeds', () => {
    const answer = tagged((_, now) => (now > NOON + MINUTE ? '"2"' : '"1"'));
    const one = [panel('P8', ['repos/octo/demo'])];
    const { events } = poll({ panels: () => one, answer, runs: (_, now) => now > NOON + HOUR }, 6);
    const times = events.filter(({ kind }) => kind === 'rerun').map(({ at }) => Math.round((at - NOON) / MINUTE));
    expect(times.length).toBeGreaterThan(4);
    expect(times.at(-2)).toBeLessThan(60);
    expect(times.at(-1)).toBeGreaterThan(60);
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    // Each answer was paid for once, whatever became of the runs.
    expect(events.filter(({ kind, counted }) => kind === 'check' && counted.length > 0)).toHaveLength(2);
  });

  it('a run that began before a change was seen does not have it', () => {
    const state = checked(
      checked(START, 'a', changed('"1"'), NOON, () => 0),
      'a',
      changed('"2"'),
      NOON + MINUTE,
      () => 0,
    );
    const due = (ranAt: number) => dueNow(state, [panel('P8', ['a'], { ranAt, triedAt: 0 })], NOON + 2 * MINUTE).reruns;
    expect(due(NOON + MINUTE - 1)).toHaveLength(1);
    expect(due(NOON + MINUTE)).toHaveLength(0);
  });

  it('a first answer that comes long after the run says nothing of it: the panel runs again', () => {
    const state = checked(START, 'a', changed('"1"'), NOON, () => 0);
    const due = (ranAt: number) => dueNow(state, [panel('P8', ['a'], { ranAt, triedAt: 0 })], NOON + MINUTE).reruns;
    expect(due(NOON - 14_000)).toHaveLength(0);
    expect(due(NOON - 16_000)).toHaveLength(1);
  });

  it('what is gone runs its panel once, and what comes back once more', () => {
    const answer = (path: { path: string; etag: string | undefined }, now: number) =>
      now > NOON + HOUR && now < NOON + 3 * HOUR ? failed('not-found') : still(path, now);
    const one = [panel('P8', ['repos/octo/demo/issues/9'])];
    const { events } = poll({ panels: () => one, answer }, 5);
    expect(events.filter(({ kind }) => kind === 'rerun')).toHaveLength(2);
    // Asked less and less: 80 s, 160 s, … up to 43 minutes.
    const gone = events.filter(({ kind, at }) => kind === 'check' && at > NOON + HOUR && at < NOON + 3 * HOUR);
    expect(gone.length).toBeLessThan(9);
  });

  it('a panel that may lag runs when somebody comes back to it, but not within the minute', () => {
    const back = (now: number) =>
      panel('P8', ['a'], { seenAt: now < NOON + 10 * MINUTE ? undefined : NOON + 10 * MINUTE });
    const { events } = poll({ panels: now => [back(now)], answer: still }, 1);
    expect(events.filter(({ kind }) => kind === 'rerun')).toHaveLength(1);
  });

  it('what changed by us is asked about at once', () => {
    const at = NOON + 10_000;
    const { events } = poll(
      { panels: () => [panel('P8', ['a'])], answer: still, changedAt: now => (now >= at ? at : 0) },
      0.02,
    );
    expect(events.filter(({ kind }) => kind === 'check').map(check => check.at - NOON)).toEqual([0, MINUTE]);
  });

  it('an answer without a tag is compared, and paid for', () => {
    const answer = (_: unknown, now: number) => changed(undefined, { data: { n: now > NOON + HOUR ? 2 : 1 } } as never);
    const { events } = poll({ panels: () => [panel('P8', ['a'])], answer }, 2);
    expect(events.filter(({ kind }) => kind === 'rerun')).toHaveLength(1);
  });
});

describe('6.4 commands without probes', () => {
  it('run every 120 s at most', () => {
    const { events } = poll({ panels: () => [panel('P8', undefined)], answer: still, chance }, 8);
    expect(closest(events, 'rerun')).toBeGreaterThanOrEqual(120_000);
    expect(events.length).toBeGreaterThan(150);
  });

  it('many of them share the hour and leave some of it for what has changed', () => {
    const many = Array.from({ length: 20 }, (_, n) => panel(`P${n}`, undefined));
    const { events } = poll({ panels: () => many, answer: still, chance }, 4);
    const later = events.filter(({ at }) => at > NOON + HOUR);
    expect(mostAnHour(later).graphql).toBeLessThan(70);
    for (const { key } of many) expect(later.some(({ name }) => name === key)).toBe(true);
  });
});

describe('11.5 what churns', () => {
  /** A counter that moves between any two questions; `inVain` is what a window finds out by its runs. */
  const hours = (panelsOf: (inVain: number) => readonly ActivePanel[]) => {
    let runs = 0;
    const found = poll(
      {
        panels: () => panelsOf(Math.max(0, runs - 1)),
        answer: ({ path }, now) => (path === 'tags' ? still({ path, etag: '"1"' }, now) : changed(`"${now}"`)),
        runs: () => {
          runs += 1;
          return true;
        },
      },
      8,
    );
    return found.events;
  };
  const churning = (inVain: number) => panel('P8', ['tags', 'releases'], { churning: ['releases'], inVain });

  it('is asked about more and more seldom where each run prints the same, the rest as often as ever', () => {
    const events = hours(inVain => [churning(inVain)]);
    const asked = (name: string) => events.filter(({ kind, name: path }) => kind === 'check' && path === name);
    const gaps = asked('releases').map(({ at }, n, all) => Math.round((at - (all[n - 1]?.at ?? at)) / 1000));
    expect(gaps.slice(0, 9)).toEqual([0, 80, 80, 160, 320, 640, 1280, 2560, 2560]);
    expect(asked('tags').length).toBeGreaterThan(300);
    expect(events.filter(({ kind }) => kind === 'rerun').length).toBeLessThan(20);
  });

  it('is asked about as ever where another panel prints it, which gives the first one no more runs', () => {
    const events = hours(inVain => [churning(inVain), panel('P9', ['releases'])]);
    const reruns = (name: string) => events.filter(({ kind, name: key }) => kind === 'rerun' && key === name).length;
    expect(closest(events, 'check')).toBe(80_000);
    expect(reruns('P8')).toBeLessThan(20);
    expect(reruns('P9')).toBeGreaterThan(100);
  });

  it('is asked about soon after a change of our own', () => {
    const state = checked(START, 'releases', changed('"1"'), NOON, () => 0);
    const due = (now: number, changedAt: number) =>
      dueNow(state, [panel('P8', ['releases'], { churning: ['releases'], inVain: 9 })], now, changedAt).check;
    expect(due(NOON + 30 * MINUTE, 0)).toBeUndefined();
    expect(due(NOON + 30 * MINUTE, NOON + 30 * MINUTE)).toBeDefined();
  });
});

describe('11.5 an answer of which only a part is printed', () => {
  const list = 'repos/octo/demo/issues?per_page=100&state=open';
  const issue = panel('P8', [onlyPart(list, 'issues')]);
  /** Somebody writes under a pull request all the time, and under an issue after an hour. */
  const answer = (_: unknown, now: number) => {
    const items = [
      { number: 4, pull_request: {}, updated_at: now },
      { number: 1, updated_at: now > NOON + HOUR ? 2 : 1 },
    ];
    return changed(`"${now}"`, { data: items } as never);
  };

  it('runs nothing where another part has changed', () => {
    const { events } = poll({ panels: () => [issue], answer }, 2);
    const reruns = events.filter(({ kind }) => kind === 'rerun').map(({ at }) => at - NOON);
    expect(reruns).toHaveLength(1);
    expect(reruns[0]).toBeGreaterThan(HOUR);
    expect(reruns[0]).toBeLessThan(HOUR + 2 * MINUTE);
  });

  it('is paid for once, however many parts are printed', () => {
    const panels = [issue, panel('P9', [list])];
    const asked = (of: readonly ActivePanel[]) =>
      poll({ panels: () => of, answer }, 0.5).events.filter(({ kind, at }) => kind === 'check' && at > NOON).length;
    expect(asked(panels)).toBe(asked([issue]));
  });

  it('that it has not changed is said to whom the same answer is known', () => {
    const [one, other] = [list, onlyPart(list, 'issues')] as const;
    const before = checked(checked(START, one, changed('"1"'), NOON, chance), other, changed('"2"'), NOON + 1, chance);
    expect(before.paths.get(one)).toMatchObject({ etag: '"2"', checkedAt: NOON + 1 });
    const known = before.paths.get(one);
    if (known === undefined) throw new Error('It is not known.');
    const apart = { ...before, paths: new Map([...before.paths, [one, { ...known, etag: '"1"' }] as const]) };
    const asked = (state: PollState) => checked(state, other, unchanged(), NOON + MINUTE, chance).paths.get(one);
    expect(asked(before)?.checkedAt).toBe(NOON + MINUTE);
    expect(asked(apart)?.checkedAt).toBe(NOON + 1);
  });
});

describe('6.5 how often', () => {
  it('nothing while no panel is active', () => {
    expect(dueNow(START, [], NOON)).toEqual({ check: undefined, reruns: [], nextAt: Number.POSITIVE_INFINITY });
  });

  it('a path is asked about once for all panels, every 60 to 100 seconds', () => {
    const { events } = poll({ panels: () => twenty, answer: still, chance }, 1);
    const shared = events.filter(({ name }) => name === 'repos/octo/demo').map(({ at }) => at);
    const gaps = shared.slice(1).map((at, n) => at - (shared[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(100_001);
    expect(new Set(gaps).size).toBeGreaterThan(gaps.length / 2);
  });

  it('X-Poll-Interval is respected', () => {
    const answer = (check: Parameters<typeof still>[0], now: number) => ({
      ...still(check, now),
      pollIntervalMs: 300_000,
    });
    const { events } = poll({ panels: () => [panel('P8', ['a'])], answer }, 2);
    expect(closest(events, 'check')).toBeGreaterThanOrEqual(300_000);
  });
});

describe('6.6 limits', () => {
  it('few left: everything four times as slow', () => {
    const answer = (check: Parameters<typeof still>[0], now: number) => ({
      ...still(check, now),
      rate: rate(99, NOON + 9 * HOUR),
    });
    const { events } = poll({ panels: () => [panel('P8', ['a'])], answer }, 2);
    expect(closest(events, 'check')).toBe(320_000);
  });

  it('hardly any left: nothing before the reset', () => {
    const resetAt = NOON + 20 * MINUTE;
    const answer = (check: Parameters<typeof still>[0], now: number) => ({
      ...still(check, now),
      ...(now < resetAt && { rate: rate(9, resetAt) }),
    });
    const { events } = poll({ panels: () => [panel('P8', ['a'])], answer }, 1);
    const [first, second] = events.filter(({ kind }) => kind === 'check');
    expect([first?.at, second?.at]).toEqual([NOON, resetAt]);
  });

  it('of a bucket that is small anyway a share counts, not the number', () => {
    const search = panel('P8', ['search/issues?q=x'], { cost: { search: 1 } });
    const answer = (check: Parameters<typeof still>[0], now: number) => ({
      ...still(check, now),
      rate: rate(29, now + MINUTE, 'search', 30),
    });
    expect(closest(poll({ panels: () => [search], answer }, 1).events, 'check')).toBe(80_000);
  });

  it('one bucket does not stop another', () => {
    const state = checked(START, 'a', unchanged({ rate: rate(0, NOON + HOUR) }), NOON, () => 0);
    const due = (path: string) => dueNow(state, [panel('P8', [path])], NOON + MINUTE).check !== undefined;
    expect([due('b'), due('search/issues?q=x')]).toEqual([false, true]);
  });

  it.each([
    ['a secondary limit', failed('secondary-limit', NOON + 7 * MINUTE), NOON + 7 * MINUTE, true],
    ['a secondary limit that does not say how long', failed('secondary-limit'), NOON + MINUTE, true],
    ['the primary one', failed('rate-limited', NOON + 30 * MINUTE), NOON + 30 * MINUTE, false],
  ])('%s: nothing before its end', (_, answer, until, stopsAll) => {
    const state = checked(START, 'a', answer, NOON, () => 0);
    const due = (path: string, now: number) => dueNow(state, [panel('P8', [path])], now).check !== undefined;
    expect([due('b', until - 1), due('b', until)]).toEqual([false, true]);
    expect(due('search/issues?q=x', until - 1)).toBe(!stopsAll);
  });

  const answers = fc.oneof(
    { weight: 6, arbitrary: fc.constant('same' as const) },
    { weight: 6, arbitrary: fc.constant('new' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'not-found',
        'offline',
        'server-error',
        'secondary-limit',
        'rate-limited',
        'low',
        'empty',
      ),
    },
  );
  const path = fc.constantFrom('a', 'b', 'c', 'd', 'search/issues?q=x', 'search/code?q=y');
  const panels = fc.uniqueArray(
    fc.record({
      key: fc.string({ minLength: 1, maxLength: 3 }),
      paths: fc.option(fc.array(path, { maxLength: 4 }), { nil: undefined }),
      cost: fc.constantFrom({ graphql: 1 }, { graphql: 2, core: 1 }, { core: 3 }, { search: 1 }),
    }),
    { selector: ({ key }) => key, maxLength: 25 },
  );

  it('whatever GitHub answers: under 100 an hour in each bucket, the floors hold, and nobody is asked who said to wait', () => {
    fc.assert(
      fc.property(
        panels,
        fc.array(answers, { minLength: 1, maxLength: 40 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (some, script, chances) => {
          let asked = 0;
          let quietUntil = 0;
          const emptyUntil = new Map<string, number>();
          const bucketFor = (name: string) =>
            name.startsWith('search/code') ? 'code_search' : name.startsWith('search/') ? 'search' : 'core';
          const answer = (
            { path: name, etag }: { path: string; etag: string | undefined },
            now: number,
          ): GitHubAnswer => {
            const bucket = bucketFor(name);
            expect(now).toBeGreaterThanOrEqual(Math.max(quietUntil, emptyUntil.get(bucket) ?? 0));
            asked += 1;
            const what = script[asked % script.length] ?? 'same';
            if (what === 'same' && etag !== undefined) return unchanged();
            if (what === 'same' || what === 'new') return changed(`"${asked}"`);
            if (what === 'low') return unchanged({ rate: rate(50, now + HOUR, bucket) });
            if (what === 'secondary-limit') quietUntil = now + 5 * MINUTE;
            if (what === 'empty' || what === 'rate-limited') emptyUntil.set(bucket, now + 5 * MINUTE);
            if (what === 'empty') return unchanged({ rate: rate(3, now + 5 * MINUTE, bucket) });
            return failed(what as 'offline', now + 5 * MINUTE);
          };
          const all = some.map(({ key, paths, cost }): ActivePanel => panel(key, paths, { cost }));
          const { events } = poll(
            { panels: () => all, answer, runs: (_, now) => now % 3 > 0, chance: () => chances.next().value },
            3,
          );
          for (const most of Object.values(mostAnHour(events))) expect(most).toBeLessThan(100);
          expect(closest(events, 'check')).toBeGreaterThanOrEqual(60_000);
          expect(closest(events, 'rerun')).toBeGreaterThanOrEqual(60_000);
        },
      ),
      { numRuns: 40 },
    );
  });
});
