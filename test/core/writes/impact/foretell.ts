import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type AskGit, createAskGit } from '../../../../src/core/git/ask-git.ts';
import { readerFrom } from '../../../../src/core/git/reader.ts';
import { discover } from '../../../../src/core/repository/discover.ts';
import type { WriteRecord } from '../../../../src/core/writes/commands/record.ts';
import type { CappedList, CommitLine, Impact, ImpactContext } from '../../../../src/core/writes/impact/impact.ts';
import { unforeseen } from '../../../../src/core/writes/impact/wording.ts';
import type { WriteLine } from '../../../../src/core/writes/write-line.ts';
import { environment, git } from '../../git/support.ts';

/** A folder with a bare repository and a clone of it, which find each other after they are copied together. */
export interface Pair {
  readonly folder: string;
  readonly here: string;
  readonly there: string;
}

export function newPair(folder: string, name = 'pair-'): Pair {
  const home = mkdtempSync(join(folder, name));
  git(home, 'init', '-q', '--bare', 'there.git');
  git(join(home, 'there.git'), 'config', 'receive.denyDeleteCurrent', 'ignore');
  git(home, 'init', '-q', 'here');
  const here = join(home, 'here');
  git(here, 'remote', 'add', 'origin', '../there.git');
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
    ['commit.gpgSign', 'false'],
    ['advice.diverging', 'false'],
  ] as const)
    git(here, 'config', key, value);
  return { folder: home, here, there: join(home, 'there.git') };
}

export function copyOf({ folder }: Pair): Pair {
  const copy = mkdtempSync(`${folder}-copy-`);
  execFileSync('cp', ['-a', `${folder}/.`, copy]);
  // The index knows the files by their inodes, which are others now.
  git(join(copy, 'here'), 'status');
  return { folder: copy, here: join(copy, 'here'), there: join(copy, 'there.git') };
}

/** Everything about a folder that a command could change: names, kinds, contents and when they were written. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    const entry = lstatSync(path);
    // Who writes an object that already exists, be it elsewhere, makes it young again: it is used.
    const written = entry.isFile() && /\/objects\//.test(path) ? '' : entry.mtimeMs;
    hash.update(`${path}\0${entry.mode}\0${written}\0`);
    if (entry.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
  };
  visit(folder);
  return hash.digest('hex');
}

/** What a record says of a line; it must leave every byte as it was. */
export const foretell = (record: WriteRecord, pair: Pair, ...words: string[]): Promise<Impact> =>
  foretellBy(ask => ask, record, pair, ...words);

/** A git from before 2.38. */
export const old =
  (ask: AskGit): AskGit =>
  async (args, cwd, options) =>
    args.includes('merge-tree')
      ? { ok: false, reason: 'failed', message: 'usage: git merge-tree <base-tree> <branch1> <branch2>' }
      : ask(args, cwd, options);

/** The same with a git that answers otherwise. */
export async function foretellBy(
  change: (ask: AskGit) => AskGit,
  record: WriteRecord,
  { folder, here }: Pair,
  ...words: string[]
): Promise<Impact> {
  const found = await discover(here);
  if (!found.ok) throw new Error(found.message);
  const inherited = { ...environment, HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const reader = readerFrom(change(createAskGit({ environment: inherited })));
  const before = fingerprint(folder);
  const said = await impactBy(record, record.read(words, here), {
    git: reader,
    repository: found.repository,
    soFar: () => {},
  });
  expect(fingerprint(folder)).toBe(before);
  return said;
}

/** What the record makes of a line that it may not understand. */
export async function impactBy(record: WriteRecord, line: WriteLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  return (walked && (await record.impact?.({ ...line, walked }, context))) ?? unforeseen(record.subcommand);
}

/** Runs a command that may stop half-way; true when it went through. */
export function attempt(folder: string, ...args: string[]): boolean {
  try {
    git(folder, '-c', 'core.editor=true', ...args);
    return true;
  } catch {
    return false;
  }
}

export const head = (repository: string, name = 'HEAD'): string => git(repository, 'rev-parse', name).trim();

const lines = (text: string): string[] => text.split('\n').filter(Boolean).sort();
const names = (text: string): string[] => text.split('\0').filter(Boolean).sort();

export const conflictedIn = (repository: string): string[] =>
  [...new Set(names(git(repository, 'diff', '--name-only', '--diff-filter=U', '-z')))].sort();

export const changedIn = (repository: string, ...args: string[]): string[] =>
  names(git(repository, 'diff', '--name-only', '--no-renames', '-z', ...args));

export const commitsIn = (repository: string, ...args: string[]): string[] =>
  lines(git(repository, 'rev-list', ...args, '--'));

/** Everything there is, reachable or not. */
export const commitObjects = (repository: string): string[] =>
  lines(git(repository, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype) %(objectname)'))
    .filter(line => line.startsWith('commit '))
    .map(line => line.slice('commit '.length));

export const oids = ({ items }: CappedList<CommitLine>): string[] => items.map(({ oid }) => oid).sort();
export const sorted = ({ items }: CappedList<string>): string[] => [...items].sort();

/** A prediction for this branch beside what really happens in a copy. */
export async function beside(record: WriteRecord, subcommand: string, pair: Pair, ...words: string[]) {
  const said = await foretell(record, pair, ...words);
  const copy = copyOf(pair);
  const before = head(copy.here);
  const reachable = commitsIn(copy.here, '--all', 'HEAD');
  const went = attempt(copy.here, subcommand, ...words);
  const still = new Set(commitsIn(copy.here, '--all', 'HEAD'));
  const conflicts = conflictedIn(copy.here);
  return {
    said,
    went,
    copy,
    before,
    real: {
      conflicts,
      files: changedIn(copy.here, before),
      unreachable: reachable.filter(oid => !still.has(oid)),
    },
    foretold: {
      conflicts: sorted(said.conflicts),
      files: sorted(said.files),
      unreachable: oids(said.unreachable),
    },
  };
}

export type Prepare = (here: string) => void;

/** Steps that prepare a repository: git commands without blanks in their words, and functions. */
export const all =
  (...steps: (Prepare | string)[]): Prepare =>
  here => {
    for (const step of steps) {
      if (typeof step === 'string') git(here, ...step.split(' '));
      else step(here);
    }
  };

/** The same pair, made only once, for every test that asks. */
export function copies(make: () => Pair): () => Pair {
  let template: Pair | undefined;
  return () => {
    template ??= make();
    return copyOf(template);
  };
}
