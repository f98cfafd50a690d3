/** A word of a shell line. */
export interface WordToken {
  readonly kind: 'word';
  /** What the shell hands on for it; undefined where that depends on variables, files or the kind of shell. */
  readonly text: string | undefined;
  /** Where it stands in the line, quotes and all. */
  readonly from: number;
  readonly to: number;
}

export type Operator = '&&' | '||' | '|' | ';';

export type Token =
  | WordToken
  | { readonly kind: 'operator'; readonly operator: Operator }
  /** `quiet` throws output away or puts both outputs together; the others open a file. */
  | { readonly kind: 'redirect'; readonly to: 'quiet' | 'file'; readonly reads: boolean };

/** Longer than anybody writes by hand, and quickly read. */
const LONGEST = 64 * 1024;

/** Every character that means itself outside quotes, in the middle of a word, to every shell we know. */
const PLAIN = /[\w@%+,./:=^\]-]+/y;
/** `@{u}`, `stash@{0}`, `v1^{commit}`: git's braces, in which no shell finds a list. */
const GIT_BRACES = /(?<=[@^])\{[\w+-]*\}/y;
const NAME = /\$[A-Za-z_]\w*(?![[:\w])/y;
/** A message of several lines, the way agents are taught to pass one. */
const MESSAGE = /\$\(cat <<'(\w+)'\n(?:(?![ \t]*\1).*\n)*\1\n[ \t\n]*\)/y;
const QUIET = /(?:[12]?>&[12]|(?:&|[12])?>>?[ \t]?\/dev\/null)(?=$|[ \t\n|;&])/y;
const FILE = /[0-2]?(?:>>?|<)(?![<>&|(])[ \t]*/y;

/**
 * Takes a shell line apart; undefined for all that is not certain to mean the same to bash and zsh: substitutions, subshells,
 * here-documents, comments, jobs, other blanks than space and tab, control characters.
 */
export function tokensOf(line: string): readonly Token[] | undefined {
  if (line.length > LONGEST || /(?![\t\n])\p{Cc}|\p{Cs}/u.test(line)) return undefined;
  const tokens: Token[] = [];
  for (let at = 0; at < line.length; ) {
    const char = line.charAt(at);
    if (char === ' ' || char === '\t') {
      at += 1;
      continue;
    }
    const last = tokens.at(-1);
    const begins = last === undefined || last.kind === 'operator';
    const ended = last?.kind === 'operator' ? last.operator : ';';
    if (char === '\n' && begins && ended === ';') {
      at += 1;
      continue;
    }
    const found = redirectAt(line, at) ?? operatorAt(line, at) ?? wordAt(line, at);
    if (found === undefined || (begins && found.token.kind === 'operator')) return undefined;
    tokens.push(found.token);
    at = found.next;
  }
  return tokens;
}

interface Found {
  readonly token: Token;
  readonly next: number;
}

const matchAt = (pattern: RegExp, line: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
};

function operatorAt(line: string, at: number): Found | undefined {
  const two = line.slice(at, at + 2);
  if (two === '&&' || two === '||') return { token: { kind: 'operator', operator: two }, next: at + 2 };
  const [one] = two;
  // `|&`, `;;` and `;&` leave a character over that begins no command.
  if (one === '|') return { token: { kind: 'operator', operator: '|' }, next: at + 1 };
  if (one === ';' || one === '\n') return { token: { kind: 'operator', operator: ';' }, next: at + 1 };
  return undefined;
}

function redirectAt(line: string, at: number): Found | undefined {
  const quiet = matchAt(QUIET, line, at);
  if (quiet !== undefined) return { token: { kind: 'redirect', to: 'quiet', reads: false }, next: at + quiet.length };
  const file = matchAt(FILE, line, at);
  if (file === undefined) return undefined;
  const target = wordAt(line, at + file.length);
  if (target === undefined) return undefined;
  return { token: { kind: 'redirect', to: 'file', reads: file.includes('<') }, next: target.next };
}

/** A piece of a word: its text, undefined where that is not certain. */
interface Piece {
  readonly text: string | undefined;
  readonly next: number;
}

function wordAt(line: string, from: number): { readonly token: WordToken; readonly next: number } | undefined {
  let text: string | undefined = '';
  let at = from;
  while (at < line.length && !' \t\n|;&<>'.includes(line.charAt(at))) {
    const piece = pieceAt(line, at, from);
    if (piece === undefined) return undefined;
    text = text === undefined || piece.text === undefined ? undefined : text + piece.text;
    at = piece.next;
  }
  // Digits in front of a redirect are no word.
  if (at === from || (/[<>]/.test(line.charAt(at)) && /^[\d}]*$/.test(line.slice(from, at).slice(-1))))
    return undefined;
  return { token: { kind: 'word', text, from, to: at }, next: at };
}

function pieceAt(line: string, at: number, from: number): Piece | undefined {
  const char = line.charAt(at);
  const isFirst = at === from;
  // zsh takes `=name` for a path of a program, both take `#` for a comment.
  if (isFirst && (char === '=' || char === '#')) return undefined;
  const plain = matchAt(PLAIN, line, at) ?? matchAt(GIT_BRACES, line, at);
  if (plain !== undefined) return { text: plain, next: at + plain.length };
  switch (char) {
    case "'":
      return singleQuotedAt(line, at + 1);
    case '"':
      return doubleQuotedAt(line, at + 1);
    case '\\':
      return escapedAt(line, at + 1);
    case '$':
      return variableAt(line, at);
    case '#':
      return { text: char, next: at + 1 };
    case '~':
      // Of a home where a word or a path in one begins.
      return { text: isFirst || /[:=]/.test(line.charAt(at - 1)) ? undefined : char, next: at + 1 };
    case '!':
    case '*':
    case '?':
    case '[':
    case '{':
    case '}':
      return { text: undefined, next: at + 1 };
    default:
      return undefined;
  }
}

function escapedAt(line: string, at: number): Piece | undefined {
  const char = line.charAt(at);
  return /[\x20-\x7e]/.test(char) ? { text: char, next: at + 1 } : undefined;
}

/** `$name` alone; whatever else begins with `$` may run something. */
function variableAt(line: string, at: number): Piece | undefined {
  const name = matchAt(NAME, line, at);
  return name === undefined ? undefined : { text: undefined, next: at + name.length };
}

function singleQuotedAt(line: string, at: number): Piece | undefined {
  const end = line.indexOf("'", at);
  return end === -1 ? undefined : { text: line.slice(at, end), next: end + 1 };
}

function doubleQuotedAt(line: string, from: number): Piece | undefined {
  let text: string | undefined = '';
  for (let at = from; at < line.length; ) {
    const char = line.charAt(at);
    if (char === '"') return { text, next: at + 1 };
    const piece = doubleQuotedPieceAt(line, at, char);
    if (piece === undefined) return undefined;
    text = text === undefined || piece.text === undefined ? undefined : text + piece.text;
    at = piece.next;
  }
  return undefined;
}

function doubleQuotedPieceAt(line: string, at: number, char: string): Piece | undefined {
  if (char === '`') return undefined;
  if (char === '$') {
    const message = matchAt(MESSAGE, line, at);
    // Old shells read the quotes in it otherwise.
    return message === undefined ? variableAt(line, at) : { text: undefined, next: at + message.length };
  }
  // In a terminal it may stand for a line typed before.
  if (char === '!') return { text: undefined, next: at + 1 };
  if (char !== '\\') return { text: char, next: at + 1 };
  const escaped = line.charAt(at + 1);
  if (escaped === '\n' || escaped === '') return undefined;
  return { text: /["\\$`]/.test(escaped) ? escaped : `\\${escaped}`, next: at + 2 };
}
