import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { GitReader } from '../../../git/reader.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { OwnMoves } from '../../own-moves.ts';
import { type Entry, repositoryOf, type Snapshot } from '../storage/entry.ts';
import { CONFIG } from '../storage/store.ts';
import { changedNames } from './describe-changes.ts';
import { hooksOf } from './hooks.ts';
import { headStepsSince, type RefStep, stepsIn, stepsSince } from './reflog-steps.ts';
import { STASH, savedStashes } from './stashes.ts';

/** Who moved something: the command, somebody else meanwhile, or both, so far as anybody can tell. */
type MovedBy = 'ours' | 'theirs' | 'both';

/** HEAD, refs, `index` and `config` that changed while a command ran and that it did not change, or not alone. */
export type MovedByOthers = ReadonlyMap<string, 'theirs' | 'both'>;

export interface Movement extends Pick<Entry, 'begun'> {
  readonly moves: OwnMoves | undefined;
  /** Git directories of work trees that the command itself makes or moves, with its own. */
  readonly own: readonly string[];
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly indexChanged: boolean;
  readonly failed: boolean;
}

/**
 * Tells what the command moved from what somebody else did meanwhile, by what it can move at all and by what the reflogs
 * say. Without evidence it is the command's, and so is what a hook may have done after it.
 */
export async function movedByOthers(git: GitReader, movement: Movement): Promise<MovedByOthers> {
  const { before, moves } = movement;
  const repository = repositoryOf(before);
  const elsewhere = await branchesMovedElsewhere(repository, movement);
  const found = moves === undefined ? NOTHING : await judged(git, { ...movement, moves });
  const isOurs = found.size === 0 || moves === undefined || (await hooksOf(git, repository, moves)).mayMoveRefs;
  return new Map([...(isOurs ? NOTHING : found), ...elsewhere.map(name => [name, 'theirs'] as const)]);
}

const NOTHING: MovedByOthers = new Map();

async function judged(git: GitReader, movement: Movement & { readonly moves: OwnMoves }): Promise<MovedByOthers> {
  const { before, after, begun, moves, indexChanged, failed } = movement;
  const repository = repositoryOf(before);
  const changed = changedNames(before.refs, after.refs);
  const onHead = [before.head, after.head].map(head => head.replace(/^ref: /, ''));
  const judge = judgeOf(moves, failed);
  const found = new Map<string, MovedBy>();
  for (const name of changed) {
    const was = before.refs[name];
    if (!isInReach(name, was, moves, onHead)) found.set(name, 'theirs');
    else if (name === STASH) found.set(name, await stashMovedBy(git, before, after, moves));
    else if (after.refs[name] !== undefined) found.set(name, judge(await stepsSince(repository, name, was, begun)));
  }
  if (moves.head !== null) found.set('HEAD', judge(await headStepsSince(repository, before.headLogBytes)));
  else if (before.head !== after.head) found.set('HEAD', 'theirs');
  // A commit, reset or switch of theirs changes the index too, and nobody can tell any more by how much.
  const headIsOurs = ['HEAD', ...onHead].every(name => (found.get(name) ?? 'ours') === 'ours');
  if (indexChanged && !headIsOurs) found.set('index', moves.whole && failed ? 'theirs' : 'both');
  if (!moves.config && before.state[CONFIG]?.oid !== after.state[CONFIG]?.oid) found.set(CONFIG, 'theirs');
  return new Map([...found].flatMap(([name, by]) => (by === 'ours' ? [] : [[name, by] as const])));
}

function isInReach(name: string, was: string | undefined, moves: OwnMoves, onHead: readonly string[]): boolean {
  if (onHead.includes(name) && (moves.head === 'branch' || (moves.head === 'HEAD' && was === undefined))) return true;
  return moves.refs.some(each => (each.endsWith('/') ? name.startsWith(each) : name === each));
}

/** Judges the steps that a ref made meanwhile. */
const judgeOf =
  ({ says, steps: most, whole }: OwnMoves, failed: boolean) =>
  (steps: readonly RefStep[] | undefined): MovedBy => {
    // A hard reset to where HEAD is moves nothing; to switch to a branch at the same commit does.
    const real = steps?.filter(({ from, to, message }) => from !== to || message.startsWith('checkout: ')) ?? [];
    const fits = ({ message }: RefStep) => says === null || says.some(each => message.startsWith(each));
    const own = whole && failed ? [] : real.filter(fits);
    if (own.length === real.length) return own.length > (most ?? own.length) ? 'both' : 'ours';
    return own.length === 0 ? 'theirs' : 'both';
  };

/** A stash may be called anything, so that only the number of new ones tells. */
async function stashMovedBy(git: GitReader, before: Snapshot, after: Snapshot, { steps }: OwnMoves): Promise<MovedBy> {
  if (steps === null) return 'ours';
  const known = new Set(await savedStashes(git, before));
  const made = (await savedStashes(git, after)).filter(oid => !known.has(oid));
  return made.length > steps ? 'both' : 'ours';
}

/**
 * Branches that another work tree moved while a command ran: its own HEAD says so in its reflog, and that of the command's
 * work tree does not.
 */
async function branchesMovedElsewhere(
  { gitDirectory, commonDirectory }: Repository,
  { before: { refs: before }, after: { refs: after }, begun, own }: Movement,
): Promise<string[]> {
  const moved = changedNames(before, after).filter(name => name.startsWith('refs/heads/') && after[name] !== undefined);
  if (moved.length === 0) return [];
  const linked = await readdir(join(commonDirectory, 'worktrees')).catch(ifMissing<string[]>([]));
  const directories = [commonDirectory, ...linked.map(name => join(commonDirectory, 'worktrees', name))];
  const others = directories.filter(directory => directory !== gitDirectory && !own.includes(directory));
  const elsewhere = new Set((await Promise.all(others.map(directory => headsSince(directory, begun)))).flat());
  const here = new Set(await headsSince(gitDirectory, begun));
  return moved.filter(name => elsewhere.has(after[name] ?? '') && !here.has(after[name] ?? ''));
}

/** What HEAD of a work tree came to since a moment. Reflogs count in seconds, and by anybody's clock; the disk knows better. */
async function headsSince(gitDirectory: string, begun: number): Promise<string[]> {
  const path = join(gitDirectory, 'logs', 'HEAD');
  const written = await stat(path).catch(ifMissing(undefined));
  if (written === undefined || written.ctimeMs < begun) return [];
  const log = await readFile(path).catch(ifMissing(undefined));
  const steps = log ? stepsIn(log) : [];
  return steps.filter(({ time }) => time >= Math.floor(begun / 1000)).map(({ to }) => to);
}
