import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeTools } from '../test/core/tools/fixture.ts';
import { type Cost, measure, medianCost } from './cost.ts';
import { median, printTable } from './table.ts';

const FILES = 1000;
const FILE_BYTES = 50_000;
const ROUNDS = 3;
const MIB = 1024 * 1024;

/** Staging and pushing many files from a sandbox, beside `git add` and `git commit` of the same files on disk. */
export async function benchSandbox(): Promise<void> {
  const { core, folder, repository } = await makeTools();
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
  const side = await core.sandbox();
  const [bare, writing, staging, pushing]: [Cost[], Cost[], Cost[], Cost[]] = [[], [], [], []];
  const held: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const files = Array.from({ length: FILES }, (_, at) => ({
        path: `round${round}/folder${at % 40}/file${at}.txt`,
        bytes: Buffer.from(randomBytes(FILE_BYTES / 2).toString('hex')),
      }));
      git('checkout', '-q', '-b', `bare${round}`, 'main');
      for (const { path, bytes } of files) {
        mkdirSync(join(repository, path, '..'), { recursive: true });
        writeFileSync(join(repository, path), bytes);
      }
      const bareCost = measure();
      git('add', '-A');
      git('commit', '-q', '-m', 'All of it');
      bare.push(bareCost());
      git('checkout', '-q', 'main');

      const sandbox = await side.open(`round${round}`);
      const before = memory();
      const writeCost = measure();
      await sandbox.write(files);
      writing.push(writeCost());
      held.push(((memory() - before) / (FILES * FILE_BYTES)) * MIB);
      const stageCost = measure();
      const staged = await side.stage(sandbox, ['.'], 'All of it');
      staging.push(stageCost());
      const pushCost = measure();
      const target = { type: 'local', path: '.', branch: `ours${round}` } as const;
      const outcome = await side.push(sandbox, staged.id, target, { origin: 'cli' });
      pushing.push(pushCost());
      if (outcome.kind !== 'pushed') throw new Error(`Not pushed: ${outcome.kind}`);
    }
    const reference = medianCost(bare);
    const row = (what: string, costs: readonly Cost[]) => {
      const { clockMs, processorMs } = medianCost(costs);
      const ratios = [clockMs / reference.clockMs, processorMs / reference.processorMs].map(
        ratio => `${ratio.toFixed(2)}×`,
      );
      return [what, `${clockMs.toFixed(0)} ms`, `${ratios[0]}`, `${processorMs.toFixed(0)} ms`, `${ratios[1]}`];
    };
    const both = staging.map((cost, at) => sum(cost, pushing[at] ?? cost));
    printTable(
      `A sandbox, ${FILES.toLocaleString('en')} files and ${(FILES * FILE_BYTES) / 1e6} MB, median of ${ROUNDS}`,
      ['what', 'takes', 'ratio', 'processor', 'ratio'],
      [
        row('git add, git commit', bare),
        row('stage and push', both),
        row('… stage', staging),
        row('… push, with the question', pushing),
        row('writing into the sandbox', writing),
      ],
    );
    console.log(`\nMemory per MiB held: ${(median(held) / 1024).toFixed(0)} KiB`);
  } finally {
    core.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Heap and buffers, when nothing is left to be collected. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const sum = (one: Cost, other: Cost): Cost => ({
  clockMs: one.clockMs + other.clockMs,
  processorMs: one.processorMs + other.processorMs,
});
