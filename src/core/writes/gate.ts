import type { MutatingCommand } from '../command/command.ts';
import type { Effect } from '../command/verdict.ts';
import type { GitReader } from '../git/reader.ts';
import { cancelledResult, type FailureReason, notRun, type RunResult } from '../git/result.ts';
import type { RunApproved, Runner, RunRequest } from '../git/runner.ts';
import type { Caller } from '../origin.ts';
import type { DenialCode } from '../refusals.ts';
import { discover, type Repository } from '../repository/discover.ts';
import { type AllowancePlace, type AllowanceShape, allowanceShapeOf, allowanceWordsOf } from './allowance-shape.ts';
import type { Allowances } from './allowances.ts';
import { issue } from './approval.ts';
import { type DecisionState, type EarlyLook, lookAt, lookEarly, lookFrom } from './decision-state.ts';
import type { Impact } from './impact/impact.ts';
import type { ImpactOf } from './impact/impact-of.ts';
import { isHarmless } from './impact/worse.ts';
import type { Foreseen, Journal, Recording } from './journal/journal.ts';
import type { Limits } from './journal/record/select-files.ts';
import type { Entry } from './journal/storage/entry.ts';
import { namedPathsOf } from './named-files.ts';
import { revertsOfNew } from './new-on-github.ts';
import { NO_MOVES, ownMovesOf } from './own-moves.ts';
import { type ParsedWrite, parseWrite } from './parsed-write.ts';
import type { Decision, GateUi } from './question.ts';
import { reachesJournal } from './reaches-journal.ts';
import { recoveryOf, unsavedSentence } from './recovery.ts';
import type { TurnIn } from './shared-turn.ts';
import { onlyRefs, snapshotScopeOf } from './snapshot-scope.ts';

export interface GateOptions {
  readonly ui: Pick<GateUi, 'decide'>;
  readonly runner: Pick<Runner, 'exclusive'>;
  readonly journal: Pick<Journal, 'foresee' | 'begin' | 'settle' | 'drop'>;
  readonly allowances: Allowances;
  readonly impactOf: ImpactOf;
  readonly git: GitReader;
  readonly redact: (text: string) => string;
  /** The environment that git inherits, by which it finds the person's own config. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How much a snapshot holds. */
  readonly limits: Limits;
  readonly turnIn: TurnIn;
}

export interface GateRequest extends Omit<RunRequest, 'heard'> {
  /** The tool's call that asks. */
  readonly caller?: Caller | undefined;
  /** Entries of the journal with the same group are undone as one. */
  readonly group?: string | undefined;
  /** Said to the person with the question. */
  readonly note?: string | undefined;
  /** The state for which the person has said yes to this command already, in a plan. */
  readonly approved?: DecisionState | undefined;
  /** True where somebody wants a person to decide each time: nothing said before covers it. */
  readonly eachTime?: boolean | undefined;
  /** Why somebody does not allow it by now: a branch or a setting can be another than when it was asked for. */
  readonly deniedNow?: (() => Promise<string | undefined>) | undefined;
  /** True for a command that the person chose by name at the question of another: where it is harmless it is not asked about again. */
  readonly chosen?: boolean | undefined;
}

export type GateResult =
  | { readonly kind: 'ran'; readonly result: RunResult; readonly entry: Entry | undefined }
  | Extract<Decision, { readonly kind: 'edit' | 'declined' }>
  /** The command to run before this one is asked about again. */
  | { readonly kind: 'fetch'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string; readonly denied?: DenialCode | undefined };

/** The one way a mutating command goes, whoever asked: blast radius, the person, a snapshot, the run. */
export type Gate = (command: MutatingCommand, request: GateRequest) => Promise<GateResult>;

const HERE: readonly Effect[] = ['writes-repo', 'writes-files', 'runs-program'];
/** Said with the question that is asked again. */
const CHANGED: Readonly<Partial<Record<FailureReason, string>>> = {
  'not-checked': 'Sluice could not check again what this will change. Nothing ran.',
  'moved-on': 'The repository changed while this waited. Check again what will change.',
  'files-changed': 'Files that would be lost changed while this waited, and may change again.',
};
/** The runner did not start the command, so there is nothing to remember. */
const REFUSALS: readonly (FailureReason | undefined)[] = [
  'files-changed',
  'embedded-repository',
  'git-directory',
  'moved-on',
  'not-approved',
  'not-checked',
  'not-genuine',
  'token-in-arguments',
];

