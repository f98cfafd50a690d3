import { randomUUID } from 'node:crypto';
import type { Context } from '../command/context.ts';
import type { Runner } from '../git/runner.ts';
import type { Git } from '../git/writer.ts';
import { type Allowances, createAllowances } from './allowances.ts';
import { createGate, type Gate } from './gate.ts';
import { createImpactOf } from './impact/impact-of.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { createRunPlan, type RunPlan } from './plans.ts';
import type { GateUi } from './question.ts';
import { createUndo, type Undo } from './undo.ts';

export { createSpendApproval } from './approval.ts';

export interface WriteSideOptions {
  readonly git: Git;
  readonly runner: Runner;
  readonly ui: GateUi;
  readonly contextOf: (repository: string) => Context | undefined;
  readonly trusted: () => boolean;
  readonly redact: (text: string) => string;
  /** Hears that undo changed a repository. */
  readonly changed: (repository: string) => void;
  readonly impactTimeoutMs: () => number;
  readonly keepDays: number;
  readonly keepEntries: number;
  readonly snapshotBytes: number;
}

/** Everything between a mutating command and its run, and the way back. */
export interface WriteSide {
  readonly gate: Gate;
  readonly runPlan: RunPlan;
  readonly undo: Undo;
  readonly journal: Journal;
  readonly allowances: Allowances;
}

/** Built for the first write, undo or look at the journal: a window that only reads never loads it. */
export function createWriteSide(options: WriteSideOptions): WriteSide {
  const { git, runner, ui, contextOf, trusted, redact, changed, impactTimeoutMs } = options;
  const { keepDays, keepEntries, snapshotBytes } = options;
  const journal = createJournal({ git, keepDays, keepEntries, limits: { bytes: snapshotBytes } });
  const allowances = createAllowances(Date.now);
  const impactOf = createImpactOf({ git, timeoutMs: impactTimeoutMs });
  const isOpen = (root: string) => contextOf(root) !== undefined;
  return {
    journal,
    allowances,
    gate: createGate({ ui, runner, journal, allowances, impactOf, git, redact }),
    runPlan: createRunPlan({ ui, impactOf, contextOf, trusted, newGroup: randomUUID }),
    undo: createUndo({ ui, journal, runner, trusted, isOpen, changed }),
  };
}
