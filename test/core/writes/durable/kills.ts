import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LEASE } from '../../../../src/core/git/lease.ts';
import { git } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint } from '../journal/fixture.ts';
import { agreeableCore } from './host.ts';
import { gitsOf, leftBehind, parent, person, sluice, storage } from './processes.ts';

/** Commands that are killed, one of each way in which git writes. */
export const FAMILIES: readonly string[] = [
  'git checkout -f side',
  'git reset --hard side',
  'git reset --hard HEAD~1',
  'git stash',
  'git stash -u',
  'git stash pop',
  'git stash drop',
  "git commit -qam 'all'",
  'git commit -q --amend -m other',
  'git clean -fdx',
  'git rm -rfq many',
  'git mv many moved',
  'git branch -D side',
  'git tag v1',
  'git add -A',
  'git merge -q topic -m merged',
  'git rebase -q topic',
  'git cherry-pick topic',
  'git restore --source=side -SW .',
  'git switch -q --discard-changes -c fresh side',
  'git config user.name Eve',
  'git gc -q --prune=now',
];

/** `undo`: the command has run, and its undo is killed. */
export const PHASES = ['run', 'undo'] as const;
export const VICTIMS = ['sluice', 'git', 'both'] as const;

export interface Kill {
  readonly command: string;
  readonly phase: (typeof PHASES)[number];
  readonly victim: (typeof VICTIMS)[number];
  /** How far through, from 0 to 1. */
  readonly moment: number;
}

export interface KillResult {
  /** False when it was over first. */
  readonly landed: boolean;
  /** What is not as it was, by name. */
  readonly differs: readonly string[];
  readonly left: readonly string[];
  readonly told: readonly string[];
}

const MANY = 150;

/** A repository with something of everything that a command could lose. */
export function makeOriginal(): string {
  const folder = newRepository(parent, 'original');
  const many = (text: string, from = 0) =>
    Object.fromEntries(Array.from({ length: MANY }, (_, n) => [`many/${n + from}.txt`, `${text} ${n}\n`.repeat(50)]));
  commit(folder, { ...many('first'), 'a.txt': 'one\n', '.gitignore': 'build\n' }, 'one');
  git(folder, 'branch', 'topic');
  git(folder, 'switch', '-qc', 'side');
  commit(folder, { ...many('side'), ...many('new', MANY), 'a.txt': 'side\n', 'untracked/1.txt': 'theirs\n' }, 'side');
  git(folder, 'switch', '-q', 'topic');
  commit(folder, { 'topic.txt': 'topic\n', 'other/topic.txt': 'topic\n' }, 'topic');
  git(folder, 'switch', '-q', 'main');
  commit(folder, { 'main.txt': 'main\n' }, 'two');
  write(folder, { 'many/1.txt': 'put aside\n' });
  git(folder, 'stash');
  const dirty = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`many/${n * 3 + 5}.txt`, `mine ${n}\n`]));
  write(folder, { ...dirty, 'staged.txt': 'staged\n' });
  git(folder, 'add', 'staged.txt');
  const loose = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`untracked/${n}.txt`, `loose ${n}\n`]));
  write(folder, { ...loose, 'build/out.txt': 'ignored\n', 'build/deep/out.txt': 'ignored\n' });
  return folder;
}

/** A repository with so many files that an undo has several gits write them. */
export function makeLarge(): string {
  const folder = newRepository(parent, 'large');
  const names = Array.from({ length: 4400 }, (_, n) => `folder${n % 30}/deep/${n}.txt`);
  commit(folder, Object.fromEntries(names.map(name => [name, `${name}\n`.repeat(20)])), 'many');
  return folder;
}

/** For those that refuse to start over changes. */
const CLEAN = /^git (?:merge|rebase|cherry-pick|stash pop)/;

export function copyOf(original: string, name: string, command: string): string {
  const folder = join(parent, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(original, folder, { recursive: true, verbatimSymlinks: true });
  if (CLEAN.test(command)) git(folder, 'reset', '-q', '--hard');
  git(folder, 'update-index', '-q', '--refresh');
  return folder;
}

/** How long a command or its undo takes, from its lease to its end. */
const durations = new Map<string, number>();

async function durationOf(original: string, { command, phase }: Kill): Promise<number> {
  const key = `${phase} ${command} ${original}`;
  const known = durations.get(key);
  if (known !== undefined) return known;
  const folder = copyOf(original, 'measured', command);
  if (phase === 'undo') await sluice(folder, 'run', command).done;
  const process = sluice(folder, phase, command);
  await leaseOf(folder, process.done);
  const begun = performance.now();
  await process.done;
  const took = performance.now() - begun;
  durations.set(key, took);
  return took;
}

async function leaseOf(folder: string, done: Promise<unknown>): Promise<void> {
  let over = false;
  void done.then(() => {
    over = true;
  });
  while (!over && !existsSync(join(folder, '.git', LEASE))) await delay(1);
}

/** Kills, lets whoever is left come to an end, and undoes until there is nothing to undo. */
export async function killed(original: string, kill: Kill, name: string): Promise<KillResult> {
  const { command, phase, victim, moment } = kill;
  const folder = copyOf(original, name, command);
  const first = await fingerprint(folder);
  if (phase === 'undo') await sluice(folder, 'run', command).done;
  const after = moment * (await durationOf(original, kill));
  const process = sluice(folder, phase, command);
  await leaseOf(folder, process.done);
  await delay(after);
  const landed = await strike(folder, process.child.pid ?? 0, victim, process.done);
  await process.done;
  const core = await agreeableCore(folder, storage, person);
  await ended(folder);
  await core.tidy();
  for (let tries = 0; tries < 4 && (await core.undoLast()).kind !== 'refused'; tries += 1);
  core.dispose();
  const last = await fingerprint(folder);
  const names = [...new Set([...Object.keys(first), ...Object.keys(last)])];
  const differs = names.filter(each => first[each] !== last[each]).map(each => `${each}: ${last[each]?.slice(0, 200)}`);
  const result = { landed, differs, left: leftBehind(folder), told: core.told };
  if (differs.length === 0 && result.left.length === 0) rmSync(folder, { recursive: true });
  return result;
}

/** False when nobody was there to be killed any more. */
async function strike(folder: string, pid: number, victim: Kill['victim'], done: Promise<unknown>): Promise<boolean> {
  let over = false;
  void done.then(() => {
    over = true;
  });
  let gits = gitsOf(folder);
  while (victim !== 'sluice' && gits.length === 0 && !over) {
    await delay(0);
    gits = gitsOf(folder);
  }
  if (over) return false;
  const hit = victim === 'git' ? [] : [tryKill(pid)];
  return [...hit, ...(victim === 'sluice' ? [] : gits.map(group => tryKill(-group)))].includes(true);
}

function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Waits until no git works in a folder any more. */
async function ended(folder: string): Promise<void> {
  const busy = () => execFileSync('sh', ['-c', 'readlink /proc/[0-9]*/cwd 2>/dev/null || true'], { encoding: 'utf8' });
  for (let n = 0; n < 500 && busy().split('\n').includes(folder); n += 1) await delay(20);
}

export const show = ({ command, phase, victim, moment }: Kill): string =>
  `${phase} ${command}, ${victim} at ${moment.toFixed(3)}`;
