import { describe, expect, it } from 'vitest';
import type { StatusFile, StatusMessage } from '../../../src/protocol/to-status-page.ts';
import type { Row } from '../../../webview/render/document.ts';
import { folderTree } from '../../../webview/status/folders.ts';
import { ordered, SORTS, sortedBy } from '../../../webview/status/order.ts';
import {
  createRows,
  fileKey,
  folderKey,
  type InlineDiff,
  MOST_LINES,
  type ViewRow,
} from '../../../webview/status/rows.ts';
import { totalsOf } from '../../../webview/status/totals.ts';
import { toState, type ViewState, viewStateFrom } from '../../../webview/status/view-state.ts';
import { file, manyFiles, status } from '../../gallery/status-states.ts';
import fc from '../../support/fast-check.ts';

const line = (text: string): Row => ({
  key: text,
  text,
  depth: 1,
  heads: false,
  draw: () => {
    throw new Error('Nothing is drawn here.');
  },
});

const lines = (count: number) => Array.from({ length: count }, (_, i) => line(`line ${i}`));

function rowsOf(
  message: StatusMessage,
  viewState: Partial<ViewState> = {},
  diffs: Readonly<Record<string, InlineDiff>> = {},
  log: readonly Row[] | null = null,
): readonly ViewRow[] {
  return createRows()({
    status: message,
    viewState: { ...viewStateFrom(null), ...viewState },
    diffs: new Map(Object.entries(diffs)),
    log,
  }).rows;
}

/** A row in a few words. */
function told(row: ViewRow): string {
  const indent = '  '.repeat(row.level - 1);
  switch (row.kind) {
    case 'file':
      return `${indent}${row.file.path}`;
    case 'folder':
      return `${indent}${row.expanded ? 'v' : '>'} ${row.folder.name} (${row.folder.totals.files})`;
    case 'line':
      return `${indent}| ${row.line.text}`;
    case 'note':
      return `${indent}[${row.text}]${row.action === null ? '' : ` ${row.action}`}`;
    case 'log':
      return `${indent}# log ${row.args}`;
  }
}

const FILES = [
  file('src/a.ts', 'Modified', [5, 1]),
  file('src/deep/er/b.ts', 'Added', [9, 0]),
  file('README.md', 'Modified', [0, 7]),
  file('src/c.ts', 'Conflicted'),
];
const ROOT = status().root;
const keyOf = (path: string) => fileKey(ROOT, file(path));

describe('files', () => {
  it('are listed by path, the conflicted first', () => {
    expect(rowsOf(status({ files: FILES })).map(told)).toEqual([
      'src/c.ts',
      'README.md',
      'src/a.ts',
      'src/deep/er/b.ts',
    ]);
  });

  it('sort by net, the biggest first and the uncounted last both ways', () => {
    const files = [...FILES.slice(0, 3), file('new.txt', 'Untracked')];
    const net = sortedBy('net', { by: 'path', descending: false });
    expect(rowsOf(status({ files }), { sort: net }).map(told)).toEqual([
      'src/deep/er/b.ts',
      'src/a.ts',
      'README.md',
      'new.txt',
    ]);
    expect(
      rowsOf(status({ files }), { sort: sortedBy('net', net) })
        .map(told)
        .at(-1),
    ).toBe('new.txt');
  });

  it('keep one key each, also where a path is there twice', () => {
    const twice = [file('gone.txt', 'Deleted', [0, 3]), file('gone.txt', 'Untracked')];
    const keys = rowsOf(status({ files: twice })).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  it('are found by old and new path in any case', () => {
    const files = [...FILES, file('z.ts', 'Renamed', [0, 0], { originalPath: 'READ.txt' })];
    expect(rowsOf(status({ files }), { filter: ' read ' }).map(told)).toEqual(['README.md', 'z.ts']);
  });

  it('say so when none matches', () => {
    expect(rowsOf(status({ files: FILES }), { filter: 'x|y' }).map(told)).toEqual([
      '[No files match “x|y”.] clear-filter',
    ]);
  });
});

describe('folders', () => {
  it('hold their files, one that holds only a folder joined with it, those with conflicts first', () => {
    const files = [...FILES, file('a/x.ts')];
    expect(rowsOf(status({ files }), { grouped: true }).map(told)).toEqual([
      'v src (3)',
      '  v deep/er (1)',
      '    src/deep/er/b.ts',
      '  src/c.ts',
      '  src/a.ts',
      'v a (1)',
      '  a/x.ts',
      'README.md',
    ]);
  });

  it('close, and open for a filter', () => {
    const viewState = { grouped: true, folded: new Set([folderKey(ROOT, 'src')]) };
    expect(rowsOf(status({ files: FILES }), viewState).map(told)).toEqual(['> src (3)', 'README.md']);
    expect(rowsOf(status({ files: FILES }), { ...viewState, filter: 'b.ts' }).map(told)).toEqual([
      'v src/deep/er (1)',
      '  src/deep/er/b.ts',
    ]);
  });

  it('add up what is in them', () => {
    expect(folderTree(FILES).totals).toEqual({ files: 4, conflicted: 1, added: 14, removed: 8 });
    expect(folderTree([file('a/b.png'), file('a/c.png')]).totals).toEqual({
      files: 2,
      conflicted: 0,
      added: null,
      removed: null,
    });
  });

  it('end somewhere, however deep a path goes', () => {
    const files = Array.from({ length: 200 }, (_, i) => file(`${i}/${'a/'.repeat(2000)}f`));
    const rows = rowsOf(status({ files }), { grouped: true });
    expect(rows.filter(({ kind }) => kind === 'file')).toHaveLength(200);
    expect(Math.max(...rows.map(({ level }) => level))).toBeLessThan(50);
  });

  it('take names that objects have by birth', () => {
    const rows = rowsOf(status({ files: [file('__proto__/x'), file('constructor/y')] }), { grouped: true });
    expect(rows.map(told)).toEqual(['v __proto__ (1)', '  __proto__/x', 'v constructor (1)', '  constructor/y']);
  });
});

describe('diffs', () => {
  const files = FILES.slice(0, 1);
  const open = { expanded: new Set([keyOf('src/a.ts')]) };
  const diff = (more: Partial<InlineDiff>): Readonly<Record<string, InlineDiff>> => ({
    'src/a.ts': { id: 1, parts: null, notice: null, asked: false, ...more },
  });
  const whole = (all: ReturnType<typeof lines>) => ({ parts: [{ side: null, lines: all }] });
  const shown = (diffs: Readonly<Record<string, InlineDiff>>) =>
    rowsOf(status({ files, showDiffs: true }), open, diffs)
      .slice(1)
      .map(told);

  it('are awaited, shown and kept while a new one is awaited', () => {
    expect(shown({})).toEqual(['  [Loading diff…]']);
    expect(shown(diff({ asked: true }))).toEqual(['  [Loading diff…]']);
    expect(shown(diff(whole(lines(2))))).toEqual(['  | line 0', '  | line 1']);
    expect(shown(diff({ ...whole(lines(1)), asked: true }))).toEqual(['  | line 0']);
  });

  it('say why there is none', () => {
    expect(shown(diff({ notice: 'Too large.' }))).toEqual(['  [Too large.] open-diff']);
    expect(shown(diff({}))).toEqual(['  [The diff could not be loaded.] open-diff']);
    expect(shown(diff(whole([])))).toEqual(['  [No lines changed.]']);
  });

  it('end after so many lines with a way to the rest', () => {
    const rows = shown(diff(whole(lines(MOST_LINES + 1234))));
    expect(rows).toHaveLength(MOST_LINES + 1);
    expect(rows.at(-1)).toBe('  [1,234 more lines.] open-diff');
  });

  it('are not there when diffs are off', () => {
    const rows = rowsOf(status({ files }), open, diff(whole(lines(2))));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ expanded: null });
  });
});

