import { join } from 'node:path';
import { classify } from '../src/core/command/classify.ts';
import { isMutating, type MutatingCommand } from '../src/core/command/command.ts';
import { createLog } from '../src/core/git/log.ts';
import { createRedactor } from '../src/core/git/redact.ts';
import { createRunner } from '../src/core/git/runner.ts';
import { createGit } from '../src/core/git/writer.ts';
import { LIMITS } from '../src/core/writes/journal/journal.ts';
import type { GateUi } from '../src/core/writes/question.ts';
import { createImpactOf, createSpendApproval, createWriteSide, type WriteSide } from '../src/core/writes/write-side.ts';
import { workspaceOf } from './runner.ts';

/** The whole write side over one repository, as a window has it. */
export function makeWriteSide(repository: string, decide: GateUi['decide']): WriteSide {
  const redactor = createRedactor({ tokens: [], environment: {}, patterns: [] });
  const git = createGit();
  const impactOf = createImpactOf({ git, timeoutMs: () => 60_000 });
  const runner = createRunner({
    spendApproval: createSpendApproval({ git, impactOf }),
    ...workspaceOf(repository),
    redactor: () => redactor,
    log: createLog({ write: () => {}, redact: redactor.redact }),
  });
  return createWriteSide({
    findRestriction: async () => undefined,
    tokens: async () => [],
    git,
    runner,
    ui: { decide, decidePlan: async () => ({ kind: 'declined' }) },
    contextOf: root => ({ roots: [root], cwd: root }),
    trusted: () => true,
    folders: () => [repository],
    redact: redactor.redact,
    environment: process.env,
    tell: () => {},
    log: () => {},
    changed: () => {},
    impactTimeoutMs: () => 60_000,
    // Goes with the repository.
    userFolder: join(repository, '.git', 'sluice-bench'),
    keepDays: 14,
    keepEntries: 100,
    keepBytes: 0,
    snapshotBytes: LIMITS.bytes,
  });
}

export function writeCommand(args: readonly string[], repository: string): MutatingCommand {
  const command = classify('git', args, { roots: [repository], cwd: repository });
  if (!isMutating(command)) throw new Error(`${command.canonical} changes nothing`);
  return command;
}
