import { subcommands } from '../../src/core/command/git/subcommands.ts';
import { isAct, isGroup, type Leaf, type Node, type Option } from '../../src/core/command/table.ts';

/** A place in the tables where options and positionals follow: a subcommand, or an action of one. */
export interface Spot {
  /** The subcommand and the action, if any. */
  readonly words: readonly string[];
  readonly leaf: Leaf;
  /** Options of the group, which stand before the action. */
  readonly before: ReadonlyMap<string, Option>;
}

const noOptions: ReadonlyMap<string, Option> = new Map();

function* walk(
  node: Node,
  words: readonly string[],
  before = noOptions,
): Generator<Spot | { words: readonly string[] }> {
  if (isAct(node)) yield { words };
  else if (isGroup(node)) {
    yield* walk(node.fallback, words, before);
    for (const [name, action] of Object.entries(node.actions)) yield* walk(action, [...words, name], node.options);
  } else if (node.forms.length === 0) yield { words };
  else yield { words, leaf: node, before };
}

const allOf = (tables: Iterable<readonly [string, Node]>) =>
  [...tables].flatMap(([name, node]) => [...walk(node, [name])]);
const all = allOf(subcommands);

/** Every place of such tables with a form that only reads. */
export const readingSpotsOf = (tables: Iterable<readonly [string, Node]>): readonly Spot[] =>
  allOf(tables).filter(each => 'leaf' in each);

/** The same of git. */
export const readingSpots: readonly Spot[] = readingSpotsOf(subcommands);

/** The words of everything else: what never only reads. */
export const writingWords: readonly (readonly string[])[] = all
  .filter(each => !('leaf' in each))
  .map(each => each.words);
