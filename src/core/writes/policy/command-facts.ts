import type { Program } from '../../command/command.ts';
import { walkGh } from '../../command/gh/walk-gh.ts';
import { readGlobals } from '../../command/git/globals.ts';
import { subcommands } from '../../command/git/subcommands.ts';
import { inForce } from '../../command/table.ts';
import { type CommandWords, walkNode } from '../../command/walk-node.ts';
import { commandLineOf } from '../command-line.ts';
import { recordOf } from '../commands/registry.ts';
import { readLine, type WriteLine } from '../write-line.ts';
import { type Branches, branchesOf, branchesOnGitHub } from './branches.ts';
import type { PolicyPlace } from './place.ts';
import { type PushFacts, pushFacts } from './push-facts.ts';

/** A command as rules look at it. What cannot be told counts as the worst it may be. */
export interface CommandFacts {
  readonly program: Program;
  isCalled(subcommand: string): boolean;
  /** Whether an option is in force, or may be. */
  has(option: string): boolean;
  /** Branches that it may change, here or on a remote. */
  readonly branches: Branches;
}

/** A command that may be any: an alias that starts a program, say. */
export const ANYTHING = (program: Program): CommandFacts => ({
  program,
  isCalled: () => true,
  has: () => true,
  branches: 'any',
});

interface Words {
  readonly program: Program;
  readonly args: readonly string[];
  readonly only: 'reads' | 'all';
}

export function commandFacts({ program, args, only }: Words, place: PolicyPlace): CommandFacts {
  if (program === 'gh') return ghFacts(args);
  const { subcommand = '', rest } = readGlobals(args, { roots: [place.workTree], cwd: place.workTree });
  if (only === 'reads') return { program, ...readFacts(walkNode(subcommands, subcommand, rest), subcommand, rest) };
  const found = commandLineOf({ program, args }, place.workTree);
  // Words before the subcommand lead elsewhere, or there is none.
  if (found === undefined) return { ...ANYTHING(program), isCalled: named([subcommand], rest) };
  const record = recordOf(found.subcommand);
  const line = (record?.read ?? readUnknown(found.subcommand))(found.words, found.cwd);
  const push = PUSHES.includes(found.subcommand) ? pushFacts(line, found.configured, place) : undefined;
  return {
    program,
    isCalled: named([found.subcommand, ...(OTHER_NAMES[found.subcommand] ?? [])], words(line)),
    has: option => hasOption(line, option, push),
    branches: record === undefined ? 'any' : (push?.branches ?? branchesOf(line, found.configured, place)),
  };
}

/** Subcommands that do what another is for. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'http-push': ['push'],
  'send-pack': ['push'],
  'init-db': ['init'],
  stage: ['add'],
};
const PUSHES: readonly string[] = ['push', 'send-pack', 'http-push'];

const readUnknown = (subcommand: string) => (rest: readonly string[], cwd: string) =>
  readLine({}, subcommand, rest, cwd);

/** The action a line has without naming it counts too. */
const words = ({ action, words: written }: WriteLine): readonly string[] =>
  action === '' ? written : [action, ...written];

/** The first word is the subcommand; which word after it is the action may depend on options, so that any may be. */
const named =
  (names: readonly string[], rest: readonly string[]) =>
  (subcommand: string): boolean => {
    const [first = '', ...actions] = subcommand.split(' ');
    return names.includes(first) && actions.every(action => rest.includes(action));
  };

function hasOption(line: WriteLine, option: string, push: PushFacts | undefined): boolean {
  const { known, subcommand, action } = line;
  const meant = meaningOf(option, subcommand, action);
  if (push !== undefined && meant?.name === '--force' && push.overwrites) return true;
  if (push !== undefined && meant?.name === '--delete' && push.deletes) return true;
  if (known === undefined) return true;
  // No line that git takes has an option that it does not know.
  if (meant === undefined) return false;
  if (!meant.on) return known.options.get(meant.name) === false;
  return inForce(known, meant.name) || (isAll(meant.name, subcommand) && stagesAll(line));
}

/** Whether git has an option of that name there; undefined where that is not known. */
export function knowsOption(path: string, option: string): boolean | undefined {
  const [subcommand = '', action = ''] = path.split(' ');
  return recordOf(subcommand) && meaningOf(option, subcommand, action) !== undefined;
}

/** An option by the name its table calls it; undefined where there is none of that name. */
function meaningOf(option: string, subcommand: string, action: string): { name: string; on: boolean } | undefined {
  const record = recordOf(subcommand);
  if (record === undefined) return undefined;
  const before = record.actions.length > 0 || action !== '' ? [action] : [];
  for (const given of [[option], [option, 'x'], [`${option}=x`]]) {
    const [entry] = [...(record.read([...before, ...given], '').known?.options ?? [])];
    if (entry !== undefined) return { name: entry[0], on: entry[1] !== false };
  }
  return undefined;
}

const isAll = (name: string, subcommand: string): boolean =>
  name === '--all' && (subcommand === 'add' || subcommand === 'stage');

/** `git add .` and what else names the whole work tree. */
const stagesAll = ({ known, words: written }: WriteLine): boolean =>
  written.some(word => /^--no-ignore-r/.test(word)) ||
  (known?.positionals ?? []).some(word => word.startsWith(':') || /^[./*\\]+$/.test(word));

function readFacts(
  known: CommandWords | undefined,
  subcommand: string,
  rest: readonly string[],
): Omit<CommandFacts, 'program'> {
  return {
    isCalled: known === undefined ? named([subcommand], rest) : byPath(known.path),
    has: option => known === undefined || isOn(known, option, rest),
    branches: [],
  };
}

function ghFacts(args: readonly string[]): CommandFacts {
  const known = walkGh({ args }, true);
  // Of a command in no table any word may be the group.
  const isCalled = (name: string) => name.split(' ').every(word => args.includes(word));
  return {
    program: 'gh',
    ...readFacts(known, '', args),
    ...(known === undefined && { isCalled }),
    branches: branchesOnGitHub(known),
  };
}

const byPath = (path: string) => (subcommand: string) => path === subcommand || path.startsWith(`${subcommand} `);

/** Tables of gh leave out options that take no value and raise no risk; gh knows no abbreviations. */
function isOn({ options, table }: CommandWords, option: string, words: readonly string[]): boolean {
  const name = table.get(option)?.name;
  if (name !== undefined) return (options.get(name) ?? false) !== false;
  const isWritten = option.startsWith('--')
    ? (word: string) => word === option || word.startsWith(`${option}=`)
    : (word: string) => /^-[^-]/.test(word) && word.includes(option.slice(1));
  return words.some(isWritten);
}
