import { randomUUID } from 'node:crypto';
import { describeDeadLocks, removeDeadLocks } from '../../git/dead-locks.ts';
import { withLeaseIfFree } from '../../git/lease.ts';
import { withOptions } from '../../git/writer.ts';
import type { Repository } from '../../repository/discover.ts';
import { visibleFiles } from '../snapshot-scope.ts';
import type { Foreseen, Journal, JournalOptions } from './interface.ts';
import { isUnsettled, settleAbandoned } from './record/abandoned.ts';
import { type AffectedRepository, affectedRepositories } from './record/affected-repositories.ts';
import {
  type BeginHints,
  begin,
  type Facts,
  foreseeUnsaved,
  type PendingEntry,
  type ToldUnsaved,
} from './record/begin.ts';
import { changedNames } from './record/describe-changes.ts';
import { foreignChange } from './record/foreign.ts';
import { keepLabelled } from './record/keep-labelled.ts';
import type { Limits } from './record/select-files.ts';
import { note, settle, writeEntry } from './record/settle.ts';
import { unsavedMessage } from './record/unsaved.ts';
import { createBoundGit } from './storage/bound-git.ts';
import {
  type Entry,
  isCheckpoint,
  isCommand,
  isForeign,
  isUndone,
  repositoryOf,
  type Snapshot,
} from './storage/entry.ts';
import { createIds, isMeantBy } from './storage/entry-ids.ts';
import { entriesThatStay, expire, removeRemains } from './storage/expire.ts';
import { forget } from './storage/forget.ts';
import { freeSpace } from './storage/free-space.ts';
import { ownEntries } from './storage/own-entries.ts';
import { createSealer } from './storage/seal.ts';
import { createEntryReader, type Listing } from './storage/store.ts';
import { planUndo, type UndoContext, undoPlan } from './undo/undo-entries.ts';
import { withReadableConfig } from './undo/unreadable-config.ts';

export type * from './interface.ts';
export type { PlanUndoResult, UndoResult } from './undo/undo-results.ts';
export { leftAloneText, movedOnMessage } from './undo/undo-results.ts';

/** How much a snapshot holds when no setting says otherwise. */
export const LIMITS: Limits = { files: 20_000, bytes: 256 * 1024 * 1024 };
/** For an undo: what it changes was saved once, and is saved again whatever its size. */
const NO_LIMITS: Limits = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
const MUCH_GROWN = 128 * 1024 * 1024;
/** A large repository is no reason to give up. */
const TIMEOUT_MS = 300_000;

