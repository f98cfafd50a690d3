import { join } from 'node:path';
import { quote } from '../command/quote.ts';
import type { GitReader } from '../git/reader.ts';
import type { Files } from './files.ts';
import { REFTABLE_LIST } from './reftable.ts';

export type OperationKind = 'rebase' | 'am' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';

export interface Operation {
  readonly kind: OperationKind;
  /** How far it is, where git keeps count. */
  readonly progress: { readonly step: number; readonly of: number } | null;
  /** What is merged, rebased or picked, and onto what, as far as git wrote it down; names that anybody may have chosen. */
  readonly names: { readonly from: string | null; readonly onto: string | null };
  /** The commands that go on with it or end it, for the gate. */
  readonly commands: Readonly<Partial<Record<'continue' | 'skip' | 'abort' | 'good' | 'bad', string>>>;
}

const sequence = (subcommand: string): Operation['commands'] => ({
  continue: `git ${subcommand} --continue`,
  skip: `git ${subcommand} --skip`,
  abort: `git ${subcommand} --abort`,
});

const COMMANDS: Readonly<Record<OperationKind, Operation['commands']>> = {
  rebase: sequence('rebase'),
  am: sequence('am'),
  merge: { continue: 'git merge --continue', abort: 'git merge --abort' },
  'cherry-pick': sequence('cherry-pick'),
  revert: sequence('revert'),
  bisect: { skip: 'git bisect skip', abort: 'git bisect reset' },
};

/** A file or folder of the git directory that is there while an operation is in progress. */
interface OperationFile {
  readonly kind: OperationKind;
  readonly file: string;
  /** Where the number of the step and of all steps are. */
  readonly progress?: readonly [step: string, of: string];
}

/**
 * The first of them that exists names the operation. A rebase picks and merges by itself and leaves those files too, and
 * rebase-apply is of am or of rebase by one file, so the order matters; it is that of git's wt-status.c.
 */
const IN_PROGRESS: readonly OperationFile[] = [
  { kind: 'am', file: 'rebase-apply/applying', progress: ['rebase-apply/next', 'rebase-apply/last'] },
  { kind: 'rebase', file: 'rebase-apply', progress: ['rebase-apply/next', 'rebase-apply/last'] },
  { kind: 'rebase', file: 'rebase-merge', progress: ['rebase-merge/msgnum', 'rebase-merge/end'] },
  { kind: 'merge', file: 'MERGE_HEAD' },
  { kind: 'cherry-pick', file: 'CHERRY_PICK_HEAD' },
  { kind: 'revert', file: 'REVERT_HEAD' },
];

/** Files and folders that change, come or go when an operation starts, goes on or ends. */
export const OPERATION_FILES: readonly string[] = [
  ...new Set(IN_PROGRESS.flatMap(({ file, progress = [] }) => [file, ...progress])),
  'sequencer/todo',
  'BISECT_START',
];

/** Lists the refs outside of refs/ that exist, such as REVERT_HEAD. */
export type RootRefs = () => Promise<readonly string[]>;

/** Asks git, by one process. */
export function rootRefsOf(git: GitReader, workTree: string, signal?: AbortSignal): RootRefs {
  const names = IN_PROGRESS.map(({ file }) => file).filter(file => file.endsWith('_HEAD'));
  return async () => {
    const answer = await git.read(['for-each-ref', '--include-root-refs', '--format=%(refname)', ...names], workTree, {
      signal,
    });
    return answer.ok ? answer.text.split('\n') : [];
  };
}

/** Operations in progress in a work tree, the one to finish first in front; a bisection can have any other inside it. */
export async function operationsIn(gitDirectory: string, files: Files, rootRefs: RootRefs): Promise<Operation[]> {
  const read = (name: string) => files.readFile(join(gitDirectory, name));
  const has = (name: string) => files.exists(join(gitDirectory, name));
  const [withFile, bisect] = await Promise.all([firstOf(has), has('BISECT_START')]);
  const found = withFile ?? (await firstInReftables(has, rootRefs));
  const first = found
    ? { ...plain(found.kind), progress: await progressOf(found, read), names: await namesOf(found, read) }
    : await betweenPicks(read);
  return [...(first ? [first] : []), ...(bisect ? [await bisection(read)] : [])];
}

type Read = (name: string) => Promise<string | undefined>;

const NO_NAMES: Operation['names'] = { from: null, onto: null };

