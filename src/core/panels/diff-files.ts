import { legibleLine } from '../../shared/fence.ts';
import type { NumberedLine } from './output-lines.ts';

/** A file of a diff: how much of it changes, and where in the output it stands. */
export interface DiffFile {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly from: number;
  readonly to: number;
}

const HEADER = /^diff --(?:git|cc|combined) (.*)$/;
const HUNK = /^@@@* /;

/** The files of a diff, or of the diffs of several commits; none when the output is something else. */
export function diffFiles(lines: readonly NumberedLine[]): readonly DiffFile[] {
  const files: { path: string; added: number; removed: number; from: number; to: number }[] = [];
  let inHunk = false;
  for (const { number, text } of lines) {
    const file = files.at(-1);
    const [, names] = HEADER.exec(text) ?? [];
    if (names !== undefined) {
      files.push({ path: pathIn(names), added: 0, removed: 0, from: number, to: number });
      inHunk = false;
    } else if (file !== undefined) {
      file.to = number;
      if (HUNK.test(text)) inHunk = true;
      else if (inHunk && text.startsWith('+')) file.added += 1;
      else if (inHunk && text.startsWith('-')) file.removed += 1;
    }
  }
  return files;
}

/** The file as it is after the change: git names it twice, or, where there are several parents, once. */
function pathIn(names: string): string {
  const [, twice] = /^a\/(.*) b\/\1$/.exec(names) ?? [];
  return twice ?? names.slice(names.lastIndexOf(' b/') + 1).replace(/^b\//, '');
}

/** The files as rows for a model, as many as fit into so many characters; the last row says how many more there are. */
export function diffFileRows(files: readonly DiffFile[], room: number): readonly string[] {
  const rows: string[] = [];
  let left = room;
  for (const [at, { path, added, removed, from, to }] of files.entries()) {
    const row = `${legibleLine(path)} +${added} -${removed}, lines ${from}-${to}`;
    const more = `… and ${files.length - at} more files`;
    if (row.length + 1 + (at === files.length - 1 ? 0 : more.length + 1) > left)
      return more.length < left ? [...rows, more] : rows;
    rows.push(row);
    left -= row.length + 1;
  }
  return rows;
}
