import { resolve } from 'node:path';
import { destroysFiles, opens, overwritesFile, reveals, startsProgram, unknown } from '../acts.ts';
import type { Hardening, NamedPaths } from '../command.ts';
import type { Context } from '../context.ts';
import { type Judgement, judge, objectTo, printing, type Reading, worst } from '../judge.ts';
import type { Objection } from '../table.ts';
import { anything } from '../table.ts';
import { objectToDisguisedFile, objectToGitDirectory, writtenPaths } from '../written-paths.ts';
import { plainSetting } from './config-keys.ts';
import { readGlobals } from './globals.ts';
import { objectToOwnRefs, objectToShownJournal } from './own-refs.ts';
import { subcommands } from './subcommands.ts';

export type Outcome = { readonly subcommand: string; readonly rest: readonly string[] } & (
  | { readonly reading: Reading; readonly hardening: Hardening }
  | { readonly objection: Objection; readonly writes: NamedPaths }
);

const unknownSubcommand = startsProgram('', ...anything);

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
  const paths = 'objection' in judgement ? [...globals.workTrees, ...writtenPaths(subcommand, rest)] : [];
  const writes = { paths, cwd };
  const isLiteral = globals.words.includes('--literal-pathspecs');
  const objection = worst([
    ...globals.objections,
    'objection' in judgement ? judgement.objection : undefined,
    ...('objection' in judgement
      ? [
          objectToOwnRefs(subcommand, rest, globals.words),
          objectToGitDirectory(writes),
          objectToDisguisedFile(subcommand, rest),
          objectToOutput(rest),
          ...globals.workTrees.map(folder => objectTo(`--work-tree ${folder}`, elsewhere)),
        ]
      : [objectToShownJournal(subcommand, rest)]),
    isLiteral && 'reading' in judgement && judgement.reading.pathspecs.length > 0
      ? objectTo('--literal-pathspecs', reveals('keeps files with secrets from being left out; leave it out'))
      : undefined,
    another
      ? objectTo(subcommand, unknown('cannot be guarded in a repository that --git-dir names; use -C with its folder'))
      : undefined,
  ]);
  if (objection) return { subcommand, rest, objection, writes };
  if (!('reading' in judgement)) return { subcommand, rest, objection: judgement.objection, writes };
  const { reading } = judgement;
  return {
    subcommand,
    rest,
    reading,
    hardening: {
      args: [
        ...globals.words.map((word, at) => (globals.words[at - 1] === '-c' ? plainSetting(word) : word)),
        ...(reading.guardAlias ? ['-c', `alias.${subcommand}=${subcommand}`] : []),
        ...(globals.subcommand === undefined ? [] : [subcommand]),
        ...rest.slice(0, reading.flagsAt),
        ...reading.flags,
        ...rest.slice(reading.flagsAt),
        ...reading.pathspecs,
      ],
      paths: [...globals.paths, ...reading.paths],
      cwd,
      gitDirectory: globals.gitDirectory,
      network: reading.network,
      copyIndex: reading.copyIndex,
      scratchObjects: reading.scratchObjects,
      needsSetting: reading.needsSetting,
    },
  };
}

const elsewhere = destroysFiles('writes to files that Undo does not cover');
/** Taken by every command that walks revisions, whether its manual page says so or not. */
function objectToOutput(words: readonly string[]): Objection | undefined {
  const output = words.find(word => /^--outp(?:ut?)?(?:=|$)/.test(word));
  return output === undefined
    ? undefined
    : objectTo('--output', overwritesFile('writes a file, over one of that name'));
}

const needsPreparing = ({ copyIndex, network, needsSetting }: Reading) => copyIndex || network || needsSetting !== '';

const nothing: Judgement = { objection: objectTo('git', unknown('without a subcommand does nothing useful')) };

function judgeSubcommand(subcommand: string, rest: readonly string[], context: Context): Judgement {
  const node = subcommands.get(subcommand);
  if (!node) {
    const reason = `Sluice doesn't know the subcommand '${subcommand}'; it may be an alias or an extension`;
    return { objection: { ...unknownSubcommand, reason } };
  }
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
