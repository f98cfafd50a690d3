import type { CommandBase } from '../command.ts';
import { walk } from '../walk.ts';
import { type CommandWords, walkNode } from '../walk-node.ts';
import { groups } from './groups.ts';
import { root } from './judge-gh.ts';

/** A gh command line as the verdict reads it. */
export type GhWords = CommandWords;

/** The words of a command by the tables of its verdict; undefined for what is in no table. `acting`: also of what does more than read. */
export function walkGh({ args }: Pick<CommandBase, 'args'>, acting = false): GhWords | undefined {
  const before = walk(args, { options: root, dialect: 'pflag', stopsAtPositional: true });
  const [name = '', ...rest] = before.positionals;
  return walkNode(groups, name, rest, { before: [before], acting });
}
