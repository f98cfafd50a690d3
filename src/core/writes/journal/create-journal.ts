import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import type { AskGit } from '../../git/ask.ts';
import type { Origin } from '../../origin.ts';
import type { Repository } from '../../repository/discover.ts';
import type { Entry, Snapshot } from './entry.ts';
import type { Journal, Recorded, Undone, UndoPlan } from './journal.ts';
import { type Place, placesOf } from './record/affected-repositories.ts';
import { begin, type Facts } from './record/begin.ts';
import { forget, repositoryOf, settle } from './record/settle.ts';
import type { Limits } from './record/snapshot.ts';
import { createReader } from './storage/store.ts';
import { removeLeftovers, settleAbandoned, strays } from './storage/tidy.ts';
import { isSafe } from './undo/entry-safety.ts';
import { restore } from './undo/restore.ts';
import { type Outlook, outlook, planOf, safeItems, targetsOf } from './undo/undo-plan.ts';

export interface JournalOptions {
  readonly ask: AskGit;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Makes ids that no other entry has. */
  readonly random?: (() => string) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly keepDays?: number | undefined;
  readonly keepEntries?: number | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LIMITS: Limits = { files: 20_000, bytes: 256 * 1024 * 1024 };
/** What is undone was saved once: it is saved again whatever its size. */
const NO_LIMITS: Limits = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

export function createJournal(options: JournalOptions): Journal {
  const { ask, now = Date.now, random = randomUUID, keepDays = 14, keepEntries = 100 } = options;
  const limits = { ...LIMITS, ...options.limits };
  const readAll = createReader(ask);
  const running = new Set<string>();
  let latest = 0;

  /** Ids sort by time, also those of one moment. */
  const nextId = (): string => {
    latest = Math.max(now(), latest + 1);
    return `${stamp(latest)}-${random().replaceAll('-', '').slice(0, 8)}`;
  };

  const list = async (repository: Repository): Promise<Entry[]> =>
    (await readAll(repository.workTree)).entries
      .filter(({ before: [main] }) => main && isSameWorkTree(main, repository))
      .map(entry => movedTo(entry, repository))
      .filter(entry => isSafe(entry, repository));

  const settled = async (repository: Repository): Promise<Entry[]> => {
    const entries = await list(repository);
    return (await settleAbandoned(ask, entries, running, now())) ? list(repository) : entries;
  };

  const remember = async <T extends { readonly ok: boolean }>(
    places: readonly Place[],
    facts: Omit<Facts, 'id' | 'time'>,
    how: { readonly limits: Limits; readonly evenUnsaved: boolean },
    run: () => Promise<T>,
  ): Promise<Recorded<T>> => {
    const id = nextId();
    running.add(id);
    try {
      const begun = await begin(ask, places, { ...facts, id, time: now() }, how.limits, how.evenUnsaved);
      if (!begun.ok) return { kind: 'unsaved', message: begun.message };
      const { entry, indexes } = begun;
      const result = await run().catch(async error => {
        await settle(ask, entry, 'failed', indexes);
        throw error;
      });
      return { kind: 'ran', result, entry: await noted(entry, result.ok ? 'ok' : 'failed', indexes) };
    } finally {
      running.delete(id);
    }
  };

  /** The command has run: that nobody could look at what it did is no reason to hide its result. */
  const noted = (entry: Entry, outcome: Entry['outcome'], indexes: readonly Buffer[]): Promise<Entry | undefined> =>
    settle(ask, entry, outcome, indexes).catch(error => ({
      ...entry,
      notSaved: [...entry.notSaved, `what the command changed could not be noted: ${messageOf(error)}`],
    }));

  const undoOne = async (seen: Outlook, how: 'all' | 'safe', facts: Pick<Facts, 'group' | 'origin'>): Promise<void> => {
    const { entry, now: values } = seen;
    const items = how === 'all' ? seen.restore : safeItems(seen);
    const command = entry.undoes === null ? `undo ${entry.command}` : entry.command.replace(/^undo/, 'redo');
    let failure: unknown;
    const run = async () => {
      try {
        await restore({ ask, entry, now: values, message: `sluice: ${command}` }, items);
        return { ok: true };
      } catch (error) {
        failure = error;
        return { ok: false };
      }
    };
    const said = { ...facts, command, undoes: entry.id, remote: [] };
    await remember(undoPlaces(entry), said, { limits: NO_LIMITS, evenUnsaved: true }, run);
    if (failure !== undefined) throw failure;
  };

  return {
    async record({ repository, command, origin, group, touches, remote, evenUnsaved }, run) {
      let started = false;
      try {
        const places = await placesOf(ask, repository, touches);
        const facts = { group, origin, command, undoes: null, remote };
        return await remember(places, facts, { limits, evenUnsaved }, () => {
          started = true;
          return run();
        });
      } catch (error) {
        if (started) throw error;
        if (!evenUnsaved) return { kind: 'unsaved', message: `No snapshot could be taken: ${messageOf(error)}` };
        return { kind: 'ran', result: await run(), entry: undefined };
      }
    },

    list,

    async plan(repository, id) {
      try {
        const targets = targetsOf(await settled(repository), id);
        if (targets.length === 0) return { ok: false, message: nothingToUndo(id) };
        return { ok: true, plan: planOf(repository, await outlook(ask, targets)) };
      } catch (error) {
        return { ok: false, message: messageOf(error) };
      }
    },

    async undo(plan, how, origin) {
      try {
        return await undoPlanned(plan, how, origin);
      } catch (error) {
        return { ok: false, message: `Not all came back: ${messageOf(error)} Try again to finish.` };
      }
    },

    async tidy(repository) {
      await removeLeftovers(repository.gitDirectory);
      const entries = await settled(repository);
      const old = entries.filter(({ time }, at) => at >= keepEntries || now() - time > keepDays * DAY_MS);
      for (const entry of old) if (entry.outcome !== 'pending') await forget(ask, repository.workTree, entry);
      const oldest = stamp(now() - keepDays * DAY_MS);
      for (const id of await strays(ask, repository.workTree, await readAll(repository.workTree), oldest))
        await forget(ask, repository.workTree, { id, before: [] });
    },
  };

  /** Time has passed since the person saw the plan, so all of it is looked at once more. */
  async function undoPlanned({ repository, entries }: UndoPlan, how: 'all' | 'safe', origin: Origin): Promise<Undone> {
    const there = await settled(repository);
    const targets = entries.map(({ id }) => targetsOf(there, id).find(entry => entry.id === id));
    const open = targets.filter(entry => entry !== undefined);
    if (open.length === 0) return { ok: false, message: nothingToUndo(undefined) };
    const fresh = planOf(repository, await outlook(ask, open));
    if (how === 'all' && fresh.movedOn.length > 0)
      return { ok: false, message: `The repository has moved on: ${fresh.movedOn.join('; ')}.` };
    const group = open.length > 1 ? nextId() : null;
    for (const entry of open) {
      const [seen] = await outlook(ask, [entry]);
      if (seen) await undoOne(seen, how, { group, origin });
    }
    const restored = how === 'all' ? fresh.restores : fresh.movedOn.length === 0 ? fresh.restores : fresh.safe;
    return {
      ok: true,
      message: restored.length === 0 ? 'There was nothing to bring back here.' : `${restored.join('; ')}.`,
    };
  }
}

/** Sorts as time does and may be in the name of a ref. */
const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:.]/g, '');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const nothingToUndo = (id: string | undefined): string =>
  id === undefined ? 'There is nothing to undo.' : 'That is not in the journal, or is undone already.';

