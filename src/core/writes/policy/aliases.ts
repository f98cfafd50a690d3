import type { Program } from '../../command/command.ts';
import { parse } from '../../command/parse.ts';
import { commandsOf } from '../../shell-line/commands.ts';
import type { Settings } from '../impact/settings.ts';

/** A command that another stands for. */
export interface Expanded {
  readonly program: Program;
  readonly args: readonly string[];
}

const DEEPEST = 10;

/** The commands that an alias of the config stands for; `any` where that cannot be told, undefined where it is none. */
export function expandAlias(
  { args, subcommand }: { readonly args: readonly string[]; readonly subcommand: string },
  settings: Settings,
  depth = 0,
): readonly Expanded[] | 'any' | undefined {
  // git takes names of aliases in any case, and since 2.53 in a section of their own too.
  const value = [`alias.${subcommand.toLowerCase()}`, `alias.${subcommand}.command`]
    .map(settings.one)
    .find(each => each !== undefined);
  if (value === undefined) return undefined;
  if (depth === DEEPEST) return 'any';
  const rest = args.slice(args.indexOf(subcommand) + 1);
  if (value.startsWith('!')) return inShell(value.slice(1), rest);
  const parsed = parse('git', `git ${value}`);
  const [first = ''] = parsed.ok ? parsed.args : [];
  // Words before the subcommand in an alias change what it does.
  if (!parsed.ok || first.startsWith('-')) return 'any';
  const expanded = [...args.slice(0, args.indexOf(subcommand)), ...parsed.args, ...rest];
  const again =
    first === subcommand ? undefined : expandAlias({ args: expanded, subcommand: first }, settings, depth + 1);
  return again ?? [{ program: 'git', args: expanded }];
}

/** What is given to the alias goes to the last command of the line. */
function inShell(line: string, rest: readonly string[]): readonly Expanded[] | 'any' {
  const commands = commandsOf(line);
  if (commands === undefined) return 'any';
  const found: Expanded[] = [];
  for (const [at, { what }] of commands.entries()) {
    if (what.kind === 'harmless') continue;
    if (what.kind !== 'call' || what.args === undefined) return 'any';
    found.push({ program: what.program, args: at === commands.length - 1 ? [...what.args, ...rest] : what.args });
  }
  return found;
}