describe('the log', () => {
  it('follows the files, and closes', () => {
    const message = status({ files: FILES.slice(0, 1), showLogs: true });
    expect(rowsOf(message, {}, {}, lines(1)).map(told)).toEqual(['src/a.ts', '# log -10 --oneline', '  | line 0']);
    expect(rowsOf(message).at(-1)).toMatchObject({ kind: 'note', busy: true });
    expect(rowsOf(message, {}, {}, []).map(told).at(-1)).toBe('  [No commits to show.]');
    expect(rowsOf(message, { folded: new Set(['log']) }, {}, lines(1))).toHaveLength(2);
  });
});

describe('the work of a refresh', () => {
  it('is not done again for what stayed', () => {
    const rows = createRows();
    const message = status({ files: [...manyFiles(50)] });
    const viewState = viewStateFrom(null);
    const shown = { status: message, viewState, diffs: new Map(), log: null };
    const first = rows(shown);
    const again = rows({ ...shown, viewState: { ...viewState, folded: new Set(['x']) } });
    expect(again.totals).toBe(first.totals);
  });
});

const anyFile: fc.Arbitrary<StatusFile> = fc
  .record({
    path: fc
      .array(fc.constantFrom('a', 'b', 'cc', '10', '9', 'é'), { minLength: 1, maxLength: 5 })
      .map(parts => parts.join('/')),
    type: fc.constantFrom('Modified', 'Added', 'Untracked', 'Deleted', 'Renamed', 'Conflicted'),
    lines: fc.option(fc.tuple(fc.nat(2000), fc.nat(2000))),
  })
  .map(({ path, type, lines }) => file(path, type, lines));

describe('any files', () => {
  it('are all there once, in every order and grouping', () => {
    fc.assert(
      fc.property(
        fc.array(anyFile),
        fc.constantFrom(...SORTS),
        fc.boolean(),
        fc.boolean(),
        (files, by, descending, grouped) => {
          const rows = rowsOf(status({ files }), { sort: { by, descending }, grouped });
          const shown = rows.flatMap(row => (row.kind === 'file' ? [row.file] : []));
          expect(new Set(shown)).toEqual(new Set(files));
          expect(shown).toHaveLength(files.length);
        },
      ),
    );
  });

  it('come out in the same order whatever order they came in', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyFile, { selector: ({ path }) => path }), fc.constantFrom(...SORTS), (files, by) => {
        const sort = { by, descending: false };
        expect(ordered(files.toReversed(), sort)).toEqual(ordered(files, sort));
      }),
    );
  });

  it('never have a row more than one level under the row before', () => {
    fc.assert(
      fc.property(fc.array(anyFile), files => {
        const levels = rowsOf(status({ files }), { grouped: true }).map(({ level }) => level);
        levels.forEach((level, i) => {
          expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1);
        });
      }),
    );
  });

  it('come to the same, summed by folder or at once', () => {
    fc.assert(fc.property(fc.array(anyFile), files => void expect(folderTree(files).totals).toEqual(totalsOf(files))));
  });
});

describe('a kept view state', () => {
  it('comes back as it was', () => {
    const viewState = { ...viewStateFrom(null), grouped: true, filter: 'x', expanded: new Set(['a', 'b']) };
    expect(viewStateFrom(structuredClone(toState(viewState)))).toEqual(viewState);
  });

  it('is as at first where it cannot be read', () => {
    for (const state of [undefined, null, 7, 'x', [], { sort: 'up', folded: [1], grouped: 'yes', filter: {} }])
      expect(viewStateFrom(state)).toEqual(viewStateFrom(null));
  });
});
