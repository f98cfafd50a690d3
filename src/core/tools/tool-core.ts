import type { Context } from '../command/context.ts';
import type { ConflictTools } from '../conflicts/conflicts.ts';
import type { Execute } from '../execute.ts';
import type { GitReader } from '../git/reader.ts';
import type { LivePanels } from '../panels/live.ts';
import type { Panel } from '../panels/panel.ts';
import type { Authorship } from '../panels/panel-text.ts';
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
  readonly writes: () => Promise<Pick<WriteSide, 'undo' | 'checkpoints' | 'journal'>>;
  readonly conflicts: () => Promise<ConflictTools>;
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
  /** Who wrote what a panel shows, where it is of GitHub and models are to know. */
  readonly authorshipOf: (panel: Panel, signal: AbortSignal) => Promise<Authorship | undefined>;
  /** True where models are not shown what people wrote on GitHub who may not push there. */
  readonly hidesOutsiders: () => boolean;
  /** The calls that have a handle. */
  readonly calls: Pick<Calls, 'wait'>;
}
