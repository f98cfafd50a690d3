import { randomUUID } from 'node:crypto';
import { describeDeadLocks, explainLocks, removeDeadLocks } from '../../git/dead-locks.ts';
import { removeLeaseCandidates, withLeaseIfFree } from '../../git/lease.ts';
import { type Git, withOptions } from '../../git/writer.ts';
import type { Origin } from '../../origin.ts';
import type { Repository } from '../../repository/discover.ts';
import type { RemoteUpdate } from '../impact/impact.ts';
import type { OwnMoves } from '../own-moves.ts';
import type { SnapshotScope } from '../snapshot-scope.ts';
import { isUnsettled, settleAbandoned } from './record/abandoned.ts';
import { type AffectedRepository, affectedRepositories } from './record/affected-repositories.ts';
import { begin, type Facts, foreseeUnsaved, type PendingEntry, type ToldUnsaved } from './record/begin.ts';
import type { Limits } from './record/select-files.ts';
import { settle } from './record/settle.ts';
import { type Unsaved, unsavedMessage } from './record/unsaved.ts';
import { createBoundGit } from './storage/bound-git.ts';
import { changedSomethingHere, type Entry, isUndone, repositoryOf, type Snapshot } from './storage/entry.ts';
import { forget, strays } from './storage/forget.ts';
import { defaultJournalBytes, entriesOver, freeSpace } from './storage/free-space.ts';
import type { JournalKey } from './storage/journal-key.ts';
import { removeLeftovers } from './storage/leftovers.ts';
import { ownEntries } from './storage/own-entries.ts';
import { createSealer } from './storage/seal.ts';
import { createEntryReader, type Listing } from './storage/store.ts';
import { type ChangedItem, notBroughtBack, notOnDisk } from './undo/changed-items.ts';
import { restoreItems } from './undo/restore.ts';
import {
  affectedByUndo,
  filesIn,
  isSamePlan,
  planOf,
  planSteps,
  safeItems,
  targetsOf,
  type UndoPlan,
  type UndoStep,
} from './undo/undo-plan.ts';
import { createUndoCounter, UndoCancelled, type UndoCounter, type UndoWatch } from './undo/undo-progress.ts';
import { mendConfig, withReadableConfig } from './undo/unreadable-config.ts';

