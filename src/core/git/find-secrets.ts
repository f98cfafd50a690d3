import { beginningsOf, type Encoding, endOfEncoded } from './encoded-secrets.ts';

/** A stretch of text that must not be seen. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A kind of secret known by its shape: what group 1 matches stays, what group 2 matches goes. */
interface Shape {
  /** The two characters it begins with, in every case they may be written. */
  readonly begins: readonly string[];
  readonly regex: RegExp;
}

const AU = ['au', 'aU', 'Au', 'AU'];
const EX = ['ex', 'eX', 'Ex', 'EX'];

/** A key in the lists of git's config: it begins its line, or follows the origin or scope that a tab ends. */
const KEY = String.raw`(?:^|[\n\0\t])[a-z][\w-]{0,64}\.[^\s=]{0,256}`;

/** A value there: after `key=` or `key `, or, as `-z` prints it, on the line after the key and up to a NUL. */
const listed = (key: string, value: string): RegExp =>
  new RegExp(`(${key}(?:[= ]|\\n(?=[^\\n\\0]{1,4096}(?:\\0|$))))(?<=${KEY}[= \\n])(${value})`, 'y');
const REST = '[^\\n\\0]{1,4096}';

/** Keys whose value may stand on the line after them: what holds a stream back until it is there. */
export const KEY_ALONE = new RegExp(String.raw`(?:extraheader|${KEY}(?:pass|password|proxy|secret|token))\n$`, 'i');

// None of them looks beyond its own line, but for a value as `git config -z` prints it. Each has a
// bound, so that a line made of nothing but beginnings does not cost its length squared.
const SHAPES: readonly Shape[] = [
  { begins: ['gh'], regex: /()(gh[pousr]_(?:\d+_)?[A-Za-z0-9]{16,4096}(?:[._-]{1,4}[A-Za-z0-9]{1,4096}){0,400})/y },
  { begins: ['gh'], regex: /(?<![A-Za-z0-9_])()(gh[pousr]_[A-Za-z0-9_]{8,4096})/y },
  { begins: ['gi'], regex: /()(github_pat_[A-Za-z0-9_]{8,4096})/y },
  { begins: [':/'], regex: /(:\/\/)(?!git@)([^\s/?#"<>`\\]{1,4096})(?=@)/y },
  { begins: AU, regex: /(authorization["']?[ \t]*[:=][ \t]*["']?(?:basic|bearer|token)[ \t]+)([^\s"'\0]{1,4096})/iy },
  { begins: EX, regex: /(extraheader(?:[ \t]*=[ \t]*|[ \t]+(?=[\w-]+:)))([^\n\0]{1,4096})/iy },
  { begins: EX, regex: /(extraheader\n)([^\n\0]{1,4096})(?=\0|$)/iy },
  { begins: ['pa'], regex: listed('pass(?:word)?', REST) },
  { begins: ['pr'], regex: listed('proxy', '[^\\s@]{1,1024}(?=@)') },
  { begins: ['se'], regex: listed('secret', REST) },
  { begins: ['to'], regex: listed('token', REST) },
];

type Rule = (text: string, at: number) => Range | undefined;

/** Everything that is looked for, by the two characters it begins with, so that one pass over the text is enough. */
export interface SecretIndex {
  readonly begins: Uint8Array;
  readonly rules: ReadonlyMap<number, readonly Rule[]>;
  readonly regexes: readonly RegExp[];
  /** Encodings, which may go on over several lines, by the same two characters. */
  readonly encodings: ReadonlyMap<number, readonly Encoding[]>;
}

export function indexSecrets(
  literals: readonly string[],
  encodings: readonly Encoding[],
  regexes: readonly RegExp[],
): SecretIndex {
  const begins = new Uint8Array(0x10000);
  const rules = new Map<number, Rule[]>();
  const add = (beginning: string, rule: Rule) => {
    const key = pairKey(beginning.charCodeAt(0), beginning.charCodeAt(1));
    begins[key] = 1;
    rules.set(key, [...(rules.get(key) ?? []), rule]);
  };
  for (const literal of literals) add(literal, literalRule(literal));
  const encodingsByPair = new Map<number, Encoding[]>();
  for (const encoding of encodings)
    for (const beginning of beginningsOf(encoding)) {
      add(beginning, encodedRule(encoding));
      const key = pairKey(beginning.charCodeAt(0), beginning.charCodeAt(1));
      encodingsByPair.set(key, [...(encodingsByPair.get(key) ?? []), encoding]);
    }
  for (const { begins, regex } of SHAPES) for (const beginning of begins) add(beginning, shapeRule(regex));
  return { begins, rules, regexes, encodings: encodingsByPair };
}

function pairKey(first: number, second: number): number {
  return ((first << 8) ^ second) & 0xffff;
}

function literalRule(literal: string): Rule {
  return (text, at) => (text.startsWith(literal, at) ? { start: at, end: at + literal.length } : undefined);
}

function encodedRule(encoding: Encoding): Rule {
  return (text, at) => {
    const end = endOfEncoded(encoding, text, at);
    return typeof end === 'number' ? { start: at, end } : undefined;
  };
}

/** The first place, from one on, at which an encoding may begin that goes on after the end of the text. */
export function firstOpen({ encodings }: SecretIndex, text: string, from: number): number | undefined {
  for (let at = from; at < text.length - 1; at++) {
    const possible = encodings.get(pairKey(text.charCodeAt(at), text.charCodeAt(at + 1)));
    if (possible?.some(encoding => endOfEncoded(encoding, text, at) === 'open')) return at;
  }
  return undefined;
}

function shapeRule(regex: RegExp): Rule {
  return (text, at) => {
    regex.lastIndex = at;
    const match = regex.exec(text);
    if (match === null) return undefined;
    const start = at + (match[1]?.length ?? 0);
    return { start, end: start + (match[2]?.length ?? 0) };
  };
}

/** The secrets that begin before `limit`; they may end after it. */
export function findSecrets({ begins, rules, regexes }: SecretIndex, text: string, limit: number): Range[] {
  const ranges: Range[] = [];
  const last = Math.min(limit, text.length - 1);
  let previous = text.charCodeAt(0);
  for (let at = 1; at <= last; at++) {
    const code = text.charCodeAt(at);
    const key = ((previous << 8) ^ code) & 0xffff;
    if (begins[key] === 1) {
      for (const rule of rules.get(key) ?? []) {
        const range = rule(text, at - 1);
        if (range !== undefined) ranges.push(range);
      }
    }
    previous = code;
  }
  if (regexes.length > 0) findByLine(regexes, text, limit, ranges);
  return ranges;
}

function findByLine(regexes: readonly RegExp[], text: string, limit: number, ranges: Range[]): void {
  for (let from = 0; from < limit; ) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 ? text.length : newline;
    const line = text.slice(from, to);
    for (const regex of regexes) {
      for (const match of line.matchAll(regex)) {
        const start = from + match.index;
        if (match[0] !== '') ranges.push({ start, end: start + match[0].length });
      }
    }
    from = to + 1;
  }
}
