import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { makeSampleRepository } from '../scripts/sample-repository.mjs';
import { classify } from '../src/core/command/classify.ts';
import { isReadOnly } from '../src/core/command/command.ts';
import { createRepositoryGuard } from '../src/core/git/inspect/repository-guard.ts';
import { createLog } from '../src/core/git/log.ts';
import { createRedactor } from '../src/core/git/redact.ts';
import { createRunner } from '../src/core/git/runner.ts';
import { ghWith } from '../test/support/gh-with.ts';
import { median, printTable } from './table.ts';

const ROUNDS = 60;

/** The cost of running through Sluice beside a bare spawn of the same words, the two taking turns. */
export async function benchRunner(): Promise<void> {
  const repository = makeSampleRepository();
  try {
    await benchIn(repository);
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}

async function benchIn(repository: string): Promise<void> {
  const redactor = createRedactor({ tokens: ['a-token-that-is-long-enough'], environment: process.env, patterns: [] });
  const runner = createRunner({
    spendApproval: async () => 'not-approved',
    ...workspaceOf(repository),
    redactor: () => redactor,
    log: createLog({ write: () => {}, redact: redactor.redact }),
  });
  const commands = [
    ['rev-parse', 'HEAD'],
    ['status', '--porcelain=v2', '--branch'],
    ['log', '--oneline', '-50'],
    ['log', '-p'],
  ];
  const rows: string[][] = [];
  for (const args of commands) {
    const command = classify('git', args, { roots: [repository], cwd: repository });
    if (!isReadOnly(command)) throw new Error(`${command.canonical} is not a read`);
    const bare: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await timed(() => bareSpawn(args, repository)));
      ours.push(await timed(() => runner.read(command, { repository, origin: 'cli' })));
    }
    const [was, is] = [median(bare), median(ours)];
    rows.push([command.canonical, `${was.toFixed(1)} ms`, `${is.toFixed(1)} ms`, `${(is / was).toFixed(2)}×`]);
  }
  printTable(`Running a read, median of ${ROUNDS}`, ['command', 'bare spawn', 'Sluice', 'ratio'], rows);
}

/** What a runner knows of a workspace that is one repository. */
export const workspaceOf = (repository: string) => ({
  guard: createRepositoryGuard({
    git: () => 'git',
    environment: process.env,
    roots: () => [repository],
    trust: { load: () => undefined, save: async () => {} },
    show: async () => {},
    allowed: () => {},
  }).guard,
  roots: () => [repository],
  gh: ghWith({ configDir: tmpdir() }),
  tokens: () => [],
});

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function bareSpawn(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', chunk => {
      text += chunk;
    });
    child.on('error', reject).on('close', () => resolve(text));
  });
}
