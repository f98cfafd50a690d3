import type { Context } from '../command/context.ts';
import type { Execute } from '../execute.ts';
import type { GitReader } from '../git/reader.ts';
import type { LivePanels } from '../panels/live.ts';
import type { Repositories } from '../repository/repositories.ts';
import type { StatusView } from '../repository/status/status-view.ts';
import type { SandboxSide } from '../sandbox/sandbox-side.ts';
import type { PlanOutcome, PlanRequest } from '../writes/plans.ts';
import type { WriteSide } from '../writes/write-side.ts';
import type { Calls } from './calls.ts';

/** The part of the core that tools are made of. */
export interface ToolCore {
  readonly execute: Execute;
  readonly runPlan: (texts: readonly string[], request: PlanRequest) => Promise<PlanOutcome>;
  readonly writes: () => Promise<Pick<WriteSide, 'undo'>>;
  readonly sandbox: () => Promise<SandboxSide>;
  readonly panels: LivePanels;
  readonly status: Pick<StatusView, 'text' | 'configure'>;
  readonly repositories: Pick<Repositories, 'list' | 'find'>;
  readonly git: GitReader;
  readonly contextOf: (root: string | undefined) => Context | undefined;
  readonly trusted: () => boolean;
  readonly redact: (text: string) => string;
  readonly reportErrorIn: (where: string) => (error: unknown) => void;
  /** Whether there is a program of this name on the person's PATH. */
  readonly hasProgram: (name: string) => Promise<boolean>;
  /** The calls that have a handle. */
  readonly calls: Pick<Calls, 'wait'>;
}
