import type { Change } from './change.ts';
import { changeMadeBy } from './command/change-made-by.ts';
import {
  type ClassifiedCommand,
  isMutating,
  isReadOnly,
  type MutatingCommand,
  type Program,
  type ReadOnlyCommand,
} from './command/command.ts';
import type { Context } from './command/context.ts';
import { type ParseErrorReason, programOf } from './command/parse.ts';
import type { FindGhRun } from './git/gh-run.ts';
import type { GitHubFailureCode, RunResult } from './git/result.ts';
import type { Runner } from './git/runner.ts';
import { holdsToken } from './git/secrets.ts';
import { type Caller, isPerson, type Origin } from './origin.ts';
import type { LivePanels } from './panels/live.ts';
import type { Panel } from './panels/panel.ts';
import type { PanelOpening } from './panels/panels.ts';
import { type DenialCode, declinedMessage, insteadForPerson, notOpen, UNTRUSTED } from './refusals.ts';
import type { AskForRead } from './writes/ask-for-read.ts';
import type { EditFirst } from './writes/edits/edit-first.ts';
import type { Gate, GateRequest } from './writes/gate.ts';
import type { Entry } from './writes/journal/storage/entry.ts';
import type { StepResult } from './writes/plans.ts';
import type { ComingRun, FindRestriction } from './writes/restrictions.ts';

/** The outcome of a command. */
export type Execution =
  /** A read: its panel is open at once, `done` resolves when it has run. */
  | { readonly kind: 'panel'; readonly opened: PanelOpening; readonly done: Promise<Panel> }
  /** A write that the person approved; it may have failed. */
  | {
      readonly kind: 'ran';
      readonly command: MutatingCommand;
      readonly result: RunResult;
      /** Its entry in the journal; undefined when nothing changed or nothing could be kept. */
      readonly entry: Entry | undefined;
    }
  | {
      readonly kind: 'declined' | 'refused' | 'invalid' | 'untrusted';
      readonly message: string;
      /** Why gh cannot ask GitHub just now, where that is the reason. */
      readonly github?: GitHubFailureCode;
      /** Why a door says no by itself, where that is the reason. */
      readonly denied?: DenialCode | undefined;
      /** True where only a read was to come of it, and it is none. */
      readonly noRead?: true;
      /** What is wrong with the text of one that is invalid. */
      readonly parse?: ParseErrorReason;
    };

export interface ExecuteRequest {
  /** The repository's root: where the command runs. */
  readonly repository: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  /** The tool's call that asks. */
  readonly caller?: Caller | undefined;
  /** True where nothing but a read may come of it: whatever else it is, nobody is asked. */
  readonly onlyReads?: boolean | undefined;
  /** For the steps of a plan. */
  readonly step?: Pick<GateRequest, 'group' | 'note' | 'approved'> | undefined;
}

export interface ExecuteOptions {
  readonly panels: Pick<LivePanels, 'open'>;
  /** What the disk has against running a read as one. */
  readonly heldBack: Runner['heldBack'];
  /** Tokens that no command may hold. */
  readonly tokens: () => Promise<readonly string[]>;
  /** What gh would be given for a command. */
  readonly findGhRun: FindGhRun;
  /** What others want for a command before it runs, or is asked about. */
  readonly findRestriction: FindRestriction;
  readonly askForRead: AskForRead;
  readonly gate: Gate;
  /** Lets a person write what git would open an editor for. */
  readonly editFirst: EditFirst;
  /** Undefined for a folder that is no repository of the window. */
  readonly contextOf: (repository: string) => Context | undefined;
  /** False until the person trusts the workspace: nothing runs before. */
  readonly trusted: () => boolean;
  /** Hears what a write made out of date. */
  readonly changed: (change: Change) => void;
}

export type Execute = (program: Program, text: string, request: ExecuteRequest) => Promise<Execution>;

