import type { CommandBase } from '../command/command.ts';
import type { Verdict } from '../command/verdict.ts';
import type { GhAccess } from './environment.ts';
import type { Failure, RunResult } from './result.ts';

/** One run of gh that may be started. */
export interface GhRun {
  readonly access: GhAccess;
  /** Tells what GitHub's refusal means, and notes what it says of the token. */
  readonly explain: (result: RunResult) => Promise<RunResult>;
}

/** Looks up, right before a run, what gh is given for a command; or why it is not started. */
export type FindGhRun = (
  command: CommandBase & { readonly verdict: Verdict },
  repository: string,
  signal?: AbortSignal,
) => Promise<GhRun | { readonly denied: Failure }>;
