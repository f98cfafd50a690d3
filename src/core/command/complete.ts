import { subcommands } from './git/subcommands.ts';
import { parse } from './parse.ts';
import { quoteWord } from './quote.ts';
import { isAct, isGroup, type Node } from './table.ts';

export interface Completion {
  readonly kind: 'subcommand' | 'option' | 'ref';
  /** The last word once it is completed. */
  readonly word: string;
  /** The whole command with it. */
  readonly text: string;
}

const MOST_REFS = 50;

/** Completions of the last word of a git command: a subcommand, an option of a read, or a ref. */
export function complete(text: string, refs: readonly string[]): readonly Completion[] {
  const [, before, begun = ''] = /^(git (?:.* )?)([^\s'"\\]*)$/.exec(text) ?? [];
  if (before === undefined) return [];
  const parsed = parse('git', before);
  if (!parsed.ok && parsed.reason !== 'empty') return [];
  const make = (kind: Completion['kind'], words: Iterable<string>): Completion[] =>
    matching(words, begun).map(word => ({ kind, word, text: `${before}${quoteWord(word)}` }));

  const [name, ...rest] = parsed.ok ? parsed.args : [];
  if (name === undefined) return make('subcommand', subcommands.keys());
  const node = walkTo(subcommands.get(name), rest);
  if (begun.startsWith('-')) return make('option', optionsOf(node));
  const actions = node && isGroup(node) ? make('subcommand', Object.keys(node.actions)) : [];
  return [...actions, ...make('ref', refs).slice(0, MOST_REFS)];
}

/** The words that begin so, those nearest to what is typed first: `log` before `log-tree`. A whole word needs no help. */
function matching(words: Iterable<string>, begun: string): string[] {
  const found = [...words].filter(word => word.startsWith(begun) && word !== begun);
  return begun === '' ? found : found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** The part of the table that the words before lead to. */
function walkTo(node: Node | undefined, words: readonly string[]): Node | undefined {
  const [action] = words.filter(word => !word.startsWith('-'));
  if (node === undefined || !isGroup(node) || action === undefined) return node;
  return Object.hasOwn(node.actions, action) ? node.actions[action] : node.fallback;
}

/** The long options that have no effect; of those known by a letter only, the letter. */
function optionsOf(node: Node | undefined): Iterable<string> {
  if (node === undefined || isAct(node)) return [];
  const own = [...node.options.values()].filter(({ act }) => act === undefined).map(({ name }) => name);
  return new Set([...own, ...(isGroup(node) ? optionsOf(node.fallback) : [])]);
}
