import { randomUUID } from 'node:crypto';
import type { Disposable } from 'vscode';
import type { Context } from '../../core/command/context.ts';
import type { Execute } from '../../core/execute.ts';
import type { AskGit } from '../../core/git/ask.ts';
import { readerFrom } from '../../core/git/reader.ts';
import type { Runner } from '../../core/git/runner.ts';
import { type Allowances, createAllowances } from '../../core/writes/allowances.ts';
import { createGate, type Gate } from '../../core/writes/gate.ts';
import { createImpactOf } from '../../core/writes/impact/impact-of.ts';
import { createJournal } from '../../core/writes/journal/create-journal.ts';
import type { Journal } from '../../core/writes/journal/journal.ts';
import { createRunPlan, type RunPlan } from '../../core/writes/plans.ts';
import { createUndo, type Undo } from '../../core/writes/undo.ts';
import { setting } from '../settings.ts';
import type { Outputs } from '../views/documents.ts';
import { createGateUi, type EditorGate } from './gate-ui.ts';
import { createPreviews } from './preview.ts';
import { createWaiting } from './waiting.ts';

export interface GateRoomOptions {
  readonly ask: AskGit;
  readonly runner: Runner;
  readonly execute: Execute;
  readonly contextFor: (repository: string) => Context | undefined;
  readonly trusted: () => boolean;
  readonly outputs: Outputs;
  readonly redact: (text: string) => string;
  readonly forDisplay: (text: string) => string;
  /** Hears that undo changed a repository. */
  readonly changed: (repository: string) => void;
  /** Hears how many questions wait. */
  readonly waiting: (count: number) => void;
  readonly reportError: (where: string, error: unknown) => void;
}

/** All that stands between a mutating command and its run. */
export interface GateRoom extends Disposable {
  readonly gate: Gate;
  readonly runPlan: RunPlan;
  readonly undo: Undo;
  readonly journal: Journal;
  readonly allowances: Allowances;
  readonly ui: EditorGate;
}

const MEGABYTE = 1024 * 1024;

/** Built when the first mutating command comes, out of a bundle of its own: a window that only reads never loads it. */
export function openGateRoom(options: GateRoomOptions): GateRoom {
  const { ask, runner, execute, contextFor, trusted, outputs, redact, forDisplay, changed, waiting, reportError } =
    options;
  const item = createWaiting(forDisplay);
  const ui = createGateUi({
    forDisplay,
    previews: createPreviews({ ask, outputs, forDisplay }),
    timeoutMs: () => setting('confirmation.timeout') * 1000,
    waiting: texts => {
      item.show(texts);
      waiting(texts.length);
    },
    reportError: error => reportError('The gate', error),
  });
  const journal = createJournal({
    ask,
    keepDays: setting('journal.keepDays'),
    keepEntries: setting('journal.keepEntries'),
    limits: { bytes: setting('journal.mostMegabytes') * MEGABYTE },
  });
  const allowances = createAllowances(Date.now);
  const impactOf = createImpactOf({ git: readerFrom(ask), timeoutMs: () => setting('gate.radiusTimeout') * 1000 });
  return {
    ui,
    journal,
    allowances,
    gate: createGate({ ui, runner, journal, allowances, impactOf, ask, redact }),
    runPlan: createRunPlan({ ui, execute, impactOf, contextFor, trusted, newGroup: randomUUID }),
    undo: createUndo({ ui, journal, runner, trusted, isOpen: root => contextFor(root) !== undefined, changed }),
    dispose() {
      ui.dispose();
      item.dispose();
    },
  };
}
