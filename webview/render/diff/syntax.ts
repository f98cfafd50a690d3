import { C_LIKE, SCRIPT, SQL } from './keywords.ts';

export type TokenKind = 'comment' | 'string' | 'number' | 'keyword';

/** A stretch of a line that is more than plain code. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly kind: TokenKind;
}

interface Language {
  /** Comments, strings, numbers and words, in this order. */
  readonly pattern: RegExp;
  readonly keywords: ReadonlySet<string>;
}

/** No expression here can take longer than the line is long; more of a line than this nobody reads. */
const LONGEST = 2_000;

const STRINGS = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/.source;
const WITH_BACKTICKS = `${STRINGS}|\`(?:[^\`\\\\]|\\\\.)*\`?`;
const REST = /(\b\d[\w.]*)|([A-Za-z_$][\w$]*)/.source;

const language = (comments: string, strings: string, keywords: readonly string[]): Language => ({
  pattern: new RegExp(`(${comments})|(${strings})|${REST}`, 'g'),
  keywords: new Set(keywords),
});

const NEVER = '(?!)';
const curly = language(/\/\/.*|\/\*.*?(?:\*\/|$)|^\s*\*(?=[\s/]|$).*/.source, WITH_BACKTICKS, C_LIKE);
const script = language('#.*', STRINGS, SCRIPT);
const styles = language(/\/\*.*?(?:\*\/|$)/.source, STRINGS, []);
const markup = language('<!--.*?(?:-->|$)', STRINGS, []);
const data = language(NEVER, STRINGS, ['true', 'false', 'null']);
const sql = language(/--.*|\/\*.*?(?:\*\/|$)/.source, STRINGS, SQL);

const BY_ENDING: ReadonlyMap<string, Language> = new Map(
  [
    ['c cc cpp cs cts cxx dart go h hpp java js jsx kt kts m mjs cjs mts php rs scala swift ts tsx', curly] as const,
    ['bash cfg conf ini makefile dockerfile pl py pyi r rb sh toml yaml yml zsh', script] as const,
    ['css less scss', styles] as const,
    ['htm html svg vue xml', markup] as const,
    ['json jsonc', data] as const,
    ['hs lua sql', sql] as const,
  ].flatMap(([endings, known]) => endings.split(' ').map(ending => [ending, known] as const)),
);

/** The language of a file, by the end of its name; null for one that is not known. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return BY_ENDING.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}

const KINDS: readonly TokenKind[] = ['comment', 'string', 'number'];

/** The tokens of one line. What began on a line before is not known: a line is coloured by itself. */
export function tokensIn(text: string, { pattern, keywords }: Language): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of text.slice(0, LONGEST).matchAll(pattern)) {
    const [whole, ...groups] = match;
    const at = groups.findIndex(group => group !== undefined);
    // After a dot a word is a name, whatever it is elsewhere.
    const isName = text.charAt(match.index - 1) === '.' && text.charAt(match.index - 2) !== '.';
    const kind = KINDS[at] ?? (keywords.has(whole) && !isName ? 'keyword' : null);
    if (kind !== null) tokens.push({ start: match.index, end: match.index + whole.length, kind });
  }
  return tokens;
}

export type { Language };
