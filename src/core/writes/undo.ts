import type { Runner } from '../git/runner.ts';
import type { Caller, Origin } from '../origin.ts';
import { type DenialCode, notOpen, UNTRUSTED } from '../refusals.ts';
import type { Repository } from '../repository/discover.ts';
import { realOr } from '../repository/locate.ts';
import { impact } from './impact/impact.ts';
import { type Journal, leftAloneText, movedOnMessage, type PlanUndoResult } from './journal/journal.ts';
import { isCheckpoint } from './journal/storage/entry.ts';
import type { UndoPlan } from './journal/undo/undo-plan.ts';
import type { UndoWatch } from './journal/undo/undo-progress.ts';
import type { Decision, GateUi, Question } from './question.ts';
import type { FindRestriction } from './restrictions.ts';
import type { TurnIn } from './shared-turn.ts';

export interface UndoOptions {
  readonly ui: Pick<GateUi, 'decide'>;
  readonly journal: Pick<Journal, 'newest' | 'planUndo' | 'undo'>;
  readonly runner: Pick<Runner, 'exclusive'>;
  readonly turnIn: TurnIn;
  readonly trusted: () => boolean;
  /** The repositories of the window that may have a journal, also those inside of others. */
  readonly repositories: () => Promise<readonly Repository[]>;
  /** What others want for an undo before the person is asked. */
  readonly findRestriction: FindRestriction;
  /** Hears that the repository was changed. */
  readonly changed: (repository: string) => void;
}

export interface UndoRequest {
  /** The root of a repository; without one, all of the window's. */
  readonly repository?: string | undefined;
  /** Without one, the newest mutation that is not undone yet. */
  readonly id?: string | undefined;
  readonly origin: Origin;
  /** Also ends an undo that is under way, which undoing again then finishes. */
  readonly signal?: AbortSignal | undefined;
  readonly caller?: Caller | undefined;
  /** Hears how far it is, once the person has said yes. */
  readonly progress?: UndoWatch['progress'];
}

export interface UndoOutcome {
  readonly kind: 'undone' | 'declined' | 'refused' | 'failed';
  /** Why, for whoever has to tell cases apart that are of one kind. */
  readonly code:
    | 'undone'
    | 'declined'
    | 'cancelled'
    | 'untrusted'
    | 'vetoed'
    | 'not-a-repository'
    | 'moved-on'
    | 'incomplete'
    | DenialCode
    | Extract<PlanUndoResult, { ok: false }>['code'];
  readonly message: string;
  /** The repository it was about; undefined when there is none. */
  readonly repository?: string | undefined;
  /** What was undone, as the question named it. */
  readonly subject?: string | undefined;
  /** Commands that would take back what left the machine, which undo does not. */
  readonly reverts?: readonly string[] | undefined;
}

/** Takes a mutation back, itself through the gate and itself undoable. */
export type Undo = (request: UndoRequest) => Promise<UndoOutcome>;

const MOVED_ON = 'The repository changed while this waited. Check again what will be restored.';

