import { BATCH, type Incremental } from '../../ui/incremental.ts';
import { commitAt, type LogCommit } from '../log/commits.ts';
import { type OneLine, oneLine } from '../log/one-line.ts';
import type { DiffLine } from './diff-line.ts';
import { type FileHeader, isFileStart, readFileHeader } from './file-header.ts';
import { type HunkReader, startHunk } from './hunk.ts';
import type { WordMode } from './marked-words.ts';

export interface DiffFile extends FileHeader {
  readonly type: 'file';
  readonly text: string;
  added: number;
  removed: number;
}

export type DiffItem =
  | DiffFile
  | DiffLine
  | { readonly type: 'commit'; readonly text: string; readonly commit: LogCommit }
  | { readonly type: 'one-line'; readonly text: string; readonly commit: OneLine }
  | { readonly type: 'hunk'; readonly text: string; readonly sides: number }
  | { readonly type: 'plain'; readonly text: string; readonly inFile: boolean };

/** Begins a letter of `format-patch`, always with this date. */
const LETTER = /^From [0-9a-f]{40,64} Mon Sep 17 00:00:00 2001$/;

/** Reads patches, with the commits or letters around them; a line that fits nothing stays a line. */
export function* parseDiff(lines: readonly string[], words: WordMode | null = null): Incremental<readonly DiffItem[]> {
  const items: DiffItem[] = [];
  let file: DiffFile | null = null;
  let hunk: HunkReader | null = null;
  for (let at = 0; at < lines.length; ) {
    if (items.length % BATCH === BATCH - 1) yield;
    const text = lines[at] ?? '';
    const line: DiffLine | null = words === null ? (hunk?.read(text) ?? null) : hunk && wordLine(lines, at, words);
    if (line !== null) {
      count(line, file);
      items.push(line);
      at += 1;
      continue;
    }
    hunk = null;
    const other = otherAt(lines, at);
    if (other !== null) {
      file = other.item.type === 'file' ? other.item : null;
      items.push(other.item);
      at = other.end;
      continue;
    }
    hunk = startHunk(text);
    if (LETTER.test(text)) file = null;
    items.push(
      hunk === null ? { type: 'plain', text, inFile: file !== null } : { type: 'hunk', text, sides: hunk.sides },
    );
    at += 1;
  }
  return items;
}

/** A line of `--word-diff`, which has no sign of its own; null where the hunk ends. */
function wordLine(lines: readonly string[], at: number, words: WordMode): DiffLine | null {
  const text = lines[at] ?? '';
  if (text.startsWith('@@ ') || isFileStart(lines, at) || commitAt(lines, at) !== null || LETTER.test(text))
    return null;
  const sign = words === 'porcelain' ? text.charAt(0) : '';
  const kind = words === 'plain' ? 'words' : sign === '+' ? 'added' : sign === '-' ? 'removed' : 'context';
  return { type: 'line', kind, text, signs: words === 'plain' ? 0 : 1, old: null, new: null };
}

function count({ kind, text }: DiffLine, file: DiffFile | null): void {
  if (file === null) return;
  if (kind === 'added' || (kind === 'words' && text.includes('{+'))) file.added += 1;
  if (kind === 'removed' || (kind === 'words' && text.includes('[-'))) file.removed += 1;
}

/** A commit or a file, which may take several lines. */
function otherAt(lines: readonly string[], at: number): { readonly item: DiffItem; readonly end: number } | null {
  const told = (end: number) => lines.slice(at, end).join('\n');
  const commit = commitAt(lines, at);
  if (commit !== null) return { item: { type: 'commit', text: told(commit.end), commit }, end: commit.end };
  if (isFileStart(lines, at)) {
    const { end, header } = readFileHeader(lines, at);
    return { item: { type: 'file', text: told(end), ...header, added: 0, removed: 0 }, end };
  }
  const short = oneLine(lines[at] ?? '');
  return short === null ? null : { item: { type: 'one-line', text: told(at + 1), commit: short }, end: at + 1 };
}
