import { type ArtLine, bends } from './art.ts';
import { dot, type Graph, HEIGHT, MIDDLE, type Stroke } from './graph.ts';

/** How wide a character of the art is drawn; a lane has two. */
const STEP = 7;

const xOf = (at: number) => STEP + at * STEP;

/**
 * The graph of lines `from` to `to` in one row: the commit in its middle, above and below it what bends before and after.
 */
export function artGraph(lines: readonly ArtLine[], from: number, to: number): Graph {
  const own = ownLine(lines, from, to);
  const before = bendsIn(lines, from, own);
  const after = bendsIn(lines, own + 1, to);
  const top = before.length === 0 ? 0 : MIDDLE;
  const bottom = after.length === 0 ? HEIGHT : MIDDLE;
  const stacked = (places: readonly number[], start: number) =>
    places.flatMap((at, i) => {
      const height = MIDDLE / places.length;
      return strokesOf(lines, at, start + i * height, start + (i + 1) * height);
    });
  // The commit's own comes last, so that its dot lies over all lines.
  const strokes = [...stacked(before, 0), ...stacked(after, MIDDLE), ...strokesOf(lines, own, top, bottom)];
  return { width: artWidth(lines, from, to), strokes };
}

export function artWidth(lines: readonly ArtLine[], from: number, to: number): number {
  let widest = 0;
  for (let at = from; at < to; at += 1) widest = Math.max(widest, lines[at]?.art.trimEnd().length ?? 0);
  return STEP * (widest + 1);
}

/** The line of the commit; in a row of none the first. */
function ownLine(lines: readonly ArtLine[], from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (lines[at]?.mark !== -1) return at;
  return from;
}

function bendsIn(lines: readonly ArtLine[], from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let at = from; at < to; at += 1) {
    const line = lines[at];
    if (line !== undefined && bends(line)) found.push(at);
  }
  return found;
}

function strokesOf(lines: readonly ArtLine[], at: number, top: number, bottom: number): readonly Stroke[] {
  const { art, mark } = lines[at] ?? { art: '', mark: -1 };
  const middle = mark === -1 ? (top + bottom) / 2 : MIDDLE;
  const strokes: Stroke[] = [];
  const line = (path: string, place: number) => strokes.push({ path, lane: place >> 1, shape: 'line' });
  for (let i = 0; i < art.length; i += 1) {
    const x = xOf(i);
    const [left, right] = [xOf(i - 1), xOf(i + 1)];
    if (i === mark) {
      if (leavesAt(lines[at - 1]?.art ?? '', i)) line(`M${x} ${top}V${middle}`, i);
      if (entersAt(lines[at + 1]?.art ?? '', i)) line(`M${x} ${middle}V${bottom}`, i);
      continue;
    }
    const char = art.charAt(i);
    // A slash in a lane's own place leads straight to the lane below; only those between lanes lean.
    const leans = i % 2 === 1;
    if (char === '|' || (!leans && (char === '/' || char === '\\'))) line(`M${x} ${top}V${bottom}`, i);
    else if (char === '/') line(`M${right} ${top}C${right} ${middle} ${left} ${middle} ${left} ${bottom}`, i + 1);
    else if (char === '\\') line(`M${left} ${top}C${left} ${middle} ${right} ${middle} ${right} ${bottom}`, i + 1);
    else if (char === '_') line(`M${right} ${bottom}H${left}`, i);
    else if (char === '-') line(`M${left} ${middle}H${art.charAt(i + 1) === '.' ? x : right}`, i + 1);
    if (char === '.' || (char === '-' && i % 2 === 0)) line(`M${left} ${middle}Q${x} ${middle} ${x} ${bottom}`, i);
  }
  // Last, so that the dot lies over its lines.
  return mark === -1 ? strokes : [...strokes, dot(xOf(mark), middle, mark >> 1)];
}

const isOne = (char: string, of: string) => char !== '' && of.includes(char);

/** Whether a line of the art ends at this place at its foot. */
const leavesAt = (art: string, at: number) =>
  isOne(art.charAt(at), '|/\\*<>=+o^.') || art.charAt(at - 1) === '\\' || isOne(art.charAt(at + 1), '/_');

/** Whether a line of the art begins at this place at its top. */
const entersAt = (art: string, at: number) =>
  isOne(art.charAt(at), '|/\\*<>=+o^') || art.charAt(at - 1) === '/' || art.charAt(at + 1) === '\\';
