import { describe, expect, test } from 'vitest';
import { renderBeginning } from '../../../webview/render/beginning.ts';
import { detect } from '../../../webview/render/detect.ts';
import type { Document } from '../../../webview/render/document.ts';
import { render as renderSteps } from '../../../webview/render/render.ts';
import { type Incremental, memoIncremental } from '../../../webview/ui/incremental.ts';
import { LONG_OUTPUTS } from '../../gallery/long-outputs.ts';
import { commandForPage } from '../../support/verdict-of.ts';
import { PLAIN, render } from './fixture.ts';

const MOST_AT_FIRST = 2_000;
const MOST_IN_A_PIECE = 500;

const told = ({ rows }: Document) => rows.map(({ key, text, depth, heads }) => ({ key, text, depth, heads }));
const pieces = (steps: Incremental<unknown>) => [...steps].length;

describe.each(LONG_OUTPUTS)('the beginning of a long output: $name', ({ command: words, text }) => {
  const command = commandForPage(words);
  const kind = detect(command, text);
  const whole = render(kind, text, PLAIN, command);
  const beginning = renderBeginning(kind, text, PLAIN, command);

  test('is a small part of it', () => {
    expect(beginning?.rows.length).toBeGreaterThan(200);
    expect(beginning?.rows.length).toBeLessThanOrEqual(MOST_AT_FIRST);
    expect(whole.rows.length).toBeGreaterThanOrEqual(50_000);
  });

  test('has the rows and columns that the whole has there', () => {
    expect(beginning && told(beginning)).toEqual(told(whole).slice(0, beginning?.rows.length));
    expect([beginning?.kind, beginning?.columns]).toEqual([whole.kind, whole.columns]);
  });

  test('is followed by a whole that is made in pieces, also when it is sorted', () => {
    expect(pieces(renderSteps(kind, `${text}\n`, PLAIN, command))).toBeGreaterThan(whole.rows.length / MOST_IN_A_PIECE);
    const sorts = pieces(renderSteps(kind, text, { ...PLAIN, sort: { column: 1, descending: true } }, command));
    expect(sorts).toBeGreaterThan(whole.rows.length / MOST_IN_A_PIECE);
  });
});

test('a table that is sorted, and what is short, have no beginning', () => {
  const [, list] = LONG_OUTPUTS;
  const { text = '', command = '' } = list ?? {};
  const sort = { column: 0, descending: false };
  expect(renderBeginning('table', text, { ...PLAIN, sort }, commandForPage(command))).toBeNull();
  expect(renderBeginning('table', text.slice(0, 9_000), PLAIN, commandForPage(command))).toBeNull();
});

test('a list is told by its first lines, so that it stays a table when the rest is in', () => {
  const list = Array.from({ length: 3_000 }, (_, i) => `${(0xabc0000 + i).toString(16)} refs/heads/b${i}`);
  const text = [...list, ...Array.from({ length: 3_000 }, () => 'something else')].join('\n');
  expect(detect(commandForPage('git show-ref'), text)).toBe('table');
  const { kind, rows } = render('table', text, PLAIN);
  expect([kind, rows.length]).toEqual(['table', 6_000]);
});

test('a tree that is cut counts all members of what it is cut in', () => {
  const items = Array.from({ length: 40_000 }, (_, i) => i);
  const text = JSON.stringify({ first: 1, list: { items, last: true }, end: null });
  const rows = renderBeginning('json', text, PLAIN, commandForPage('gh api x'))?.rows ?? [];
  expect(rows.slice(0, 4).map(row => row.text)).toEqual([
    '{3 keys}',
    'first: 1',
    'list: {2 keys}',
    'items: [40000 items]',
  ]);
});

test('what was begun for the same arguments is gone on with, whoever dropped it', () => {
  let done = 0;
  const count = memoIncremental(function* (to: number): Incremental<number> {
    for (; done < to; done++) yield;
    return done;
  });
  const first = count(3);
  first.next();
  first.return(0);
  expect(pieces(count(3))).toBe(2);
  expect(pieces(count(3))).toBe(0);
});
