import type { ArtLine } from './art.ts';
import { bends } from './art.ts';
import { dot, type Graph, HEIGHT, type Stroke } from './graph.ts';

/** How wide a character of the art is drawn; a lane has two. */
const STEP = 7;

const xOf = (at: number) => STEP + at * STEP;

/** The graph of lines `from` to `to`, squeezed into one row; lines in which nothing bends are left out of it. */
export function artGraph(lines: readonly ArtLine[], from: number, to: number): Graph {
  const kept: number[] = [];
  for (let i = from; i < to; i += 1) {
    const line = lines[i];
    if (line !== undefined && (line.mark !== -1 || bends(line))) kept.push(i);
  }
  if (kept.length === 0) kept.push(from);
  const height = HEIGHT / kept.length;
  const width = Math.max(...kept.map(i => lines[i]?.art.length ?? 0));
  const strokes = kept.flatMap((at, i) => strokesOf(lines, at, i * height, height));
  return { width: STEP * (width + 1), strokes };
}

function strokesOf(lines: readonly ArtLine[], at: number, top: number, height: number): readonly Stroke[] {
  const { art, mark } = lines[at] ?? { art: '', mark: -1 };
  const bottom = top + height;
  const middle = top + height / 2;
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
