import type { CommandBase } from './command.ts';

/** A subcommand by its whole name, and the words after that name up to `--`. */
export interface SubcommandPath {
  /** `log`, `stash show`, `pr view`, …. */
  readonly path: string;
  readonly args: readonly string[];
}

/** Subcommands of git that say what they do by a second word. */
const GIT_GROUPS: ReadonlySet<string> = new Set([
  'bisect',
  'notes',
  'reflog',
  'remote',
  'stash',
  'submodule',
  'worktree',
]);
/** Options of gh that take a value and may stand anywhere. */
const GH_VALUES: ReadonlySet<string> = new Set(['-R', '--hostname', '--repo']);

/** Which action of a subcommand a command calls, as far as its words tell without the tables. */
export function subcommandPath({
  program,
  subcommand,
  rest,
}: Pick<CommandBase, 'program' | 'subcommand' | 'rest'>): SubcommandPath {
  const dashes = rest.indexOf('--');
  const words = dashes === -1 ? rest : rest.slice(0, dashes);
  const args = program === 'gh' ? withoutRepository(words) : words;
  const at = program === 'gh' ? args.findIndex(word => !word.startsWith('-')) : 0;
  const action = args[at];
  const hasAction = program === 'gh' ? subcommand !== 'api' : GIT_GROUPS.has(subcommand);
  if (!hasAction || action === undefined || action.startsWith('-')) return { path: subcommand, args };
  return { path: `${subcommand} ${action}`, args: args.toSpliced(at, 1) };
}

const withoutRepository = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => !GH_VALUES.has(word) && !GH_VALUES.has(words[at - 1] ?? ''));
