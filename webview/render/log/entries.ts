import { BATCH, type Incremental } from '../../ui/incremental.ts';
import { type ArtLine, bends } from './art.ts';
import { commitAt, type LogCommit } from './commits.ts';
import { oneLineId } from './one-line.ts';

interface Span {
  /** The lines this is made of: from the first up to, not including, the last. */
  readonly from: number;
  to: number;
  readonly depth: number;
}

/** The content of a row of a log; a commit of one line is taken apart when it is drawn. */
export type LogEntry = Span &
  (
    | { readonly type: 'commit'; readonly id: string; readonly commit: LogCommit }
    | { readonly type: 'one-line'; readonly id: string; readonly text: string }
    | { readonly type: 'line'; readonly text: string }
  );

/** Finds the commits among the lines; with a graph, `art`, only a line that has a commit's mark can begin one. */
export function* entriesOf(texts: readonly string[], art: readonly ArtLine[] | null): Incremental<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  let long = false;
  let inCommit = false;
  for (let at = 0; at < texts.length; ) {
    // Lines that only make room for the next commit are shown with it, or with the one above.
    const room = art === null ? at : endOfRoom(art, at, long);
    const above = long || art === null ? 0 : roomAbove(entries.at(-1), room - at);
    const last = entries.at(-1);
    if (last !== undefined && above > 0) last.to += above;
    const from = at + above;
    if (room === texts.length && from === room) break;
    at = room === texts.length ? from : room;
    const line = art?.[at];
    const text = texts[at] ?? '';
    const may = line === undefined || line.mark !== -1;
    const commit = may ? commitAt(texts, at) : null;
    const id = may && commit === null && !long ? oneLineId(text, line !== undefined) : null;
    const end = commit === null ? at + 1 : art === null ? afterBlanks(texts, commit.end) : afterArt(art, commit.end);
    if (commit !== null) entries.push({ type: 'commit', id: commit.id, commit, from, to: end, depth: 0 });
    else if (id !== null) entries.push({ type: 'one-line', id, text, from, to: end, depth: 0 });
    else {
      const artOnly = art !== null && text === '' && !long;
      const depth = inCommit && !artOnly && (line?.mark ?? -1) === -1 ? 1 : 0;
      entries.push({ type: 'line', text, from, to: end, depth });
    }
    long ||= commit !== null;
    inCommit ||= commit !== null || id !== null;
    at = end;
    if (entries.length % BATCH === 0) yield;
  }
  return entries;
}

/** The first line from `at` on that does more than lead lanes to a commit; `at` itself when none comes after them. */
function endOfRoom(art: readonly ArtLine[], at: number, long: boolean): number {
  let end = at;
  const leads = (line: ArtLine | undefined) =>
    line?.mark === -1 && line.text === '' && line.art.trim() !== '' && (!long || bends(line));
  while (leads(art[end])) end += 1;
  if (end === art.length) return long ? at : end;
  const isCommit = art[end]?.mark !== -1 && (!long || art[end]?.text.startsWith('commit ') === true);
  return isCommit ? end : at;
}

/** How many of the lines between two commits are shown with the upper one; what is folded would take them away. */
function roomAbove(above: LogEntry | undefined, lines: number): number {
  return above === undefined || above.depth > 0 ? 0 : Math.ceil(lines / 2);
}

const isCommitLine = (text: string | undefined) => text === undefined || text.startsWith('commit ');

/** Blank lines that are all there is under a commit go with it. */
function afterBlanks(texts: readonly string[], at: number): number {
  let end = at;
  while (texts[end]?.trim() === '') end += 1;
  return isCommitLine(texts[end]) ? end : at;
}

function afterArt(art: readonly ArtLine[], at: number): number {
  let end = at;
  for (let line = art[end]; line?.mark === -1 && line.text.trim() === '' && !bends(line); line = art[end]) end += 1;
  const next = art[end];
  return next === undefined || bends(next) || isCommitLine(next.text) ? end : at;
}
