/** What a filter may be given and still do nothing but print what it reads or is given. */
interface Harmless {
  /** Options with no value; single letters may stand together. */
  readonly flags: string;
  /** Options with a value, attached or in the next word, and what it may be. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** Other words, as many as it takes before it would take them for files. */
  readonly words?: { readonly count: readonly [least: number, most: number]; readonly each: RegExp };
}

const ANY = /^/;
const COUNT = /^[+-]?\d+$/;
const FIELDS = /^[\d,-]+$/;
const LETTER = /^.$/;
const KEY = /^\d+(?:\.\d+)?[bdfghinMrRV]*(?:,\d+(?:\.\d+)?[bdfghinMrRV]*)?$/;

const ends: Harmless = { flags: 'qv', values: { '-n': COUNT, '-c': COUNT, '--lines': COUNT } };
const grep: Harmless = {
  flags: 'EFGHPachinoqsvwx',
  values: { '-A': COUNT, '-B': COUNT, '-C': COUNT, '-m': COUNT, '--color': /^(?:always|auto|never)$/ },
  words: { count: [1, 1], each: ANY },
};

/** They take no input, and whatever they are given they print or ignore. */
const PRINTING: ReadonlySet<string> = new Set([':', 'echo', 'false', 'pwd', 'true']);

/** Programs that agents put behind a pipe, which read their input there. None of these forms opens a file or starts anything. */
const FILTERS: Readonly<Record<string, Harmless>> = {
  cat: { flags: 'AETbenstv' },
  cut: { flags: 's', values: { '-b': FIELDS, '-c': FIELDS, '-d': LETTER, '-f': FIELDS } },
  egrep: grep,
  fgrep: grep,
  grep,
  head: ends,
  nl: { flags: '' },
  rev: { flags: '' },
  sed: {
    flags: 'n',
    // A script that prints lines by their numbers; others write files and run programs.
    words: { count: [1, 1], each: /^\d+(?:,(?:\d+|\$))?p$/ },
  },
  sort: { flags: 'MRVbdfghinru', values: { '-k': KEY, '-t': LETTER } },
  tac: { flags: '' },
  tail: ends,
  tr: { flags: 'cds', words: { count: [1, 2], each: ANY } },
  uniq: { flags: 'cdiu' },
  wc: { flags: 'clmw' },
};

/** Whether a command that is neither git nor gh only prints. What it does not know by its options it does not take for that. */
export function isHarmless(name: string, args: readonly string[], isInPipe: boolean): boolean {
  if (PRINTING.has(name)) return true;
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (filter === undefined || !isInPipe) return false;
  const { flags, values = {}, words = { count: [0, 0], each: ANY } } = filter;
  const others: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-') || arg === '-') {
      others.push(arg);
      continue;
    }
    if (isFlags(arg, flags) || isCount(arg, name)) continue;
    const [option, attached] = optionOf(arg);
    const kind = Object.hasOwn(values, option) ? values[option] : undefined;
    const value = attached ?? args[at + 1];
    if (kind === undefined || value === undefined || !kind.test(value)) return false;
    if (attached === undefined) at += 1;
  }
  const [least, most] = words.count;
  return others.length >= least && others.length <= most && others.every(word => words.each.test(word));
}

const isFlags = (arg: string, flags: string): boolean =>
  arg.length > 1 && [...arg.slice(1)].every(letter => flags.includes(letter));

/** `head -5`. */
const isCount = (arg: string, name: string): boolean => /^-\d+$/.test(arg) && ['head', 'tail', 'grep'].includes(name);

/** An option and what is attached to it. */
function optionOf(arg: string): readonly [option: string, attached: string | undefined] {
  if (!arg.startsWith('--')) return [arg.slice(0, 2), arg.length > 2 ? arg.slice(2) : undefined];
  const at = arg.indexOf('=');
  return at === -1 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}
