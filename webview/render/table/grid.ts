import { type Incremental, mapIncrementally } from '../../ui/incremental.ts';
import { memo } from '../../ui/memo.ts';
import { parsedJson } from '../json/parse.ts';
import { columnNumber } from '../labels.ts';
import { linesOf } from '../rows.ts';
import { cellOf } from './json-cell.ts';
import { SHAPES, type Shape, TAGS } from './shapes.ts';

/** A text that was found to be a table, and how it is read. */
export interface Grid {
  readonly names: readonly string[];
  /** The columns that hold ids of commits, and those that hold paths. */
  readonly ids: readonly number[];
  readonly paths: readonly number[];
  readonly count: number;
  /** The records there are, or the first of them. */
  records(most?: number): Incremental<readonly GridRecord[]>;
}

export interface GridRecord {
  /** The record as it was printed. */
  readonly text: string;
  /** As text; a line that did not fit is a single one. */
  readonly cells: readonly string[];
}

/** As many records tell what all are; so the rest, which takes its time, changes neither columns nor their widths. */
export const SAMPLE = 2_000;

/** The share of lines that may look otherwise: a setting can have a value of several lines. */
const ODD = 0.1;
const MOST_COLUMNS = 40;
/** Longer lines are not looked at: blanks without end would be tried in every way. */
const LONGEST = 5_000;

/** Finds out whether a text is a table; null when nothing says that it is one. Asked when it is to be shown, and again to show it. */
export const gridOf = memo((text: string): Grid | null => {
  const records = recordsIn(text);
  if (records !== null) return records;
  const lines = linesOf(text);
  return tabbed(lines) ?? listed(lines, SHAPES);
});

/** Reads what is known to be a list of tags. */
export const tagsIn = memo((text: string) => listed(linesOf(text), [TAGS]));

function listed(lines: readonly string[], shapes: readonly Shape[]): Grid | null {
  const sample = lines.slice(0, SAMPLE);
  for (const { names, pattern, ids = [], paths = [] } of shapes) {
    const fits = (line: string) => line.length <= LONGEST && pattern.test(line);
    // Most shapes are out at the first line.
    if (!sample.slice(0, 3).some(fits) || !mostly(sample, fits)) continue;
    const cellsOf = (line: string) =>
      (line.length > LONGEST ? null : pattern.exec(line))?.slice(1).map(cell => cell ?? '') ?? [line];
    return { names, ids, paths, ...read(lines, line => ({ text: line, cells: cellsOf(line) })) };
  }
  return null;
}

/** gh's lists have no header and as many tabs in each line. */
function tabbed(lines: readonly string[]): Grid | null {
  const first = lines[0] ?? '';
  if (!first.includes('\t') || (first.length <= LONGEST && SHAPES.some(({ pattern }) => pattern.test(first))))
    return null;
  const widths = lines.slice(0, SAMPLE).map(line => line.split('\t').length);
  const width = Math.max(...widths);
  if (width > MOST_COLUMNS || !mostly(widths, each => each === width)) return null;
  const names = Array.from({ length: width }, (_, i) => columnNumber(i + 1));
  return { names, ids: [], paths: [], ...read(lines, text => ({ text, cells: text.split('\t') })) };
}

/** A JSON list of objects: every key that one of them has is a column. */
export const recordsIn = memo((text: string): Grid | null => {
  const value = parsedJson(text);
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return null;
  const names = keysOf(value);
  if (names.length === 0 || names.length > MOST_COLUMNS) return null;
  const ids = names.flatMap((name, i) => (/(?:^sha$|Oid$)/i.test(name) ? [i] : []));
  const recordOf = (record: Readonly<Record<string, unknown>>): GridRecord => {
    const cells = names.map(name => (Object.hasOwn(record, name) ? cellOf(record[name]) : ''));
    return { text: cells.join('\t'), cells };
  };
  return { names, ids, paths: [], ...read(value, recordOf) };
});

function read<Item>(items: readonly Item[], recordOf: (item: Item) => GridRecord): Pick<Grid, 'count' | 'records'> {
  return { count: items.length, records: (most = items.length) => mapIncrementally(items.slice(0, most), recordOf) };
}

function mostly<Item>(items: readonly Item[], fits: (item: Item) => boolean): boolean {
  return items.filter(item => !fits(item)).length <= items.length * ODD;
}

/** In one pass that keeps nothing: there may be fifty thousand records. */
function keysOf(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const names = new Set<string>();
  for (const record of records) for (const name in record) names.add(name);
  return [...names];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
