import { startsProgram, unknown } from '../acts.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../git/judge-git.ts';
import { type Judgement, judge, objectTo, printing, worst } from '../judge.ts';
import { anything, inForce, isAct, isGroup, type Node, options } from '../table.ts';
import { type Walk, walk } from '../walk.ts';
import { objectToGitDirectory, pathsWrittenByGh } from '../written-paths.ts';
import { groups } from './groups.ts';
import { passesOn } from './settings.ts';

/** Options that may stand before the group: past any other option gh itself loses track of where the group is. */
export const root = options({ flag: ['-h', '--help', '--version'], value: ['-R --repo'] });

const misplaced = unknown('cannot stand before the command');
const unknownGroup = startsProgram('', 'network', 'writes-remote', ...anything);

/** Decides a gh command line. */
export function judgeGh(args: readonly string[], context: Context): Outcome {
  const before = walk(args, { options: root, dialect: 'pflag', stopsAtPositional: true });
  const [subcommand = ''] = before.positionals;
  const at = args.length - before.positionals.length;
  // gh reads what stood before the group together with what stands after it.
  const rest = [...args.slice(0, at), ...args.slice(at + 1)];
  const judgement = judgeWords(before, rest, context);
  if ('objection' in judgement) {
    const { objection } = judgement;
    const paths = objection.effects.includes('writes-files') ? pathsWrittenByGh(subcommand, rest) : [];
    const writes = { paths, cwd: '' };
    return { subcommand, rest, objection: objectToGitDirectory(writes) ?? objection, writes };
  }
  const { reading } = judgement;
  return {
    subcommand,
    rest,
    reading,
    hardening: {
      args,
      paths: reading.paths,
      cwd: '',
      gitDirectory: '',
      network: reading.network,
      copyIndex: false,
      scratchObjects: false,
      needsSetting: '',
    },
  };
}

function judgeWords(before: Walk, rest: readonly string[], context: Context): Judgement {
  const objection = worst(before.objections);
  if (objection) return { objection };
  const [name] = before.positionals;
  if (name === undefined) return printing('gh prints its help or its version');
  if (before.beforeDashes === 0 || inForce(before, '-h') || inForce(before, '--version'))
    return { objection: objectTo(`'${rest[rest.length - before.positionals.length]}'`, misplaced) };
  const node = groups.get(name);
  if (!node) {
    const reason = `Sluice doesn't know the gh command '${name}'; it may be an alias or an extension`;
    return { objection: { ...unknownGroup, reason } };
  }
  return asksForHelp(node, rest) ? printing(`gh ${name} is only asked for its help`) : judge(node, name, rest, context);
}

/**
 * True when `--help` can be nothing but the option: it follows no word that could take it for its value. gh then prints
 * help whatever else there is. A last `-h` is either the same or an option that lacks its value, which fails.
 */
function asksForHelp(node: Node, words: readonly string[]): boolean {
  const action = actionOf(node, words);
  if (action === undefined || action === passesOn || words.some(word => word.startsWith('--help='))) return false;
  const dashes = words.indexOf('--');
  const ours = dashes < 0 ? words : words.slice(0, dashes);
  return ours.some((word, at) => {
    const names = word === '--help' || (word === '-h' && at === words.length - 1);
    return names && !mayTakeNext(action, ours[at - 1] ?? '');
  });
}

/** True unless the word is no option, has its value with it, or is known to take none. */
function mayTakeNext(action: Node, word: string): boolean {
  if (!word.startsWith('-') || /^--[a-z][a-z-]*=/.test(word)) return false;
  return isAct(action) || action.options.get(word)?.arity !== 'flag';
}

/** The command that the words call, or undefined when it is unknown. */
function actionOf(node: Node, words: readonly string[]): Node | undefined {
  if (!isGroup(node)) return node;
  const before = walk(words, { ...node, stopsAtPositional: true });
  const [action, ...rest] = before.positionals;
  if (before.objections.length > 0) return undefined;
  if (action === undefined) return node.fallback;
  return Object.hasOwn(node.actions, action) ? actionOf(node.actions[action] ?? node.fallback, rest) : undefined;
}
