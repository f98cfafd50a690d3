import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { classify } from '../src/core/command/classify.ts';
import { isMutating } from '../src/core/command/command.ts';
import { createLog } from '../src/core/git/log.ts';
import { createRedactor } from '../src/core/git/redact.ts';
import { createRunner } from '../src/core/git/runner.ts';
import { createGit } from '../src/core/git/writer.ts';
import { createAllowances } from '../src/core/writes/allowances.ts';
import { createSpendApproval } from '../src/core/writes/approval.ts';
import { createGate } from '../src/core/writes/gate.ts';
import { createImpactOf } from '../src/core/writes/impact/impact-of.ts';
import { createJournal } from '../src/core/writes/journal/journal.ts';
import { makeManyFiles } from './many-files.ts';
import { bareSpawn, timed } from './runner.ts';
import { median, printTable } from './table.ts';

const ROUNDS = 9;
const SIZES = [1_000, 10_000, 100_000];
const CHANGED = 90;
const COMMANDS = [
  ['reset', '--hard'],
  ['commit', '-a', '-m', 'All of it'],
];

/** How long a person waits for the question, and for what it says of the command, beside one `git status`. */
export async function benchGate(): Promise<void> {
  const rows: string[][] = [];
  for (const files of SIZES) {
    const folder = await makeManyFiles(files, CHANGED);
    try {
      for (const args of COMMANDS) rows.push([files.toLocaleString('en'), ...(await benchIn(folder, args))]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(
    `The gate, ${CHANGED} files changed, median of ${ROUNDS}`,
    ['files', 'command', 'git status', 'question asked', 'ratio', 'what it would do', 'ratio'],
    rows,
  );
}

async function benchIn(repository: string, args: readonly string[]): Promise<string[]> {
  const redactor = createRedactor({ tokens: [], environment: {}, patterns: [] });
  const git = createGit();
  const runner = createRunner({
    spendApproval: createSpendApproval(git),
    roots: () => [repository],
    gh: () => ({ configDir: tmpdir() }),
    redactor: () => redactor,
    log: createLog({ write: () => {}, redact: redactor.redact }),
  });
  let began = 0;
  const asked: number[] = [];
  const known: number[] = [];
  const gate = createGate({
    ui: {
      async decide({ impact }) {
        asked.push(performance.now() - began);
        await impact;
        known.push(performance.now() - began);
        return { kind: 'declined' };
      },
    },
    runner,
    journal: createJournal({ git }),
    allowances: createAllowances(Date.now),
    impactOf: createImpactOf({ git, timeoutMs: () => 60_000 }),
    git,
    redact: redactor.redact,
  });
  const command = classify('git', args, { roots: [repository], cwd: repository });
  if (!isMutating(command)) throw new Error(`${command.canonical} changes nothing`);
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(() => bareSpawn(['status', '--porcelain=v2', '-z'], repository)));
    began = performance.now();
    await gate(command, { repository, origin: 'cli' });
  }
  const was = median(bare);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const beside = (samples: readonly number[]) => [ms(median(samples)), `${(median(samples) / was).toFixed(1)}×`];
  return [command.canonical, ms(was), ...beside(asked), ...beside(known)];
}
