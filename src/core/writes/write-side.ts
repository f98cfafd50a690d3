import { randomUUID } from 'node:crypto';
import type { Context } from '../command/context.ts';
import type { Runner } from '../git/runner.ts';
import type { Git } from '../git/writer.ts';
import { type Allowances, createAllowances } from './allowances.ts';
import { type AskForRead, createAskForRead } from './ask-for-read.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { createEditFirst, type EditFirst, type EditFirstOptions } from './edits/edit-first.ts';
import { createGate, type Gate } from './gate.ts';
import { createImpactOf, type ImpactOfGh } from './impact/impact-of.ts';
import { createJournal, type Journal, LIMITS } from './journal/journal.ts';
import { createJournalKey } from './journal/storage/journal-key.ts';
import { journaledRepositories } from './journaled-repositories.ts';
import { createOwnWrites, type OwnWrites } from './own-write.ts';
import { createRunPlan, type RunPlan } from './plans.ts';
import type { GateUi } from './question.ts';
import type { FindRestriction } from './restrictions.ts';
import { createTurnIn, type TurnIn } from './shared-turn.ts';
import { createUndo, type Undo } from './undo.ts';
import { createWriteFiles, type WriteFiles } from './write-files.ts';

export { createSpendApproval } from './approval.ts';
export { createImpactOf } from './impact/impact-of.ts';

export interface WriteSideOptions {
  readonly git: Git;
  readonly runner: Runner;
  readonly ui: GateUi;
  readonly editText?: EditFirstOptions['editText'];
  readonly contextOf: (repository: string) => Context | undefined;
  readonly trusted: () => boolean;
  /** The workspace folders and the roots of open repositories. */
  readonly folders: () => readonly string[];
  readonly findRestriction: FindRestriction;
  /** Tokens that no command may hold. */
  readonly tokens: () => Promise<readonly string[]>;
  readonly redact: (text: string) => string;
  /** The environment that git inherits. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Tells the person something they did not ask for. */
  readonly tell: (message: string) => void;
  /** Takes a line of the log. */
  readonly log: (line: string) => void;
  /** Hears that undo, or a write of our own, changed a repository. */
  readonly changed: (repository: string) => void;
  readonly impactTimeoutMs: () => number;
  readonly impactOfGh?: ImpactOfGh | undefined;
  /** Where the key of the journal is. */
  readonly userFolder: string;
  readonly keepDays: number;
  readonly keepEntries: number;
  readonly keepBytes: number;
  readonly snapshotBytes: number;
}

/** Everything between a mutating command and its run, and the way back. */
export interface WriteSide {
  readonly editFirst: EditFirst;
  readonly askForRead: AskForRead;
  readonly gate: Gate;
  readonly runPlan: RunPlan;
  readonly undo: Undo;
  readonly writeFiles: WriteFiles;
  readonly own: OwnWrites;
  readonly checkpoints: Checkpoints;
  readonly turnIn: TurnIn;
  readonly journal: Journal;
  readonly allowances: Allowances;
}

/** Built for the first write, undo or look at the journal: a window that only reads never loads it. */
export function createWriteSide(options: WriteSideOptions): WriteSide {
  const { git, runner, ui, contextOf, trusted, folders, redact, changed, impactTimeoutMs, impactOfGh, tell, log } =
    options;
  const { keepDays, keepEntries, keepBytes, snapshotBytes, userFolder, environment, findRestriction, tokens } = options;
  const key = createJournalKey(userFolder);
  const limits = { ...LIMITS, bytes: snapshotBytes };
  const journal = createJournal({ git, key, keepDays, keepEntries, keepBytes, limits, log });
  const newTurn = createTurnIn({ journal, tell });
  const allowances = createAllowances(Date.now);
  const impactOf = createImpactOf({ git, impactOfGh, timeoutMs: impactTimeoutMs });
  /** Where something was written, which need not be a repository of the window: `git -C` leads anywhere in it. */
  const written = new Set<string>();
  const turnIn: TurnIn = (repository, doing) => {
    written.add(repository.workTree);
    return newTurn(repository, doing);
  };
  const repositories = () => journaledRepositories([...folders(), ...written]);
  const own = createOwnWrites({ ui, runner, journal, turnIn, trusted, findRestriction, redact, changed });
  return {
    journal,
    allowances,
    editFirst: createEditFirst({ git, editText: options.editText }),
    askForRead: createAskForRead(ui),
    gate: createGate({ ui, runner, turnIn, journal, allowances, impactOf, git, redact, limits, environment }),
    runPlan: createRunPlan({ ui, git, impactOf, contextOf, trusted, findRestriction, tokens, newGroup: randomUUID }),
    own,
    turnIn: newTurn,
    checkpoints: createCheckpoints({ journal, runner, turnIn, trusted, redact }),
    undo: createUndo({ ui, journal, runner, turnIn, trusted, repositories, findRestriction, changed }),
    writeFiles: createWriteFiles({ own, journal, runner, turnIn, trusted, redact, changed }),
  };
}