export function createUndo(options: UndoOptions): Undo {
  const { ui, journal, runner, turnIn, trusted, findRestriction, changed } = options;

  /** The repository whose journal has the entry that is meant: with one named its own, or else the newest of all. */
  const repositoryOf = async ({ repository, id }: UndoRequest): Promise<Repository | undefined> => {
    const all = await options.repositories();
    // A work tree that is reached by a link is known by where it really is.
    const real = repository && (await realOr(repository));
    const named = all.find(({ workTree }) => workTree === repository || workTree === real);
    if (repository !== undefined && (named === undefined || id === undefined)) return named;
    const newest = await Promise.all(all.map(each => journal.newest(each, id)));
    const last = newest.reduce<string | undefined>(
      (one, other) => (other && (!one || other > one) ? other : one),
      undefined,
    );
    return last === undefined ? (named ?? all[0]) : all[newest.indexOf(last)];
  };

  return async request => {
    const { id, origin, signal, caller, progress } = request;
    if (!trusted()) return { kind: 'refused', code: 'untrusted', message: UNTRUSTED };
    const found = await repositoryOf(request);
    if (found === undefined)
      return { kind: 'refused', code: 'not-a-repository', message: notOpen(request.repository ?? '') };
    const repository = found.workTree;
    for (let note: string | null = null; ; note = MOVED_ON) {
      const planned = await journal.planUndo(found, id);
      if (!planned.ok) return { kind: 'refused', repository, ...refusalOf(planned) };
      const { plan } = planned;
      const { reverts } = plan;
      const how = plan.movedOn.length === 0 ? 'all' : 'safe';
      if (how === 'safe' && plan.safe.length === 0)
        return { kind: 'refused', code: 'moved-on', message: movedOnMessage(plan.movedOn), repository, reverts };

      const question = questionOf(plan, how);
      const { effects, risk } = question;
      const restriction = await findRestriction({
        ...{ kind: 'undo', command: question.text, repository, origin, client: caller?.name },
        ...{ class: 'mutating', effects, risk },
      });
      if (restriction?.kind === 'deny')
        return { kind: 'refused', code: 'vetoed', message: restriction.reason, repository };
      const notes = [note, restriction?.reason].filter(Boolean).join(' ') || null;
      caller?.asking?.();
      const decision = await ui.decide(
        { ...question, repository, origin, caller, note: notes, ...(restriction && { eachTime: true }) },
        signal,
      );
      await caller?.decided?.(decision.kind === 'run' ? 'approved' : 'declined');
      if (decision.kind === 'denied')
        return { kind: 'refused', code: decision.code, message: decision.message, repository };
      if (decision.kind !== 'run')
        return { kind: 'declined', code: 'declined', message: declinedMessage(decision), repository };

      const undoNow = async () => {
        const result = await journal.undo(plan, how, origin, { actor: decision.actor, signal, progress });
        if (result.ok || result.code === 'incomplete') changed(repository);
        return result;
      };
      const shared = turnIn(plan.repository, `undo ${commandsOf(plan)}`);
      const done = await runner.exclusive(repository, signal, undoNow, shared);
      if (done?.ok)
        return {
          kind: 'undone',
          code: 'undone',
          message: [done.message, ...leftMessage(reverts)].join(' '),
          repository,
          subject: question.text,
          reverts,
        };
      if (done && done.code !== 'plan-outdated' && done.code !== 'cancelled')
        return { kind: 'failed', code: done.code, message: done.message, repository };
      if (signal?.aborted)
        return { kind: 'declined', code: 'cancelled', message: 'Cancelled. Nothing was undone.', repository };
      // What the person said yes to is what happens, or they are asked again.
    }
  };
}

const refusalOf = ({ code, message, reverts }: Extract<PlanUndoResult, { ok: false }>) => ({ code, message, reverts });

/** What undo does not take back is said whenever something was undone. */
const leftMessage = (reverts: readonly string[]): string[] =>
  reverts.length === 0 ? [] : [`What left this machine is still there. To revert it: ${reverts.join('; ')}`];

const commandsOf = ({ steps }: UndoPlan): string =>
  steps.map(({ entry }) => (isCheckpoint(entry) ? `all since ${entry.command}` : entry.command)).join(', ');

function questionOf(plan: UndoPlan, how: 'all' | 'safe'): Omit<Question, 'repository' | 'origin' | 'caller' | 'note'> {
  const commands = commandsOf(plan);
  const subject = how === 'all' ? commands : `what is safe of ${commands}`;
  const sentences =
    how === 'all' ? plan.restores : [...plan.safe, ...plan.movedOn.map(what => `Not restored: ${what}`)];
  const left = [
    ...plan.leftAlone.map(leftAloneText),
    ...plan.reverts.map(command => `Stays as it is on the remote; to revert it: ${command}`),
  ];
  return {
    kind: 'undo',
    text: `Undo ${subject}`,
    subject,
    effects: ['writes-repo', 'writes-files'],
    risk: 'local',
    programs: [],
    reason: reasonOf(plan, how),
    impact: Promise.resolve(impact({ sentences: [...sentences, ...left] })),
    impactSoFar: () => {},
    unsaved: () => null,
    recovery: 'You can undo this undo.',
    shape: Promise.resolve(null),
    editable: false,
  };
}

function reasonOf({ reverts }: UndoPlan, how: 'all' | 'safe'): string {
  if (how === 'safe') return 'part of it has changed since';
  return reverts.length === 0 ? 'restores what was there before' : 'restores what was there before, on this machine';
}

function declinedMessage(decision: Exclude<Decision, { kind: 'run' }>): string {
  const reason = decision.kind === 'declined' && decision.reason ? ` Their reason: ${decision.reason}` : '';
  return `The person declined this undo. Nothing was changed.${reason}`;
}
