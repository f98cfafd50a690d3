import type { Context } from './context.ts';
import type { Condition, Dependency, Effect, ProgramUse, Risk } from './verdict.ts';

/** The effects of something Sluice does not know: it could do any of these. */
export const anything: readonly Effect[] = ['writes-repo', 'writes-files', 'runs-program'];

/** Why a command is not read-only. */
export interface Objection {
  readonly effects: readonly Effect[];
  readonly risk: Exclude<Risk, 'none'>;
  readonly reason: string;
  readonly refused?: boolean;
  /** Set when the words of the command name a program, or are all that is known of it. */
  readonly starts?: ProgramUse['starts'];
  /** Programs that can be named more exactly than by the whole command. */
  readonly programs?: readonly ProgramUse[];
}

/** An effect that an option or an action has; the reason is its name as written followed by `says`. */
export interface Act extends Omit<Objection, 'reason'> {
  readonly says: string;
}

/** The objection that an act is to whatever `subject` names. */
export const objectTo = (subject: string, act: Act): Objection => ({ ...act, reason: `${subject} ${act.says}` });

/** The kind of a value or positional, which says how it is checked. */
export type ValueKind =
  | 'any'
  | 'date-format'
  | 'path'
  | 'pattern'
  | 'pretty'
  | 'ref-format'
  | 'ref-sort'
  | 'remote'
  | 'rev'
  | Choice
  | WholeNumber
  | Shape
  | ValueCheck;

/** A value that must be one of a few words. */
export interface Choice {
  readonly oneOf: readonly string[];
}

/**
 * A number in plain digits, without a sign or a `k`: git keeps -1 and what overflows to it for "not given", so that
 * `tag -n-1 x` is no listing any more.
 */
export interface WholeNumber {
  readonly upTo: number;
  /** Where -1 is the documented word for "no limit" and decides nothing else. */
  readonly orMinusOne?: true;
}

/** A value of several numbers and signs. */
export interface Shape {
  readonly like: RegExp;
  /** How a manual page would write it. */
  readonly written: string;
}

export const upTo = (most: number): WholeNumber => ({ upTo: most });

/** A check of its own: the reason and effects that speak against the value, or undefined. */
export type ValueCheck = (value: string, option: string, context: Context) => Objection | undefined;

/** `flag` takes no value, `optional` only an attached one, `value` any, `last` any but may end the line without one. */
export type Arity = 'flag' | 'optional' | 'value' | 'last';

export interface Option {
  readonly name: string;
  readonly arity: Arity;
  readonly kind: ValueKind;
  readonly act?: Act;
}

/**
 * How a program reads its words. `parse-options`: abbreviations, `--no-x`, clusters, options anywhere.
 * `revisions`: exact names only (log, diff and friends). `pflag`: gh's, exact names, `--flag=false`, `-x=value`.
 */
export type Dialect = 'parse-options' | 'revisions' | 'pflag';

/** One way of calling a subcommand that only reads. */
export interface Form {
  /** At least one of these options must be in force, the last of `--x` and `--no-x` winning. */
  readonly with?: readonly string[];
  /** None of these may be in force. */
  readonly without?: readonly string[];
  readonly takes: Positionals;
}

export interface Positionals {
  readonly least: number;
  readonly most: number;
  readonly kind: ValueKind;
  /** The kind of the first word, where it differs. */
  readonly first?: ValueKind;
}

export const none: Positionals = { least: 0, most: 0, kind: 'any' };
/** Names, patterns and other words that no file is opened for. */
export const words = (least = 0, most = Number.POSITIVE_INFINITY): Positionals => ({ least, most, kind: 'any' });
/** Revisions and pathspecs. */
export const revs = (least = 0, most = Number.POSITIVE_INFINITY): Positionals => ({ least, most, kind: 'rev' });
/** Paths of files that are read. */
export const paths = (least = 0, most = Number.POSITIVE_INFINITY): Positionals => ({ least, most, kind: 'path' });
export const takes = (kind: ValueKind, least = 0, most = Number.POSITIVE_INFINITY): Positionals => ({
  least,
  most,
  kind,
});

