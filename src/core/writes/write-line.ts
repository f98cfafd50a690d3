import type { PreparedEdits } from '../command/command.ts';
import { type Dialect, type Option, type OptionRows, options, type Walked } from '../command/table.ts';
import { walk } from '../command/walk.ts';

/** The options of one mutating subcommand with git's own arity, as its record lists them. */
export interface LineTable {
  /** Options whose effect is foreseen. */
  readonly options?: OptionRows;
  /** Further options: with one of them the effect of a line is not foreseen, but what it can touch is known. */
  readonly notForeseen?: OptionRows;
  /** For subcommands whose first word chooses what they do, as in `git stash push`: the foreseen options of each. */
  readonly actions?: Readonly<Record<string, OptionRows>>;
  /** Further options of those actions, and actions that are not foreseen at all. */
  readonly actionsNotForeseen?: Readonly<Record<string, OptionRows>>;
  /** The action of a line that names none. */
  readonly defaultAction?: string;
  /** Options that may stand before the action. */
  readonly beforeAction?: readonly string[];
  readonly dialect?: Dialect;
  readonly stopsAtPositional?: boolean;
}

/** A git command line from its subcommand on, read once against the table of that subcommand. */
export interface WriteLine {
  readonly subcommand: string;
  /** All words after the subcommand. */
  readonly words: readonly string[];
  /** Where git runs: the repository's root, or where `-C` leads from there. */
  readonly cwd: string;
  /** Empty for a subcommand that has no actions. */
  readonly action: string;
  /** The line as git reads it; undefined when something on it is in no table: it may do anything then. */
  readonly known: Walked | undefined;
  /** The same for a line on which everything is foreseen. */
  readonly walked: Walked | undefined;
  /** What a person wrote for it, in place of an editor that git would open. */
  readonly edits?: PreparedEdits | undefined;
}

/** A line that git reads as we do. */
export type KnownLine = WriteLine & { readonly known: Walked };

/** A line on which everything is foreseen. */
export type ForeseenLine = WriteLine & { readonly walked: Walked };

export function readLine(table: LineTable, subcommand: string, words: readonly string[], cwd: string): WriteLine {
  const { action, foreseen, others, rest } = actionOn(words, table);
  const known = foreseen || others ? walkExactly(rest, [others ?? {}, foreseen ?? {}], table) : undefined;
  const names = foreseen && options(foreseen);
  const isForeseen = (option: Option) => names?.get(option.name)?.name === option.name;
  const walked = names && known?.found.every(({ option }) => isForeseen(option)) ? known : undefined;
  return { subcommand, words, cwd, action, known, walked };
}

interface ActionOnLine {
  readonly action: string;
  /** Undefined when the action is not foreseen, or not known. */
  readonly foreseen: OptionRows | undefined;
  readonly others: OptionRows | undefined;
  /** The words that are left for the action. */
  readonly rest: readonly string[];
}

/** Git takes a first word that is an option for one of the default action, whatever stands after it. */
function actionOn(words: readonly string[], table: LineTable): ActionOnLine {
  const { actions, actionsNotForeseen = {}, defaultAction, beforeAction = [] } = table;
  if (actions === undefined)
    return { action: '', foreseen: table.options ?? {}, others: table.notForeseen, rest: words };
  const from = words.findIndex(word => !beforeAction.includes(word));
  const [first = '', ...rest] = from === -1 ? [] : words.slice(from);
  const isNamed = defaultAction === undefined || (first !== '' && !first.startsWith('-'));
  const action = isNamed ? first : defaultAction;
  const rowsOf = (all: Readonly<Record<string, OptionRows>>) => (Object.hasOwn(all, action) ? all[action] : undefined);
  return {
    action,
    foreseen: rowsOf(actions),
    others: rowsOf(actionsNotForeseen),
    rest: isNamed ? rest : words,
  };
}

/** The words by these rows as git reads them; undefined when one of them is not in the rows. */
export function walkExactly(
  words: readonly string[],
  rows: readonly OptionRows[],
  { dialect = 'parse-options', stopsAtPositional = false }: LineTable = {},
): Walked | undefined {
  const walked = walk(words, { options: options(...rows), dialect, stopsAtPositional, dashedValues: true });
  return walked.objections.length === 0 ? walked : undefined;
}

/** Whether one of these options stands on a line, also when a later one takes it back. */
export const isGiven = ({ found }: Walked, ...names: readonly string[]): boolean =>
  found.some(({ option }) => names.includes(option.name));

export const valuesOf = ({ found }: Walked, name: string): string[] =>
  found.flatMap(({ option, value }) => (option.name === name && value !== undefined ? [value] : []));

/** Words that may be revisions: those before `--`, with `-` as the branch before this one. */
export function revisionsOn({ words, known: { positionals, beforeDashes } }: KnownLine): string[] {
  // It ends the options only: the dashes may still come.
  const dashes = words.includes('--end-of-options') ? positionals.indexOf('--') : beforeDashes;
  return positionals.slice(0, dashes === -1 ? undefined : dashes).map(word => (word === '-' ? '@{-1}' : word));
}
