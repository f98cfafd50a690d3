import type { DiffLine, LineKind } from './diff-line.ts';

/** Reads the lines of a hunk for as long as its header says there are any. */
export interface HunkReader {
  /** How many versions the new one came from: two or more for a merge. */
  readonly sides: number;
  /** Null for a line that is not of this hunk. */
  read(text: string): DiffLine | null;
}

const HUNK = /^(@{2,})((?: -\d+(?:,\d+)?)+) \+(\d+)(?:,(\d+))? \1/;

/** Begins a hunk at its header; null when the line is none. */
export function startHunk(header: string): HunkReader | null {
  const [, ats, oldRanges, newStart, newCount] = HUNK.exec(header) ?? [];
  if (ats === undefined || oldRanges === undefined) return null;
  const olds = oldRanges
    .trim()
    .split(' ')
    .map(range => rangeOf(range.slice(1)));
  const sides = olds.length;
  if (sides !== ats.length - 1) return null;
  const made = rangeOf(`${newStart},${newCount ?? 1}`);
  let ended = false;

  const read = (text: string): DiffLine | null => {
    if (text.startsWith('\\ ')) return { type: 'line', kind: 'note', text, signs: 0, old: null, new: null };
    if (ended || (made.left <= 0 && olds.every(({ left }) => left <= 0))) return null;
    const kind = kindOf(text, sides);
    if (kind === null) {
      ended = true;
      return null;
    }
    const line: DiffLine = {
      type: 'line',
      kind,
      text,
      signs: Math.min(sides, text.length),
      // Line numbers of the first side stand for all of them.
      old: kind !== 'added' && text.charAt(0) !== '+' ? (olds[0]?.at ?? null) : null,
      new: kind === 'removed' ? null : made.at,
    };
    olds.forEach((range, side) => {
      // In a merge a removed line was there only in the sides that have a minus.
      const sign = text.charAt(side);
      if (sides > 1 && kind === 'removed' ? sign === '-' : sign !== '+') step(range);
    });
    if (kind !== 'removed') step(made);
    return line;
  };
  return { sides, read };
}

interface Range {
  at: number;
  left: number;
}

function rangeOf(text: string): Range {
  const [start = '0', count = '1'] = text.split(',');
  return { at: Number(start), left: Number(count) };
}

function step(range: Range): void {
  range.at += 1;
  range.left -= 1;
}

/** Some programs strip the blank off an empty line of context. */
function kindOf(text: string, sides: number): LineKind | null {
  if (text === '') return 'context';
  let kind: LineKind = 'context';
  for (let side = 0; side < sides; side += 1) {
    const sign = text.charAt(side);
    if (sign === '-') kind = 'removed';
    else if (sign === '+') kind = kind === 'removed' ? 'removed' : 'added';
    else if (sign !== ' ') return null;
  }
  return kind;
}
