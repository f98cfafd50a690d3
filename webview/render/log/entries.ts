import { type ArtLine, bends } from './art.ts';
import { type Commit, commitAt } from './commits.ts';
import { type OneLine, oneLine } from './one-line.ts';

interface Span {
  /** The lines this is made of: from the first up to, not including, the last. */
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** What a row of a log shows. */
export type Entry = Span &
  (
    | { readonly type: 'commit'; readonly id: string; readonly commit: Commit }
    | { readonly type: 'one-line'; readonly id: string; readonly commit: OneLine }
    | { readonly type: 'line'; readonly text: string }
  );

/** Finds the commits among the lines; with a graph only a line that has a commit's mark can begin one. */
export function entriesOf(lines: readonly ArtLine[], drawn: boolean): readonly Entry[] {
  const texts = lines.map(({ text }) => text);
  const entries: Entry[] = [];
  let long = false;
  let inCommit = false;
  /** The first of the lines that only make room for the next commit, which is shown with them. */
  let room = -1;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const may = !drawn || line.mark !== -1;
    const commit = may ? commitAt(texts, at) : null;
    const short = may && commit === null && !long ? oneLine(line.text, drawn) : null;
    const end = commit === null ? at + 1 : afterBlanks(lines, commit.end);
    if (commit !== null) {
      entries.push({ type: 'commit', id: commit.id, commit, from: room === -1 ? at : room, to: end, depth: 0 });
      long = true;
    } else if (short !== null) {
      entries.push({ type: 'one-line', id: short.id, commit: short, from: at, to: at + 1, depth: 0 });
    } else if (long && line.text === '' && bends(line) && leadsToCommit(lines, at)) {
      room = room === -1 ? at : room;
      at += 1;
      continue;
    } else {
      const artOnly = drawn && line.text === '' && !long;
      const depth = inCommit && !artOnly && line.mark === -1 ? 1 : 0;
      entries.push({ type: 'line', text: line.text, from: at, to: at + 1, depth });
    }
    inCommit ||= commit !== null || short !== null;
    room = -1;
    at = end;
  }
  return entries;
}

/** Blank lines that are all there is under a commit go with it. */
function afterBlanks(lines: readonly ArtLine[], at: number): number {
  let end = at;
  for (let line = lines[end]; line?.mark === -1 && line.text.trim() === '' && !bends(line); line = lines[end]) end += 1;
  const next = lines[end];
  return next === undefined || next.text.startsWith('commit ') || bends(next) ? end : at;
}

function leadsToCommit(lines: readonly ArtLine[], at: number): boolean {
  let next = at;
  for (let line = lines[next]; line?.text === '' && line.mark === -1 && bends(line); line = lines[next]) next += 1;
  return lines[next]?.mark !== -1 && lines[next]?.text.startsWith('commit ') === true;
}
