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
  /** The same words with spaces between, where they are no command. */
  readonly text: string;
  /** What the journal is searched for; only there. */
  readonly search: string;
  readonly filter: string;
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

/** Options with a value, by the only command that has them. */
const VALUES: Readonly<Record<string, readonly ('search' | 'filter')[]>> = { journal: ['search', 'filter'] };

/** Reads our own options up to the command: one quoted word, or its words as they are, or `-` for standard input. */
export function readArguments(words: readonly string[], name = ''): ArgumentsResult {
  const flags = new Set<Flag>();
  let root = process.cwd();
  let color: ColorWish = 'auto';
  const values = { search: '', filter: '' };
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const flag = Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
    const value = VALUES[name]?.find(each => word === `--${each}` || word.startsWith(`--${each}=`));
    const wish = Object.hasOwn(COLORS, word) ? COLORS[word] : undefined;
    if (flag !== undefined) flags.add(flag);
    else if (wish !== undefined) color = wish;
    else if (value !== undefined && word.includes('=')) values[value] = word.slice(`--${value}=`.length);
    else if (value !== undefined && words[at + 1] !== undefined) {
      at += 1;
      values[value] = words[at] ?? '';
    } else if (word === '--root' && words[at + 1] !== undefined) {
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
      text: rest.join(' '),
      ...values,
      json: is('json'),
      jsonl: is('jsonl'),
      markdown: is('markdown'),
      help: is('help'),
      version: is('version'),
    },
  };
}
