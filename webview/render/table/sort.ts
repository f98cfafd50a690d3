import { type Incremental, mapIncrementally } from '../../ui/incremental.ts';
import type { Sort } from '../document.ts';
import type { GridRecord } from './grid.ts';
import { mergeSorted } from './merge-sort.ts';

const NUMBER = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?%?$/;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)|^\w{3},? \w{3} +\d+ \d\d:\d\d:\d\d \d{4}/;

export const isNumber = (text: string) => NUMBER.test(text);

/** Records in the order of a column: numbers by size, dates by time, words with the numbers in them; equals stay in place. */
export function* sorted(records: readonly GridRecord[], sort: Sort | null): Incremental<readonly GridRecord[]> {
  if (sort === null) return records;
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const valued = yield* mapIncrementally(records, record => ({
    record,
    value: sortValue(record.cells[sort.column] ?? ''),
  }));
  const inOrder = yield* mergeSorted(valued, (a, b) => {
    // What is empty comes last whichever way.
    if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '');
    const order = compare(a.value, b.value, collator);
    return sort.descending ? -order : order;
  });
  return yield* mapIncrementally(inOrder, ({ record }) => record);
}

function compare(a: string | number, b: string | number, collator: Intl.Collator): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return typeof a === 'number' ? -1 : 1;
}

function sortValue(cell: string): string | number {
  if (NUMBER.test(cell)) return Number.parseFloat(cell.replaceAll(',', ''));
  const time = DATE.test(cell) ? Date.parse(cell) : Number.NaN;
  return Number.isNaN(time) ? cell : time;
}
