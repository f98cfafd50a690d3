import { quoteWord } from '../quote.ts';
import { isAct, isGroup, type Node } from '../table.ts';
import type { Place } from './grammar.ts';
import { LANGUAGES } from './language.ts';
import { type Typed, typedOf } from './typed.ts';

/** The names that a repository has for completion, each list in the order to offer it. */
export interface Names {
  readonly branches: readonly string[];
  readonly remoteBranches: readonly string[];
  readonly tags: readonly string[];
  readonly remotes: readonly string[];
  /** The repositories on GitHub that the remotes lead to, as gh names them. */
  readonly repositories: readonly string[];
  readonly stashes: readonly string[];
  /** Files that are changed, staged or untracked. */
  readonly changed: readonly string[];
  /** The files of the folder that `folderOf` named, by their paths from the repository's root; folders end with a slash. */
  readonly paths: readonly string[];
}

export const NO_NAMES: Names = {
  branches: [],
  remoteBranches: [],
  tags: [],
  remotes: [],
  repositories: [],
  stashes: [],
  changed: [],
  paths: [],
};

export interface Completion {
  readonly kind: 'subcommand' | 'option' | Place;
  /** The last word once it is completed. */
  readonly word: string;
  /** The whole command with it, and with the space that ends the word, unless it goes on as a folder does. */
  readonly text: string;
  /** What it does, in one line; '' for nothing to say. */
  readonly about: string;
}

const MOST_NAMES = 50;

/** Completions of the last word of a git or gh command: a subcommand, an option, or a name that fits its place. */
export function complete(text: string, names: Names): readonly Completion[] {
  const typed = typedOf(text);
  if (typed === undefined) return [];
  const { begun, path, dashes } = typed;
  if (path !== '' && begun.startsWith('-') && !dashes) return optionsFor(typed);
  return [
    ...subcommandsFor(typed),
    ...placesOf(typed)
      .flatMap(place => namesFor(typed, place, names))
      .slice(0, MOST_NAMES),
  ];
}

/** The folder whose files could complete the last word, as written from the repository's root; '' is the root itself. */
export function folderOf(text: string): string | undefined {
  const typed = typedOf(text);
  if (typed === undefined || !placesOf(typed).includes('path')) return undefined;
  return typed.begun.slice(0, typed.begun.lastIndexOf('/') + 1);
}

/** The kinds of name that could complete the last word. */
export function placesFor(text: string): readonly Place[] {
  const typed = typedOf(text);
  return typed === undefined ? [] : placesOf(typed);
}

/** The subcommands or actions that can stand here: those that people use first, in the order of their texts. */
export function subcommandNames({ program, path, node, dashes, waiting }: Typed): readonly string[] {
  const { table, everyday } = LANGUAGES[program];
  const actions = node && isGroup(node) && !dashes && !waiting ? Object.keys(node.actions) : [];
  const names = new Set(path === '' ? table.keys() : actions);
  const parent = path === '' ? '' : `${path} `;
  const known = Object.keys(everyday)
    .filter(each => each.startsWith(parent))
    .map(each => each.slice(parent.length));
  return [...known.filter(name => names.delete(name)), ...shortestFirst([...names])];
}

const subcommandsFor = (typed: Typed): Completion[] =>
  subcommandNames(typed)
    .filter(beginsWith(typed.begun))
    .map(word => completion(typed, 'subcommand', word, textOf(typed, word)));

const textOf = ({ program, path }: Typed, word: string): string | undefined =>
  rowOf(LANGUAGES[program].everyday, path === '' ? word : `${path} ${word}`);

/** Those that people use first, then the others of the table that have no effect. */
function optionsFor(typed: Typed): Completion[] {
  const texts = rowOf(LANGUAGES[typed.program].options, typed.path) ?? {};
  const known = Object.keys(texts).filter(beginsWith(typed.begun));
  const others = [...readOptionsOf(typed.node)].filter(name => !Object.hasOwn(texts, name) && !name.includes('<'));
  return [...known, ...shortestFirst(others.filter(beginsWith(typed.begun)))].map(word =>
    completion(typed, 'option', word, texts[word]),
  );
}

/** The kinds of name that fit where the last word stands, the likeliest first. */
function placesOf({ program, path, words, dashes, waiting, lastOption, elsewhere }: Typed): readonly Place[] {
  // The names of this repository say nothing about another one.
  if (elsewhere) return [];
  const { grammar: grammars, afterOption } = LANGUAGES[program];
  const after = rowOf(afterOption, `${path} ${lastOption}`) ?? rowOf(afterOption, lastOption);
  if (after !== undefined) return after;
  if (waiting) return [];
  const grammar = rowOf(grammars, path);
  if (grammar === undefined) return [];
  return (dashes ? grammar.afterDashes : (grammar.words[words] ?? grammar.words.at(-1))) ?? [];
}

/** Every object has a `toString`, and no table a row for it. */
export const rowOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const LISTS = {
  branch: 'branches',
  'remote-branch': 'remoteBranches',
  tag: 'tags',
  remote: 'remotes',
  repository: 'repositories',
  stash: 'stashes',
  changed: 'changed',
  path: 'paths',
} as const satisfies Record<Place, keyof Names>;

function namesFor(typed: Typed, place: Place, names: Names): Completion[] {
  const { begun, dashes } = typed;
  const isPath = place === 'path' || place === 'changed';
  // Of a range the second end is being typed.
  const range = isPath ? '' : (/^.*\.{2,3}/.exec(begun)?.[0] ?? '');
  return names[LISTS[place]]
    .filter(name => !hasControlCharacter(name) && beginsWith(begun.slice(range.length))(name))
    .map(name => completion(typed, place, `${range}${isPath && !dashes ? unlikeOption(name) : name}`));
}

/** A file called `-f` is one only with its folder before it. */
const unlikeOption = (name: string): string => (name.startsWith('-') ? `./${name}` : name);

/** No command can hold one, so nothing that has one can be completed. */
const hasControlCharacter = (name: string): boolean => /\p{Cc}/u.test(name);

const completion = (typed: Typed, kind: Completion['kind'], word: string, about = ''): Completion => ({
  kind,
  word,
  text: `${typed.before}${quoteWord(word)}${word.endsWith('/') ? '' : ' '}`,
  about,
});

/** A whole word needs no help. */
const beginsWith = (begun: string) => (word: string) => word.startsWith(begun) && word !== begun;

/** Those nearest to what is typed first: `log` before `log-tree`. */
const shortestFirst = (words: readonly string[]): string[] =>
  [...words].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** The long options that have no effect; of those known by a letter only, the letter. */
export function readOptionsOf(node: Node | undefined): ReadonlySet<string> {
  if (node === undefined || isAct(node)) return new Set();
  const own = [...node.options.values()].filter(({ act }) => act === undefined).map(({ name }) => name);
  return new Set([...own, ...(isGroup(node) ? readOptionsOf(node.fallback) : [])]);
}
