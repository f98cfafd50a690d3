import type { HunkSide, StatusFile, StatusMessage } from '../../src/protocol/to-status-page.ts';
import type { Row } from '../render/document.ts';
import { memo } from '../ui/memo.ts';
import { type Folder, folderTree } from './folders.ts';
import { matching, ordered } from './order.ts';
import { HALVES, moreLines, noFilesMatch, TEXT } from './text.ts';
import { type Totals, totalsOf } from './totals.ts';
import type { ViewState } from './view-state.ts';

interface Base {
  /** The same thing has the same key over refreshes. */
  readonly key: string;
  /** From 1, as `aria-level` counts. */
  readonly level: number;
}

export interface FolderRow extends Base {
  readonly kind: 'folder';
  readonly folder: Folder;
  readonly expanded: boolean;
}

export interface FileRow extends Base {
  readonly kind: 'file';
  readonly file: StatusFile;
  /** Null when diffs are not shown here. */
  readonly expanded: boolean | null;
  /** True under its folder's row, which says the rest of the path. */
  readonly inFolder: boolean;
}

/** A line of a diff or of the log, made by a renderer. */
export interface LineRow extends Base {
  readonly kind: 'line';
  readonly line: Row;
  /** Whose diff it is of; null in the log. */
  readonly path: string | null;
  /** The hunk it is in; null where nothing can be done by the hunk. */
  readonly hunk: HunkPlace | null;
}

/** A hunk of a diff, as the host finds it again. */
export interface HunkPlace {
  readonly diff: number;
  readonly side: HunkSide;
  /** From 0 in its half. */
  readonly hunk: number;
  /** True for the line that begins it. */
  readonly isHead: boolean;
}

/** Something to say in place of lines, perhaps with one thing to do about it. */
export interface NoteRow extends Base {
  readonly kind: 'note';
  readonly text: string;
  readonly busy: boolean;
  readonly action: 'open-diff' | 'clear-filter' | null;
  readonly path: string | null;
}

export interface LogRow extends Base {
  readonly kind: 'log';
  readonly args: string;
  readonly expanded: boolean;
}

export type ViewRow = FolderRow | FileRow | LineRow | NoteRow | LogRow;

/** A half of a file's diff, or all of it. */
export interface InlinePart {
  readonly side: HunkSide | null;
  readonly lines: readonly Row[];
}

/** A file's diff as far as it came in. */
export interface InlineDiff {
  readonly id: number;
  /** Null before the first answer, and when there is none to be had. */
  readonly parts: readonly InlinePart[] | null;
  readonly notice: string | null;
  /** True while an answer is awaited; the lines are the old ones until then. */
  readonly asked: boolean;
}

interface RowsInput {
  readonly status: StatusMessage;
  readonly viewState: ViewState;
  readonly diffs: ReadonlyMap<string, InlineDiff>;
  /** The lines of the log; null when it is not there yet. */
  readonly log: readonly Row[] | null;
}

export interface Model {
  readonly rows: readonly ViewRow[];
  /** The files that match the filter. */
  readonly files: readonly StatusFile[];
  /** Their totals. */
  readonly totals: Totals;
  /** True when no filter and no limit leaves a file out: a folder then stands for the files of it. */
  readonly complete: boolean;
}

/** As many lines of one diff as are shown among the files; the whole is the diff editor's. */
export const MOST_LINES = 400;

const LOG_KEY = 'log';

/** A path can be there twice, removed from the index and still on disk. */
export const fileKey = (root: string, { path, type }: StatusFile): string =>
  `file${type === 'Untracked' ? '?' : ''} ${root}\0${path}`;
export const folderKey = (root: string, path: string): string => `folder ${root}\0${path}`;

