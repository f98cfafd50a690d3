import { shellWords, unquoted } from './split-shell.ts';

/** The input of a tool that does what a shell line was to do, as far as it can, and what is to be said of the rest. */
export interface CallHint {
  readonly command: string;
  readonly head?: number;
  readonly tail?: number;
  readonly filter?: string;
  readonly notes: readonly string[];
}

type Stage = (hint: CallHint, words: readonly string[]) => CallHint;

/** Programs that people pipe into, and the fields that take their place. */
const STAGES: Readonly<Record<string, Stage>> = {
  cat: hint => hint,
  egrep: (hint, words) => grep(hint, ['-E', ...words]),
  fgrep: (hint, words) => grep(hint, words),
  grep: (hint, words) => grep(hint, words),
  head: (hint, words) => ends(hint, 'head', words),
  jq: (hint, words) => jq(hint, words),
  less: hint => hint,
  more: hint => hint,
  rg: (hint, words) => grep(hint, ['-E', ...words]),
  tail: (hint, words) => ends(hint, 'tail', words),
  wc: hint => note(hint, 'Count the lines of the answer; git rev-list --count counts commits.'),
};

/** What one more program at the end of a pipe means. */
export function pipedInto(hint: CallHint, text: string): CallHint {
  const [name = '', ...words] = shellWords(text);
  const stage = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  return stage?.(hint, words) ?? note(hint, `Leave | ${name} out and work on the answer yourself.`);
}

const note = (hint: CallHint, text: string): CallHint => ({ ...hint, notes: [...hint.notes, text] });

/** As many lines as these programs print with no option. */
const DEFAULT_LINES = 10;
const COUNT = /^-(?:n|-lines=)?(\d+)$/;

function ends(hint: CallHint, field: 'head' | 'tail', words: readonly string[]): CallHint {
  const written = words.join('').match(COUNT)?.[1];
  if (words.length > 0 && written === undefined)
    return note(hint, `Leave ${field} out; panel_read reads any lines with fromLine and count.`);
  return { ...hint, [field]: written === undefined ? DEFAULT_LINES : Number(written) };
}

const SPECIAL = /[.*+?^$[\](){}|\\]/;

function grep(hint: CallHint, words: readonly string[]): CallHint {
  const options = words.filter(word => word.startsWith('-'));
  const [pattern, ...files] = words.filter(word => !word.startsWith('-'));
  const isPlain = options.every(option => /^-[EFinw]+$/.test(option));
  if (pattern === undefined || files.length > 0 || !isPlain || hint.filter !== undefined)
    return note(hint, 'Leave grep out; filter takes one text or /regex/, and panel_read can filter again.');
  const text = unquoted(pattern);
  // In the older kind of patterns the signs count only after a backslash.
  const source = options.some(option => option.includes('E')) ? text : text.replace(/\\([|+?(){}])/g, '$1');
  if (!SPECIAL.test(source)) return { ...hint, filter: source };
  const ignoresCase = options.some(option => option.includes('i'));
  return { ...hint, filter: `/${source}/${ignoresCase ? 'i' : ''}` };
}

function jq(hint: CallHint, words: readonly string[]): CallHint {
  const [expression, ...more] = words.filter(word => word !== '-r' && word !== '.');
  const isForGh = hint.command.startsWith('gh ') && /\s(?:--json|api)\b/.test(hint.command);
  if (isForGh && expression !== undefined && more.length === 0 && !expression.startsWith('-'))
    return { ...hint, command: `${hint.command} --jq ${expression}` };
  return note(hint, 'Leave jq out; gh itself takes --json with --jq.');
}
