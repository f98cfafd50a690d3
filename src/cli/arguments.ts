import { resolve } from 'node:path';
import { quoteWord } from '../core/command/quote.ts';
import type { ColorWish } from './color.ts';
import { TEXT } from './text.ts';

export interface CliArguments {
  readonly root: string;
  readonly jsonl: boolean;
  readonly json: boolean;
  readonly markdown: boolean;
  readonly color: ColorWish;
  readonly help: boolean;
  readonly version: boolean;
  /** The command as one string; undefined when it comes on standard input. */
  readonly command: string | undefined;
}

export type ArgumentsResult =
  | { readonly ok: true; readonly value: CliArguments }
  | { readonly ok: false; readonly message: string };

type Flag = 'json' | 'jsonl' | 'markdown' | 'help' | 'version';

const FLAGS: Readonly<Record<string, Flag>> = {
  '-h': 'help',
  '--help': 'help',
  '--json': 'json',
  '--jsonl': 'jsonl',
  '--markdown': 'markdown',
  '--version': 'version',
};

const COLORS: Readonly<Record<string, ColorWish>> = {
  '--color': 'always',
  '--color=always': 'always',
  '--color=auto': 'auto',
  '--color=never': 'never',
  '--no-color': 'never',
};

/** Reads our own options up to the command: one quoted word, or its words as they are, or `-` for standard input. */
export function readArguments(words: readonly string[]): ArgumentsResult {
  const flags = new Set<Flag>();
  let root = process.cwd();
  let color: ColorWish = 'auto';
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const flag = Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
    const wish = Object.hasOwn(COLORS, word) ? COLORS[word] : undefined;
    if (flag !== undefined) flags.add(flag);
    else if (wish !== undefined) color = wish;
    else if (word === '--root' && words[at + 1] !== undefined) {
      at += 1;
      root = resolve(words[at] ?? '');
    } else if (word.startsWith('--root=')) root = resolve(word.slice('--root='.length));
    else break;
  }
  const rest = words[at] === '--' ? words.slice(at + 1) : words.slice(at);
  const [first] = rest;
  if (first?.startsWith('-') && first !== '-') return { ok: false, message: TEXT.unknownOption(first) };
  const fromInput = first === undefined || first === '-';
  const command = fromInput ? undefined : rest.length === 1 ? first : rest.map(quoteWord).join(' ');
  const is = (flag: Flag) => flags.has(flag);
  return {
    ok: true,
    value: {
      root,
      color,
      command,
      json: is('json'),
      jsonl: is('jsonl'),
      markdown: is('markdown'),
      help: is('help'),
      version: is('version'),
    },
  };
}
