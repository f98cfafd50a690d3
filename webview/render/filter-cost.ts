type Cost = { readonly ok: true; readonly longest: number } | { readonly ok: false };

/** How long a line may be for a pattern with that many open-ended repeats: each multiplies the time by the length. */
const LONGEST = [1_000_000, 10_000, 600, 200] as const;
/** A line cut shorter than this is not worth looking at. */
const SHORTEST = 100;
/** A repeat up to more than this is as good as endless; one of a group that can match in several ways far sooner. */
const MANY = 20;
const MANY_GROUPS = 4;

/** The worst cost of a pattern, told from how it is written; not ok when that grows with two to the length. */
export function costOf(source: string): Cost {
  /** Whether each group that is open can match in several ways, outermost first. */
  const varied: boolean[] = [false];
  let repeats = 0;
  let choices = 1;
  let closed = false;
  const vary = () => {
    varied[varied.length - 1] = true;
  };
  for (let at = 0; at < source.length; ) {
    const repeat = repeatAt(source, at);
    const afterGroup: boolean = closed;
    closed = false;
    if (repeat !== null) {
      const { least, most } = repeat;
      if (afterGroup && most > MANY_GROUPS) return { ok: false };
      if (most > MANY) repeats += 1;
      else if (afterGroup && most > 1) repeats += most;
      else choices *= most - least + 1;
      if (most > least) vary();
      closed = afterGroup && most > 1;
      at += repeat.length;
      continue;
    }
    const char = source.charAt(at);
    // What a group matched, matched again, has no bound of its own.
    if (char === '\\' && /[1-9k]/.test(source.charAt(at + 1))) return { ok: false };
    if (char === '(') varied.push(false);
    if (char === ')' && varied.length > 1) {
      closed = varied.pop() ?? false;
      if (closed) vary();
    }
    if (char === '|') {
      choices *= 2;
      vary();
    }
    at = char === '[' ? endOfClass(source, at) : at + (char === '\\' ? 2 : 1);
  }
  const longest = Math.floor((LONGEST[repeats] ?? 0) / choices);
  return longest < SHORTEST ? { ok: false } : { ok: true, longest };
}

interface Repeat {
  readonly length: number;
  readonly least: number;
  readonly most: number;
}

function repeatAt(source: string, at: number): Repeat | null {
  const char = source.charAt(at);
  const lazy = (length: number) => (source.charAt(at + length) === '?' ? length + 1 : length);
  // After `(` it says what kind of group it is.
  if (char === '?') return source.charAt(at - 1) === '(' ? null : { length: lazy(1), least: 0, most: 1 };
  if (char === '*' || char === '+') return { length: lazy(1), least: 0, most: Number.POSITIVE_INFINITY };
  const [whole, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(source.slice(at, at + 24)) ?? [];
  if (whole === undefined) return null;
  const open = most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return { length: lazy(whole.length), least: Number(least), most: comma === '' ? Number(least) : open };
}

function endOfClass(source: string, at: number): number {
  let end = at + 1;
  while (end < source.length && source.charAt(end) !== ']') end += source.charAt(end) === '\\' ? 2 : 1;
  return end + 1;
}
