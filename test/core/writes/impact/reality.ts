import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import { discover } from '../../../../src/core/repository/discover.ts';
import { recordOf } from '../../../../src/core/writes/commands/registry.ts';
import type { Impact } from '../../../../src/core/writes/impact/impact.ts';
import { environment, git } from '../../git/support.ts';
import { impactBy } from './foretell.ts';

const reader = createGitReader({
  environment: { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
});

/** A repository in a folder of its own, so that all that belongs to it can be put aside and brought back. */
export function fixture(folder: string): string {
  const repository = join(mkdtempSync(join(folder, 'case-')), 'repo');
  mkdirSync(repository);
  git(repository, 'init', '-q');
  return repository;
}

export interface Reality {
  readonly refused: boolean;
  /** What git printed, for whoever reads a failure. */
  readonly said: string;
  /** Files whose content is nowhere any more. */
  readonly lost: readonly string[];
  /** Files of which only the staged version is nowhere any more. */
  readonly lostStaged: readonly string[];
  readonly unreachable: readonly string[];
  /** Files whose entry in the index is another. */
  readonly restaged: readonly string[];
}

export interface Compared {
  readonly predicted: Impact;
  readonly real: Reality;
  /** What git printed when it was asked after the command had run. */
  readonly after: string;
}

export interface Comparing {
  readonly cwd?: string;
  /** A question put to git after the command has run. */
  readonly afterwards?: readonly string[];
}

/** Says what a command would do, checks that saying so changed nothing, lets it happen and puts everything back. */
export async function compare(
  repository: string,
  words: readonly string[],
  options: Comparing = {},
): Promise<Compared> {
  const cwd = join(repository, options.cwd ?? '');
  const predicted = await predict(repository, words, cwd);
  const folder = join(repository, '..');
  const saved = `${folder}.saved`;
  execFileSync('cp', ['-a', folder, saved]);
  try {
    // What was put back after another comparison has new inodes, and git would take it for changed.
    attempt(repository, ['update-index', '-q', '--refresh']);
    const before = stateOf(repository);
    const said = attempt(cwd, words);
    const after = options.afterwards ? git(cwd, ...options.afterwards) : '';
    return { predicted, real: { ...said, ...differenceOf(before, stateOf(repository)) }, after };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    renameSync(saved, folder);
  }
}

export async function predict(repository: string, words: readonly string[], cwd = repository): Promise<Impact> {
  const found = await discover(repository);
  const [subcommand = '', ...rest] = words;
  const record = recordOf(subcommand);
  if (!found.ok || !record) throw new Error(`cannot foresee ${subcommand}`);
  const before = fingerprint(join(repository, '..'));
  const context = { git: reader, repository: found.repository, soFar: () => {} };
  const predicted = await impactBy(record, record.read(rest, cwd), context);
  expect(fingerprint(join(repository, '..'))).toEqual(before);
  return predicted;
}

/** Compares and expects no difference in what is lost, out of reach and refused. */
export async function agrees(
  repository: string,
  words: readonly string[],
  options: Comparing & { readonly staged?: boolean } = {},
): Promise<Compared> {
  const compared = await compare(repository, words, options);
  const { predicted, real } = compared;
  const lost = [...real.lost, ...(options.staged === false ? [] : real.lostStaged)];
  expect(
    {
      lost: [...predicted.lost.items].sort(),
      unreachable: predicted.unreachable.items.map(({ oid }) => oid).sort(),
      refused: refuses(predicted),
    },
    `${words.join(' ')}\n${real.said}\n${predicted.sentences.join('\n')}`,
  ).toEqual({
    lost: lost.sort(),
    // What a pop drops it has put into the work tree.
    unreachable: words.includes('pop') ? [] : [...real.unreachable].sort(),
    refused: real.refused,
  });
  return compared;
}

export const refuses = ({ refused, sentences }: Impact): boolean =>
  refused && sentences[0]?.startsWith('Git would refuse') === true;

/** filter-branch waits ten seconds for a person to change their mind, unless it is told that nobody will. */
const patience = {
  ...environment,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  FILTER_BRANCH_SQUELCH_WARNING: '1',
  GIT_EDITOR: 'true',
};
const ADA = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

function attempt(cwd: string, words: readonly string[]): Pick<Reality, 'refused' | 'said'> {
  try {
    const options = { cwd, env: { ...patience, HOME: cwd }, encoding: 'utf8' } as const;
    return {
      refused: false,
      said: execFileSync('git', [...ADA, ...words], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }),
    };
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return { refused: true, said: stderr ?? message };
  }
}