export interface JournalOptions {
  readonly git: Git;
  /** What entries are sealed with; an entry sealed with another is none. */
  readonly key: JournalKey;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Makes ids that no other entry has. */
  readonly random?: (() => string) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly keepDays?: number | undefined;
  readonly keepEntries?: number | undefined;
  /** How much all entries of a repository may hold; 0 for the smaller of 2 GiB and a tenth of the free disk. */
  readonly keepBytes?: number | undefined;
  /** Takes a line of the log. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A mutation that is to be remembered. */
export interface Recording {
  readonly repository: Repository;
  /** Redacted: it is kept. */
  readonly command: string;
  readonly origin: Origin;
  readonly group: string | null;
  readonly touches: SnapshotScope;
  /** The refs it moves itself; without it, all that move meanwhile. */
  readonly moves?: OwnMoves | undefined;
  readonly remote: readonly RemoteUpdate[];
  /** True when the person said yes knowing that not everything can be saved. */
  readonly evenUnsaved: boolean;
  /** What will not be saved, as they were told; null when nothing was said of it, `anything` when it was said not to be known. */
  readonly told?: ToldUnsaved;
}

export type BeginResult =
  /** Without a pending entry nothing could be saved, and the person said yes to that. */
  | { readonly ok: true; readonly pending: PendingEntry | undefined }
  /** The mutation is not to run: the person is to know first. */
  | { readonly ok: false; readonly code: 'too-much' | 'unreadable' | 'no-snapshot'; readonly message: string };

export type PlanUndoResult =
  | { readonly ok: true; readonly plan: UndoPlan }
  | {
      readonly ok: false;
      /** `running`: the newest mutation is not over yet. `only-remote`: it changed nothing here, and nothing is marked undone. */
      readonly code: 'nothing-to-undo' | 'not-in-journal' | 'running' | 'only-remote' | 'unreadable';
      readonly message: string;
      /** Commands that would take back what left the machine. */
      readonly reverts?: readonly string[] | undefined;
    };

export type UndoResult =
  | { readonly ok: true; readonly message: string }
  | {
      readonly ok: false;
      /**
       * `plan-outdated`: nothing was done, because undoing would not do any more what the plan says. `moved-on`: nothing was
       * done, because not all of it can come back. `cancelled`: nothing was done yet. `incomplete`: undoing again finishes it.
       */
      readonly code: 'plan-outdated' | 'moved-on' | 'cancelled' | 'incomplete';
      readonly message: string;
    };

/** What will not be saved, and how that is said; `sentence` is null when all is. */
export interface Foreseen {
  readonly unsaved: Unsaved;
  readonly sentence: string | null;
}

/** Remembers mutations in the repository itself, under refs/sluice, and takes them back. See README.md in this folder. */
export interface Journal {
  /** Tells before a mutation what its snapshot would not have, and changes nothing; undefined when that cannot be told, or not in time. */
  foresee(recording: Pick<Recording, 'repository' | 'touches'>, signal: AbortSignal): Promise<Foreseen | undefined>;
  /** Takes a snapshot before a mutation. What is begun is to be settled or dropped. Called while no other mutation runs. */
  begin(recording: Recording): Promise<BeginResult>;
  /** Notes what the mutation changed; undefined when nothing did, and nothing is kept then. */
  settle(pending: PendingEntry | undefined, ok: boolean): Promise<Entry | undefined>;
  /** Forgets a mutation that never ran. */
  drop(pending: PendingEntry | undefined): Promise<void>;
  /** The newest first. */
  list(repository: Repository): Promise<readonly Entry[]>;
  /** The id of the newest mutation that is in force or runs, or this id if the journal has it; undefined when there is none. */
  newest(repository: Repository, id?: string): Promise<string | undefined>;
  /** Looks at what undoing would do now; without an id the newest that is not undone yet. */
  planUndo(repository: Repository, id?: string): Promise<PlanUndoResult>;
  /** Does what was planned, all of it or what is safe, as long as the plan is true, and remembers that too. Called while no other mutation runs. */
  undo(plan: UndoPlan, how: 'all' | 'safe', origin: Origin, watch?: UndoWatch): Promise<UndoResult>;
  /**
   * Removes the locks and notes the changes of mutations that were cut off, in a turn that began then by the disk's clock.
   * Called while no other mutation runs.
   */
  recover(repository: Repository, since: number): Promise<void>;
  /** Notes what mutations that were cut off left, forgets entries that are too old, too many or too large, and frees what they held. */
  tidy(repository: Repository): Promise<void>;
  /** The same for repositories whose journals have grown by much since they were tidied. */
  tidyGrown(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
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
  let latest = 0;

  /** Ids sort by time, also those of one moment. */
  const nextId = (): string => {
    latest = Math.max(now(), latest + 1);
    return `${stamp(latest)}-${random().replaceAll('-', '').slice(0, 8)}`;
  };

  const beginEntry = async (
    affected: readonly AffectedRepository[],
    facts: Omit<Facts, 'id' | 'time'>,
    most: Limits,
    told: ToldUnsaved,
  ) => {
    const id = nextId();
    running.add(id);
    const at = affected[0]?.repository;
    const owned = async () => (at === undefined ? new Set<string>() : ownedIn(await readAll(at)));
    const all = { ...facts, id, time: now() };
    const begun = await begin(git, sealer, affected, all, most, told, owned).catch(error => {
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

  const planUndo = async (repository: Repository, id?: string): Promise<PlanUndoResult> => {
    try {
      return await readably(repository, async () => planNow(repository, await listSettled(repository), id));
    } catch (error) {
      return { ok: false, code: 'unreadable', message: messageOf(error) };
    }
  };

  const planNow = async (
    repository: Repository,
    entries: readonly Entry[],
    id: string | undefined,
  ): Promise<PlanUndoResult> => {
    const targets = targetsOf(entries, id);
    const underWay = entries.find(entry => entry.outcome === 'pending');
    // What comes before it is not what anybody means by the last one.
    if (underWay !== undefined && id === undefined && underWay.id > (targets[0]?.id ?? ''))
      return { ok: false, code: 'running', message: runningMessage(underWay) };
    if (targets.length > 0 && !targets.some(changedSomethingHere)) return onlyRemote(targets);
    if (targets.length > 0) return { ok: true, plan: planOf(repository, await planSteps(git, targets, entries)) };
    return id === undefined
      ? { ok: false, code: 'nothing-to-undo', message: 'There is nothing to undo.' }
      : {
          ok: false,
          code: 'not-in-journal',
          message: 'The journal does not have that entry, or it is undone already.',
        };
  };

  /** An undo is a mutation like any other: begin, restore, settle. */
  const undoStep = async (
    step: UndoStep,
    how: 'all' | 'safe',
    facts: Pick<Facts, 'group' | 'origin'>,
    counter: UndoCounter,
  ) => {
    const { entry, now: values } = step;
    const command = entry.undoes === null ? `undo ${entry.command}` : entry.command.replace(/^undo/, 'redo');
    const undoFacts = { ...facts, command, undoes: entry.id, remote: [] };
    const begun = await beginEntry(affectedByUndo(entry), undoFacts, NO_LIMITS, 'anything');
    if (!begun.ok) throw new Error(begun.message);
    const items = how === 'all' ? step.restore : safeItems(step);
    try {
      await restoreItems({ git, entry, now: values, message: `sluice: ${command}`, counter }, items);
    } catch (error) {
      await settleEntry(begun.pending, 'failed');
      throw error;
    }
    let missing: readonly ChangedItem[] = [];
    await settleEntry(begun.pending, async undo => {
      missing = await notOnDisk(notBroughtBack(items, values, undo), entry);
      return missing.length === 0 ? 'ok' : 'failed';
    });
    const [first] = missing;
    if (first !== undefined) throw new Error(`${first.name} did not come back.`);
  };

  return {
    async foresee({ repository, touches }, signal) {
      const look = async (): Promise<Foreseen> => {
        await git.bind(repository);
        const stoppable = withOptions(git, { signal });
        const affected = await affectedRepositories(stoppable, repository, touches);
        const unsaved = await foreseeUnsaved(stoppable, affected, limits, signal);
        return { unsaved, sentence: unsavedMessage(unsaved, limits) };
      };
      // What fails here fails again when the snapshot is taken, and is told then.
      return look().catch(() => undefined);
    },

    async begin({ repository, command, origin, group, touches, moves, remote, evenUnsaved, told = null }) {
      try {
        await git.bind(repository);
        const affected = await affectedRepositories(git, repository, touches);
        const facts = { group, origin, command, undoes: null, remote, ...(moves && { moves }) };
        return await beginEntry(affected, facts, limits, evenUnsaved ? 'anything' : told);
      } catch (error) {
        if (evenUnsaved) return { ok: true, pending: undefined };
        return { ok: false, code: 'no-snapshot', message: `No snapshot could be taken: ${messageOf(error)}` };
      }
    },

    settle: async (pending, ok) => pending && settleEntry(pending, ok ? 'ok' : 'failed'),

    async drop(pending) {
      if (pending === undefined) return;
      const { entry } = pending;
      // One that cannot be removed now is settled like one that was cut off, and nothing changed by it.
      await forget(git, entry.before[0]?.workTree ?? '', entry).catch(() => undefined);
      running.delete(entry.id);
    },

    list,
    planUndo,

    async newest(repository, id) {
      const entries = await readably(repository, () => list(repository));
      const isMeant = (entry: Entry) =>
        id === undefined ? entry.undoes === null && !isUndone(entry, entries) : entry.id === id;
      return entries.find(isMeant)?.id;
    },

    async undo(plan, how, origin, watch = {}) {
      const { repository } = plan;
      const counter = createUndoCounter(watch, filesIn(plan, how));
      const { entries, fresh } = await readably(repository, async () => {
        const found = await list(repository);
        return { entries: found, fresh: await planNow(repository, found, plan.steps[0]?.entry.id) };
      });
      if (!fresh.ok || !isSamePlan(fresh.plan, plan))
        return {
          ok: false,
          code: 'plan-outdated',
          message: 'Not undone: the repository has changed since you were asked.',
        };
      const { steps, movedOn, restores, safe, leftAlone } = fresh.plan;
      if (how === 'all' && movedOn.length > 0) return { ok: false, code: 'moved-on', message: movedOnMessage(movedOn) };
      if (counter.isCancelled()) return { ok: false, code: 'cancelled', message: 'Cancelled. Nothing was undone.' };
      const group = steps.length > 1 ? nextId() : null;
      try {
        await mendConfig(git, repository, steps);
        for (const [at, step] of steps.entries()) {
          // The later ones were planned as if those before them were undone, which they are now.
          const [seen = step] = at === 0 ? [step] : await planSteps(git, [step.entry], entries);
          if (at > 0) counter.stopIfCancelled();
          await undoStep(seen, how, { group, origin }, counter);
        }
      } catch (error) {
        const why = error instanceof UndoCancelled ? 'You cancelled it.' : messageOf(error);
        const locks = (await explainLocks(why, repository)).filter(text => !why.includes(text));
        const message = ['Undo did not finish. Undo again to finish it.', why, ...locks].join(' ');
        return { ok: false, code: 'incomplete', message };
      }
      const restored = movedOn.length === 0 ? restores : safe;
      const message = restored.length === 0 ? 'There was nothing to bring back.' : `${restored.join('; ')}.`;
      return { ok: true, message: [message, ...leftAlone.map(leftAloneText)].join(' ') };
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

  async function tidyNow(repository: Repository): Promise<void> {
    for (const folder of new Set([repository.gitDirectory, repository.commonDirectory])) {
      await removeLeftovers(folder);
      await removeLeaseCandidates(folder);
    }
    await recover(repository);
    const entries = await list(repository);
    const most = keepBytes || (await defaultJournalBytes(repository.commonDirectory));
    const old = new Set([
      ...entries.filter(({ time }, at) => at >= keepEntries || now() - time > keepDays * DAY_MS),
      ...entriesOver(entries, most),
    ]);
    for (const entry of old) if (entry.outcome !== 'pending') await forget(git, repository.workTree, entry);
    const oldest = stamp(now() - keepDays * DAY_MS);
    for (const id of await strays(git, repository.workTree, await readAll(repository), oldest))
      await forget(git, repository.workTree, { id, before: [], owned: [] });
    // Also when the rest fails: it would fail again at once.
    grown.delete(repository.workTree);
    await freeSpace(git, repository, await readAll(repository), now());
  }
}

const ownedIn = ({ entries, expired }: Listing): Set<string> =>
  new Set([...entries, ...expired].flatMap(({ owned }) => owned));

/** Sorts as time does and may be in the name of a ref. */
const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:.]/g, '');

function onlyRemote(targets: readonly Entry[]): PlanUndoResult {
  const commands = targets.map(({ command }) => `'${command}'`).join(', ');
  const reverts = targets.flatMap(entry => entry.reverts);
  const how = `To revert it there: ${reverts.join('; ')}`;
  const message = `${commands} changed nothing on this machine, and undo does not reach any other. ${how}`;
  return { ok: false, code: 'only-remote', message, reverts };
}

/** An entry that was begun has the snapshot of its repository. */
const mainOf = ({ before }: Entry): Repository => repositoryOf(before[0] as Snapshot);

const runningMessage = ({ command }: Entry): string => `'${command}' is still running. Undo it when it has ended.`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What undo does not touch although it changed while the command ran. */
export const leftAloneText = (name: string): string => `Left alone: ${name}, which somebody else changed meanwhile.`;

/** Why an undo is refused. */
export const movedOnMessage = (movedOn: readonly string[]): string =>
  `Can't undo: ${movedOn.join('; ')}. The journal still has what was there before.`;
