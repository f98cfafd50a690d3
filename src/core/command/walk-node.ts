import { type FoundOption, isAct, isGroup, type Node, type Option } from './table.ts';
import { type Walk, walk } from './walk.ts';

/** A command line as the verdict reads it. */
export interface CommandWords {
  /** Subcommand and action by their first names: `pr list`, also for `pr ls`. */
  readonly path: string;
  /** Every option in order, those before the action too. */
  readonly found: readonly FoundOption[];
  /** The last word on each option: its value, true for a bare one, false when turned off. */
  readonly options: ReadonlyMap<string, string | boolean>;
  readonly positionals: readonly string[];
  /** The options that the action has, by every name. */
  readonly table: ReadonlyMap<string, Option>;
}

export interface WalkNodeOptions {
  /** What stood before the subcommand. */
  readonly before?: readonly Walk[];
  /** True for what does more than read: its table lists those of its options that take a value or raise the risk, and no others. */
  readonly acting?: boolean;
}

/** The words of a command by the tables of its verdict; undefined for what is in no table. */
export function walkNode(
  nodes: ReadonlyMap<string, Node>,
  name: string,
  words: readonly string[],
  { before = [], acting = false }: WalkNodeOptions = {},
): CommandWords | undefined {
  const node = nodes.get(name);
  return node && descend(node, [firstName(nodes, node)], words, before, acting);
}

function descend(
  node: Node,
  path: readonly string[],
  words: readonly string[],
  walks: readonly Walk[],
  acting: boolean,
): CommandWords | undefined {
  if (isAct(node)) return acting ? together(path, walks, new Map()) : undefined;
  if (!isGroup(node)) {
    const all = [...walks, walk(words, { ...node, lenient: acting })];
    return acting || all.every(({ objections }) => objections.length === 0)
      ? together(path, all, node.options)
      : undefined;
  }
  const before = walk(words, { ...node, stopsAtPositional: true, lenient: acting });
  const [action = '', ...rest] = before.positionals;
  const chosen = Object.hasOwn(node.actions, action) ? node.actions[action] : undefined;
  if (chosen === undefined) return undefined;
  return descend(chosen, [...path, firstName(Object.entries(node.actions), chosen)], rest, [...walks, before], acting);
}

/** Names of one command stand beside each other in a table, the usual one first. */
function firstName(names: Iterable<readonly [string, Node]>, node: Node): string {
  for (const [name, each] of names) if (each === node) return name;
  throw new Error('The node is not in its table.');
}

function together(path: readonly string[], walks: readonly Walk[], table: ReadonlyMap<string, Option>): CommandWords {
  return {
    path: path.join(' '),
    found: walks.flatMap(({ found }) => found),
    options: new Map(walks.flatMap(({ options }) => [...options])),
    positionals: walks.at(-1)?.positionals ?? [],
    table,
  };
}
