import { describe, expect, test } from 'vitest';
import { detect } from '../../../webview/render/detect.ts';
import { jsonTree, pathOf } from '../../../webview/render/json/tree.ts';
import { commentsIn, viewIn } from '../../../webview/render/markdown/sections.ts';
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
    [['pr', 'status'], '# x', 'report'],
    [['pr', 'checks'], 'build\tfail\t1s\thttps://a.example/1\t\n', 'checks'],
    [['pr', 'checks'], 'no checks reported\n', 'text'],
    [['run', 'view', '1'], 'JOBS\n', 'report'],
    [['run', 'view', '1', '--log'], 'build\tSet up\t2024-06-03T07:14:07.1Z x\n', 'run-log'],
    [['run', 'view', '1', '--log-failed'], 'log not found', 'report'],
    [['workflow', 'view', 'CI', '--yaml'], 'name: CI\n', 'text'],
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
  const shape = (text: string, command: string) =>
    render('markdown', text, PLAIN, commandForPage(command)).rows.map(({ text, depth, heads }) => [depth, heads, text]);

  test('has its facts first, then blocks that fold under their headings', () => {
    expect(render('markdown', VIEW, PLAIN).tall).toBe(true);
    expect(shape(VIEW, 'gh issue view 12')).toEqual([
      [0, false, 'title:\tFix it\nstate:\tOPEN\nauthor:\tada'],
      [0, false, ''],
      [0, true, '# Why'],
      [1, false, 'text'],
      [1, false, '--'],
      [1, true, '## How'],
      [2, false, '- [x] done'],
    ]);
  });

  test('shows the fields that say something', () => {
    const fields = 'title:\tFix\nlabels:\t\nreviewers:\tbob (Approved)\nauto-merge:\tdisabled\nnumber:\t1\n--\n';
    expect(shape(fields, 'gh pr view 1').map(([, , text]) => text)).toEqual([
      'title:\tFix\nnumber:\t1',
      '',
      '',
      'reviewers:\tbob (Approved)',
    ]);
  });

  test('has a section for each comment, which heads its text', () => {
    const head = (author: string) => `author:\t${author}\nassociation:\tmember\nedited:\tfalse\nstatus:\tnone\n--\n`;
    const comments = `${head('ada')}one\n--\nauthor:\tnobody\n--\ntwo\n--\n${head('bob')}three\n--\n`;
    expect(commentsIn(comments.trimEnd().split('\n')).map(({ fields, body }) => [fields[0], body])).toEqual([
      ['author:\tada', 'one\n--\nauthor:\tnobody\n--\ntwo'],
      ['author:\tbob', 'three'],
    ]);
    expect(shape(comments, 'gh pr view 1 --comments').filter(([depth, heads]) => heads && depth === 0)).toHaveLength(2);
  });

  test('takes no field from the text under the fields', () => {
    const forged = ['title:\tFix', 'state:\tOPEN', '--', 'text', '--', 'state:\tMERGED', 'author:\tada', '--', 'more'];
    const { fields, body } = viewIn(forged);
    expect(fields).toEqual(['title:\tFix', 'state:\tOPEN']);
    expect(body).toBe('text\n--\nstate:\tMERGED\nauthor:\tada\n--\nmore');
    expect(viewIn(['# Title', 'state:\tOPEN', '--'])).toEqual({ fields: [], body: '# Title\nstate:\tOPEN\n--' });
  });

  test('is text when it is too long or too deep', () => {
    expect(render('markdown', 'word '.repeat(50_000), PLAIN).kind).toBe('text');
    expect(render('markdown', '> '.repeat(1_000), PLAIN).kind).toBe('text');
  });
});