/** Makes the rows of the view; what did not change since the last time is not worked out again. */
export function createRows(): (shown: RowsInput) => Model {
  const match = memo(matching);
  const order = memo(ordered);
  const tree = memo(folderTree);
  const total = memo(totalsOf);
  return shown => {
    const { status, viewState } = shown;
    const files = order(match(status.files, viewState.filter), viewState.sort);
    const rows: ViewRow[] = [];
    if (viewState.grouped) addFolder(rows, tree(files), 0, shown);
    else for (const file of files) addFile(rows, file, 1, shown);
    if (files.length === 0 && status.files.length > 0) rows.push(noMatch(viewState.filter));
    if (status.showLogs) addLog(rows, shown);
    const complete = viewState.filter.trim() === '' && status.untrackedOmitted === 0;
    return { rows, files, totals: total(files), complete };
  };
}

function addFolder(rows: ViewRow[], folder: Folder, level: number, shown: RowsInput): void {
  const { root } = shown.status;
  if (level > 0) {
    const key = folderKey(root, folder.path);
    // What matches a filter must not hide in a closed folder.
    const expanded = shown.viewState.filter.trim() !== '' || !shown.viewState.folded.has(key);
    rows.push({ kind: 'folder', key, level, folder, expanded });
    if (!expanded) return;
  }
  for (const inner of folder.folders) addFolder(rows, inner, level + 1, shown);
  for (const file of folder.files) addFile(rows, file, level + 1, shown);
}

function addFile(rows: ViewRow[], file: StatusFile, level: number, { status, viewState, diffs }: RowsInput): void {
  const key = fileKey(status.root, file);
  const expanded = status.showDiffs ? viewState.expanded.has(key) : null;
  rows.push({ kind: 'file', key, level, file, expanded, inFolder: viewState.grouped });
  if (expanded === true) addDiff(rows, key, file.path, level + 1, diffs.get(file.path));
}

function addDiff(rows: ViewRow[], owner: string, path: string, level: number, diff: InlineDiff | undefined): void {
  const note = (name: string, text: string, rest: Partial<NoteRow> = {}) =>
    rows.push({ kind: 'note', key: `${name} ${owner}`, level, path, text, busy: false, action: null, ...rest });
  const parts = diff?.parts ?? null;
  if (diff === undefined || (parts === null && diff.asked)) {
    note('awaited', TEXT.loadingDiff, { busy: true });
    return;
  }
  const action = parts === null ? 'open-diff' : null;
  if (diff.notice !== null) note('notice', diff.notice, { action });
  if (parts === null) {
    if (diff.notice === null) note('none', TEXT.diffUnavailable, { action });
    return;
  }
  const all = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  if (all === 0 && diff.notice === null) note('none', TEXT.noChangedLines);
  let left = MOST_LINES;
  for (const { side, lines } of parts) {
    if (side !== null && parts.length > 1 && left > 0) note(side, HALVES[side]);
    let hunk = -1;
    for (const line of lines.slice(0, left)) {
      const isHead = line.heads && line.text.startsWith('@@ ');
      if (isHead) hunk += 1;
      const place = side === null || hunk === -1 ? null : { diff: diff.id, side, hunk, isHead };
      rows.push({ kind: 'line', key: `line ${side ?? ''} ${line.key} ${owner}`, level, line, path, hunk: place });
    }
    left = Math.max(0, left - lines.length);
  }
  if (all > MOST_LINES) note('more', moreLines(all - MOST_LINES), { action: 'open-diff' });
}

function noMatch(filter: string): NoteRow {
  const text = noFilesMatch(filter.trim());
  return { kind: 'note', key: 'no-match', level: 1, text, busy: false, action: 'clear-filter', path: null };
}

function addLog(rows: ViewRow[], { status, viewState, log }: RowsInput): void {
  const expanded = !viewState.folded.has(LOG_KEY);
  rows.push({ kind: 'log', key: LOG_KEY, level: 1, args: status.logArgs, expanded });
  if (!expanded) return;
  const note = (text: string, busy: boolean) =>
    rows.push({ kind: 'note', key: 'log-note', level: 2, text, busy, action: null, path: null });
  if (log === null) note(TEXT.loadingLog, true);
  else if (log.length === 0) note(TEXT.noCommits, false);
  else
    for (const line of log) rows.push({ kind: 'line', key: `log ${line.key}`, level: 2, line, path: null, hunk: null });
}
