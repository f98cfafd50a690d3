import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cost, measure, medianCost } from './cost.ts';
import { fileName, makeManyFiles } from './many-files.ts';
import { printTable } from './table.ts';
import { makeWriteSide, writeCommand } from './write-side.ts';

const FILES = 100_000;
const CHANGED = 90;
const NEW = 10;
const ROUNDS = 5;
const UNDO_ROUNDS = 3;

interface WriteBench {
  readonly args: readonly string[];
  /** Makes what the command left ready for the next round. */
  readonly clear: readonly (readonly string[])[];
}

const WRITES: readonly WriteBench[] = [
  { args: ['commit', '-a', '-m', 'All of it'], clear: [['clean', '-fdq']] },
  { args: ['stash', 'push', '-u'], clear: [['stash', 'drop', '-q']] },
  { args: ['add', '-A'], clear: [['commit', '-q', '-m', 'Added']] },
];

/** Writes through the gate, from the yes to the note of what changed, and undo, each beside git alone in the same run. */
export async function benchWrites(): Promise<void> {
  const folder = await makeManyFiles(FILES, 0);
  try {
    const rows = [];
    for (const write of WRITES) rows.push(await writeRow(folder, write));
    rows.push(...(await undoRows(folder)));
    printTable(
      `Writes and undo, ${FILES.toLocaleString('en')} files, median of ${ROUNDS} and ${UNDO_ROUNDS}, by the clock and by processor time`,
      ['command', 'git alone', 'takes', 'with Sluice', 'ratio', 'processor', 'with Sluice', 'ratio', 'goal'],
      rows,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeRow(folder: string, { args, clear }: WriteBench): Promise<string[]> {
  let sinceYes = measure();
  const { gate } = makeWriteSide(folder, async ({ impact }) => {
    await impact;
    sinceYes = measure();
    return { kind: 'run' };
  });
  const command = writeCommand(args, folder);
  const [bare, ours]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    edit(folder);
    bare.push(costOf(folder, args));
    for (const words of clear) git(folder, words);
    edit(folder);
    const answer = await gate(command, { repository: folder, origin: 'cli' });
    ours.push(sinceYes());
    if (answer.kind !== 'ran' || !answer.result.ok) throw new Error(`${command.canonical} did not run`);
    for (const words of clear) git(folder, words);
  }
  return rowOf(command.canonical, command.canonical, bare, ours, '2×');
}

/** The way back from `git rm -rf .`: looking, the question, and bringing back; and the part after the yes by itself. */
async function undoRows(folder: string): Promise<string[][]> {
  let sinceYes = measure();
  const { gate, undo } = makeWriteSide(folder, async ({ impact }) => {
    await impact;
    sinceYes = measure();
    return { kind: 'run' };
  });
  const command = writeCommand(['rm', '-rf', '-q', '.'], folder);
  const [bare, ours, after]: [Cost[], Cost[], Cost[]] = [[], [], []];
  for (let round = 0; round < UNDO_ROUNDS; round += 1) {
    git(folder, ['rm', '-rf', '-q', '.']);
    bare.push(costOf(folder, ['checkout', '-q', 'HEAD', '--', '.']));
    const answer = await gate(command, { repository: folder, origin: 'cli' });
    if (answer.kind !== 'ran' || !answer.result.ok) throw new Error(`${command.canonical} did not run`);
    const sinceStart = measure();
    const undone = await undo({ repository: folder, origin: 'cli' });
    if (undone.kind !== 'undone') throw new Error(undone.message);
    ours.push(sinceStart());
    after.push(sinceYes());
    const left = git(folder, ['status', '--porcelain']);
    if (left !== '') throw new Error(`Not all came back: ${left.slice(0, 200)}`);
  }
  const checkout = 'git checkout HEAD -- .';
  return [
    rowOf(`undo ${command.canonical}, from the yes`, checkout, bare, after, '1.5×'),
    rowOf('the same, from looking what comes back', checkout, bare, ours, '1.5×'),
  ];
}

function rowOf(what: string, beside: string, bare: readonly Cost[], ours: readonly Cost[], goal: string): string[] {
  const [alone, both] = [medianCost(bare), medianCost(ours)];
  const cells = (one: number, other: number) => [ms(one), ms(other), `${(other / one).toFixed(2)}×`];
  return [what, beside, ...cells(alone.clockMs, both.clockMs), ...cells(alone.processorMs, both.processorMs), goal];
}

const ms = (time: number): string => (Number.isNaN(time) ? '–' : `${time.toFixed(0)} ms`);

function costOf(folder: string, args: readonly string[]): Cost {
  const since = measure();
  git(folder, args);
  return since();
}

function edit(folder: string): void {
  for (let n = 0; n < CHANGED; n += 1) appendFileSync(join(folder, fileName(n)), 'one more line\n');
  for (let n = 0; n < NEW; n += 1) writeFileSync(join(folder, `new${n}-${performance.now()}.ts`), 'new\n');
}

const git = (cwd: string, args: readonly string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' });
