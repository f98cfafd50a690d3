import type { MutatingCommand } from '../command/command.ts';
import { isPatternOfOwn } from '../command/git/own-refs.ts';
import type { Effect } from '../command/verdict.ts';
import type { GitReader } from '../git/reader.ts';
import { cancelledResult, type FailureReason, notRun, type RunResult } from '../git/result.ts';
import type { RunApproved, Runner, RunRequest } from '../git/runner.ts';
import { discover, type Repository } from '../repository/discover.ts';
import { type AllowanceShape, allowanceShapeOf } from './allowance-shape.ts';
import type { Allowances } from './allowances.ts';
import { issue } from './approval.ts';
import { decisionState } from './decision-state.ts';
import type { Impact } from './impact/impact.ts';
import type { ImpactOf } from './impact/impact-of.ts';
import type { Journal, Recording } from './journal/journal.ts';
import type { Entry } from './journal/storage/entry.ts';
import { type ParsedWrite, parseWrite } from './parsed-write.ts';
import type { Decision, GateUi } from './question.ts';
import { recoveryOf } from './recovery.ts';
import { snapshotScopeOf } from './snapshot-scope.ts';

export interface GateOptions {
  readonly ui: Pick<GateUi, 'decide'>;
  readonly runner: Pick<Runner, 'exclusive'>;
  readonly journal: Pick<Journal, 'begin' | 'settle' | 'drop'>;
  readonly allowances: Allowances;
  readonly impactOf: ImpactOf;
  readonly git: GitReader;
  readonly redact: (text: string) => string;
}

export interface GateRequest extends RunRequest {
  /** Entries of the journal with the same group are undone as one. */
  readonly group?: string | undefined;
  /** Said to the person with the question. */
  readonly note?: string | undefined;
  /** True when the person has said yes to this command already, in a plan. */
  readonly approved?: boolean | undefined;
}

export type GateResult =
  | { readonly kind: 'ran'; readonly result: RunResult; readonly entry: Entry | undefined }
  | Extract<Decision, { readonly kind: 'edit' | 'declined' }>
  | { readonly kind: 'refused'; readonly message: string };

/** The one way a mutating command goes, whoever asked: blast radius, the person, a snapshot, the run. */
export type Gate = (command: MutatingCommand, request: GateRequest) => Promise<GateResult>;

const HERE: readonly Effect[] = ['writes-repo', 'writes-files', 'runs-program'];
const PUBLISHES =
  'Not run: this would publish refs/sluice/, where Sluice keeps what Undo brings back. Push branches by name, or unset remote.<name>.mirror.';
const MOVED_ON = 'The repository changed while this waited. Check again what will change.';
/** The runner did not start the command, so there is nothing to remember. */
const REFUSALS: readonly (FailureReason | undefined)[] = [
  'moved-on',
  'not-approved',
  'not-genuine',
  'token-in-arguments',
];

export function createGate({ ui, runner, journal, allowances, impactOf, git, redact }: GateOptions): Gate {
  return async (command, request) => {
    const { repository, origin, signal, group = null } = request;
    const { effects, risk, reason } = command.verdict;
    const write = parseWrite(command, repository);
    const target = await snapshotTarget(write);
    const isSaved = target !== undefined && (write.line !== undefined || command.program === 'gh');
    let note = request.note ?? null;
    let asked = request.approved !== true;
    let evenUnsaved = false;
    for (;;) {
      // First of all: what is shown is of this state or a later one, never of an earlier.
      const state = await decisionState(git, write);
      const impact = impactOf(write);
      const shape = impact.then(async found => allowanceShapeOf(write, found, await defaultsOf(git, repository)));
      const decide = async (): Promise<Decision> => {
        if (!asked || (note === null && (await covers(allowances, shape)))) return { kind: 'run' };
        return ui.decide(
          {
            kind: 'command',
            text: command.canonical,
            subject: command.canonical,
            repository,
            origin,
            effects,
            risk,
            reason,
            impact: impact,
            recovery: recoveryOf(command, isSaved && !evenUnsaved),
            shape: shape.then(found => found?.summary ?? null),
            editable: true,
            note,
          },
          signal,
        );
      };
      const decision = await decide();
      if (decision.kind === 'declined' || decision.kind === 'edit') return decision;
      if (effects.includes('writes-remote') && (await publishesJournal(git, repository, await impact)))
        return { kind: 'refused', message: PUBLISHES };
      if (decision.kind === 'allow') allow(allowances, await shape, repository);

      const approval = issue(command, repository, state);
      const outcome = await runner.exclusive(repository, signal, async run => {
        const recording = target && {
          repository: target,
          command: redact(command.canonical),
          origin,
          group,
          touches: snapshotScopeOf(write),
          remote: (await impact).remote,
          evenUnsaved,
        };
        return runRecorded(journal, recording, run, [command, approval, request]);
      });
      const { result, entry } = outcome ?? { result: cancelledResult(), entry: undefined };
      const why = result.failure?.reason;
      if (why !== 'moved-on' && why !== 'not-saved') return { kind: 'ran', result, entry };
      // Nothing ran: the person decides anew, knowing what they could not know before.
      asked = true;
      evenUnsaved ||= why === 'not-saved';
      note = why === 'moved-on' ? MOVED_ON : redact(result.failure?.message ?? '');
    }
  };
}