/** The work trees of one repository share its journal, each with its own entries. */
const isSameWorkTree = (main: Snapshot, { commonDirectory, gitDirectory }: Repository): boolean =>
  relative(main.commonDirectory, main.gitDirectory) === relative(commonDirectory, gitDirectory);

/** A repository that was moved as a whole since has its journal with it. */
function movedTo(entry: Entry, repository: Repository): Entry {
  const [main] = entry.before;
  if (main === undefined || (main.workTree === repository.workTree && main.gitDirectory === repository.gitDirectory))
    return entry;
  const moved = (path: string): string =>
    path.replace(main.commonDirectory, repository.commonDirectory).replace(main.workTree, repository.workTree);
  const move = (snapshot: Snapshot, at: number): Snapshot =>
    at === 0
      ? { ...snapshot, ...repository }
      : {
          ...snapshot,
          gitDirectory: moved(snapshot.gitDirectory),
          commonDirectory: moved(snapshot.commonDirectory),
          workTree: moved(snapshot.workTree),
        };
  return { ...entry, before: entry.before.map(move), after: entry.after.map(move) };
}

/** An undo can change what the entry did and nothing else. */
const undoPlaces = (entry: Entry): Place[] =>
  entry.before.map((before, at) => {
    const paths = Object.keys(entry.files[at] ?? {});
    const scope = entry.scopes[at];
    return {
      repository: repositoryOf(before),
      scope: {
        tracked: scope?.tracked === true || paths.length > 0,
        untracked: 'none',
        unreachable: false,
        reflogs: scope?.reflogs === true,
        paths,
        whole: scope?.whole === true,
      },
    };
  });
