import type { Walked } from '../command/table.ts';
import type { Effect } from '../command/verdict.ts';
import type { AllowanceOptions } from './commands/record.ts';
import type { Impact, RemoteUpdate } from './impact/impact.ts';
import { isGrave } from './impact/worse.ts';
import { ownMovesOf } from './own-moves.ts';
import type { ParsedWrite } from './parsed-write.ts';

/** The commands that an allowance covers, by their words: all of the same key. */
interface AllowanceWords {
  readonly key: string;
  /** As a person reads it. */
  readonly summary: string;
}

/** The commands that an allowance covers: all of the same key, as long as they go to the same place. */
export interface AllowanceShape extends AllowanceWords {
  /** The addresses, branches and programs that it is for. */
  readonly boundTo: string;
}

/** What an allowance depends on besides the command and its impact. */
export interface AllowancePlace {
  /** `refs/heads/main` when it is checked out; '' for none. */
  readonly head: string;
  /** `origin/main` for each remote that says which branch it starts on. */
  readonly defaultBranches: readonly string[];
}

/** More than these, and a person has to look every time. */
const PLAIN: readonly Effect[] = ['network', 'writes-repo', 'writes-files', 'writes-remote'];

const ALWAYS_PROTECTED = ['main', 'master', 'production'];

/** The shape of a command by its words, or undefined when every run of it has to be asked for. */
export function allowanceWordsOf(write: ParsedWrite): AllowanceWords | undefined {
  const { command, repository, line, record, configured } = write;
  const { verdict, canonical, program } = command;
  if (
    verdict.programs.length > 0 ||
    verdict.risk === 'destructive' ||
    !verdict.effects.every(effect => PLAIN.includes(effect))
  )
    return undefined;
  const exactly = { key: JSON.stringify([repository, canonical]), summary: `exactly ${canonical}` };
  if (program === 'gh') return exactly;
  if (line === undefined || configured) return undefined;
  const { subcommand, cwd, walked } = line;
  if (verdict.risk === 'remote') return subcommand === 'push' ? exactly : undefined;
  if (record?.allowance === undefined) return exactly;
  const options = walked && optionsOf(walked, record.allowance);
  if (options === undefined) return undefined;
  const names = options.map(([name]) => name).join(' ');
  return {
    key: JSON.stringify([repository, cwd, subcommand, ...options]),
    summary: `git ${subcommand}${names === '' ? '' : ` ${names}`} with any other names or files`,
  };
}

/** The shape of a command, or undefined when this run of it has to be asked for: what is not foreseen could do anything. */
export function allowanceShapeOf(
  write: ParsedWrite,
  impact: Impact,
  { head, defaultBranches }: AllowancePlace,
): AllowanceShape | undefined {
  const words = allowanceWordsOf(write);
  const { unknown, refused, conflicts, remote, addresses, runs = '' } = impact;
  if (words === undefined || unknown !== null || refused) return undefined;
  if (isGrave(write.command.verdict.risk, impact) || conflicts.total > 0) return undefined;
  if (remote.some(update => isProtected(update, defaultBranches))) return undefined;
  const { key, summary } = words;
  return {
    key,
    summary: addresses.length === 0 ? summary : `${summary}, at ${addresses.join(', ')}`,
    // What a bare push sends depends on the branch, and where it goes on the config; what a commit runs on the hooks.
    boundTo: JSON.stringify([
      addresses,
      remote.map(({ remote, ref }) => `${remote} ${ref}`).sort(),
      movesBranch(write) ? head : '',
      runs,
    ]),
  };
}

/** Whether the branch that is checked out is what it works on; a new name for a commit is made on any. */
function movesBranch(write: ParsedWrite): boolean {
  return write.line?.subcommand !== 'branch' && ownMovesOf(write)?.head === 'branch';
}

/** The options of a line with the values that count; undefined when one of them, a forcing one say, is not covered. */
function optionsOf(
  { found, options }: Walked,
  { options: covered, free = [] }: AllowanceOptions,
): (readonly [name: string, value: string])[] | undefined {
  const given = found.map(
    ({ option, value }) => [option.name, free.includes(option.name) ? '…' : (value ?? '')] as const,
  );
  const negated = [...options].flatMap(([name, value]) =>
    value === false ? [[name.replace('--', '--no-'), ''] as const] : [],
  );
  const all = [...given, ...negated];
  return all.every(([name]) => covered.includes(name)) ? all.sort(([a], [b]) => (a < b ? -1 : 1)) : undefined;
}

function isProtected({ ref }: RemoteUpdate, defaultBranches: readonly string[]): boolean {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
  // A tag or a note is read by others too, and seldom meant to move.
  if (branch === undefined) return true;
  // Whatever the remote is called: the same repository may be named by another remote, or by its address.
  return ALWAYS_PROTECTED.includes(branch) || defaultBranches.some(name => name.endsWith(`/${branch}`));
}
