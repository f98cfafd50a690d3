import { createReadStream } from 'node:fs';
import type { Gap } from '../git/cap.ts';
import { findLines } from './filter.ts';
import type { NumberedLine } from './output-lines.ts';

/** A line of a saved output that a filter found, by its number from 1. */
export interface Hit {
  readonly line: number;
  readonly text: string;
}

export interface Search {
  readonly hits: readonly Hit[];
  /** True when it stopped before the end: there may be more. */
  readonly more: boolean;
  /** Why it gave up, in words for the person. */
  readonly problem: string | null;
}

/** More than this is not looked through: an editor does that better. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_HITS = 1000;
const LONGEST_HIT = 2000;
/** Of a longer line only the beginning is looked at. */
const LONGEST_LINE = 100_000;

/** Looks for a text or /regex/ in the file of a whole output, from a line on, a part at a time, so that the window goes on meanwhile. */
export async function searchOutput(file: string, filter: string, from = 1): Promise<Search> {
  const hits: Hit[] = [];
  let before = 0;
  for await (const lines of linesIn(file, 0, MOST_BYTES)) {
    const found = findLines(lines, filter);
    if (!found.ok) return { hits, more: true, problem: found.message };
    for (const at of found.at.filter(each => before + each + 1 >= from)) {
      if (hits.length === MOST_HITS) return { hits, more: true, problem: null };
      hits.push({ line: before + at + 1, text: (lines[at] ?? '').slice(0, LONGEST_HIT) });
    }
    before += lines.length;
  }
  return { hits, more: false, problem: null };
}

const MOST_LINES = 5000;
const MOST_CHARACTERS = 1 << 20;

/** The lines of the file of a whole output from one on, as many as a model could read at once. */
export async function readLines(file: string, from: number, count = MOST_LINES): Promise<readonly NumberedLine[]> {
  const read: NumberedLine[] = [];
  let left = MOST_CHARACTERS;
  let number = 0;
  for await (const lines of linesIn(file, 0, MOST_BYTES)) {
    for (const text of lines) {
      number += 1;
      if (number < from) continue;
      if (read.length === Math.min(count, MOST_LINES) || text.length > left) return read;
      read.push({ number, text });
      left -= text.length;
    }
  }
  return read;
}

/** A line that begins a commit in git's own formats, with or without a graph before it. */
const COMMIT = /^(?:[|\\/_ ]*[*<>=+o^][|\\/_. -]*)?(?:commit (?:[-<>=+^] ?)?)?[0-9a-f]{7,64}(?=[ \t(]|$)/;
const LONGEST_ART = 400;

/** How many commits begin in the gap of a log; undefined when it is too long to count. */
export async function commitsInGap(file: string, { start, bytes }: Gap): Promise<number | undefined> {
  if (bytes > MOST_BYTES) return undefined;
  let count = 0;
  for await (const lines of linesIn(file, start, bytes))
    count += lines.filter(line => COMMIT.test(line.slice(0, LONGEST_ART))).length;
  return count;
}

/** The lines of a part of a file, some at a time. */
async function* linesIn(file: string, start: number, bytes: number): AsyncGenerator<readonly string[]> {
  const input = createReadStream(file, { start, end: start + bytes - 1, encoding: 'utf8', highWaterMark: 1 << 20 });
  let rest = '';
  for await (const chunk of input) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    yield lines.map(line => line.slice(0, LONGEST_LINE));
  }
  if (rest !== '') yield [rest];
}