type Outcome = Pick<Extract<GateResult, { kind: 'ran' }>, 'result' | 'entry'>;

/** A snapshot, the run, a note of what changed. Where there is no repository yet nothing is recorded. */
async function runRecorded(
  journal: GateOptions['journal'],
  recording: Recording | undefined,
  run: RunApproved,
  write: Parameters<RunApproved>,
): Promise<Outcome> {
  const begun = recording ? await journal.begin(recording) : NOTHING_TO_RECORD;
  if (!begun.ok) return { result: notRun('not-saved', begun.message), entry: undefined };
  const { pending } = begun;
  const result = await run(...write).catch(async error => {
    await journal.settle(pending, false);
    throw error;
  });
  if (!REFUSALS.includes(result.failure?.reason)) return { result, entry: await journal.settle(pending, result.ok) };
  await journal.drop(pending);
  return { result, entry: undefined };
}

const NOTHING_TO_RECORD = { ok: true, pending: undefined } as const;

/** The repository to take a snapshot of; undefined where there is none yet, as before clone and init. */
async function snapshotTarget({ command, cwd }: ParsedWrite): Promise<Repository | undefined> {
  const local = command.program === 'git' || command.verdict.effects.some(effect => HERE.includes(effect));
  const found = local ? await discover(cwd) : undefined;
  return found?.ok ? found.repository : undefined;
}

/** By its config a remote can be a mirror: no word of the command tells, and what is not foreseen may go to any of them. */
async function publishesJournal(git: GitReader, repository: string, { remote, unknown }: Impact): Promise<boolean> {
  if (remote.some(({ ref }) => ref.startsWith('refs/sluice/'))) return true;
  if (unknown === null) return false;
  const answer = await git.read(['config', '-z', '--get-regexp', '^remote\\..*\\.(mirror|push)$'], repository);
  const settings = answer.ok ? answer.text.split('\0').slice(0, -1) : [];
  return settings.some(setting => {
    const [key = '', value = 'true'] = setting.split('\n');
    return key.endsWith('.mirror') ? !/^(?:false|no|off|0|)$/i.test(value) : isPatternOfOwn(value);
  });
}

async function covers(allowances: Allowances, shape: Promise<AllowanceShape | undefined>): Promise<boolean> {
  // Without an allowance nothing is waited for: the question comes at once, and what it would do follows.
  if (allowances.list().length === 0) return false;
  const found = await shape;
  return found !== undefined && allowances.use(found);
}

function allow(allowances: Allowances, shape: AllowanceShape | undefined, repository: string): void {
  if (shape !== undefined) allowances.add(shape, repository);
}

/** `origin/main` for each remote that says which branch it starts on. */
async function defaultsOf(git: GitReader, repository: string): Promise<readonly string[]> {
  const answer = await git.read(['for-each-ref', '--format=%(symref)', 'refs/remotes/**/HEAD'], repository);
  const names = answer.ok ? answer.text.split('\n') : [];
  return names.flatMap(name => (name.startsWith('refs/remotes/') ? [name.slice('refs/remotes/'.length)] : []));
}
