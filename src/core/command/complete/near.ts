const MOST = 3;

/** The words that a mistyped one may have meant, the likeliest first; of two as near, the one that stands first. */
export function near(word: string, words: Iterable<string>): readonly string[] {
  const allowed = word.replace(/^-+/, '').length <= 3 ? 1 : 2;
  return [...words]
    .map(each => ({ each, steps: typingSteps(word, each, allowed) }))
    .filter(({ steps }) => steps > 0 && steps <= allowed)
    .sort((a, b) => a.steps - b.steps)
    .slice(0, MOST)
    .map(({ each }) => each);
}

/** How many letters are missing, too many, wrong or swapped with their neighbour; more than `most` need not be exact. */
function typingSteps(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)];
      next.push(Math.min(...steps, swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? most + 1;
}
