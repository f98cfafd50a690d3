import { measureResultPage } from '../test/gallery/measure.ts';
import { median, printTable } from './table.ts';

const ROUNDS = 3;

/** What a long output costs in a panel's page, in a real browser. */
export async function benchPages(): Promise<void> {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureResultPage());
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  printTable(
    `A log of 1 MiB and 50,000 lines in a panel, Chromium, median of ${ROUNDS}`,
    ['what', 'measured', 'bar'],
    [
      ['first paint after the output is in', ms(median(rounds.map(each => each.firstPaintMs))), '150 ms'],
      ['tasks over 50 ms while scrolling', String(median(rounds.map(each => each.longTasksWhileScrolling))), '0'],
      ['longest of them', ms(Math.max(...rounds.map(each => each.longestTaskMs))), '50 ms'],
      ['from a key in the filter to the picture', ms(median(rounds.map(each => each.filterMs))), '–'],
    ],
  );
}
