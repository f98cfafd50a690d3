import type { Execution } from './execute.ts';
import type { Caller, Origin } from './origin.ts';
import type { UndoOutcome } from './writes/undo.ts';
import type { WriteFilesOutcome, WriteFilesRequest } from './writes/write-files.ts';

/** A command, an undo or a write of files that has run, as those hear it who listen. */
export interface FinishedRun {
  readonly kind: 'command' | 'undo' | 'write-files';
  /** The command in its one spelling, what was undone, or which files were written for what; redacted. */
  readonly command: string;
  readonly repository: string;
  readonly origin: Origin;
  /** How the client of a tool calls itself. */
  readonly client?: string | undefined;
  readonly ok: boolean;
  /** Null for one that was ended before it could say, and for what is no command. */
  readonly exitCode: number | null;
  /** The id of its entry in the journal; undefined for a read and for what changed nothing. */
  readonly entry?: string | undefined;
}

interface Asked {
  readonly origin: Origin;
  readonly caller?: Caller | undefined;
}

/** What there is to tell of a command; undefined when it did not run. */
export async function finishedCommand(
  execution: Execution,
  { repository, origin, caller }: Asked & { readonly repository: string },
): Promise<FinishedRun | undefined> {
  const asked = { kind: 'command', repository, origin, client: caller?.name } as const;
  if (execution.kind === 'ran') {
    const { command, result, entry } = execution;
    return { ...asked, command: command.canonical, ok: result.ok, exitCode: result.exitCode, entry: entry?.id };
  }
  if (execution.kind !== 'panel') return undefined;
  const { command, result, failure } = await execution.done;
  const ok = failure === undefined && result?.ok === true;
  return { ...asked, command: command.canonical, ok, exitCode: failure ? null : (result?.exitCode ?? null) };
}

/** The same for an undo. */
export function finishedUndo(
  { kind, subject = '', repository = '' }: UndoOutcome,
  { origin, caller }: Asked,
): FinishedRun | undefined {
  if (kind !== 'undone') return undefined;
  return { kind: 'undo', command: subject, repository, origin, client: caller?.name, ok: true, exitCode: null };
}

/** The same for a write of files. */
export function finishedWrite(
  outcome: WriteFilesOutcome,
  { repository, origin, caller }: WriteFilesRequest,
): FinishedRun | undefined {
  if (outcome.kind !== 'written') return undefined;
  const { text, entry } = outcome;
  const asked = { repository: repository.workTree, origin, client: caller?.name };
  return { kind: 'write-files', command: text, ...asked, ok: true, exitCode: null, entry: entry?.id };
}
