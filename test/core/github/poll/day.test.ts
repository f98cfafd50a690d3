import { expect, it } from 'vitest';
import { PANELS, simulateDay } from '../../../../bench/simulated-day.ts';
import { full } from '../../../support/full.ts';

const sum = (counted: Readonly<Record<string, number>>) => Object.values(counted).reduce((all, each) => all + each, 0);

it('12 a day in which nothing changes costs the first reads, and one run of each panel after six hours', async () => {
  const panels = ['issue view 1', 'label list', 'pr checks 4', 'release list'];
  const day = await simulateDay({ hours: 6.2, windows: 2, panels, changesAnHour: 0, seed: 7 });
  expect(day.beforeCeiling).toEqual({});
  expect(day.reruns).toBe(panels.length);
  // gh remembers for a day what GitHub can do, so a later run may cost less than the first.
  expect(day.later.graphql).toBeGreaterThanOrEqual(panels.length);
  expect(day.later.graphql).toBeLessThanOrEqual(day.costOfAll.graphql ?? 0);
  // After a run its probes are looked for anew, which may cost a request where GitHub's own counters have moved.
  expect(day.later.core ?? 0).toBeLessThanOrEqual(panels.length);
  expect(day.staleness).toEqual([]);
  expect(day.free).toBeGreaterThan(500);
});

// In the bench too; the ordinary run has the row for it in probes/two-sided.test.ts.
it.runIf(full)('11.5 a counter that moves all the time and is not printed costs a handful of requests', async () => {
  const panels = ['release list', 'release view', 'issue view 1'];
  const day = await simulateDay({ hours: 4, windows: 2, panels, changesAnHour: 0, downloads: true, seed: 7 });
  expect(day.later.core).toBeGreaterThan(10);
  expect(day.later.core).toBeLessThan(80);
  expect(day.later.graphql).toBeLessThan(15);
  expect(day.staleness).toEqual([]);
});

it('6.5 busy hours stay within the budget, and everything that changes is shown', async () => {
  const panels = [...PANELS.slice(0, 6), 'pr view 4 --json reviews,comments,title'];
  const day = await simulateDay({ hours: 1, windows: 2, panels, changesAnHour: 15, seed: 7 });
  for (const most of Object.values(day.mostAnHour)) expect(most).toBeLessThan(100);
  expect(sum(day.later)).toBeLessThan(sum(day.costOfAll) * 30);
  expect(day.staleness.length).toBeGreaterThan(5);
  const median = day.staleness.toSorted((a, b) => a - b)[Math.floor(day.staleness.length / 2)];
  expect(median).toBeLessThan(60_000);
  // What is still out of date at the end counts too: nothing is forgotten.
  expect(Math.max(...day.staleness)).toBeLessThan(5 * 60_000);
});
