import { describe, expect, test } from 'vitest';
import { detect } from '../../../webview/render/detect.ts';
import { jsonTree, pathOf } from '../../../webview/render/json/tree.ts';
import { sectionsOf } from '../../../webview/render/markdown/sections.ts';
import { runToEnd } from '../../../webview/ui/incremental.ts';
import { commandForPage } from '../../support/verdict-of.ts';
import { PLAIN, render } from './fixture.ts';

const PRS = JSON.stringify([
  { number: 9, title: 'Nine', author: { login: 'ada' }, labels: [{ name: 'bug' }, { name: 'ui' }] },
  { number: 10, title: 'Ten', author: { login: 'bob' }, labels: [], isDraft: true },
]);
const LIST = '12\tFix it\tfix-it\tOPEN\n7\tAdd it\tadd-it\tDRAFT\n';
const VIEW = 'title:\tFix it\nstate:\tOPEN\nauthor:\tada\n--\n# Why\n\ntext\n\n--\n\n## How\n- [x] done\n';

describe('what gh printed', () => {
  test.each([
    [['pr', 'list', '--json', 'number,title'], PRS, 'table'],
    [['-R', 'a/b', 'pr', 'list', '--json', 'number'], PRS, 'table'],
    [['pr', 'view', '1', '--json', 'title'], '{"title":"x"}', 'json'],
    [['pr', 'list', '--json', 'number', '--jq', '.[].number'], '9\n10\n', 'text'],
    [['api', 'repos/a/b/pulls'], PRS, 'json'],
    [['api', 'x'], 'not json', 'text'],
    [['pr', 'list'], LIST, 'table'],
    [['pr', '-R', 'a/b', 'list'], LIST, 'table'],
    [['search', 'issues', 'x'], LIST, 'table'],
    [['pr', 'list'], 'no pull requests match your search\n', 'text'],
    [['pr', 'view', '12'], VIEW, 'markdown'],
    [['issue', 'view', '12'], VIEW, 'markdown'],
    [['release', 'view'], VIEW, 'markdown'],
    [['pr', 'diff', '12'], 'diff --git a/x b/x\n', 'diff'],
    [['pr', 'diff', '12', '--name-only'], 'x\n', 'text'],
    [['pr', 'status'], '# x', 'text'],
  ] as const)('gh %j', (args, text, kind) => {
    expect(detect(commandForPage(`gh ${args.join(' ')}`), text)).toBe(kind);
  });
});

describe('a list of records', () => {
  test('has a column for every key and says objects by their names', () => {
    const { columns, rows } = render('table', PRS, PLAIN);
    expect(columns?.map(({ name }) => name)).toEqual(['number', 'title', 'author', 'labels', 'isDraft']);
    expect(rows.map(({ text }) => text)).toEqual(['9\tNine\tada\tbug, ui\t', '10\tTen\tbob\t\ttrue']);
  });

  test('sorts numbers as numbers, empty cells last, and equals stay in place', () => {
    const sorted = (column: number, descending: boolean) =>
      render('table', PRS, { ...PLAIN, sort: { column, descending } }).rows.map(({ text }) => text.split('\t')[0]);
    expect(sorted(0, true)).toEqual(['10', '9']);
    expect(sorted(3, false)).toEqual(['9', '10']);
    expect(sorted(3, true)).toEqual(['9', '10']);
    expect(sorted(99, true)).toEqual(['9', '10']);
  });
});

test('gh’s own lists have the names gh gives them on a terminal, when their number is right', () => {
  const names = (text: string) =>
    render('table', text, PLAIN, commandForPage('gh pr list')).columns?.map(({ name }) => name);
  expect(names('1\ta\tb\tOPEN\t2024-01-01\n')).toEqual(['Number', 'Title', 'Branch', 'State', 'Created']);
  expect(names('1\ta\n')).toEqual(['Column 1', 'Column 2']);
});

describe('a JSON tree', () => {
  const TEXT = '{"a": {"b-c": [1, 12345678901234567890, "x\\"y"]}, "e": {}, "a": null}';

  test('shows what is written, in its order and with both of two equal keys', () => {
    expect(render('json', TEXT, PLAIN).rows.map(({ text, depth, heads }) => [depth, heads, text])).toEqual([
      [0, true, '{3 keys}'],
      [1, true, 'a: {1 key}'],
      [2, true, 'b-c: [3 items]'],
      [3, false, '0: 1'],
      [3, false, '1: 12345678901234567890'],
      [3, false, '2: "x\\"y"'],
      [1, false, 'e: {}'],
      [1, false, 'a: null'],
    ]);
  });

  test('tells where a value is', () => {
    expect(runToEnd(jsonTree(TEXT, JSON.parse(TEXT)))?.map(pathOf)).toEqual([
      '.',
      '.a',
      '.a["b-c"]',
      '.a["b-c"][0]',
      '.a["b-c"][1]',
      '.a["b-c"][2]',
      '.e',
      '.a',
    ]);
  });

  test('that is none is text', () => {
    expect(render('json', '{"a":', PLAIN).kind).toBe('text');
  });
});

describe('what gh views', () => {
  test('has its fields first, then blocks that fold under their headings', () => {
    const { rows, tall } = render('markdown', VIEW, PLAIN);
    expect(tall).toBe(true);
    expect(rows.map(({ text, depth, heads }) => [depth, heads, text])).toEqual([
      [0, false, 'title:\tFix it'],
      [0, false, 'state:\tOPEN'],
      [0, false, 'author:\tada'],
      [0, true, '# Why'],
      [1, false, 'text'],
      [1, false, '--'],
      [1, true, '## How'],
      [2, false, '- [x] done'],
    ]);
  });

  test('has a section for each comment', () => {
    const comments = 'author:\tada\nedited:\tfalse\n--\none\n--\nauthor:\tbob\n--\ntwo\n--\n';
    expect(sectionsOf(comments.trimEnd().split('\n'))).toEqual([
      { fields: ['author:\tada', 'edited:\tfalse'], body: 'one' },
      { fields: ['author:\tbob'], body: 'two' },
    ]);
  });

  test('is text when it is too long or too deep', () => {
    expect(render('markdown', 'word '.repeat(50_000), PLAIN).kind).toBe('text');
    expect(render('markdown', '> '.repeat(1_000), PLAIN).kind).toBe('text');
  });
});
