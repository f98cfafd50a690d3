import { anything, type Dialect, type FoundOption, type Objection, type Option, type Walked } from './table.ts';
import { isValueWithDash } from './values.ts';

export interface Walk extends Walked {
  readonly objections: readonly Objection[];
}

interface Rules {
  readonly options: ReadonlyMap<string, Option>;
  readonly dialect: Dialect;
  readonly stopsAtPositional?: boolean;
  /** Unknown options pass: for subcommands that are never read-only, where options only raise the risk. */
  readonly lenient?: boolean;
  /** A separate value may look like an option, as git takes it: for deciding what a command does, not whether it only reads. */
  readonly dashedValues?: boolean;
}

/** Reads a command line against an option table the way the program itself would, objecting to whatever it cannot place. */
export function walk(args: readonly string[], rules: Rules): Walk {
  const found: FoundOption[] = [];
  const objections: Objection[] = [];
  const settings = new Map<string, string | boolean>();
  const positionals: string[] = [];
  let beforeDashes: number | undefined;
  let unplaced = 0;
  let at = 0;

  const object = (reason: string) => {
    if (rules.lenient) unplaced += 1;
    else objections.push({ effects: anything, risk: 'local', reason });
  };
  const take = (written: string, option: Option, value?: string) => {
    found.push({ written, option, value });
    settings.set(option.name, value ?? true);
    if (option.act) objections.push({ ...option.act, reason: `${written} ${option.act.says}` });
  };
  /** Whether this table, or an abbreviation or cluster of it, knows the word. */
  const isOption = (word: string): boolean => {
    if (word === '--' || word === '--end-of-options') return true;
    if (word.startsWith('--')) return resolve(word.split('=', 1)[0] ?? '', rules.options, rules.dialect) !== undefined;
    return rules.options.has(word.slice(0, 2)) || (/^-\d/.test(word) && rules.options.has('-<n>'));
  };
  /** A separate value that looks like an option is where allow-lists are fooled: whoever reads it last decides what it was. */
  const separateValue = (written: string, option: Option): string | undefined => {
    const next = args[at];
    if (next === undefined) {
      if (option.arity !== 'last') object(`${written} lacks its value`);
      return undefined;
    }
    const isValue = option.arity === 'value' && isValueWithDash(option.kind, next, isOption(next));
    if (next.startsWith('-') && !rules.lenient && !rules.dashedValues && !isValue) {
      object(`'${next}' stands where ${written} takes its value; attach the value to the option`);
      return undefined;
    }
    at += 1;
    return next;
  };

  const longOption = (word: string) => {
    const equals = word.indexOf('=');
    const written = equals < 0 ? word : word.slice(0, equals);
    const attached = equals < 0 ? undefined : word.slice(equals + 1);
    const match = resolve(written, rules.options, rules.dialect);
    if (!match) return object(`unknown option ${written}; leave it out`);
    const { option, negated } = match;
    if (negated) {
      if (attached !== undefined) return object(`${written} takes no value`);
      settings.set(option.name, false);
      return;
    }
    if (option.arity === 'value' || option.arity === 'last') {
      return take(written, option, attached ?? separateValue(written, option));
    }
    if (option.arity === 'flag' && attached !== undefined) {
      if (rules.dialect !== 'pflag') return object(`${written} takes no value`);
      return booleanFlag(written, option, attached);
    }
    return take(written, option, attached);
  };

  /** gh's `--web=false`: off is off, on is on, anything else is an error of its own. */
  const booleanFlag = (written: string, option: Option, value: string) => {
    if (/^(0|f|false)$/i.test(value)) settings.set(option.name, false);
    else if (/^(1|t|true)$/i.test(value)) take(written, option);
    else object(`${written} takes true or false, not '${value}'`);
  };

  const shortOptions = (word: string) => {
    if (/^-\d+$/.test(word)) {
      const count = rules.options.get(word) ?? rules.options.get('-<n>');
      return count ? take(word, count, word.slice(1)) : object(`unknown option ${word}; leave it out`);
    }
    for (let index = 1; index < word.length; index += 1) {
      const written = `-${word.charAt(index)}`;
      const option = rules.options.get(written);
      if (!option && rules.lenient) {
        unplaced += 1;
        continue;
      }
      if (!option) return object(`unknown option ${written}${word.length > 2 ? ` in ${word}` : ''}; leave it out`);
      const rest = word.slice(index + 1);
      if (option.arity === 'flag' || (option.act && option.arity === 'optional' && rules.lenient)) {
        take(written, option);
        continue;
      }
      const attached = rules.dialect === 'pflag' && rest.startsWith('=') ? rest.slice(1) : rest;
      if (option.arity === 'optional') return take(written, option, attached || undefined);
      return take(written, option, rest ? attached : separateValue(written, option));
    }
  };

  while (at < args.length) {
    const word = args[at] ?? '';
    at += 1;
    if (beforeDashes !== undefined || word === '-' || !word.startsWith('-')) {
      positionals.push(word);
      if (rules.stopsAtPositional) {
        positionals.push(...args.slice(at));
        break;
      }
    } else if (word === '--' || (word === '--end-of-options' && rules.dialect !== 'pflag')) {
      beforeDashes = positionals.length;
    } else if (word.startsWith('--')) longOption(word);
    else shortOptions(word);
  }
  return {
    found,
    objections,
    options: settings,
    positionals,
    unplaced,
    beforeDashes: beforeDashes ?? positionals.length,
  };
}

/** Finds the option a long name stands for: exact, then negated, then (where git takes them) an unambiguous prefix. */
function resolve(
  written: string,
  table: ReadonlyMap<string, Option>,
  dialect: Dialect,
): { option: Option; negated: boolean } | undefined {
  const exact = table.get(written);
  if (exact) return { option: exact, negated: false };
  if (dialect !== 'parse-options') return undefined;
  const candidates = new Map<string, { option: Option; negated: boolean }>();
  for (const [name, option] of table) {
    if (!name.startsWith('--')) continue;
    if (name.startsWith(written)) candidates.set(option.name, { option, negated: false });
    const no = `--no-${name.slice(2)}`;
    if (no === written) return option.act ? undefined : { option, negated: true };
    if (no.startsWith(written)) candidates.set(`no ${option.name}`, { option, negated: true });
  }
  const [only] = candidates.values();
  if (!only || candidates.size > 1) return undefined;
  return only.negated && only.option.act ? undefined : only;
}
