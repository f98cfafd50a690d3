/** A stretch of a line, and whether the other line has something else there. */
export interface Stretch {
  readonly text: string;
  readonly changed: boolean;
}

/** Past this many steps only what both lines begin and end with is told apart. */
const MOST_STEPS = 40_000;
/** With less in common than this, everything would be marked and nothing said. */
const LEAST_COMMON = 0.3;
const LONGEST = 4_000;

/** The changes between two versions of a line, word by word; null when marking them would not help. */
export function changedWords(before: string, after: string): readonly [readonly Stretch[], readonly Stretch[]] | null {
  if (before.length > LONGEST || after.length > LONGEST || before === after) return null;
  const a = wordsIn(before);
  const b = wordsIn(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const keptA = new Set<number>();
  const keptB = new Set<number>();
  for (let i = 0; i < start; i += 1) keptA.add(i) && keptB.add(i);
  for (let i = 1; i <= tail; i += 1) keptA.add(a.length - i) && keptB.add(b.length - i);
  for (const [i, j] of common(a.slice(start, a.length - tail), b.slice(start, b.length - tail))) {
    keptA.add(start + i);
    keptB.add(start + j);
  }
  const kept = a.reduce((sum, word, i) => (keptA.has(i) && word.trim() !== '' ? sum + word.length : sum), 0);
  const longest = Math.max(before.replace(/\s/g, '').length, after.replace(/\s/g, '').length);
  if (kept < longest * LEAST_COMMON) return null;
  return [stretches(a, keptA), stretches(b, keptB)];
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** The longest common sequence of two lists, as pairs of positions. */
function common(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const width = b.length + 1;
  if (a.length * b.length === 0 || a.length * b.length > MOST_STEPS) return [];
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function stretches(words: readonly string[], kept: ReadonlySet<number>): readonly Stretch[] {
  const found: { text: string; changed: boolean }[] = [];
  words.forEach((word, i) => {
    const changed = !kept.has(i);
    const last = found.at(-1);
    if (last?.changed === changed) last.text += word;
    else found.push({ text: word, changed });
  });
  return found;
}
