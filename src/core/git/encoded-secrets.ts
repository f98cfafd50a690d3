/** A way to write a secret down part by part, where each part has several spellings and gaps may stand between them. */
export interface Encoding {
  readonly parts: readonly (readonly string[])[];
  /** The characters that may stand between two parts. */
  readonly gaps: string;
}

/** Where an encoding that begins at some place ends; `open` when the text ends before it can be told. */
export type EncodedEnd = number | 'open' | undefined;

const LINE_BREAKS = '\r\n';
/** A wrapped line may be indented. */
const BLANKS = ` \t${LINE_BREAKS}`;
/** Between the bytes of a dump: `67 68`, `67:68`, `0x67, 0x68`. */
const BETWEEN_BYTES = `${BLANKS},:-`;
/** A line break and an indent; with more, a page of blanks after one character would be walked again and again. */
const LONGEST_GAP = 16;

/** The encodings of a secret that no list of spellings can hold, because they can be broken or mixed in too many ways. */
export function encodingsOf(secret: string, base64: readonly string[]): Encoding[] {
  const bytes = [...Buffer.from(secret)];
  return [
    {
      parts: bytes.map(byte => hexSpellings(byte).flatMap(hex => [hex, `0x${hex}`, `\\x${hex}`])),
      gaps: BETWEEN_BYTES,
    },
    // The first that fits is taken: a percent sign of the secret also begins its own encoding.
    { parts: bytes.map(byte => [...hexSpellings(byte).map(hex => `%${hex}`), ...itself(byte)]), gaps: '' },
    ...base64.map(text => ({ parts: [...text].map(character => [character]), gaps: BLANKS })),
  ];
}

/** Only what is ASCII stands for itself: the rest is more than one byte. */
const itself = (byte: number): string[] => (byte < 0x80 ? [String.fromCharCode(byte)] : []);

function hexSpellings(byte: number): string[] {
  const digits = byte.toString(16).padStart(2, '0');
  const [first = '', second = ''] = digits;
  const cases = (digit: string) => [digit, digit.toUpperCase()];
  return [...new Set(cases(first).flatMap(left => cases(second).map(right => left + right)))];
}

/** The two characters that an encoding may begin with. */
export function beginningsOf({ parts: [first = [], second = []], gaps }: Encoding): string[] {
  const next = [...second.map(spelling => spelling.charAt(0)), ...gaps];
  return first.flatMap(spelling =>
    spelling.length > 1 ? [spelling.slice(0, 2)] : next.map(after => spelling + after),
  );
}

/** Where the encoding that begins at `at` ends. */
export function endOfEncoded({ parts, gaps }: Encoding, text: string, at: number): EncodedEnd {
  let end = at;
  for (const [index, spellings] of parts.entries()) {
    if (index > 0) end = afterGap(text, end, gaps);
    if (end >= text.length) return 'open';
    const spelling = spellings.find(each => text.startsWith(each, end));
    if (spelling === undefined) return spellings.some(each => each.startsWith(text.slice(end))) ? 'open' : undefined;
    end += spelling.length;
  }
  return end;
}

function afterGap(text: string, from: number, gaps: string): number {
  let at = from;
  while (at < text.length && at - from < LONGEST_GAP && gaps.includes(text.charAt(at))) at += 1;
  return at;
}

/** How much text an encoding takes at most. */
export const longestOf = ({ parts, gaps }: Encoding): number =>
  parts.reduce((sum, spellings) => sum + Math.max(...spellings.map(each => each.length)), 0) +
  (gaps === '' ? 0 : parts.length * LONGEST_GAP);
