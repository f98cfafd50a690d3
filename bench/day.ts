import { type Day, type DayOptions, PANELS, SEARCHES, simulateDay } from './simulated-day.ts';
import { median, percentile, printTable } from './table.ts';

const HOURS = 8;
const WINDOWS = 3;
/** About as many as in a project of twenty people. */
const BUSY = 12;

const IDLE: DayOptions = { hours: HOURS, windows: WINDOWS, panels: PANELS, seed: 7, changesAnHour: 0 };
const DAYS: Readonly<Record<string, DayOptions>> = {
  'nothing changes': IDLE,
  'nothing but a counter of downloads changes': { ...IDLE, downloads: true },
  [`nothing changes, ${SEARCHES.length} panels search`]: {
    ...IDLE,
    panels: [...PANELS.slice(0, -SEARCHES.length), ...SEARCHES],
  },
  [`${BUSY} changes an hour, and downloads`]: { ...IDLE, changesAnHour: BUSY, downloads: true },
};

/** A day of 20 panels over 3 windows, in virtual time, against the local GitHub: what it costs, and how old it gets. */
export async function benchDay(): Promise<void> {
  for (const [name, options] of Object.entries(DAYS)) {
    const day = await simulateDay(options);
    printTable(
      `A day of ${PANELS.length} panels in ${WINDOWS} windows, ${HOURS} hours, ${name}`,
      ['plan', 'core', 'graphql', 'most in an hour', 'out of date, median', '90 %', 'longest'],
      rowsOf(day),
    );
    console.log(
      `\nFirst runs and first answers: ${amounts(day.first)}. Counted from then on, before the run after six hours: ${amounts(day.beforeCeiling)}. Free requests: ${day.free}. Runs: ${day.reruns}. Outputs that went out of date: ${day.staleness.length}.`,
    );
  }
}

function rowsOf({ later, mostAnHour, free, staleness, stalenessPlain, costOfAll }: Day): string[][] {
  const plain = (hours: number, bucket: string) => (costOfAll[bucket] ?? 0) * 30 * hours;
  const counts = (core: number, graphql: number, most: string) => [`${core}`, `${graphql}`, most];
  const { core = 0, graphql = 0 } = later;
  return [
    ['Sluice', ...counts(core, graphql, amounts(mostAnHour)), ...ages(staleness)],
    [
      'the same without ETags',
      ...counts(core + free, graphql, `core ${Math.round((core + free) / HOURS)} on average`),
      ...ages(staleness),
    ],
    [
      'every panel every 120 s',
      ...counts(
        plain(HOURS, 'core'),
        plain(HOURS, 'graphql'),
        `core ${plain(1, 'core')}, graphql ${plain(1, 'graphql')}`,
      ),
      ...ages(stalenessPlain),
    ],
  ];
}

const amounts = (counted: Readonly<Record<string, number>>): string =>
  Object.entries(counted)
    .map(([bucket, requests]) => `${bucket} ${requests}`)
    .join(', ') || '0';

const ages = (times: readonly number[]): string[] =>
  [median(times), percentile(times, 0.9), Math.max(...times)].map(ms =>
    Number.isFinite(ms) ? `${Math.round(ms / 1000)} s` : '–',
  );