/** One option met on the command line, as written. */
export interface FoundOption {
  readonly written: string;
  readonly option: Option;
  readonly value: string | undefined;
}

/** The options and positionals that the walker found on a command line. */
export interface Walked {
  /** Every option, in order: some may be given more than once. */
  readonly found: readonly FoundOption[];
  /** The last word on each option: its value, true for a bare one, false when negated. */
  readonly options: ReadonlyMap<string, string | boolean>;
  readonly positionals: readonly string[];
  /** How many of the positionals stood before `--`; all of them when there was none. */
  readonly beforeDashes: number;
  /** How many options passed that the table does not know: only on a line that is no read anyway. */
  readonly unplaced: number;
}

/** The last of `--x` and `--no-x` decides whether an option is in force. */
export const inForce = (walked: Walked, name: string): boolean => (walked.options.get(name) ?? false) !== false;

/** One subcommand (or action of one) that has read-only forms. */
export interface Leaf {
  readonly dialect: Dialect;
  readonly options: ReadonlyMap<string, Option>;
  readonly forms: readonly Form[];
  /** The act of calling it in no read-only form. */
  readonly otherwise: Act | ((walked: Walked) => Objection);
  readonly dependsOn: readonly Dependency[] | ((walked: Walked) => readonly Dependency[]);
  /** Runs after a form has fitted: the last word on combinations no single option decides. */
  readonly check?: (walked: Walked) => Objection | undefined;
  readonly network?: boolean | ((walked: Walked) => boolean);
  /** Protective flags put right after the subcommand. */
  readonly harden?: readonly string[] | ((walked: Walked) => readonly string[]);
  /** A key that the repository's own config must hold: without it the command would set it. */
  readonly needsSetting?: string;
  readonly copyIndex?: (walked: Walked) => boolean;
  /** Whether git writes objects that it removes again. */
  readonly scratchObjects?: (walked: Walked) => boolean;
  /** False where nothing of the files it names is shown, so that a file with secrets may be named. */
  readonly showsContents?: boolean | ((walked: Walked) => boolean);
  /** Pathspecs put after all other words: they keep files with secrets out of what would show them unasked or in pieces. */
  readonly leavesOut?: (walked: Walked) => readonly string[];
  /** What must hold for the words to be a read; undefined where they are one by themselves. */
  readonly condition?: (walked: Walked) => Condition | undefined;
  /** True where no word after `--` can be an option, however often git reads the line. */
  readonly endsAtDashes?: boolean;
  /** Not in every git Sluice supports, or not git's own: an alias of that name must not take its place. */
  readonly guardAlias?: boolean;
  /** Options end at the first positional. */
  readonly stopsAtPositional?: boolean;
}

/** A subcommand whose first positional chooses an action. */
export interface Group {
  readonly actions: Readonly<Record<string, Node>>;
  /** Options that may stand before the action. */
  readonly options: ReadonlyMap<string, Option>;
  readonly dialect: Dialect;
  /** The node for a call without an action, with all its words. */
  readonly fallback: Node;
}

export type Node = Leaf | Group | Act;

export const isGroup = (node: Node): node is Group => 'actions' in node;
export const isAct = (node: Node): node is Act => 'says' in node;

export interface OptionRows {
  readonly flag?: readonly string[];
  readonly optional?: readonly string[];
  readonly value?: readonly string[];
  readonly last?: readonly string[];
  /** Options whose value needs a look: kind by name, and the arity when it is not `value`. */
  readonly checked?: Readonly<
    Record<string, ValueKind | { readonly optional: ValueKind } | { readonly last: ValueKind }>
  >;
  /** Options that have an effect, with or without a value. */
  readonly acts?: Readonly<Record<string, Act>>;
  /** The same, known to take no value, so that gh's `--web=false` turns them off. */
  readonly flagActs?: Readonly<Record<string, Act>>;
}