/** The one way a command string goes, whoever sent it: a read to its panel, a write to the gate. */
export function createExecute({
  panels,
  heldBack,
  tokens,
  findGhRun,
  findRestriction,
  askForRead,
  gate,
  editFirst,
  contextOf,
  trusted,
  changed,
}: ExecuteOptions): Execute {
  const restrictionOf = async (command: ClassifiedCommand, request: ExecuteRequest, when?: 'after-yes') =>
    isReadOnly(command) || isMutating(command) ? findRestriction(comingRun(command, request), when) : undefined;

  /** `chosen`: the person chose it by name at the question of another; no door can say so. */
  const go = async (program: Program, text: string, request: ExecuteRequest, chosen = false): Promise<Execution> => {
    const { repository, origin, signal, caller, onlyReads = false, step } = request;
    if (!trusted()) return { kind: 'untrusted', message: UNTRUSTED };
    const context = contextOf(repository);
    if (context === undefined) return { kind: 'invalid', message: notOpen(repository) };
    // The tables are a third of the code: a window loads them with its first command.
    const { classifyText, withObjection } = await import('./command/tables.ts');
    const classified = classifyText(program, text, context);
    if (!classified.ok) return { kind: 'invalid', message: classified.message, parse: classified.code };
    const judged = classified.command;
    // The runner would not start it either, but its words would be in a panel and in questions by then.
    if (holdsToken(judged.args, await tokens())) {
      const { refusalMessage } = await import('./git/refusal.ts');
      return { kind: 'refused', message: refusalMessage('token-in-arguments') };
    }
    // Without a token there is no panel to open, and nothing to ask the person about.
    const found =
      program === 'gh' && (isReadOnly(judged) || isMutating(judged))
        ? await findGhRun(judged, repository, signal)
        : undefined;
    if (found && 'denied' in found) {
      const { message, github } = found.denied;
      return { kind: 'refused', message, ...(github && { github }) };
    }
    const objection = isReadOnly(judged) ? await heldBack(judged, repository) : undefined;
    const guarded = isReadOnly(judged) && objection ? withObjection(judged, { ...objection, risk: 'local' }) : judged;
    const early = await restrictionOf(guarded, request);
    if (early?.kind === 'deny') return { kind: 'refused', message: early.reason };
    // A person can write what git would open an editor for; a plan, a model or a script cannot.
    const byPerson = isPerson(origin) && step === undefined;
    if (onlyReads && isMutating(guarded)) return { kind: 'refused', message: guarded.verdict.reason, noRead: true };
    const edited =
      byPerson && !isReadOnly(guarded) ? await editFirst(guarded, { repository, context, signal }) : undefined;
    if (edited !== undefined && edited.kind !== 'edited') return edited;
    const command = edited?.command ?? guarded;
    // What a person wrote for git is part of the command; before it, it may have been none that could run.
    const restriction = edited ? await restrictionOf(command, request) : early;
    if (restriction?.kind === 'deny') return { kind: 'refused', message: restriction.reason };
    if (isReadOnly(command)) {
      const decision = restriction && (await askForRead(command, { ...request, note: restriction.reason }));
      if (decision?.kind === 'declined')
        return { kind: 'declined', message: declinedMessage('command', decision.reason) };
      return {
        kind: 'panel',
        ...panels.open(command, repository, { origin, name: caller?.name, signal, heard: caller?.heard }),
      };
    }
    if (!isMutating(command))
      return { kind: 'refused', message: (byPerson ? insteadForPerson(command) : undefined) ?? command.verdict.reason };
    // Whoever approved a plan with this step took it for a read, or did not know that somebody objects.
    const approval = (objection || restriction) && { approved: undefined };
    const note = restriction && { note: [step?.note, restriction.reason].filter(Boolean).join(' '), eachTime: true };
    const deniedNow = async () => {
      const found = await restrictionOf(command, request, 'after-yes');
      return found?.kind === 'deny' ? found.reason : undefined;
    };
    const asked = { repository, origin, signal, caller, chosen, deniedNow };
    const passed = await gate(command, { ...asked, ...step, ...approval, ...note });
    if (passed.kind === 'declined') return { kind: 'declined', message: declinedMessage('command', passed.reason) };
    if (passed.kind === 'refused') return passed;
    // An edited command is classified like any other, and asked about again if it writes; it stays a step of its plan.
    if (passed.kind === 'edit') {
      const again = step && { ...step, approved: undefined };
      return go(programOf(passed.text), passed.text, { ...request, step: again });
    }
    if (passed.kind === 'fetch') {
      const fetched = await go('git', passed.text, { ...request, step: { group: step?.group } }, true);
      const noteOfFetch = fetchNote(passed.text, fetched);
      return go(program, text, { ...request, step: { ...step, note: noteOfFetch, approved: undefined } });
    }
    changed(changeMadeBy(command, repository));
    return { kind: 'ran', command, result: passed.result, entry: passed.entry };
  };
  return (program, text, request) => go(program, text, request);
}

const comingRun = (
  { canonical, verdict }: ReadOnlyCommand | MutatingCommand,
  { repository, origin, caller }: ExecuteRequest,
): ComingRun => ({
  kind: 'command',
  command: canonical,
  repository,
  origin,
  client: caller?.name,
  class: verdict.class,
  effects: verdict.effects,
  risk: verdict.risk,
});

/** Said with the question that is asked again after a fetch. */
function fetchNote(text: string, fetched: Execution): string {
  if (fetched.kind === 'ran' && fetched.result.ok) return `${text} has run. Check again what will change.`;
  const message = fetched.kind === 'ran' ? fetched.result.failure?.message : 'message' in fetched && fetched.message;
  return `${text} did not succeed. ${message || ''}`.trimEnd();
}

/** The outcome of a command as a step of a plan has it, once it is over. */
export async function stepResultOf(execution: Execution): Promise<StepResult> {
  if (execution.kind === 'panel') {
    const { result } = await execution.done;
    const message = result?.failure?.message ?? execution.opened.answer;
    return { outcome: result?.ok ? 'done' : 'failed', message };
  }
  if (execution.kind !== 'ran')
    return { outcome: execution.kind === 'declined' ? 'declined' : 'failed', message: execution.message };
  const { ok, stdout, stderr, failure } = execution.result;
  const printed = [stdout, stderr].filter(Boolean).join('\n').trim();
  return { outcome: ok ? 'done' : 'failed', message: failure?.message ?? printed };
}