export function createJournal(options: JournalOptions): Journal {
  const {
    now = Date.now,
    random = randomUUID,
    keepDays = 14,
    keepEntries = 100,
    keepBytes = 0,
    log = () => {},
  } = options;
  const git = createBoundGit(withOptions(options.git, { timeoutMs: TIMEOUT_MS, asStored: true }));
  const sealer = createSealer(options.key);
  const limits = { ...LIMITS, ...options.limits };
  const readAll = createEntryReader(git, sealer);
  /** Ids of what this process has begun, so that nobody takes it for abandoned. */
  const running = new Set<string>();
  /** Bytes that were stored since a journal was tidied, by its work tree. */
  const grown = new Map<string, { readonly repository: Repository; readonly bytes: number }>();
  const nextId = createIds(now, random);

  const beginEntry = async (
    affected: readonly AffectedRepository[],
    facts: Omit<Facts, 'id' | 'time'>,
    most: Limits,
    told: ToldUnsaved,
    hints: BeginHints = {},
  ) => {
    const id = nextId();
    running.add(id);
    const at = affected[0]?.repository;
    const owned = async () => (at === undefined ? new Set<string>() : ownedIn(await readAll(at)));
    const all = { ...facts, id, time: now() };
    const begun = await begin(git, sealer, affected, all, most, told, owned, hints).catch(error => {
      running.delete(id);
      throw error;
    });
    if (!begun.ok) running.delete(id);
    else if (at !== undefined) {
      const bytes = (grown.get(at.workTree)?.bytes ?? 0) + begun.pending.entry.storedBytes;
      grown.set(at.workTree, { repository: at, bytes });
    }
    return begun;
  };

  /** The command has run: that nobody could look at what it did is no reason to hide its result. */
  const settleEntry = (
    { entry, indexes }: PendingEntry,
    outcome: Parameters<typeof settle>[3],
  ): Promise<Entry | undefined> =>
    git
      .bind(mainOf(entry))
      .then(() => readably(mainOf(entry), () => settle(git, sealer, entry, outcome, indexes)))
      .catch(error => ({
        ...entry,
        notSaved: [...entry.notSaved, `what the command changed could not be noted: ${messageOf(error)}`],
      }))
      .finally(() => running.delete(entry.id));

  const list = async (repository: Repository): Promise<Entry[]> => {
    await git.bind(repository);
    const entries = ownEntries((await readAll(repository)).entries, repository);
    // An entry may be of a time when the config said that the work tree is elsewhere.
    for (const place of new Map(entries.map(({ before: [main] }) => [main?.workTree, main])).values())
      if (place !== undefined && place.workTree !== repository.workTree) await git.bind(repositoryOf(place));
    return entries;
  };

  const readably = <T>(repository: Repository, work: () => Promise<T>): Promise<T> =>
    withReadableConfig(git, repository, list, work);

  const recover = async (repository: Repository, since?: number): Promise<void> => {
    if (since !== undefined) {
      const locks = await removeDeadLocks({ ...repository, since });
      for (const line of describeDeadLocks(locks)) log(line);
    }
    await settleAbandoned(git, sealer, repository, (await readAll(repository)).entries.filter(isUnsettled(running)));
  };

  /** Undefined when another process has the turn to write. */
  const inTurn = <T>(repository: Repository, doing: string, work: () => Promise<T>): Promise<T | undefined> =>
    withLeaseIfFree(repository.commonDirectory, { doing, recover: since => recover(repository, since) }, work);

  const listSettled = async (repository: Repository): Promise<Entry[]> => {
    const entries = await list(repository);
    if (!entries.some(isUnsettled(running))) return entries;
    await inTurn(repository, 'noting what was cut off', () => recover(repository));
    return list(repository);
  };

  const undoing: UndoContext = {
    git,
    list,
    listSettled,
    begin: (affected, facts) => beginEntry(affected, facts, NO_LIMITS, 'anything'),
    settle: settleEntry,
    nextId,
  };

  const tidyNow = async (repository: Repository): Promise<void> => {
    await removeRemains(repository);
    await recover(repository);
    for (const entry of entriesThatStay(await list(repository)))
      if (isCheckpoint(entry)) await keepLabelled(git, sealer, repository, entry);
    const keeping = { days: keepDays, entries: keepEntries, bytes: keepBytes };
    await expire(git, repository, await list(repository), () => readAll(repository), keeping, now());
    // Also when the rest fails: it would fail again at once.
    grown.delete(repository.workTree);
    await freeSpace(git, repository, await readAll(repository), now());
  };

  return {
    async foresee({ repository, touches, moves }, signal) {
      const look = async (): Promise<Foreseen> => {
        await git.bind(repository);
        const stoppable = withOptions(git, { signal });
        const affected = await affectedRepositories(stoppable, repository, touches, moves);
        const { unsaved, surveys } = await foreseeUnsaved(stoppable, affected, limits, signal);
        return { unsaved, sentence: unsavedMessage(unsaved, limits), surveys };
      };
      // What fails here fails again when the snapshot is taken, and is told then.
      return look().catch(() => undefined);
    },

    async begin({
      repository,
      command,
      origin,
      actor,
      group,
      touches,
      moves,
      remote,
      elsewhere,
      evenUnsaved,
      told = null,
      ...hints
    }) {
      try {
        await git.bind(repository);
        const affected = await affectedRepositories(git, repository, touches, moves);
        const facts = {
          ...{ group, origin, command, undoes: null, remote, elsewhere },
          ...(actor !== undefined && { actor }),
          ...(moves && { moves }),
        };
        return await beginEntry(affected, facts, limits, evenUnsaved ? 'anything' : told, hints);
      } catch (error) {
        if (evenUnsaved) return { ok: true, pending: undefined };
        return { ok: false, code: 'no-snapshot', message: `No snapshot could be taken: ${messageOf(error)}` };
      }
    },

    settle: async (pending, ok, reverts = []) => {
      if (pending === undefined) return undefined;
      const entry = { ...pending.entry, reverts: [...pending.entry.reverts, ...reverts] };
      return settleEntry({ ...pending, entry }, ok ? 'ok' : 'failed');
    },

    async drop(pending) {
      if (pending === undefined) return;
      const { entry } = pending;
      // One that cannot be removed now is settled like one that was cut off, and nothing changed by it.
      await forget(git, entry.before[0]?.workTree ?? '', entry).catch(() => undefined);
      running.delete(entry.id);
    },

    async saveCheckpoint({ repository, ...said }) {
      await git.bind(repository);
      const affected = await affectedRepositories(git, repository, visibleFiles);
      const facts = { ...said, group: null, undoes: null, remote: [], checkpoint: true } as const;
      const begun = await beginEntry(affected, facts, limits, 'anything');
      if (!begun.ok) throw new Error(begun.message);
      running.delete(begun.pending.entry.id);
      return begun.pending.entry;
    },

    async label(repository, id, label) {
      const entry = (await list(repository)).find(each => each.id === id && each.outcome !== 'pending');
      if (entry === undefined) return undefined;
      const { label: _, ...unnamed } = entry;
      return writeEntry(git, sealer, label === undefined ? unnamed : { ...entry, label });
    },

    async settleCall(repository, call) {
      const entries = await list(repository);
      const found = entries.find(each => each.call === call);
      if (found === undefined) return undefined;
      const { checkpoint: _, call: __, ...entry } = found;
      const settled = await settle(git, sealer, entry, 'ok');
      // A window may have seen the call's moves before it ended, and knew less of them.
      for (const each of settled === undefined ? [] : entries.filter(isForeign))
        if (settled && each.id > settled.id && isPartOf(each, settled)) await forget(git, repository.workTree, each);
      return settled;
    },

    async noteForeign(repository, known, redact) {
      await git.bind(repository);
      const entries = await listSettled(repository);
      const facts = { id: nextId(), time: now() };
      const change = await foreignChange(git, repository, known, entries, facts, redact);
      if (change?.found === undefined) return change && { state: change.state, entry: undefined };
      return { state: change.state, entry: await note(git, sealer, change.found, 'ok') };
    },

    list,
    planUndo: (repository, id) => planUndo(undoing, repository, id),
    undo: (plan, how, origin, watch = {}) => undoPlan(undoing, plan, how, origin, watch),

    async newest(repository, id) {
      const entries = await readably(repository, () => list(repository));
      const isMeant = (entry: Entry) =>
        id === undefined ? isCommand(entry) && !isUndone(entry, entries) : isMeantBy(entry.id, id);
      return entries.find(isMeant)?.id;
    },

    recover,

    async tidyGrown() {
      for (const { repository, bytes } of [...grown.values()])
        if (bytes >= MUCH_GROWN) await inTurn(repository, 'tidying the journal', () => tidyNow(repository));
    },

    async tidy(repository) {
      // What cannot be done while somebody else writes is done the next time.
      await inTurn(repository, 'tidying the journal', () => tidyNow(repository));
    },
  };
}

const ownedIn = ({ entries, expired }: Listing): Set<string> =>
  new Set([...entries, ...expired].flatMap(({ owned }) => owned));

/** Whether all refs that one entry moved another moved too. */
function isPartOf({ before, after }: Entry, whole: Entry): boolean {
  const movedBy = ({ before: [was], after: [is] }: Pick<Entry, 'before' | 'after'>) =>
    was === undefined || is === undefined ? [] : changedNames(was.refs, is.refs);
  const moved = new Set(movedBy(whole));
  return movedBy({ before, after }).every(name => moved.has(name));
}

/** An entry that was begun has the snapshot of its repository. */
const mainOf = ({ before }: Entry): Repository => repositoryOf(before[0] as Snapshot);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