export function createGate({
  ui,
  runner,
  journal,
  allowances,
  impactOf,
  git,
  redact,
  limits,
  environment,
  turnIn,
}: GateOptions): Gate {
  return async (command, request) => {
    const { repository, origin, signal, caller, group = null } = request;
    const { effects, risk, reason, programs } = command.verdict;
    const write = parseWrite(command, repository);
    const target = await journaledRepository(write);
    const isHere = changesHere(command);
    const isSaved = isHere && target !== undefined && (write.line !== undefined || command.program === 'gh');
    const touches = isHere ? { ...snapshotScopeOf(write), named: namedPathsOf(write, environment) } : onlyRefs;
    const moves = isHere ? ownMovesOf(write) : NO_MOVES;
    let note = request.note ?? null;
    let { approved } = request;
    let evenUnsaved = false;
    let evenChanged = false;
    for (;;) {
      const { impact, soFar, state } = approved
        ? lookFrom(Promise.resolve(approved))
        : lookAt({ git, impactOf }, write);
      const shape = impact.then(
        async found => allowanceWordsOf(write) && allowanceShapeOf(write, found, await placeOf(git, write.cwd)),
      );
      const canSave = isSaved && !evenUnsaved;
      /** What will not be saved, as far as it was told; null for nothing, or when nobody was asked. */
      let told: Foreseen | 'unknown' | null = null;
      const decide = async (): Promise<Decision> => {
        if (approved !== undefined || (note === null && (await covers(allowances, write, shape))))
          return { kind: 'run' };
        if (request.chosen === true && note === null && isHarmless(risk, await impact)) return { kind: 'run' };
        const over = new AbortController();
        /** Told as a whole when it is known what will not be saved, which is looked for last: the rest is wanted sooner. */
        const whole = impact.then(async found => {
          if (target && canSave) told = await foresee(journal, { repository: target, touches, moves }, over);
          return found;
        });
        caller?.asking?.();
        const decision = await ui.decide(
          {
            kind: 'command',
            text: command.canonical,
            subject: command.canonical,
            repository,
            origin,
            caller,
            effects,
            risk,
            reason,
            programs,
            impact: whole,
            impactSoFar: hear => {
              soFar(hear);
              void impact.then(hear);
            },
            unsaved: found => (canSave ? unsavedSentence(told, found, limits) : null),
            recovery: recoveryOf(command, canSave),
            shape: shape.then(found => (request.eachTime ? null : (found?.summary ?? null))),
            editable: true,
            note,
            ...(isSaved && evenUnsaved && { nothingSaved: true }),
            ...(request.eachTime && { eachTime: true }),
          },
          signal,
        );
        if (decision.kind === 'run' || decision.kind === 'allow') await whole;
        else over.abort();
        return decision;
      };
      const decision = await decide();
      if (decision.kind === 'declined' || decision.kind === 'denied') await caller?.decided?.('declined');
      if (decision.kind === 'declined' || decision.kind === 'edit') return decision;
      if (decision.kind === 'denied') return { kind: 'refused', message: decision.message, denied: decision.code };
      if (decision.kind === 'fetch') {
        const { fetchFirst } = await impact;
        return fetchFirst === undefined ? { kind: 'declined' } : { kind: 'fetch', text: fetchFirst };
      }
      const deniedNow = await request.deniedNow?.();
      if (deniedNow !== undefined) return { kind: 'refused', message: deniedNow };
      const reaches = await reachesJournal(git, write, impact);
      if (reaches !== undefined) return { kind: 'refused', message: reaches };
      if (decision.kind === 'allow') allow(allowances, await shape, repository);
      await caller?.decided?.('approved');

      const shown = await state;
      // A file that is written all the time is asked about once more, not for ever.
      const bound = evenChanged ? { ...shown, lost: new Map() } : shown;
      let early: EarlyLook | undefined;
      const recordedRun = async (run: RunApproved): Promise<Outcome> => {
        const recording: Recording | undefined = target && {
          repository: target,
          command: redact(command.canonical),
          origin,
          actor: decision.kind === 'run' ? decision.actor : undefined,
          group,
          touches,
          moves,
          remote: (await impact).remote,
          elsewhere: onGitHub(command, await impact, redact),
          // Where nothing changes here there is nothing to save: it is only noted.
          evenUnsaved: evenUnsaved || !isHere,
          // Who read that it is not known how much is saved did not say yes to no snapshot at all.
          told: told === 'unknown' ? 'anything' : (told?.unsaved ?? null),
          foreseen: told === 'unknown' ? undefined : told?.surveys,
          onLastLook: () => {
            early = lookEarly(impactOf, write);
            return early.then(({ listing }) => listing);
          },
        };
        const makesNew = (await impact).gitHub?.makesNew === true;
        return runRecorded(journal, recording, makesNew, () =>
          run(command, issue(command, repository, bound, early), { origin, signal, heard: caller?.heard }),
        );
      };
      const shared = target && turnIn(target, redact(command.canonical));
      const outcome = await runner.exclusive(repository, signal, recordedRun, shared);
      const { result, entry } = outcome ?? { result: cancelledResult(), entry: undefined };
      const { reason: why, message = '' } = result.failure ?? {};
      const again = why === 'not-saved' ? redact(message) : why && CHANGED[why];
      if (again === undefined) return { kind: 'ran', result, entry };
      // Nothing ran: the person decides anew, knowing what they could not know before.
      approved = undefined;
      evenUnsaved ||= why === 'not-saved';
      evenChanged ||= why === 'files-changed';
      note = again;
    }
  };
}

