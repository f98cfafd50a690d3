import { resolve } from 'node:path';
import { quoteWord } from '../core/command/quote.ts';
import { TEXT } from './text.ts';

export interface CliArguments {
  readonly root: string;
  readonly jsonl: boolean;
  readonly json: boolean;
  /** The command as one string; undefined when it comes on standard input. */
  readonly command: string | undefined;
}

export type ArgumentsResult =
  | { readonly ok: true; readonly value: CliArguments }
  | { readonly ok: false; readonly message: string };

/** Reads our own options up to the command: one quoted word, or its words as they are, or `-` for standard input. */
export function readArguments(words: readonly string[]): ArgumentsResult {
  let root = process.cwd();
  let jsonl = false;
  let json = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--jsonl') jsonl = true;
    else if (word === '--json') json = true;
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
  return { ok: true, value: { root, jsonl, json, command } };
}
