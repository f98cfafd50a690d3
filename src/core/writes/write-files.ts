import { join } from 'node:path';
import { namesGitDirectory } from '../../shared/git-directory.ts';
import { plural } from '../../shared/plural.ts';
import type { Runner } from '../git/runner.ts';
import type { Caller, Origin } from '../origin.ts';
import { type DenialCode, UNTRUSTED } from '../refusals.ts';
import type { Repository } from '../repository/discover.ts';
import { impact, listed, type Preview } from './impact/impact.ts';
import type { Journal } from './journal/journal.ts';
import { findFile, readFileOnDisk } from './journal/storage/disk.ts';
import type { Entry, SavedFile } from './journal/storage/entry.ts';
import { hashOf } from './journal/storage/hash-name.ts';
import { checkedWay, type FileToWrite, removeFiles, writeFiles } from './journal/undo/restore-files.ts';
import { NO_MOVES } from './own-moves.ts';
import type { OwnDecision, OwnQuestion, OwnWrites } from './own-write.ts';
import type { TurnIn } from './shared-turn.ts';
import { filesWrittenFrom } from './snapshot-scope.ts';

export interface WriteFilesOptions {
  readonly own: Pick<OwnWrites, 'ask'>;
  readonly journal: Pick<Journal, 'begin' | 'settle' | 'drop'>;
  readonly runner: Pick<Runner, 'exclusive'>;
  readonly turnIn: TurnIn;
  readonly trusted: () => boolean;
  readonly redact: (text: string) => string;
  /** Hears that files of the repository were written. */
  readonly changed: (repository: string) => void;
}

export interface WriteFilesRequest {
  readonly repository: Repository;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  readonly caller?: Caller | undefined;
}

/** A file of the work tree as it is and as it is to be; null where there is none. Nothing else than `was` is written over. */
export interface PlannedFile {
  readonly path: string;
  readonly was: SavedFile | null;
  readonly becomes: Omit<FileToWrite, 'path'> | null;
}

export interface PlannedWrite {
  /** What is done, as the question and the journal name it: `Resolve 2 conflicts in a.txt`. */
  readonly text: string;
  /** One sentence a fact, for the person. */
  readonly sentences: readonly string[];
  readonly reason: string;
  readonly files: readonly PlannedFile[];
  readonly preview: Preview;
}

/** What is to be written as things are now, or the answer when nothing is. */
export type PlanOfFiles<No> =
  | { readonly ok: true; readonly write: PlannedWrite }
  | { readonly ok: false; readonly no: No };

export type WriteFilesOutcome<No = unknown> =
  | {
      readonly kind: 'written';
      /** As the question named it. */
      readonly text: string;
      /** Its entry in the journal; undefined when the files were like that already. */
      readonly entry: Entry | undefined;
    }
  | {
      readonly kind: 'declined' | 'refused' | 'failed';
      readonly code: 'declined' | 'cancelled' | 'untrusted' | 'vetoed' | 'not-saved' | 'not-written' | DenialCode;
      readonly message: string;
    }
  /** There is nothing that could be written. */
  | { readonly kind: 'no-plan'; readonly no: No };

/**
 * Writes files of a work tree that no command of git's would write, the way a command goes: the person sees what changes and
 * says yes, a snapshot is taken, the files are written whole, and undo brings every byte back. The index is left alone.
 * The plan is made again right before: what the person said yes to is what happens, or they are asked again.
 */
export type WriteFiles = <No>(
  request: WriteFilesRequest,
  plan: () => Promise<PlanOfFiles<No>>,
) => Promise<WriteFilesOutcome<No>>;

type Ended = Exclude<WriteFilesOutcome, { readonly kind: 'no-plan' }>;

const CHANGED = 'The files changed while this waited. Check again what will change.';

