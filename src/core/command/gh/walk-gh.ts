import type { CommandBase } from '../command.ts';
import { type FoundOption, isAct, isGroup, type Node } from '../table.ts';
import { type Walk, walk } from '../walk.ts';
import { groups } from './groups.ts';
import { root } from './judge-gh.ts';

/** A gh command line as the verdict reads it. */
export interface GhWords {
  /** Group and action by their first names: `pr list`, also for `pr ls`. */
  readonly path: string;
  /** Every option in order, those before the action too. */
  readonly found: readonly FoundOption[];
  /** The last word on each option: its value, true for a bare one, false when turned off. */
  readonly options: ReadonlyMap<string, string | boolean>;
  readonly positionals: readonly string[];
}

/** The words of a command by the tables of its verdict; undefined for what is in no table. */
export function walkGh({ args }: Pick<CommandBase, 'args'>): GhWords | undefined {
  const before = walk(args, { options: root, dialect: 'pflag', stopsAtPositional: true });
  const [name = '', ...rest] = before.positionals;
  const node = groups.get(name);
  return node && descend(node, [firstName(groups, node)], rest, [before]);
}

function descend(
  node: Node,
  path: readonly string[],
  words: readonly string[],
  walks: readonly Walk[],
): GhWords | undefined {
  if (isAct(node)) return undefined;
  if (!isGroup(node)) return together(path, [...walks, walk(words, node)]);
  const before = walk(words, { ...node, stopsAtPositional: true });
  const [action = '', ...rest] = before.positionals;
  const chosen = Object.hasOwn(node.actions, action) ? node.actions[action] : undefined;
  return (
    chosen && descend(chosen, [...path, firstName(Object.entries(node.actions), chosen)], rest, [...walks, before])
  );
}

/** Names of one command stand beside each other in a table, the usual one first. */
function firstName(names: Iterable<readonly [string, Node]>, node: Node): string {
  for (const [name, each] of names) if (each === node) return name;
  throw new Error('The node is not in its table.');
}

function together(path: readonly string[], walks: readonly Walk[]): GhWords | undefined {
  if (walks.some(({ objections }) => objections.length > 0)) return undefined;
  return {
    path: path.join(' '),
    found: walks.flatMap(({ found }) => found),
    options: new Map(walks.flatMap(({ options }) => [...options])),
    positionals: walks.at(-1)?.positionals ?? [],
  };
}
