import { explainLocks } from '../../../git/dead-locks.ts';
import type { Origin } from '../../../origin.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { AffectedRepository } from '../record/affected-repositories.ts';
import type { BeginEntryResult, Facts, PendingEntry } from '../record/begin.ts';
import type { BoundGit } from '../storage/bound-git.ts';
import { changedSomethingHere, type Entry, isCheckpoint } from '../storage/entry.ts';
import { type ChangedItem, notBroughtBack, notOnDisk } from './changed-items.ts';
import { restoreItems } from './restore.ts';
import { sinceCheckpoint } from './since-checkpoint.ts';
import {
  affectedByUndo,
  filesIn,
  isPlanCurrent,
  isSamePlan,
  planOf,
  planSteps,
  safeItems,
  targetsOf,
  type UndoPlan,
  type UndoStep,
} from './undo-plan.ts';
import { createUndoCounter, UndoCancelled, type UndoCounter, type UndoWatch } from './undo-progress.ts';
import {
  leftAloneText,
  movedOnMessage,
  onlyRemote,
  type PlanUndoResult,
  runningMessage,
  type UndoResult,
} from './undo-results.ts';
import { mendConfig, withReadableConfig } from './unreadable-config.ts';

/** The part of a journal that an undo works with: an undo is a mutation like any other. */
export interface UndoContext {
  readonly git: BoundGit;
  /** The newest first. */
  readonly list: (repository: Repository) => Promise<readonly Entry[]>;
  /** The same, once what was cut off is noted. */
  readonly listSettled: (repository: Repository) => Promise<readonly Entry[]>;
  readonly begin: (
    affected: readonly AffectedRepository[],
    facts: Omit<Facts, 'id' | 'time'>,
  ) => Promise<BeginEntryResult>;
  /** `outcome` may be told by what there is afterwards. */
  readonly settle: (
    pending: PendingEntry,
    outcome: 'failed' | ((undo: Entry) => Promise<'ok' | 'failed'>),
  ) => Promise<Entry | undefined>;
  readonly nextId: () => string;
}

/** Looks at what undoing would do now; without an id the newest that is not undone yet. */
export async function planUndo(context: UndoContext, repository: Repository, id?: string): Promise<PlanUndoResult> {
  const { git, list, listSettled } = context;
  try {
    return await withReadableConfig(git, repository, list, async () =>
      planNow(context, repository, await listSettled(repository), id),
    );
  } catch (error) {
    return { ok: false, code: 'unreadable', message: messageOf(error) };
  }
}

async function planNow(
  { git }: UndoContext,
  repository: Repository,
  entries: readonly Entry[],
  id: string | undefined,
): Promise<PlanUndoResult> {
  const targets = targetsOf(entries, id);
  const underWay = entries.find(entry => entry.outcome === 'pending');
  // What comes before it is not what anybody means by the last one.
  if (underWay !== undefined && id === undefined && underWay.id > (targets[0]?.id ?? ''))
    return { ok: false, code: 'running', message: runningMessage(underWay) };
  const [checkpoint] = targets.filter(isCheckpoint);
  if (checkpoint !== undefined) {
    const steps = await planSteps(git, [await sinceCheckpoint(git, checkpoint)], entries);
    const plan = planOf(repository, entries, steps);
    return plan.restores.length + plan.movedOn.length > 0 ? { ok: true, plan } : NOTHING_SINCE;
  }
  if (targets.length > 0 && !targets.some(changedSomethingHere)) return onlyRemote(targets);
  if (targets.length > 0)
    return { ok: true, plan: planOf(repository, entries, await planSteps(git, targets, entries)) };
  return id === undefined
    ? { ok: false, code: 'nothing-to-undo', message: 'There is nothing to undo.' }
    : {
        ok: false,
        code: 'not-in-journal',
        message: 'The journal does not have that entry, or it is undone already.',
      };
}

const NOTHING_SINCE: PlanUndoResult = {
  ok: false,
  code: 'nothing-to-undo',
  message: 'Nothing has changed since this checkpoint.',
};

/** Does what was planned, all of it or what is safe, as long as the plan is true. */
export async function undoPlan(
  context: UndoContext,
  plan: UndoPlan,
  how: 'all' | 'safe',
  origin: Origin,
  watch: UndoWatch,
): Promise<UndoResult> {
  const { git, list, nextId } = context;
  const { repository } = plan;
  const { actor } = watch;
  const counter = createUndoCounter(watch, filesIn(plan, how));
  const { entries, fresh } = await withReadableConfig(git, repository, list, async () => {
    const found = await list(repository);
    if (await isPlanCurrent(git, plan, found)) return { entries: found, fresh: { ok: true, plan } as const };
    return { entries: found, fresh: await planNow(context, repository, found, plan.steps[0]?.entry.id) };
  });
  if (!fresh.ok || (fresh.plan !== plan && !isSamePlan(fresh.plan, plan)))
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
      await undoStep(context, seen, how, { group, origin, ...(actor !== undefined && { actor }) }, counter);
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
}

/** Takes back one entry: begin, restore, settle. It is done when what it wrote was read back. */
async function undoStep(
  { git, begin, settle }: UndoContext,
  step: UndoStep,
  how: 'all' | 'safe',
  facts: Pick<Facts, 'group' | 'origin' | 'actor'>,
  counter: UndoCounter,
): Promise<void> {
  const { entry, now: values } = step;
  const command = undoCommandOf(entry);
  const items = how === 'all' ? step.restore : safeItems(step);
  const inPart = items.length < step.restore.length + step.moved.length + step.obstacles.length;
  // One can return to a checkpoint as often as one likes.
  const undoes = isCheckpoint(entry) ? null : entry.id;
  const undoFacts = { ...facts, command, undoes, remote: [], ...(inPart && { inPart }) };
  const begun = await begin(affectedByUndo(entry), undoFacts);
  if (!begun.ok) throw new Error(begun.message);
  try {
    await restoreItems({ git, entry, now: values, message: `sluice: ${command}`, counter }, items);
  } catch (error) {
    await settle(begun.pending, 'failed');
    throw error;
  }
  let missing: readonly ChangedItem[] | undefined;
  const noted = await settle(begun.pending, async undo => {
    missing = await notOnDisk(notBroughtBack(items, values, undo), entry);
    return missing.length === 0 ? 'ok' : 'failed';
  });
  // Nobody could look, or write down what there was.
  if (missing === undefined) throw new Error(noted?.notSaved.at(-1) ?? 'What came back could not be read.');
  const [first] = missing;
  if (first !== undefined) throw new Error(`${first.name} did not come back.`);
}

function undoCommandOf(entry: Entry): string {
  if (isCheckpoint(entry)) return `return to ${entry.command}`;
  return entry.undoes === null ? `undo ${entry.command}` : entry.command.replace(/^undo/, 'redo');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
