import { randomUUID } from 'node:crypto';
import { type Git, withOptions } from '../../git/writer.ts';
import type { Origin } from '../../origin.ts';
import type { Repository } from '../../repository/discover.ts';
import type { RemoteUpdate } from '../impact/impact.ts';
import type { SnapshotScope } from '../snapshot-scope.ts';
import { settleAbandoned } from './record/abandoned.ts';
import { type AffectedRepository, affectedRepositories } from './record/affected-repositories.ts';
import { begin, type Facts, type PendingEntry } from './record/begin.ts';
import { settle } from './record/settle.ts';
import type { Limits } from './record/snapshot.ts';
import type { Entry } from './storage/entry.ts';
import { forget, strays } from './storage/forget.ts';
import { removeLeftovers } from './storage/leftovers.ts';
import { ownEntries } from './storage/own-entries.ts';
import { createEntryReader } from './storage/store.ts';
import { restore } from './undo/restore.ts';
import {
  affectedByUndo,
  isSamePlan,
  planOf,
  planSteps,
  safeItems,
  targetsOf,
  type UndoPlan,
  type UndoStep,
} from './undo/undo-plan.ts';

export interface JournalOptions {
  readonly git: Git;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Makes ids that no other entry has. */
  readonly random?: (() => string) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly keepDays?: number | undefined;
  readonly keepEntries?: number | undefined;
}

/** A mutation that is to be remembered. */
export interface Recording {
  readonly repository: Repository;
  /** Redacted: it is kept. */
  readonly command: string;
  readonly origin: Origin;
  readonly group: string | null;
  readonly touches: SnapshotScope;
  readonly remote: readonly RemoteUpdate[];
  /** True when the person said yes knowing that not everything can be saved. */
  readonly evenUnsaved: boolean;
}

export type BeginResult =
  /** Without a pending entry nothing could be saved, and the person said yes to that. */
  | { readonly ok: true; readonly pending: PendingEntry | undefined }
  /** The mutation is not to run: the person is to know first. */
  | { readonly ok: false; readonly code: 'too-much' | 'no-snapshot'; readonly message: string };

export type PlanUndoResult =
  | { readonly ok: true; readonly plan: UndoPlan }
  | {
      readonly ok: false;
      readonly code: 'nothing-to-undo' | 'not-in-journal' | 'unreadable';
      readonly message: string;
    };

export type UndoResult =
  | { readonly ok: true; readonly message: string }
  | {
      readonly ok: false;
      /**
       * `plan-outdated`: nothing was done, because undoing would not do any more what the plan says. `moved-on`: nothing was
       * done, because not all of it can come back. `incomplete`: undoing again finishes it.
       */
      readonly code: 'plan-outdated' | 'moved-on' | 'incomplete';
      readonly message: string;
    };

/** Remembers mutations in the repository itself, under refs/sluice, and takes them back. See README.md in this folder. */
export interface Journal {
  /** Takes a snapshot before a mutation. What is begun is to be settled or dropped. Called while no other mutation runs. */
  begin(recording: Recording): Promise<BeginResult>;
  /** Notes what the mutation changed; undefined when nothing did, and nothing is kept then. */
  settle(pending: PendingEntry | undefined, ok: boolean): Promise<Entry | undefined>;
  /** Forgets a mutation that never ran. */
  drop(pending: PendingEntry | undefined): Promise<void>;
  /** The newest first. */
  list(repository: Repository): Promise<readonly Entry[]>;
  /** Looks at what undoing would do now; without an id the newest that is not undone yet. */
  planUndo(repository: Repository, id?: string): Promise<PlanUndoResult>;
  /** Does what was planned, all of it or what is safe, and remembers that too. Called while no other mutation runs. */
  undo(plan: UndoPlan, how: 'all' | 'safe', origin: Origin): Promise<UndoResult>;
  /** Notes what mutations that were cut off left, and forgets entries that are too old or too many. */
  tidy(repository: Repository): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LIMITS: Limits = { files: 20_000, bytes: 256 * 1024 * 1024 };
/** What is undone was saved once: it is saved again whatever its size. */
const NO_LIMITS: Limits = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
/** A large repository is no reason to give up. */
const TIMEOUT_MS = 300_000;

export function createJournal(options: JournalOptions): Journal {
  const { now = Date.now, random = randomUUID, keepDays = 14, keepEntries = 100 } = options;
  const git = withOptions(options.git, { timeoutMs: TIMEOUT_MS });
  const limits = { ...LIMITS, ...options.limits };
  const readAll = createEntryReader(git);
  /** Ids of what this process has begun, so that nobody takes it for abandoned. */
  const running = new Set<string>();
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
    evenUnsaved: boolean,
  ) => {
    const id = nextId();
    running.add(id);
    const begun = await begin(git, affected, { ...facts, id, time: now() }, most, evenUnsaved).catch(error => {
      running.delete(id);
      throw error;
    });
    if (!begun.ok) running.delete(id);
    return begun;
  };

