import { hasOption } from '../options.ts';

/** How `--word-diff` marks words: by brackets with signs, or a piece a line. */
export type WordMode = 'plain' | 'porcelain';

/** The way a command asked for its words to be compared; null when it asked for lines. */
export function wordModeOf(args: readonly string[]): WordMode | null {
  const words = args.findLast(arg => /^--(?:no-)?(?:word-diff|color-words)/.test(arg));
  if (words === undefined || words.startsWith('--no-') || words === '--word-diff=none') return null;
  return words === '--word-diff=porcelain' ? 'porcelain' : 'plain';
}

/** `--color-words` prints colours even into a pipe: they become the signs that `--word-diff` would have printed. */
export function withSigns(text: string, args: readonly string[]): string {
  if (!hasOption(args, '--color-words', '--word-diff', '--color') || !text.includes('\x1b[')) return text;
  return text.replace(RED, '[-$1-]').replace(GREEN, '{+$1+}').replace(ANY, '');
}

// Built by hand: the character that begins them is a control character.
const ESCAPE = '\\u001b\\[';
const RED = new RegExp(`${ESCAPE}31m([^\\n\\u001b]*)${ESCAPE}m`, 'g');
const GREEN = new RegExp(`${ESCAPE}32m([^\\n\\u001b]*)${ESCAPE}m`, 'g');
const ANY = new RegExp(`${ESCAPE}[0-9;]*m`, 'g');

export interface MarkedWords {
  readonly text: string;
  readonly kind: 'added' | 'removed' | null;
}

const MARKS = /\[-(?:(?!-\]).)*-\]|\{\+(?:(?!\+\}).)*\+\}/g;

/** A line cut at the marks of `--word-diff`; the signs stay in it. */
export function markedWords(text: string): readonly MarkedWords[] {
  const parts: MarkedWords[] = [];
  let at = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (index > at) parts.push({ text: text.slice(at, index), kind: null });
    parts.push({ text: mark, kind: mark.startsWith('{') ? 'added' : 'removed' });
    at = index + mark.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), kind: null });
  return parts;
}
