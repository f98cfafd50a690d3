import { type Incremental, mapIncrementally } from '../../ui/incremental.ts';
import { type Command, type Document, NOTHING_KNOWN, type RenderOptions, type Row } from '../document.ts';
import { drawCommit, drawOneLine } from '../log/draw-commit.ts';
import { createRowKeys, lineRow, linesOf, withoutEmptyHeads } from '../rows.ts';
import type { DiffLine } from './diff-line.ts';
import { drawFile, drawHunk, drawLine, drawPair } from './draw.ts';
import { wordModeOf } from './marked-words.ts';
import { type Pair, pairsOf, partnersOf } from './pairs.ts';
import { type DiffItem, parseDiff } from './parse.ts';
import { type Language, languageOf } from './syntax.ts';

/** Patches: files and hunks that fold, with line numbers, and side by side on request. */
export function* renderDiff(
  text: string,
  options: RenderOptions,
  command: Command | null = null,
): Incremental<Document> {
  const items = yield* parseDiff(linesOf(text), wordModeOf(command?.args ?? []));
  const rows = yield* options.sideBySide ? sideBySide(items) : unified(items);
  const commits = items.flatMap(item => (item.type === 'commit' || item.type === 'one-line' ? item.commit.id : []));
  return { kind: 'diff', rows: withoutEmptyHeads(rows), columns: null, wantsCommits: commits, tall: false };
}

function unified(items: readonly DiffItem[]): Incremental<readonly Row[]> {
  const partners = partnersOf(items);
  const rowOf = createRows(items);
  return mapIncrementally(items, item =>
    item.type === 'line' ? rowOf.line(item, partners.get(item) ?? null) : rowOf.other(item),
  );
}

function* sideBySide(items: readonly DiffItem[]): Incremental<readonly Row[]> {
  const rowOf = createRows(items);
  const rows: Row[] = [];
  let sides = 1;
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    if (item === undefined) break;
    if (item.type === 'hunk') sides = item.sides;
    if (item.type !== 'line') {
      rows.push(rowOf.other(item));
      at += 1;
      continue;
    }
    const lines: DiffLine[] = [];
    for (let next = items[at]; next?.type === 'line'; next = items[at]) {
      lines.push(next);
      at += 1;
    }
    // What came from several sides does not fit beside one.
    rows.push(
      ...(sides > 1 ? lines.map(line => rowOf.line(line, null)) : pairsOf(lines).map(each => rowOf.pair(each))),
    );
    yield;
  }
  return rows;
}

/** Commits head files, files head hunks, hunks head lines; without commits all is a step higher. */
function depthsOf(items: readonly DiffItem[]) {
  const top = items.some(({ type }) => type === 'commit' || type === 'one-line') ? 1 : 0;
  return { commit: 0, file: top, hunk: top + 1, line: top + 2 };
}

/** Makes rows whose keys tell the commit, the file and the hunk they are in. */
function createRows(items: readonly DiffItem[]) {
  const depths = depthsOf(items);
  const keyOf = createRowKeys();
  let commit = '';
  let file = '';
  let hunk = '';
  let language: Language | null = null;
  const inHunk = (numbers: string) => keyOf(`${hunk} ${numbers}`);

  const other = (item: Exclude<DiffItem, DiffLine>): Row => {
    const { text } = item;
    switch (item.type) {
      case 'commit':
      case 'one-line':
        commit = `${item.commit.id} `;
        hunk = commit;
        return {
          key: keyOf(item.commit.id),
          text,
          depth: depths.commit,
          heads: true,
          commit: item.commit.id,
          draw: (known = NOTHING_KNOWN) =>
            item.type === 'commit' ? drawCommit(item.commit, [], known) : drawOneLine(item.commit, [], known),
        };
      case 'file':
        language = languageOf(item.path);
        file = keyOf(`${commit}${item.path}`);
        hunk = file;
        return { key: file, text, depth: depths.file, heads: true, draw: () => drawFile(item) };
      case 'hunk':
        hunk = keyOf(`${file} ${text}`);
        return { key: hunk, text, depth: depths.hunk, heads: true, draw: () => drawHunk(text) };
      case 'plain':
        return lineRow(keyOf(`${hunk} ${text}`), text, item.inFile ? depths.hunk : depths.file);
    }
  };
  const line = (item: DiffLine, partner: DiffLine | null, code = language): Row => ({
    key: inHunk(`${item.old ?? ''},${item.new ?? ''}`),
    text: item.text,
    depth: depths.line,
    heads: false,
    draw: () => drawLine(item, partner, code),
  });
  const pair = ({ left, right }: Pair, code = language): Row => ({
    key: inHunk(`${left?.old ?? ''},${right?.new ?? ''}`),
    text:
      left === null || left === right
        ? (right?.text ?? '')
        : right === null
          ? left.text
          : `${left.text}\n${right.text}`,
    depth: depths.line,
    heads: false,
    draw: () => drawPair(left, right, code),
  });
  return { other, line, pair };
}
