import { lasts, refusesSecret, unknown } from '../acts.ts';
import { type Objection, objectTo, type ValueCheck } from '../table.ts';

/** The functions and keywords of jq that end by themselves and look at nothing but the answer. */
const WORDS: ReadonlySet<string> = new Set(
  [
    'abs add all and any arrays as ascii_downcase ascii_upcase booleans capture ceil contains date dateadd datesub',
    'del elif else empty end endswith error explode fabs false finites first flatten floor from_entries fromdate',
    'fromdateiso8601 fromjson getpath gmtime group_by has if implode IN in INDEX index indices inside iterables join',
    'keys keys_unsorted last leaf_paths length limit localtime ltrim ltrimstr map map_values match max max_by min min_by',
    'mktime not now nth null nulls numbers objects or path paths pick recurse reverse rindex round rtrim rtrimstr scalars',
    'scan select sort sort_by split splits sqrt startswith strftime strings strptime sub gsub test then to_entries',
    'toarray todate todateiso8601 tojson tonumber tostream tostring transpose trim true try catch type unique unique_by',
    'utf8bytelength values walk with_entries',
  ].flatMap(line => line.split(' ')),
);

type Kind = 'field' | 'format' | 'number' | 'operator' | 'string' | 'variable' | 'word';
interface Token {
  readonly kind: Kind;
  readonly text: string;
}

const ignored = /(?:\s|#[^\n]*)+/y;
const patterns: readonly (readonly [Kind, RegExp])[] = [
  ['field', /\.[A-Za-z_]\w*/y],
  ['variable', /\$[A-Za-z_]\w*/y],
  ['format', /@[A-Za-z]\w*/y],
  ['word', /[A-Za-z_]\w*/y],
  ['number', /\.?\d[\d.]*(?:[eE][-+]?\d+)?/y],
  ['operator', /\.\.|\?\/\/|\/\/=?|\|=|[-=!<>+*/%]=|[-.[\]{}()|,:;=<>+*/%?]/y],
];

const reads = refusesSecret('reads the environment, where the token is; select fields of the answer instead');
const unclear = unknown('is not a filter Sluice can read; select fields of the answer');
const endless = (word: string) =>
  lasts(`uses '${word}', which may not end or may fill the memory; select fields of the answer`);

/** A jq filter that selects and shapes what is there: it ends by itself and does not look at the environment. */
export const jq: ValueCheck = (program, option) => {
  const tokens = tokenize(program);
  if (tokens === undefined) return objectTo(option, /\benv\b/i.test(program) ? reads : unclear);
  return objectToTokens(tokens, option);
};

function objectToTokens(tokens: readonly Token[], option: string): Objection | undefined {
  const isKey = keysOf(tokens);
  if (tokens.some(({ kind, text }, at) => (kind === 'word' && text === 'env' && !isKey[at]) || text === '$ENV'))
    return objectTo(option, reads);
  const odd = tokens.find((token, at) => !isKey[at] && !isTame(token, tokens[at - 1], tokens[at + 1]));
  const twice = tokens.filter(({ text }) => text === '*').length > 1 ? '*' : undefined;
  const wide = tokens.find(({ kind, text }) => kind === 'string' && /%[-_0^#+]*\d{4}/.test(text));
  const named = odd?.text ?? twice ?? wide?.text;
  return named === undefined ? undefined : objectTo(option, endless(named));
}

function isTame({ kind, text }: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (kind === 'word') return WORDS.has(text) && !(text === 'recurse' && after?.text === '(');
  if (kind !== 'operator') return true;
  // A string times a number is that many strings.
  if (text === '*') return isSmall(before) || isSmall(after);
  // Setting an element makes every element before it.
  return text === '==' || text === '!=' || text === '<=' || text === '>=' || !text.endsWith('=');
}

const isSmall = (token: Token | undefined): boolean => token?.kind === 'number' && /^\d{1,4}$/.test(token.text);

const isOpening = ({ kind, text }: Token): boolean => kind === 'operator' && '([{'.includes(text);
const isClosing = ({ kind, text }: Token): boolean => kind === 'operator' && ')]}'.includes(text);

/** Which tokens are the keys of an object: `{env: .x}` and `{env}` name a field. */
function keysOf(tokens: readonly Token[]): readonly boolean[] {
  const open: string[] = [];
  return tokens.map((token, at) => {
    const before = tokens[at - 1]?.text ?? '';
    if (isOpening(token)) open.push(token.text);
    else if (isClosing(token)) open.pop();
    return token.kind === 'word' && open.at(-1) === '{' && (before === '{' || before === ',');
  });
}

/** Splits a program into tokens, those of the expressions inside strings too; undefined when a character fits nowhere. */
function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  /** For every string that an expression interrupts, how many brackets were open then. */
  const interrupted: number[] = [];
  let depth = 0;
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const nextToken = (): Token | undefined => {
    for (const [kind, pattern] of patterns) {
      const found = match(pattern);
      if (found !== undefined) return { kind, text: found };
    }
    return undefined;
  };
  /** Reads on inside a string, up to its end or to an expression in it; false when it has no end. */
  const stringFrom = (): boolean => {
    const part = match(/(?:[^"\\]|\\[^(])*/y) ?? '';
    tokens.push({ kind: 'string', text: part });
    if (match(/"/y) !== undefined) return true;
    if (match(/\\\(/y) === undefined) return false;
    interrupted.push(depth);
    tokens.push({ kind: 'operator', text: '(' });
    depth += 1;
    return true;
  };
  while (at < text.length) {
    if (match(ignored) !== undefined) continue;
    if (match(/"/y) !== undefined) {
      if (!stringFrom()) return undefined;
      continue;
    }
    const token = nextToken();
    if (token === undefined) return undefined;
    tokens.push(token);
    if (isOpening(token)) depth += 1;
    if (!isClosing(token)) continue;
    depth -= 1;
    if (depth !== interrupted.at(-1)) continue;
    interrupted.pop();
    if (!stringFrom()) return undefined;
  }
  return depth === 0 && interrupted.length === 0 ? tokens : undefined;
}
