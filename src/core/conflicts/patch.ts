import { type Bytes, linesOf } from './markers.ts';
import type { ResolvedFile } from './resolution.ts';

/** What changes in a file as a patch shows it, without lines around it. */
export function patchOf({ path, was, becomes, edits }: ResolvedFile): string {
  const header = [`--- ${was === null ? '/dev/null' : path}`, `+++ ${becomes === null ? '/dev/null' : path}`];
  if (edits.some(({ goes, comes }) => goes.includes('\0') || comes.includes('\0')))
    return `${[...header, 'Binary contents differ'].join('\n')}\n`;
  if (becomes?.saved.mode === 'link') return `${[...header, `+symbolic link to ${becomes.bytes}`].join('\n')}\n`;
  let moved = 0;
  const hunks = edits.flatMap(({ line, goes, comes }) => {
    const [old, made] = [linesOf(goes), linesOf(comes)];
    const at = `@@ -${rangeOf(line, old.length)} +${rangeOf(line + moved, made.length)} @@`;
    moved += made.length - old.length;
    return [at, ...old.map(each => marked('-', each)), ...made.map(each => marked('+', each))];
  });
  return `${[...header, ...hunks].join('\n')}\n`;
}

const rangeOf = (line: number, count: number): string => `${count === 0 ? line - 1 : line},${count}`;

const marked = (sign: string, line: Bytes): string => {
  const text = Buffer.from(line, 'latin1')
    .toString()
    .replace(/\r?\n$/, '');
  return line.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n\\ No newline at end of file`;
};