  /** The command has run: that nobody could look at what it did is no reason to hide its result. */
  const settleEntry = ({ entry, indexes }: PendingEntry, ok: boolean): Promise<Entry | undefined> =>
    settle(git, entry, ok ? 'ok' : 'failed', indexes)
      .catch(error => ({
        ...entry,
        notSaved: [...entry.notSaved, `what the command changed could not be noted: ${messageOf(error)}`],
      }))
      .finally(() => running.delete(entry.id));

  const list = async (repository: Repository): Promise<Entry[]> =>
    ownEntries((await readAll(repository.workTree)).entries, repository);

  const listSettled = async (repository: Repository): Promise<Entry[]> => {
    const entries = await list(repository);
    return (await settleAbandoned(git, entries, running, now())) ? list(repository) : entries;
  };

  const planUndo = async (repository: Repository, id?: string): Promise<PlanUndoResult> => {
    try {
      const targets = targetsOf(await listSettled(repository), id);
      if (targets.length > 0) return { ok: true, plan: planOf(repository, await planSteps(git, targets)) };
      return id === undefined
        ? { ok: false, code: 'nothing-to-undo', message: 'There is nothing to undo.' }
        : {
            ok: false,
            code: 'not-in-journal',
            message: 'The journal does not have that entry, or it is undone already.',
          };
    } catch (error) {
      return { ok: false, code: 'unreadable', message: messageOf(error) };
    }
  };

  /** An undo is a mutation like any other: begin, restore, settle. */
  const undoStep = async (step: UndoStep, how: 'all' | 'safe', facts: Pick<Facts, 'group' | 'origin'>) => {
    const { entry, now: values } = step;
    const command = entry.undoes === null ? `undo ${entry.command}` : entry.command.replace(/^undo/, 'redo');
    const said = { ...facts, command, undoes: entry.id, remote: [] };
    const begun = await beginEntry(affectedByUndo(entry), said, NO_LIMITS, true);
    if (!begun.ok) throw new Error(begun.message);
    const items = how === 'all' ? step.restore : safeItems(step);
    try {
      await restore({ git, entry, now: values, message: `sluice: ${command}` }, items);
    } catch (error) {
      await settleEntry(begun.pending, false);
      throw error;
    }
    await settleEntry(begun.pending, true);
  };

  return {
    async begin({ repository, command, origin, group, touches, remote, evenUnsaved }) {
      try {
        const affected = await affectedRepositories(git, repository, touches);
        return await beginEntry(affected, { group, origin, command, undoes: null, remote }, limits, evenUnsaved);
      } catch (error) {
        if (evenUnsaved) return { ok: true, pending: undefined };
        return { ok: false, code: 'no-snapshot', message: `No snapshot could be taken: ${messageOf(error)}` };
      }
    },

    settle: async (pending, ok) => pending && settleEntry(pending, ok),

    async drop(pending) {
      if (pending === undefined) return;
      const { entry } = pending;
      // One that cannot be removed now is settled like one that was cut off, and nothing changed by it.
      await forget(git, entry.before[0]?.workTree ?? '', entry).catch(() => undefined);
      running.delete(entry.id);
    },

    list,
    planUndo,

    async undo(plan, how, origin) {
      const fresh = await planUndo(plan.repository, plan.steps[0]?.entry.id);
      if (!fresh.ok || !isSamePlan(fresh.plan, plan))
        return {
          ok: false,
          code: 'plan-outdated',
          message: 'Not undone: the repository has changed since you were asked.',
        };
      const { steps, movedOn, restores, safe } = fresh.plan;
      if (how === 'all' && movedOn.length > 0) return { ok: false, code: 'moved-on', message: movedOnMessage(movedOn) };
      const group = steps.length > 1 ? nextId() : null;
      try {
        for (const [at, step] of steps.entries()) {
          // The later ones were planned as if those before them were undone, which they are now.
          const [seen = step] = at === 0 ? [step] : await planSteps(git, [step.entry]);
          await undoStep(seen, how, { group, origin });
        }
      } catch (error) {
        const message = `Undo did not finish: ${messageOf(error)} Undo again to finish it.`;
        return { ok: false, code: 'incomplete', message };
      }
      const restored = movedOn.length === 0 ? restores : safe;
      return {
        ok: true,
        message: restored.length === 0 ? 'There was nothing to bring back.' : `${restored.join('; ')}.`,
      };
    },

    async tidy(repository) {
      await removeLeftovers(repository.gitDirectory);
      const entries = await listSettled(repository);
      const old = entries.filter(({ time }, at) => at >= keepEntries || now() - time > keepDays * DAY_MS);
      for (const entry of old) if (entry.outcome !== 'pending') await forget(git, repository.workTree, entry);
      const oldest = stamp(now() - keepDays * DAY_MS);
      for (const id of await strays(git, repository.workTree, await readAll(repository.workTree), oldest))
        await forget(git, repository.workTree, { id, before: [] });
    },
  };
}

/** Sorts as time does and may be in the name of a ref. */
const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:.]/g, '');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why an undo is refused. */
export const movedOnMessage = (movedOn: readonly string[]): string =>
  `Not undone: the repository has changed since: ${movedOn.join('; ')}. The journal still has what was there before.`;
