import { readGlobals } from '../git/globals.ts';
import { subcommands } from '../git/subcommands.ts';
import { parse } from '../parse.ts';
import { isAct, isGroup, type Node, type Option } from '../table.ts';
import { walk } from '../walk.ts';

/** A git command that is being typed, as far as its words before the last one tell. */
export interface Typed {
  /** Everything before the last word, as typed. */
  readonly before: string;
  /** The last word as far as it is typed; '' after a space. */
  readonly begun: string;
  /** `log`, `stash show`, …; '' while the subcommand is the word being typed. */
  readonly path: string;
  readonly node: Node | undefined;
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

/** Undefined inside quotes, and for what is no git command. */
export function typedOf(text: string): Typed | undefined {
  const [, before, begun = ''] = /^(git (?:.* )?)([^\s'"\\]*)$/.exec(text) ?? [];
  if (before === undefined) return undefined;
  const parsed = parse('git', before);
  if (!parsed.ok && parsed.reason !== 'empty') return undefined;
  const args = parsed.ok ? parsed.args : [];
  const globals = readGlobals(args, { roots: [], cwd: '' });
  const elsewhere = globals.cwd !== '' || globals.paths.length > 0;
  const { subcommand, rest } = globals;
  const here = { before, begun, elsewhere };
  if (subcommand === undefined)
    return { ...here, path: '', node: undefined, words: 0, dashes: false, waiting: false, lastOption: '' };
  const { path, node, after } = walkTo(subcommand, rest);
  return { ...here, path, node, ...positionIn(node, after) };
}

interface Reached {
  readonly path: string;
  readonly node: Node | undefined;
  /** The words after that path. */
  readonly after: readonly string[];
}

/** The part of the table that the words lead to. */
function walkTo(subcommand: string, words: readonly string[]): Reached {
  const node = subcommands.get(subcommand);
  const at = words.findIndex(word => !word.startsWith('-'));
  const action = words[at];
  if (node === undefined || !isGroup(node) || action === undefined) return { path: subcommand, node, after: words };
  const next = Object.hasOwn(node.actions, action) ? node.actions[action] : undefined;
  return next === undefined
    ? { path: subcommand, node: node.fallback, after: words }
    : { path: `${subcommand} ${action}`, node: next, after: words.slice(at + 1) };
}

function positionIn(
  node: Node | undefined,
  words: readonly string[],
): Pick<Typed, 'dashes' | 'lastOption' | 'waiting' | 'words'> {
  const options: ReadonlyMap<string, Option> = node === undefined || isAct(node) ? new Map() : node.options;
  const dialect = node === undefined || isAct(node) ? 'parse-options' : node.dialect;
  const { positionals, found } = walk(words, { options, dialect, lenient: true, dashedValues: true });
  const dashes = words.includes('--');
  const last = found.at(-1);
  const option = !dashes && last?.written === words.at(-1) ? last?.option : undefined;
  return {
    words: positionals.length,
    dashes,
    waiting: option !== undefined && takesValue(option),
    lastOption: option?.name ?? '',
  };
}

const takesValue = ({ arity, act }: Option): boolean => act === undefined && (arity === 'value' || arity === 'last');
