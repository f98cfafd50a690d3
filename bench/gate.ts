import { rmSync } from 'node:fs';
import { makeManyFiles, makeUntrackedFiles } from './many-files.ts';
import { bareSpawn, timed } from './runner.ts';
import { median, printTable } from './table.ts';
import { makeWriteSide, writeCommand } from './write-side.ts';

const ROUNDS = 9;
const SIZES = [1_000, 10_000, 100_000];
const CHANGED = 90;
/** As many as an ordinary node_modules has. */
const UNTRACKED = 300_000;
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
  for (const name of ['node_modules', 'data'] as const) {
    const folder = await makeUntrackedFiles(name, UNTRACKED);
    try {
      rows.push([`${UNTRACKED.toLocaleString('en')} in ${name}`, ...(await benchIn(folder, ['clean', '-fdx']))]);
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
  let began = 0;
  const asked: number[] = [];
  const known: number[] = [];
  const { gate } = makeWriteSide(repository, async ({ impact }) => {
    asked.push(performance.now() - began);
    await impact;
    known.push(performance.now() - began);
    return { kind: 'declined' };
  });
  const command = writeCommand(args, repository);
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
