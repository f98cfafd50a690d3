import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { simpleGit } from 'simple-git';
import { createGitReader } from '../src/core/git/reader.ts';
import { notRun } from '../src/core/git/result.ts';
import { discover } from '../src/core/repository/discover.ts';
import { createStatusScanner, type StatusScanner } from '../src/core/repository/status/scan.ts';
import { createStatusView } from '../src/core/repository/status/status-view.ts';
import { fileName, makeManyFiles } from './many-files.ts';
import { bareSpawn, timed } from './runner.ts';
import { median, printTable } from './table.ts';

interface Size {
  readonly files: number;
  readonly changed: number;
  readonly rounds: number;
}

const SIZES: readonly Size[] = [
  { files: 1000, changed: 100, rounds: 9 },
  { files: 10_000, changed: 900, rounds: 25 },
  { files: 100_000, changed: 900, rounds: 3 },
];

const BARE = ['status', '--porcelain=v2', '-z', '-uall'];
/** The commands that a simple status view runs at every refresh; the first two tell whether the others are needed. */
const SIX = [
  ['status', '--porcelain', '-uall'],
  ['rev-parse', '--abbrev-ref', 'HEAD'],
  ['diff', '--cached', '--numstat'],
  ['diff', '--numstat'],
  ['diff', 'HEAD'],
  ['branch', '--format=%(refname:short)'],
];

const CASES = ['cold', 'nothing changed', 'a changed file edited again', 'another file edited'] as const;
type Case = (typeof CASES)[number];
/** `list`: until the view can show which files changed; their lines are counted by then or fill in. */
type Contender = 'bare' | 'list' | 'sluice' | 'six' | 'simple';

/** A window has one for all its repositories. */
const git = createGitReader();

/** Every file is older than a second to these, as in a view that has been open for one. */
const later = () => Date.now() + 60_000;

/** The cost of a refresh of the status view beside the one `git status` it cannot do without, all taking turns. */
export async function benchStatus(): Promise<void> {
  const rows: string[][] = [];
  let idle: number | undefined;
  for (const { files, changed, rounds } of SIZES) {
    const folder = await makeManyFiles(files, changed);
    try {
      rows.push(...(await rowsOf(folder, { files, changed, rounds })));
      idle ??= await idleProcesses(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(
    'Status view refresh with line counts, median of rounds, as multiples of a bare `git status --porcelain=v2 -z -uall`',
    [
      'files',
      'changed',
      'refresh',
      'bare git status',
      'files listed',
      'with counts',
      'six processes',
      'simple-git status + diffSummary',
    ],
    rows,
  );
  console.log(
    '\nAs in the editor, the file watcher has told Sluice which file was edited; a cold refresh knows nothing.',
  );
  console.log(`\ngit processes a minute while nothing changes, view visible: ${idle}`);
}

async function rowsOf(folder: string, { files, changed, rounds }: Size): Promise<string[][]> {
  const samples = new Map<string, number[]>();
  const note = (key: string, ms: number) => samples.set(key, [...(samples.get(key) ?? []), ms]);
  const take = async (name: Case, contender: Contender, work: () => Promise<unknown>) =>
    note(`${name} ${contender}`, await timed(work));
  const takeScan = async (name: Case, scanner: StatusScanner, hints?: readonly string[]) => {
    const begun = performance.now();
    let listed: number | undefined;
    await scan(scanner, hints, () => (listed ??= performance.now() - begun));
    const all = performance.now() - begun;
    note(`${name} sluice`, all);
    note(`${name} list`, listed ?? all);
  };
  const open = await openScanner(folder);
  await scan(open);
  const simple = simpleGit(folder);
  const bare = () => bareSpawn(BARE, folder);
  const six = (most: number) => async () => {
    for (const args of SIX.slice(0, most)) await bareSpawn(args, folder);
  };
  const twice = async () => {
    await simple.status();
    await simple.diffSummary(['HEAD']);
  };
  const edit = (n: number) => appendFileSync(join(folder, fileName(n)), 'and one more\n');
  for (let round = -1; round < rounds; round += 1) {
    if (round === 0) samples.clear();
    const cold = await openScanner(folder);
    await take('cold', 'bare', bare);
    await takeScan('cold', cold);
    await take('cold', 'six', six(6));
    await take('cold', 'simple', twice);
    await take('nothing changed', 'bare', bare);
    await takeScan('nothing changed', open);
    await take('nothing changed', 'six', six(2));
    await take('nothing changed', 'simple', twice);
    for (const [name, n] of [
      ['a changed file edited again', 0],
      ['another file edited', changed + round + 1],
    ] as const) {
      edit(n);
      await take(name, 'bare', bare);
      await takeScan(name, open, [fileName(n)]);
      await take(name, 'six', six(6));
      await take(name, 'simple', twice);
    }
  }
  return CASES.map(name => {
    const of = (contender: Contender) => median(samples.get(`${name} ${contender}`) ?? []);
    const times = (contender: Contender) => `${(of(contender) / of('bare')).toFixed(2)}×`;
    const count = (n: number) => n.toLocaleString('en');
    return [
      count(files),
      count(changed),
      name,
      `${of('bare').toFixed(1)} ms`,
      times('list'),
      times('sluice'),
      times('six'),
      times('simple'),
    ];
  });
}

async function repositoryOf(folder: string) {
  const found = await discover(folder);
  if (!found.ok) throw new Error(found.message);
  return found.repository;
}

async function openScanner(folder: string): Promise<StatusScanner> {
  const repository = await repositoryOf(folder);
  return createStatusScanner({ git, repository, untrackedCap: () => 2000, now: later });
}

async function scan(scanner: StatusScanner, hints?: readonly string[], preview?: () => void): Promise<void> {
  const result = await scanner.scan({ base: null, hints, preview });
  if (!result.ok) throw new Error(result.message);
}

/** A minute of the visible view, its 2 s checks one after the other. */
async function idleProcesses(folder: string): Promise<number> {
  let started = 0;
  let check = () => {};
  const repository = { ...(await repositoryOf(folder)), root: folder, name: 'bench' };
  const view = createStatusView({
    git: createGitReader({
      started() {
        started += 1;
      },
    }),
    repositories: () => [repository],
    problem: () => undefined,
    trusted: () => true,
    load: () => ({}),
    save: () => {},
    redact: text => text,
    contextFor: root => ({ roots: [root], cwd: root }),
    read: async () => notRun('not-started', 'no log'),
    reportError: error => console.error(error),
    now: later,
    clock: {
      now: () => 0,
      after(_ms, run) {
        check = run;
        return () => {};
      },
    },
  });
  await view.refresh();
  view.setVisible(true);
  started = 0;
  for (let second = 0; second < 60; second += 2) {
    const before = check;
    before();
    while (check === before) await new Promise(resolve => setTimeout(resolve, 1));
  }
  view.dispose();
  return started;
}
