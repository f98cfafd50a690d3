import { subcommands } from '../git/subcommands.ts';
import { parse } from '../parse.ts';
import { quoteWord } from '../quote.ts';
import { isAct, isGroup, type Node } from '../table.ts';
import { readOptionsOf, rowOf } from './complete.ts';
import { near } from './near.ts';
import { OPTION_TEXTS } from './option-texts.ts';
import { EVERYDAY } from './subcommand-texts.ts';
import { type Typed, typedOf } from './typed.ts';

/** What can be said of a command as it is being typed, before its verdict means anything. */
export type Hint =
  /** More has to come: the rest of a quote, of a subcommand or of an option, or an option's value. */
  | { readonly kind: 'incomplete'; readonly lacks: 'quote' | 'subcommand' | 'option' | 'value'; readonly word: string }
  /** A word that is not known but much like one that is. */
  | { readonly kind: 'mistyped'; readonly word: string; readonly fixes: readonly Fix[] }
  | undefined;

export interface Fix {
  readonly word: string;
  /** The whole command with it. */
  readonly text: string;
}

export function hintFor(text: string): Hint {
  const parsed = parse('git', text);
  if (!parsed.ok)
    return parsed.reason === 'unterminated-quote' ? { kind: 'incomplete', lacks: 'quote', word: '' } : undefined;
  const typed = typedOf(text);
  if (typed === undefined) return undefined;
  const { begun, path, waiting, dashes } = typed;
  if (path === '') return begun === '' || begun.startsWith('-') ? undefined : hintForSubcommand(text, typed);
  if (!subcommands.has(path.split(' ', 1)[0] ?? ''))
    return mistyped(text, path, text.indexOf(` ${path}`) + 1, subcommandNames());
  if (waiting && begun === '') return { kind: 'incomplete', lacks: 'value', word: typed.lastOption };
  if (begun.startsWith('-') && !dashes) return hintForOption(text, typed);
  return undefined;
}

const subcommandNames = (): ReadonlySet<string> => new Set([...Object.keys(EVERYDAY), ...subcommands.keys()]);

function hintForSubcommand(text: string, { begun, before }: Typed): Hint {
  const names = subcommandNames();
  if (names.has(begun)) return undefined;
  const isBegun = [...names].some(name => name.startsWith(begun));
  return isBegun
    ? { kind: 'incomplete', lacks: 'subcommand', word: begun }
    : mistyped(text, begun, before.length, names);
}

function hintForOption(text: string, { before, begun, path, node }: Typed): Hint {
  const equals = begun.indexOf('=');
  const word = equals < 0 ? begun : begun.slice(0, equals);
  const option = optionNamed(node, word);
  if (option !== undefined)
    return option.arity === 'value' && option.act === undefined && equals < 0
      ? { kind: 'incomplete', lacks: 'value', word }
      : undefined;
  const names = new Set([...Object.keys(rowOf(OPTION_TEXTS, path) ?? {}), ...readOptionsOf(node)]);
  if (names.has(word)) return undefined;
  const isBegun = word === '-' || word === '--' || [...names].some(name => name.startsWith(word));
  if (isBegun && equals < 0) return { kind: 'incomplete', lacks: 'option', word };
  return word.startsWith('--') ? mistyped(text, word, before.length, names) : undefined;
}

function optionNamed(node: Node | undefined, name: string) {
  if (node === undefined || isAct(node)) return undefined;
  const own = node.options.get(name);
  if (own !== undefined || !isGroup(node)) return own;
  return optionNamed(node.fallback, name);
}

function mistyped(text: string, word: string, at: number, names: Iterable<string>): Hint {
  const fixed = (name: string) => `${text.slice(0, at)}${quoteWord(name)}${text.slice(at + word.length)}`;
  const fixes = near(word, names).map(name => ({ word: name, text: fixed(name) }));
  return fixes.length === 0 ? undefined : { kind: 'mistyped', word, fixes };
}
