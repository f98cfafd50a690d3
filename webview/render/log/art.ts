import { type Incremental, mapIncrementally } from '../../ui/incremental.ts';

/** A line of `git log --graph`, parted into what draws the graph and what is said of a commit. */
export interface ArtLine {
  readonly art: string;
  readonly text: string;
  /** Where in the art the commit stands; -1 when there is none. */
  readonly mark: number;
}

/** Columns up to the commit are taken; after it other columns follow, or the arms of a merge of many. */
const COMMIT = /^((?:[|\\/] )*)[*<>=+o^](?=[ -]|$)[-.]*(?: *[|\\/_])* */;
const ART = /^[|\\/_ .-]*$/;
const WIDEST = 160;

/** Whether a log was printed with a graph: its first line then is a commit's. */
export function hasArt(lines: readonly string[]): boolean {
  const first = lines[0] ?? '';
  return COMMIT.test(first) && (/^[*o^]/.test(first) || lines.some(line => /^\|[ \\/]/.test(line)));
}

/** Parts every line of a log with a graph; all lines about a commit have its width of art. */
export function artLines(lines: readonly string[]): Incremental<readonly ArtLine[]> {
  let width = 0;
  return mapIncrementally(lines, line => {
    const [commit, before] = COMMIT.exec(line.slice(0, WIDEST)) ?? [];
    if (commit !== undefined && before !== undefined) {
      width = commit.length;
      return { art: commit, text: line.slice(width), mark: before.length };
    }
    if (line.length <= WIDEST && ART.test(line)) return { art: line, text: '', mark: -1 };
    const art = line.slice(0, width);
    return ART.test(art) ? { art, text: line.slice(width), mark: -1 } : { art: '', text: line, mark: -1 };
  });
}

/** Whether lanes change places here; lines without that can be left out of a graph. */
export const bends = ({ art }: ArtLine) => /[\\/_]/.test(art);
