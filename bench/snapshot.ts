import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createGit } from '../src/core/git/writer.ts';
import { discover } from '../src/core/repository/discover.ts';
import { recordOf } from '../src/core/writes/commands/registry.ts';
import { createJournal } from '../src/core/writes/journal/journal.ts';
import { snapshotScopeOf } from '../src/core/writes/snapshot-scope.ts';
import { makeManyFiles } from './many-files.ts';
import { bareSpawn, timed } from './runner.ts';
import { median, printTable } from './table.ts';

const KEY = randomBytes(32);
const SIZES = [
  { files: 1000, changed: 10, rounds: 9 },
  { files: 10_000, changed: 10, rounds: 7 },
  { files: 100_000, changed: 10, rounds: 5 },
];

const BARE = ['status', '--porcelain=v2', '-z', '-uall'];

/** The change that each command makes, done by hand and taken back by hand, so that only the journal's own work is timed. */
const COMMANDS: readonly (readonly string[])[] = [
  ['reset', '--hard'],
  ['branch', '-D', 'gone'],
  ['commit', '-m', 'more'],
];

/** The cost of the journal around a command: before it, and with what it notes afterwards, beside a bare `git status`. */
export async function benchSnapshot(): Promise<void> {
  const rows: string[][] = [];
  for (const { files, changed, rounds } of SIZES) {
    const folder = await makeManyFiles(files, changed);
    try {
      for (const words of COMMANDS) rows.push(await rowOf(folder, files, words, rounds));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(
    'Journal, median of rounds, as multiples of a bare `git status --porcelain=v2 -z -uall`',
    ['files', 'command', 'bare git status', 'before the command', 'before and after'],
    rows,
  );
}

async function rowOf(folder: string, files: number, words: readonly string[], rounds: number): Promise<string[]> {
  const found = await discover(folder);
  if (!found.ok) throw new Error(found.message);
  const journal = createJournal({ git: createGit(), key: async () => KEY });
  const git = (...args: string[]) => void execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  const [subcommand = '', ...rest] = words;
  const record = recordOf(subcommand);
  const touches = snapshotScopeOf({ record, line: record?.read(rest, folder) });
  const recording = { repository: found.repository, command: words.join(' '), touches, remote: [] };
  const samples: Record<'bare' | 'before' | 'all', number[]> = { bare: [], before: [], all: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.bare.push(await timed(() => bareSpawn(BARE, folder)));
    git('branch', '-f', 'gone', 'HEAD');
    const start = performance.now();
    const begun = await journal.begin({ ...recording, origin: 'cli', group: null, evenUnsaved: false });
    if (!begun.ok) throw new Error(begun.message);
    const ran = performance.now();
    // A change of refs alone: what the command itself costs is not the journal's.
    git('update-ref', '-d', 'refs/heads/gone');
    const done = performance.now();
    await journal.settle(begun.pending, true);
    samples.before.push(ran - start);
    samples.all.push(performance.now() - done + (ran - start));
  }
  const bare = median(samples.bare);
  const ratio = (times: readonly number[]) => `${(median(times) / bare).toFixed(2)}× (${median(times).toFixed(0)} ms)`;
  return [String(files), `git ${words.join(' ')}`, `${bare.toFixed(0)} ms`, ratio(samples.before), ratio(samples.all)];
}