interface State {
  readonly files: ReadonlyMap<string, string>;
  readonly staged: ReadonlyMap<string, string>;
  /** All that the index has of each path. */
  readonly index: ReadonlyMap<string, string>;
  readonly commits: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

function stateOf(repository: string): State {
  const staged = new Map<string, string>();
  const index = new Map<string, string>();
  for (const record of git(repository, 'ls-files', '-s', '-z').split('\0').slice(0, -1)) {
    const [mode, oid = ''] = record.split(' ');
    const path = record.slice(record.indexOf('\t') + 1);
    index.set(path, `${index.get(path) ?? ''} ${record}`);
    if (mode !== '160000') staged.set(path, oid);
  }
  const all = ['rev-list', '--objects', ...stashes(repository), '--exclude=refs/sluice/*', '--all'];
  const inner = new Set(parts(repository));
  const own = git(repository, ...all)
    .split('\n')
    .slice(0, -1);
  const objects = [...own, ...ofSubmodules(repository)];
  return {
    files: filesIn(repository),
    staged,
    index,
    // Trees and blobs have their path after a blank, be it an empty one.
    commits: new Set(objects.filter(line => !line.includes(' ') && !inner.has(line))),
    objects: new Set(objects.map(line => line.split(' ')[0] ?? '')),
  };
}

/** Their files are among ours, so their commits have to be as well. */
function ofSubmodules(repository: string): string[] {
  const modules = join(repository, '.git/modules');
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap(name =>
    git(join(modules, name), '-c', 'core.worktree=', '--git-dir=.', 'rev-list', '--objects', '--all')
      .split('\n')
      .slice(0, -1),
  );
}

/** Only the newest stash is in a ref. */
function stashes(repository: string): string[] {
  const log = join(repository, '.git/logs/refs/stash');
  return existsSync(log) ? [...readFileSync(log, 'utf8').matchAll(/^\w+ (\w+)/gm)].map(([, oid = '']) => oid) : [];
}

/** The commits a stash is made of are no commits to a person. */
function parts(repository: string): string[] {
  const all = stashes(repository);
  if (all.length === 0) return [];
  const parents = git(repository, 'log', '--no-walk', '--format=%P', ...all).split('\n');
  return parents.flatMap(line => line.split(' ').slice(1));
}

function filesIn(folder: string, under = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(join(folder, under), { withFileTypes: true })) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) for (const [each, oid] of filesIn(folder, path)) found.set(each, oid);
    else found.set(path, contentOf(join(folder, path)));
  }
  return found;
}

function contentOf(path: string): string {
  const bytes = lstatSync(path).isSymbolicLink() ? Buffer.from(readlinkSync(path)) : readFileSync(path);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** What the index has of a file that is only meant to be added. */
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

function differenceOf(before: State, after: State): Omit<Reality, 'refused' | 'said'> {
  const onDisk = new Set(after.files.values());
  const kept = new Set([...before.objects, ...after.objects, ...after.staged.values(), ...onDisk]);
  const gone = (all: ReadonlyMap<string, string>) => [...all].filter(([, oid]) => !kept.has(oid)).map(([path]) => path);
  const lost = gone(before.files);
  return {
    lost,
    lostStaged: gone(before.staged).filter(path => !lost.includes(path) && before.staged.get(path) !== EMPTY),
    unreachable: [...before.commits].filter(oid => !after.commits.has(oid)),
    restaged: [...new Set([...before.index.keys(), ...after.index.keys()])].filter(
      path => before.index.get(path) !== after.index.get(path),
    ),
  };
}

/** Everything of a folder: names, modes, contents, and when files were written. */
function fingerprint(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const { mode, mtimeMs, size } = lstatSync(join(folder, name));
    const isFolder = (mode & 0o170000) === 0o040000;
    found[name] = isFolder ? `${mode}` : `${mode} ${mtimeMs} ${size} ${contentOf(join(folder, name))}`;
  }
  return found;
}