/**
 * Builds an option table from rows such as `'-a --all'`; the last name of a row is what forms and messages call it.
 * A later table has the last word on a name, as a subcommand's own options have over those it shares.
 */
export function options(...tables: readonly OptionRows[]): ReadonlyMap<string, Option> {
  let built: ReadonlyMap<string, Option> | undefined;
  // There are some 400 tables, and whoever starts needs none of them yet.
  const map = () => {
    built ??= build(tables);
    return built;
  };
  return {
    get size() {
      return map().size;
    },
    get: name => map().get(name),
    has: name => map().has(name),
    keys: () => map().keys(),
    values: () => map().values(),
    entries: () => map().entries(),
    forEach: (callback, self) => map().forEach(callback, self),
    [Symbol.iterator]: () => map()[Symbol.iterator](),
  };
}

function build(tables: readonly OptionRows[]): ReadonlyMap<string, Option> {
  const map = new Map<string, Option>();
  for (const table of tables) {
    const own = new Set<string>();
    const add = (row: string, option: Omit<Option, 'name'>) => {
      const names = row.split(' ');
      const name = names.at(-1) ?? row;
      for (const each of names) {
        if (own.has(each)) throw new Error(`option ${each} stands twice in one table`);
        own.add(each);
        map.set(each, { name, ...option });
      }
    };
    for (const row of table.flag ?? []) add(row, { arity: 'flag', kind: 'any' });
    for (const row of table.optional ?? []) add(row, { arity: 'optional', kind: 'any' });
    for (const row of table.value ?? []) add(row, { arity: 'value', kind: 'any' });
    for (const row of table.last ?? []) add(row, { arity: 'last', kind: 'any' });
    for (const [row, kind] of Object.entries(table.checked ?? {})) {
      if (typeof kind !== 'object') add(row, { arity: 'value', kind });
      else if ('optional' in kind) add(row, { arity: 'optional', kind: kind.optional });
      else if ('last' in kind) add(row, { arity: 'last', kind: kind.last });
      else add(row, { arity: 'value', kind });
    }
    for (const [row, act] of Object.entries(table.flagActs ?? {})) add(row, { arity: 'flag', kind: 'any', act });
    for (const [row, act] of Object.entries(table.acts ?? {})) add(row, { arity: 'optional', kind: 'any', act });
  }
  return map;
}

/** A subcommand with read-only forms; git's usual parser unless it says otherwise. */
export function leaf(spec: Partial<Leaf> & Pick<Leaf, 'options' | 'forms' | 'dependsOn'>): Leaf {
  return { dialect: 'parse-options', otherwise: unfit(spec.forms), ...spec };
}

const unfit = (forms: readonly Form[]): Act => ({
  says: `is not in a form known to read; ${forms.map(described).join(' or ')} it only reads`,
  effects: anything,
  risk: 'local',
});

function described({ with: options, takes: { least, most } }: Form): string {
  const count = least === most ? String(most) : `${least} to ${most}`;
  const names =
    most === 0
      ? 'no names'
      : Number.isFinite(most)
        ? `${count} ${count === '1' ? 'name' : 'names'}`
        : `at least ${least} names`;
  return options === undefined ? `with ${names}` : `with ${options[0]} and ${names}`;
}

/** A subcommand that never only reads: its option table just raises the risk or refuses. */
export function writes(
  act: Act | ((walked: Walked) => Objection),
  rows: OptionRows = {},
  dialect: Dialect = 'parse-options',
): Leaf {
  return { dialect, options: options(rows), forms: [], otherwise: act, dependsOn: [] };
}

/** A subcommand whose first word chooses what it does. */
export function group(
  actions: Group['actions'],
  fallback: Node,
  rows: OptionRows = {},
  dialect: Dialect = 'parse-options',
): Group {
  return { actions, fallback, options: options(rows), dialect };
}

/** The same for several names. */
export function each<T extends Node>(names: string, node: T): Record<string, T> {
  return Object.fromEntries(names.split(' ').map(name => [name, node]));
}
