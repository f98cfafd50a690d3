import { openStage } from '../test/gallery/browser.ts';
import { LONG_OUTPUTS, type LongOutput } from '../test/gallery/long-outputs.ts';
import { measureResultPage } from '../test/gallery/measure.ts';
import { median, printTable } from './table.ts';

const ROUNDS = 3;

/** The cost of long outputs in a panel's page, in a real browser. */
export async function benchPages(): Promise<void> {
  const columns: (readonly string[])[] = [];
  for (const output of LONG_OUTPUTS) columns.push(await column(output));
  printTable(
    `An output of 1 MiB in a panel, Chromium, median and longest of ${ROUNDS}`,
    ['what', ...LONG_OUTPUTS.map(({ name, text }) => `${name}, ${(text.length / 1024).toFixed(0)} KiB`), 'bar'],
    ROWS.map(([what, bar], row) => [what, ...columns.map(cells => cells[row] ?? ''), bar]),
  );
}

const ROWS = [
  ['first paint after the output is in', '150 ms'],
  ['tasks over 50 ms after it, until all is there', '0'],
  ['tasks over 50 ms while scrolling', '0'],
  ['longest task while scrolling, processor time', '50 ms'],
  ['from a key in the filter to the picture', '–'],
] as const;

async function column(output: LongOutput): Promise<readonly string[]> {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // A browser of its own each time, as its first page is the one that has not been made fast yet.
    const stage = await openStage();
    rounds.push(await measureResultPage(stage, output).finally(() => stage.close()));
  }
  return [
    spread(rounds.map(({ firstPaintMs }) => firstPaintMs)),
    tasks(rounds.map(({ longTasksAfterFirstPaint }) => longTasksAfterFirstPaint)),
    tasks(rounds.map(({ longTasksWhileScrolling }) => longTasksWhileScrolling)),
    spread(rounds.map(({ ownMsWhileScrolling }) => ownMsWhileScrolling)),
    spread(rounds.map(({ filterMs }) => filterMs)),
  ];
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
const spread = (values: readonly number[]) => `${ms(median(values))}, ${ms(Math.max(...values))}`;

/** How many there were in all rounds, and the longest. */
function tasks(rounds: readonly (readonly number[])[]): string {
  const all = rounds.flat();
  return all.length === 0 ? '0' : `${all.length}, ${ms(Math.max(...all))}`;
}