type Outcome = Pick<Extract<GateResult, { kind: 'ran' }>, 'result' | 'entry'>;

/** As long as a person is ready to wait for what will not be saved. */
const FORESEE_MS = 10_000;

/** What a snapshot will not have; unknown when nobody could tell in time. */
async function foresee(
  journal: GateOptions['journal'],
  recording: Parameters<Journal['foresee']>[0],
  over: AbortController,
): Promise<Foreseen | 'unknown'> {
  const timer = setTimeout(() => over.abort(), FORESEE_MS);
  const foreseen = await journal.foresee(recording, over.signal);
  clearTimeout(timer);
  return foreseen ?? 'unknown';
}

/** A snapshot, the run, a note of what changed. Where there is no repository yet nothing is recorded. */
async function runRecorded(
  journal: GateOptions['journal'],
  recording: Recording | undefined,
  makesNew: boolean,
  run: () => Promise<RunResult>,
): Promise<Outcome> {
  const begun = recording ? await journal.begin(recording) : NOTHING_TO_RECORD;
  if (!begun.ok) return { result: notRun('not-saved', begun.message), entry: undefined };
  const { pending } = begun;
  const result = await run().catch(async error => {
    await journal.settle(pending, false);
    throw error;
  });
  const reverts = makesNew && result.ok ? revertsOfNew(result.stdout) : [];
  if (!REFUSALS.includes(result.failure?.reason))
    return { result, entry: await journal.settle(pending, result.ok, reverts) };
  await journal.drop(pending);
  return { result, entry: undefined };
}

const NOTHING_TO_RECORD = { ok: true, pending: undefined } as const;

/** Whether a command can change this machine. */
const changesHere = ({ program, verdict }: MutatingCommand): boolean =>
  program === 'git' || verdict.effects.some(effect => HERE.includes(effect));

/** The repository in whose journal a command is noted; undefined where there is none yet, as before clone and init. */
async function journaledRepository({ command, cwd }: ParsedWrite): Promise<Repository | undefined> {
  const isNoted = changesHere(command) || command.verdict.effects.includes('writes-remote');
  const found = isNoted ? await discover(cwd) : undefined;
  return found?.ok ? found.repository : undefined;
}

/** What the journal notes of a command that changes GitHub: it is listed, and never undone. */
function onGitHub(
  { program, verdict }: MutatingCommand,
  { gitHub, sentences }: Impact,
  redact: (text: string) => string,
): Recording['elsewhere'] {
  if (program === 'git' || !verdict.effects.includes('writes-remote')) return undefined;
  const { host = 'GitHub', reverts = [] } = gitHub ?? {};
  const [first] = sentences;
  return {
    host,
    reverts: reverts.map(redact),
    changes: gitHub === undefined || first === undefined ? [] : [redact(first)],
  };
}

async function covers(
  allowances: Allowances,
  write: ParsedWrite,
  shape: Promise<AllowanceShape | undefined>,
): Promise<boolean> {
  // Where no allowance can fit nothing is waited for: the question comes at once, and what it would do follows.
  const words = allowanceWordsOf(write);
  if (words === undefined || !allowances.has(words.key)) return false;
  const found = await shape;
  return found !== undefined && allowances.use(found);
}

function allow(allowances: Allowances, shape: AllowanceShape | undefined, repository: string): void {
  if (shape !== undefined) allowances.add(shape, repository);
}

async function placeOf(git: GitReader, cwd: string): Promise<AllowancePlace> {
  const [remotes, head] = await Promise.all([
    git.read(['for-each-ref', '--format=%(symref)', 'refs/remotes/**/HEAD'], cwd),
    git.read(['symbolic-ref', '--quiet', 'HEAD'], cwd),
  ]);
  const names = remotes.ok ? remotes.text.split('\n') : [];
  return {
    head: head.ok ? head.text.trim() : '',
    defaultBranches: names.flatMap(name =>
      name.startsWith('refs/remotes/') ? [name.slice('refs/remotes/'.length)] : [],
    ),
  };
}