const plain = (kind: OperationKind): Operation => ({
  kind,
  progress: null,
  names: NO_NAMES,
  commands: COMMANDS[kind],
});

async function firstOf(has: (name: string) => Promise<boolean>): Promise<OperationFile | undefined> {
  const exists = await Promise.all(IN_PROGRESS.map(({ file }) => has(file)));
  return IN_PROGRESS.find((_, i) => exists[i]);
}

/** A repository with reftables has no file for a pick, only for the message that waits to be committed. */
async function firstInReftables(
  has: (name: string) => Promise<boolean>,
  rootRefs: RootRefs,
): Promise<OperationFile | undefined> {
  const [tables, message] = await Promise.all([has(REFTABLE_LIST), has('MERGE_MSG')]);
  if (!tables || !message) return undefined;
  const names = new Set(await rootRefs());
  return IN_PROGRESS.find(({ file }) => names.has(file));
}

async function progressOf({ progress }: OperationFile, read: Read): Promise<Operation['progress']> {
  if (progress === undefined) return null;
  const [step = 0, of = 0] = await Promise.all(
    progress.map(async name => Number.parseInt((await read(name)) ?? '', 10)),
  );
  return step > 0 && of > 0 ? { step, of } : null;
}

const OID = /^[0-9a-f]{40,64}$/;

/** A branch without `refs/heads/`, a commit by its first letters. */
const shortName = (name: string): string => (OID.test(name) ? name.slice(0, 7) : name.replace(/^refs\/heads\//, ''));

async function firstLine(read: Read, name: string): Promise<string | null> {
  return (await read(name))?.split('\n')[0]?.trim() || null;
}

async function namesOf({ kind, file }: OperationFile, read: Read): Promise<Operation['names']> {
  const named = async (name: string) => {
    const line = await firstLine(read, name);
    return line && shortName(line);
  };
  if (kind === 'merge') return { from: (await mergedBranch(read)) ?? (await named(file)), onto: null };
  if (kind === 'cherry-pick' || kind === 'revert') return { from: await named(file), onto: null };
  if (kind !== 'rebase') return NO_NAMES;
  const [from, onto] = await Promise.all([named(`${file}/head-name`), named(`${file}/onto`)]);
  return { from: from === 'detached HEAD' ? null : from, onto: (await checkedOut(read)) ?? onto };
}

/** The names that git quotes in the message it proposes for a merge. */
async function mergedBranch(read: Read): Promise<string | null> {
  const line = (await firstLine(read, 'MERGE_MSG')) ?? '';
  const [, names = ''] =
    /^Merge (?:remote-tracking )?(?:branch|branches|tag|tags|commit|commits) ('.*')/.exec(line) ?? [];
  const [, ...found] = /^'([^']+)'(?:(?:, | and )'([^']+)')?/.exec(names) ?? [];
  return found.filter(Boolean).join(', ') || null;
}

/** A rebase notes only the commit it goes onto; the reflog has the word for it. */
async function checkedOut(read: Read): Promise<string | null> {
  const steps = (await read('logs/HEAD'))?.trimEnd().split('\n') ?? [];
  const start = steps.findLast(step => /\trebase[^:\t]*\(start\): checkout /.test(step));
  const word = start?.slice(start.lastIndexOf(': checkout ') + ': checkout '.length);
  return word ? shortName(word) : null;
}

/** Whoever commits a conflicted pick by hand leaves no HEAD file, only the list of what is still to do. */
async function betweenPicks(read: Read): Promise<Operation | undefined> {
  const [, verb] = /^\s*(p|pick|revert)\s/.exec((await read('sequencer/todo')) ?? '') ?? [];
  return verb === undefined ? undefined : plain(verb === 'revert' ? 'revert' : 'cherry-pick');
}

/** The words for good and bad can be chosen when a bisection starts. */
async function bisection(read: Read): Promise<Operation> {
  const [bad = '', good = ''] = (await read('BISECT_TERMS'))?.split('\n') ?? [];
  const mark = (term: string) => quote('git', ['bisect', term]);
  const commands = { good: mark(good || 'good'), bad: mark(bad || 'bad'), ...COMMANDS.bisect };
  const from = (await read('BISECT_START'))?.trim() || null;
  return { ...plain('bisect'), names: { from: from && shortName(from), onto: null }, commands };
}