export function createWriteFiles(options: WriteFilesOptions): WriteFiles {
  const { own, journal, runner, turnIn, trusted, redact, changed } = options;

  const ask = async (
    write: PlannedWrite,
    { repository, ...request }: WriteFilesRequest,
    again: string | null,
  ): Promise<Ended | Extract<OwnDecision, { readonly kind: 'approved' }>> => {
    const decision = await own.ask({ ...questionOf(write), repository: repository.workTree, note: again }, request);
    if (decision.kind === 'approved') return decision;
    if (decision.kind === 'refused')
      return { kind: 'refused', code: decision.denied ?? 'vetoed', message: decision.message };
    if (request.signal?.aborted) return CANCELLED;
    const reason = decision.reason ? ` Their reason: ${decision.reason}` : '';
    return { kind: 'declined', code: 'declined', message: `The person declined this. Nothing was written.${reason}` };
  };

  /** Undefined when the files are not as they were planned for any more. */
  const writeNow = async (
    { text, files }: PlannedWrite,
    { repository, origin }: WriteFilesRequest,
    actor: string | undefined,
  ): Promise<Ended | undefined> => {
    const { workTree, gitDirectory } = repository;
    const begun = await journal.begin({
      ...{ repository, command: redact(text), origin, actor, group: null, moves: NO_MOVES, remote: [] },
      touches: filesWrittenFrom({
        paths: files.map(({ path }) => join(workTree, path)),
        // Nothing but the disk tells of a file that is new.
        besideIndex: files.some(({ was }) => was === null),
      }),
      evenUnsaved: false,
    });
    if (!begun.ok)
      return { kind: 'failed', code: 'not-saved', message: `Nothing was written. ${redact(begun.message)}` };
    // Saving takes time, in which people and programs go on.
    if (!(await areAsPlanned(repository, files))) {
      await journal.drop(begun.pending);
      return undefined;
    }
    try {
      const removed = files.filter(({ was, becomes }) => becomes === null && was !== null).map(({ path }) => path);
      await removeFiles(workTree, removed, []);
      const written = files.flatMap(({ path, becomes }) => (becomes === null ? [] : [{ path, ...becomes }]));
      await writeFiles(workTree, written, gitDirectory);
    } catch (error) {
      const entry = await journal.settle(begun.pending, false);
      const undo = entry === undefined ? 'Nothing was written.' : `What was written is undone by undoing ${entry.id}.`;
      return { kind: 'failed', code: 'not-written', message: `${redact(messageOf(error))} ${undo}` };
    }
    return { kind: 'written', text, entry: await journal.settle(begun.pending, true) };
  };

  return async (request, plan) => {
    if (!trusted()) return { kind: 'refused', code: 'untrusted', message: UNTRUSTED };
    const { repository, signal } = request;
    for (let again: string | null = null; ; again = CHANGED) {
      const planned = await plan();
      if (!planned.ok) return { kind: 'no-plan', no: planned.no };
      const { write } = planned;
      const objection = await objectionTo(write.files, repository);
      if (objection !== undefined) return { kind: 'refused', code: 'not-written', message: objection };
      const answer = await ask(write, request, again);
      if (answer.kind !== 'approved') return answer;
      const inTurn = async () => {
        const now = await plan();
        return now.ok && isSame(write, now.write) ? writeNow(write, request, answer.actor) : undefined;
      };
      const done = await runner.exclusive(repository.workTree, signal, inTurn, turnIn(repository, redact(write.text)));
      if (done?.kind === 'written' || done?.code === 'not-written') changed(repository.workTree);
      if (done !== undefined) return done;
      if (signal?.aborted) return CANCELLED;
    }
  };
}

const CANCELLED: Ended = {
  kind: 'declined',
  code: 'cancelled',
  message: 'Cancelled. Nothing was written.',
};

/** Why these files are not written, whoever says yes; undefined when they are. */
async function objectionTo(files: readonly PlannedFile[], { workTree }: Repository): Promise<string | undefined> {
  const isOutside = ({ path }: PlannedFile) =>
    path === '' || path.startsWith('/') || path.split('/').some(part => part === '' || part === '.' || part === '..');
  const outside = files.find(file => isOutside(file) || namesGitDirectory(file.path));
  if (outside !== undefined) return `'${outside.path}' is no file of the work tree.`;
  try {
    const check = checkedWay(workTree);
    for (const { path } of files) check(path);
  } catch (error) {
    return messageOf(error);
  }
  return undefined;
}

/** The file at a path of the work tree as it is now; null for none. A link on the way to it leads to none. */
export async function stateOfFile(
  { workTree, commonDirectory }: Repository,
  path: string,
): Promise<Omit<FileToWrite, 'path'> | 'unreadable' | null> {
  const found = await findFile(workTree, path);
  if (found === undefined) return null;
  return (await readFileOnDisk(found, await hashOf(commonDirectory))) ?? 'unreadable';
}

async function areAsPlanned(repository: Repository, files: readonly PlannedFile[]): Promise<boolean> {
  for (const { path, was } of files) {
    const now = await stateOfFile(repository, path);
    if (now === 'unreadable' || !isSameFile(was, now?.saved ?? null)) return false;
  }
  return true;
}

const isSame = (one: PlannedWrite, other: PlannedWrite): boolean =>
  one.text === other.text &&
  one.files.length === other.files.length &&
  one.files.every((file, at) => {
    const now = other.files[at];
    return (
      now !== undefined &&
      file.path === now.path &&
      isSameFile(file.was, now.was) &&
      isSameFile(file.becomes?.saved ?? null, now.becomes?.saved ?? null)
    );
  });

const isSameFile = (one: SavedFile | null, other: SavedFile | null): boolean =>
  one === null || other === null
    ? one === other
    : one.mode === other.mode && one.oid === other.oid && one.permissions === other.permissions;

function questionOf({
  text,
  sentences,
  reason,
  files,
  preview,
}: PlannedWrite): Omit<OwnQuestion, 'repository' | 'note'> {
  const found = impact({
    sentences: [`Writes ${plural(files.length, 'file')} and stages nothing.`, ...sentences],
    files: listed(files.map(({ path }) => path)),
    preview,
  });
  return {
    ...{ kind: 'write-files', text, subject: text, effects: ['writes-files'], risk: 'local', reason },
    impact: found,
    recovery: 'You can undo this: every file comes back as it is now.',
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
