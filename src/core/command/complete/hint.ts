import { parse, programOf } from '../parse.ts';
import { quoteWord } from '../quote.ts';
import { isAct, isGroup, type Node } from '../table.ts';
import { readOptionsOf, rowOf, subcommandNames } from './complete.ts';
import { LANGUAGES } from './language.ts';
import { near } from './near.ts';
import { isFamily, type Typed, typedOf } from './typed.ts';

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
  const parsed = parse(programOf(text), text);
  if (!parsed.ok)
    return parsed.reason === 'unterminated-quote' ? { kind: 'incomplete', lacks: 'quote', word: '' } : undefined;
  const typed = typedOf(text);
  if (typed === undefined) return undefined;
  const { begun, path, node, unknown, waiting, dashes } = typed;
  if (unknown !== '') return hintForUnknown(text, typed);
  if (waiting && begun === '') return { kind: 'incomplete', lacks: 'value', word: typed.lastOption };
  if (begun.startsWith('-') && !dashes) return path === '' ? undefined : hintForOption(text, typed);
  return path === '' || (isFamily(node) && !waiting) ? hintForSubcommand(text, typed) : undefined;
}

function hintForSubcommand(text: string, typed: Typed): Hint {
  const { begun, before } = typed;
  const names = subcommandNames(typed);
  if (begun === '' || names.includes(begun)) return undefined;
  return names.some(name => name.startsWith(begun))
    ? { kind: 'incomplete', lacks: 'subcommand', word: begun }
    : mistyped(text, begun, before.length, names);
}

/** Of a word further back that is no subcommand or action. */
function hintForUnknown(text: string, { program, path, unknown }: Typed): Hint {
  const parent = path === unknown ? '' : path;
  const from = parent === '' ? 0 : text.indexOf(` ${parent.split(' ').at(-1)} `) + 1;
  const at = text.indexOf(` ${unknown}`, from);
  const typed = typedOf(`${program} ${parent}`.trimEnd().concat(' '));
  return at < 0 || typed === undefined ? undefined : mistyped(text, unknown, at + 1, subcommandNames(typed));
}

function hintForOption(text: string, { program, before, begun, path, node }: Typed): Hint {
  const equals = begun.indexOf('=');
  const word = equals < 0 ? begun : begun.slice(0, equals);
  const option = optionNamed(node, word);
  if (option !== undefined)
    return option.arity === 'value' && option.act === undefined && equals < 0
      ? { kind: 'incomplete', lacks: 'value', word }
      : undefined;
  const names = new Set([...Object.keys(rowOf(LANGUAGES[program].options, path) ?? {}), ...readOptionsOf(node)]);
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
