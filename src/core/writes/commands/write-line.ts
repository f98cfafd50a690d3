import { type Dialect, type OptionRows, options, type Walked } from '../../command/table.ts';
import { walk } from '../../command/walk.ts';

/** The options of one mutating subcommand, as its record lists them. */
export interface LineTable {
  /** Options whose effect is foreseen; any other on a line makes it one that is not understood. */
  readonly options?: OptionRows;
  /** Further options, listed so that they count in a snapshot's scope and their values are not taken for revisions. */
  readonly notForeseen?: OptionRows;
  /** For subcommands whose first word chooses what they do, as in `git stash push`: the foreseen options of each. */
  readonly actions?: Readonly<Record<string, OptionRows>>;
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
  /** What stands after the subcommand. */
  readonly words: readonly string[];
  /** Where git runs: the repository's root, or where `-C` leads from there. */
  readonly cwd: string;
  /** Empty for a subcommand that has no actions. */
  readonly action: string;
  /** The strict reading; undefined when something on the line is not foreseen. */
  readonly walked: Walked | undefined;
  /** The generous reading. */
  readonly loose: LooseReading;
}

/** A line on which everything is foreseen. */
export type ForeseenLine = WriteLine & { readonly walked: Walked };

/**
 * What may stand on a line, for deciding what to save before it runs. Git itself refuses an ambiguous abbreviation and
 * knows which letters of a cluster are a value; here whatever could be an option counts as one, so that a line that is
 * not understood saves more and never less.
 */
export interface LooseReading {
  readonly hasOptions: boolean;
  /** Whether one of these options may be there, however abbreviated or clustered. */
  mayHave(...names: readonly string[]): boolean;
  mayHaveTwice(name: string): boolean;
  /** Words before `--` that are neither options nor values of known ones, with `-` as the branch before this one. */
  readonly revisions: readonly string[];
  /** The values of an option. */
  values(name: string): readonly string[];
}

export function readLine(table: LineTable, subcommand: string, words: readonly string[], cwd: string): WriteLine {
  const { actions } = table;
  const skipped = actions && table.beforeAction?.includes(words[0] ?? '') ? words.slice(1) : words;
  const names = actions === undefined || table.defaultAction === undefined || !/^(?:-|$)/.test(skipped[0] ?? '');
  const action = actions === undefined ? '' : names ? (skipped[0] ?? '') : (table.defaultAction ?? '');
  const rows =
    actions === undefined ? (table.options ?? {}) : Object.hasOwn(actions, action) ? actions[action] : undefined;
  const own = actions !== undefined && names ? skipped.slice(1) : skipped;
  return {
    subcommand,
    words,
    cwd,
    action,
    walked: rows && walkStrictly(own, rows, table),
    loose: readLoosely(words, table),
  };
}

/** The words by these rows; undefined when one of them is not in the rows. */
export function walkStrictly(words: readonly string[], rows: OptionRows, table: LineTable = {}): Walked | undefined {
  const { dialect = 'parse-options', stopsAtPositional = false } = table;
  const walked = walk(words, { options: options(rows), dialect, stopsAtPositional });
  return walked.objections.length === 0 ? walked : undefined;
}

function readLoosely(words: readonly string[], table: LineTable): LooseReading {
  const all = options(table.options ?? {}, ...Object.values(table.actions ?? {}), table.notForeseen ?? {});
  const { dialect = 'parse-options' } = table;
  const { found, positionals, beforeDashes } = walk(words, { options: all, dialect, lenient: true });
  // `--` may be the value of an option, and does not end them then.
  const end = found.some(({ value }) => value === '--') ? -1 : words.indexOf('--');
  const before = end === -1 ? words : words.slice(0, end);
  const spellings = (name: string) => [name, ...[...all].flatMap(([key, option]) => (option.name === name ? key : []))];
  const times = (name: string) => before.reduce((sum, word) => sum + timesIn(word, [...new Set(spellings(name))]), 0);
  return {
    hasOptions: before.some(word => word.startsWith('-')),
    mayHave: (...names) => names.some(name => times(name) > 0),
    mayHaveTwice: name => times(name) > 1,
    revisions: (words.includes('--end-of-options') ? positionals : positionals.slice(0, beforeDashes))
      .filter(word => word !== '--')
      .map(word => (word === '-' ? '@{-1}' : word)),
    values: name => {
      const taken = found.filter(({ option }) => option.name === name);
      const unclear = before.flatMap((word, at) => {
        if (!isAbbreviation(word, spellings(name)) || taken.some(({ written }) => word.split('=')[0] === written))
          return [];
        return word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : before.slice(at + 1, at + 2);
      });
      return [...taken.flatMap(({ value }) => value ?? []), ...unclear];
    },
  };
}

function timesIn(word: string, spellings: readonly string[]): number {
  if (isAbbreviation(word, spellings)) return 1;
  if (!/^-[^-]/.test(word)) return 0;
  const letters = spellings.filter(each => /^-[^-]$/.test(each)).map(each => each.charAt(1));
  return [...word.slice(1)].filter(letter => letters.includes(letter)).length;
}

function isAbbreviation(word: string, spellings: readonly string[]): boolean {
  const [name = ''] = word.split('=');
  return name.length > 2 && spellings.some(each => each.startsWith(name));
}
