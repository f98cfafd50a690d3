import { classify, isMutating, isReadOnly } from './command/classify.ts';
import type { ClassifiedCommand, MutatingCommand, Program } from './command/command.ts';
import type { Context } from './command/context.ts';
import { parse } from './command/parse.ts';
import { askPerson, type GateUi, type Origin } from './gate/approval.ts';
import { type Change, changeBy } from './panels/invalidate.ts';
import type { LivePanels } from './panels/live.ts';
import type { Panel } from './panels/panel.ts';
import type { Opened } from './panels/panels.ts';
import type { RunResult } from './run/result.ts';
import type { Runner } from './run/runner.ts';

/** What came of a command. */
export type Executed =
  /** A read: its panel is open at once, `done` resolves when it has run. */
  | { readonly kind: 'panel'; readonly opened: Opened; readonly done: Promise<Panel> }
  /** A write that the person approved; it may have failed. */
  | { readonly kind: 'ran'; readonly command: MutatingCommand; readonly result: RunResult }
  | { readonly kind: 'declined' | 'refused' | 'invalid' | 'untrusted'; readonly message: string };

export interface ExecuteRequest {
  /** The repository's root: where the command runs. */
  readonly repository: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
}

export interface ExecuteOptions {
  readonly live: Pick<LivePanels, 'open'>;
  readonly runner: Pick<Runner, 'write'>;
  readonly gate: GateUi;
  /** Undefined for what is no repository of the window. */
  readonly contextFor: (repository: string) => Context | undefined;
  /** False until the person trusts the workspace: nothing runs before. */
  readonly trusted: () => boolean;
  /** Hears what a write made out of date. */
  readonly changed: (change: Change) => void;
}

export type Execute = (program: Program, text: string, request: ExecuteRequest) => Promise<Executed>;

/** What a command string is, judged as it would be run in a repository. */
export type Judged =
  | { readonly ok: true; readonly command: ClassifiedCommand }
  | { readonly ok: false; readonly message: string };

export function judge(program: Program, text: string, context: Context): Judged {
  const parsed = parse(program, text);
  return parsed.ok
    ? { ok: true, command: classify(program, parsed.args, context) }
    : { ok: false, message: parsed.message };
}

/** The one way a command string goes, whoever sent it: a read to its panel, a write to the gate and then to the runner. */
export function createExecute({ live, runner, gate, contextFor, trusted, changed }: ExecuteOptions): Execute {
  return async (program, text, request) => {
    const { repository, origin, signal } = request;
    if (!trusted()) return { kind: 'untrusted', message: 'Sluice runs nothing until you trust this workspace.' };
    const context = contextFor(repository);
    if (context === undefined)
      return { kind: 'invalid', message: `Not a git repository of this window: '${repository}'` };
    const judged = judge(program, text, context);
    if (!judged.ok) return { kind: 'invalid', message: judged.message };
    const { command } = judged;
    if (isReadOnly(command)) return { kind: 'panel', ...live.open(command, repository, { origin, signal }) };
    if (!isMutating(command)) return { kind: 'refused', message: command.verdict.reason };
    const approval = await askPerson(gate, command, repository, origin);
    if (approval === undefined)
      return { kind: 'declined', message: 'The person declined this command. It was not run.' };
    const result = await runner.write(command, approval, request);
    changed(changeBy(command, repository));
    return { kind: 'ran', command, result };
  };
}
