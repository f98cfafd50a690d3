import { resolve } from 'node:path';
import { opens, unknown } from '../acts.ts';
import type { Hardening } from '../command.ts';
import type { Context } from '../context.ts';
import { type Judgement, judge, objectTo, printing, type Reading, worst } from '../judge.ts';
import type { Objection } from '../table.ts';
import { readGlobals } from './globals.ts';
import { objectToOwnRefs } from './own-refs.ts';
import { subcommands } from './subcommands.ts';

export type Outcome = { readonly subcommand: string; readonly rest: readonly string[] } & (
  | { readonly reading: Reading; readonly hardening: Hardening }
  | { readonly objection: Objection }
);

const unknownSubcommand = unknown('is no git subcommand Sluice knows; it may be an alias or an extension');

/** Decides a git command line. */
export function judgeGit(args: readonly string[], context: Context): Outcome {
  const globals = readGlobals(args, context);
  const { subcommand = '', rest, cwd } = globals;
  const inside = { ...context, cwd: resolve(context.cwd, cwd) };
  const judgement = globals.prints
    ? printing('git only prints a fact about itself')
    : globals.subcommand === undefined
      ? nothing
      : judgeSubcommand(subcommand, rest, inside);
  // What is prepared before the run (a copy of the index, a look at the config) is prepared for the folder's own repository.
  const another = 'reading' in judgement && globals.paths.length > 0 && needsPreparing(judgement.reading);
  const objection = worst([
    ...globals.objections,
    'objection' in judgement ? judgement.objection : undefined,
    'objection' in judgement ? objectToOwnRefs(subcommand, rest, globals.words) : undefined,
    another ? objectTo(subcommand, unknown('cannot be guarded in a repository that --git-dir names')) : undefined,
  ]);
  if (objection) return { subcommand, rest, objection };
  if (!('reading' in judgement)) return { subcommand, rest, objection: judgement.objection };
  const { reading } = judgement;
  return {
    subcommand,
    rest,
    reading,
    hardening: {
      args: [
        ...globals.words,
        ...(reading.guardAlias ? ['-c', `alias.${subcommand}=${subcommand}`] : []),
        ...(globals.subcommand === undefined ? [] : [subcommand]),
        ...rest.slice(0, reading.flagsAt),
        ...reading.flags,
        ...rest.slice(reading.flagsAt),
      ],
      paths: [...globals.paths, ...reading.paths],
      cwd,
      network: reading.network,
      copyIndex: reading.copyIndex,
      needsSetting: reading.needsSetting,
    },
  };
}

const needsPreparing = ({ copyIndex, network, needsSetting }: Reading) => copyIndex || network || needsSetting !== '';

const nothing: Judgement = { objection: objectTo('git', unknown('without a subcommand does nothing useful')) };

function judgeSubcommand(subcommand: string, rest: readonly string[], context: Context): Judgement {
  const node = subcommands.get(subcommand);
  if (!node) return { objection: objectTo(`'${subcommand}'`, unknownSubcommand) };
  const beforeDashes = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (beforeDashes.includes('--help'))
    return { objection: objectTo('--help', opens(`opens the manual page; use git ${subcommand} -h`)) };
  if (rest.length === 1 && rest[0] === '-h' && printsUsage.has(subcommand))
    return printing(`${subcommand} -h prints its usage`);
  return judge(node, subcommand, rest, context);
}

/** Built-in since git 2.25, so no alias can take their place, and a lone -h makes each print a summary of its options. */
const printsUsage = new Set(
  [
    'add am apply archive blame branch bundle cat-file check-attr check-ignore checkout cherry',
    'cherry-pick clean clone commit config describe diff fetch for-each-ref format-patch fsck gc',
    'hash-object init log ls-files ls-tree merge merge-base merge-file mv name-rev notes prune pull push',
    'range-diff rebase reflog remote repack replace reset restore rev-list rev-parse revert rm shortlog',
    'show show-branch sparse-checkout stash status switch symbolic-ref tag update-index update-ref',
    'worktree',
  ].flatMap(line => line.split(' ')),
);
