import type { Program } from '../command.ts';
import { root } from '../gh/judge-gh.ts';
import { readGlobals } from '../git/globals.ts';
import { parse, programOf } from '../parse.ts';
import { isAct, isGroup, type Node, type Option } from '../table.ts';
import { walk } from '../walk.ts';
import { LANGUAGES } from './language.ts';

/** A command that is being typed, as far as its words before the last one tell. */
export interface Typed {
  readonly program: Program;
  /** Everything before the last word, as typed. */
  readonly before: string;
  /** The last word as far as it is typed; '' after a space. */
  readonly begun: string;
  /** `log`, `stash show`, `pr view`, …; '' while the subcommand is the word being typed. */
  readonly path: string;
  readonly node: Node | undefined;
  /** A word that stands where a subcommand or an action has to, and is none; '' for no such word. */
  readonly unknown: string;
  /** How many words stand before the last one that are neither options nor their values. */
  readonly words: number;
  /** Whether `--` stands before the last word. */
  readonly dashes: boolean;
  /** Whether the last word is the value of the option before it. */
  readonly waiting: boolean;
  /** The option right before the last word, by its long name; '' for none. */
  readonly lastOption: string;
  /** Whether the command is for another folder or repository. */
  readonly elsewhere: boolean;
}

/** Undefined inside quotes, and for what is no git or gh command. */
export function typedOf(text: string): Typed | undefined {
  const [, before, begun = ''] = /^((?:git|gh) (?:.* )?)([^\s'"\\]*)$/.exec(text) ?? [];
  if (before === undefined) return undefined;
  const program = programOf(before);
  const parsed = parse(program, before);
  if (!parsed.ok && parsed.reason !== 'empty') return undefined;
  const { subcommand, rest, elsewhere } = BEGINNINGS[program](parsed.ok ? parsed.args : []);
  const here = { program, before, begun };
  if (subcommand === undefined) return { ...here, ...NOWHERE, elsewhere };
  const node = LANGUAGES[program].table.get(subcommand);
  const { after, ...reached } = walkTo(subcommand, node, rest);
  const { isElsewhere, ...position } = positionIn(program, reached.node, after);
  const unknown = node === undefined ? subcommand : reached.unknown;
  return { ...here, ...reached, ...position, unknown, elsewhere: elsewhere || isElsewhere };
}

const NOWHERE = {
  path: '',
  node: undefined,
  unknown: '',
  words: 0,
  dashes: false,
  waiting: false,
  lastOption: '',
} as const;

interface Beginning {
  readonly subcommand: string | undefined;
  readonly rest: readonly string[];
  readonly elsewhere: boolean;
}

const BEGINNINGS: Readonly<Record<Program, (args: readonly string[]) => Beginning>> = {
  git(args) {
    const { subcommand, rest, cwd, paths } = readGlobals(args, { roots: [], cwd: '' });
    return { subcommand, rest, elsewhere: cwd !== '' || paths.length > 0 };
  },
  gh(args) {
    const { positionals } = walk(args, {
      options: root,
      dialect: 'pflag',
      lenient: true,
      stopsAtPositional: true,
    });
    // Options before the group are read with those after it.
    return { subcommand: positionals[0], rest: args.toSpliced(-positionals.length, 1), elsewhere: false };
  },
};

interface Reached {
  readonly path: string;
  readonly node: Node | undefined;
  readonly unknown: string;
  /** The words besides that path. */
  readonly after: readonly string[];
}

/** The part of the table that the words lead to. */
function walkTo(path: string, node: Node | undefined, words: readonly string[]): Reached {
  const here = { path, node, unknown: '', after: words };
  if (node === undefined || !isGroup(node)) return here;
  const { positionals } = walk(words, { ...node, lenient: true, stopsAtPositional: true });
  const [action] = positionals;
  if (action === undefined) return here;
  const next = Object.hasOwn(node.actions, action) ? node.actions[action] : undefined;
  // Some of git's groups take other words in place of an action, gh's never do.
  if (next === undefined) return { ...here, node: node.fallback, unknown: isFamily(node) ? action : '' };
  return walkTo(`${path} ${action}`, next, words.toSpliced(-positionals.length, 1));
}

/** True for a group of which nothing but an action can follow. */
export const isFamily = (node: Node | undefined): boolean =>
  node !== undefined && isGroup(node) && node.dialect === 'pflag';

const NO_OPTIONS: ReadonlyMap<string, Option> = new Map();

function positionIn(
  program: Program,
  node: Node | undefined,
  words: readonly string[],
): Pick<Typed, 'dashes' | 'lastOption' | 'waiting' | 'words'> & { readonly isElsewhere: boolean } {
  const own = node === undefined || isAct(node) ? NO_OPTIONS : node.options;
  const dialect = node === undefined || isAct(node) ? 'parse-options' : node.dialect;
  const options = program === 'gh' ? new Map([...root, ...own]) : own;
  const walked = walk(words, { options, dialect, lenient: true, dashedValues: true });
  const dashes = words.includes('--');
  const last = walked.found.at(-1);
  const option = !dashes && last?.written === words.at(-1) ? last?.option : undefined;
  return {
    words: walked.positionals.length,
    dashes,
    waiting: option !== undefined && takesValue(option),
    lastOption: option?.name ?? '',
    isElsewhere: program === 'gh' && typeof walked.options.get('--repo') === 'string',
  };
}

const takesValue = ({ arity, act }: Option): boolean => act === undefined && (arity === 'value' || arity === 'last');
