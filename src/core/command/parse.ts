import type { Program } from './command.ts';

export type ParseErrorReason =
  | 'wrong-program'
  | 'empty'
  | 'shell-operator'
  | 'redirect'
  | 'control-character'
  | 'unterminated-quote';

export type ParseResult =
  | { readonly ok: true; readonly program: Program; readonly args: readonly string[] }
  | { readonly ok: false; readonly reason: ParseErrorReason; readonly message: string };

const messages: Record<ParseErrorReason, (program: Program) => string> = {
  'wrong-program': program => `Command must start with '${program} '`,
  empty: program => `Empty ${program} command.`,
  'shell-operator': program => `Shell operators are not allowed. Pass a single ${program} command.`,
  redirect: () => 'Redirects are not allowed.',
  'control-character': () => 'Multi-line commands are not allowed.',
  'unterminated-quote': () => 'Unterminated quote in command.',
};

/** Turns one command string into the words after the program's name, understanding POSIX quotes and backslash and nothing else. */
export function parse(program: Program, text: string): ParseResult {
  const fail = (reason: ParseErrorReason): ParseResult => ({ ok: false, reason, message: messages[reason](program) });
  if (/\p{Cc}/u.test(text)) return fail('control-character');
  if (!text.startsWith(`${program} `)) return fail('wrong-program');
  const words = tokenize(text.slice(program.length + 1));
  if (typeof words === 'string') return fail(words);
  if (words.length === 0) return fail('empty');
  return { ok: true, program, args: words };
}

/** The program a command string names, git when it names neither. */
export function programOf(text: string): Program {
  return /^gh(\s|$)/.test(text) ? 'gh' : 'git';
}

type TokenError = 'shell-operator' | 'redirect' | 'unterminated-quote';

function tokenize(text: string): string[] | TokenError {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === ' ') {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
      continue;
    }
    const piece = pieceAt(text, at, char);
    if (typeof piece === 'string') return piece;
    word = (word ?? '') + piece.text;
    at = piece.next;
  }
  if (word !== undefined) words.push(word);
  return words;
}

type Piece = { readonly text: string; readonly next: number };

function pieceAt(text: string, at: number, char: string): Piece | TokenError {
  if (char === "'") return singleQuoted(text, at + 1);
  if (char === '"') return doubleQuoted(text, at + 1);
  if (char === '\\')
    return at + 1 < text.length ? { text: text.charAt(at + 1), next: at + 2 } : { text: '\\', next: at + 1 };
  if (char === '>' || char === '<') return 'redirect';
  if ('|;&'.includes(char) || substitutes(text, at)) return 'shell-operator';
  return { text: char, next: at + 1 };
}

function singleQuoted(text: string, start: number): Piece | TokenError {
  const end = text.indexOf("'", start);
  return end < 0 ? 'unterminated-quote' : { text: text.slice(start, end), next: end + 1 };
}

function doubleQuoted(text: string, start: number): Piece | TokenError {
  let inside = '';
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') return { text: inside, next: at + 1 };
    if (substitutes(text, at)) return 'shell-operator';
    // Inside double quotes sh lets a backslash escape only these four.
    if (char === '\\' && /["\\$`]/.test(text.charAt(at + 1))) at += 1;
    inside += text.charAt(at);
  }
  return 'unterminated-quote';
}

/** Command substitution is told from harmless text although no shell will see it: whoever wrote it expected one. */
function substitutes(text: string, at: number): boolean {
  return text.charAt(at) === '`' || text.startsWith('$(', at);
}
