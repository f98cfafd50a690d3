import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { ifMissing } from '../../shared/file-errors.ts';
import { GitFailure, type GitReader } from '../git/reader.ts';
import type { Repository } from '../repository/discover.ts';
import { disk } from '../repository/files.ts';
import { splitRecords } from './journal/storage/byte-names.ts';
import { findFile } from './journal/storage/disk.ts';
import type { WriteSources } from './snapshot-scope.ts';

/** The paths, from the root of the work tree, at which a command may write files besides those of the index. */
export interface WrittenPaths {
  readonly paths: readonly string[];
  /** Paths of the index that the sources have otherwise or not at all, as far as they say so. */
  readonly rewritten: readonly string[];
  /** False when one of the sources could not be looked up: any other path may be written as well. */
  readonly complete: boolean;
}

/** Looks up the files of every tree and commit that a command takes files from, intermediate ones too. */
export async function writtenPaths(
  git: GitReader,
  repository: Repository,
  sources: WriteSources,
): Promise<WrittenPaths> {
  const { workTree } = repository;
  const unfinished = sources.unfinished ? await unfinishedSteps(repository) : NO_STEPS;
  const found = await Promise.all([
    ...[...new Set([...sources.trees, ...unfinished.trees])].map(word => filesOfTree(git, workTree, word)),
    ...sources.stashes.map(word => filesOfStash(git, workTree, word)),
    ...[sources.commits, unfinished.commits].map(words => filesChangedBy(git, workTree, words)),
    filesPatched(git, workTree, [...sources.patches, ...unfinished.patches]),
  ]);
  const named = (await Promise.all(sources.paths.map(reallyAt))).map(path =>
    relative(workTree, path).split(sep).join('/'),
  );
  const all = found.flatMap(each => each ?? []);
  return {
    paths: [...new Set([...all.flatMap(({ isTracked, path }) => (isTracked ? [] : path)), ...named.filter(isInside)])],
    // A commit's files may be in the index or not.
    rewritten: [...new Set(all.map(({ path }) => path))],
    complete: !found.includes(undefined),
  };
}

/** The same path without links on the way to it. */
const reallyAt = async (path: string): Promise<string> =>
  join(await realpath(dirname(path)).catch(ifMissing(dirname(path))), basename(path));

const isInside = (path: string): boolean =>
  path !== '' && path !== '..' && !path.startsWith('../') && !isAbsolute(path);

/** A file of a source; one that the index has as well is written over, and anything else than that is not in the way. */
interface WrittenFile {
  readonly path: string;
  readonly isTracked: boolean;
}

/** Files that a tree and the index do not have alike; undefined when the word could stand for a tree we cannot find. */
async function filesOfTree(git: GitReader, workTree: string, word: string): Promise<WrittenFile[] | undefined> {
  // What follows `:./` depends on the folder git runs in.
  if (word.startsWith('-') || /:\.{1,2}\//.test(word)) return undefined;
  if (word.includes('...')) return filesOfMergeBases(git, workTree, word);
  const own = await unlikeIndex(git, workTree, word);
  if (own !== undefined) return own;
  // A branch of a remote, which git makes one of here.
  const names = await git.read(['for-each-ref', '--format=%(refname)', `refs/remotes/*/${word}`], workTree);
  const remote = names.ok ? names.text.split('\n').filter(name => name !== '') : [];
  if (remote.length > 0) {
    const all = await Promise.all(remote.map(name => unlikeIndex(git, workTree, name)));
    return all.flatMap(each => each ?? []);
  }
  // HEAD before the first commit and other refs of git's own that are not there have no files; a path is no tree.
  const isNothing = /^[A-Z_]+$/.test(word) || (await findFile(workTree, word)) !== undefined;
  return isNothing ? [] : undefined;
}

async function unlikeIndex(git: GitReader, workTree: string, tree: string): Promise<WrittenFile[] | undefined> {
  const words = ['diff-index', '--cached', '--no-renames', '--name-status', '-z', tree, '--'] as const;
  const records = await namesFrom(() => git.readBytes(words, workTree));
  // A letter and a path: D for what only the tree has, T where one has a file and the other a link or a submodule.
  return records?.flatMap((letter, at) =>
    at % 2 === 0 ? { path: records[at + 1] ?? '', isTracked: letter !== 'D' && letter !== 'T' } : [],
  );
}

async function filesOfMergeBases(git: GitReader, workTree: string, word: string): Promise<WrittenFile[] | undefined> {
  const [one = '', other = ''] = word.split('...').map(side => side || 'HEAD');
  const bases = await git.tryRead(['merge-base', '--all', one, other], workTree);
  const oids = bases?.split('\n').filter(oid => oid !== '') ?? [];
  const all = await Promise.all(oids.map(oid => unlikeIndex(git, workTree, oid)));
  return oids.length === 0 ? undefined : all.flatMap(each => each ?? []);
}

/** A stash is a commit whose further parents are the index and the untracked files. */
async function filesOfStash(git: GitReader, workTree: string, word: string): Promise<WrittenFile[] | undefined> {
  if (word.startsWith('-')) return undefined;
  const shown = await git.tryRead(['rev-list', '--parents', '--no-walk', '--max-count=1', word, '--'], workTree);
  const oids = shown?.trim().split(' ');
  if (oids === undefined) return undefined;
  const all = await Promise.all(oids.map(oid => unlikeIndex(git, workTree, oid)));
  return all.flatMap(each => each ?? []);
}

const NO_MORE_THAN_NAMED = /\.\.|^\^|\^[@!-]/;

/** Files that commits change against any of their parents; also those they delete, which a revert brings back. */
async function filesChangedBy(
  git: GitReader,
  workTree: string,
  words: readonly string[],
): Promise<WrittenFile[] | undefined> {
  if (words.length === 0) return [];
  if (words.some(word => word.startsWith('-'))) return undefined;
  const walks = words.some(word => NO_MORE_THAN_NAMED.test(word)) ? [] : ['--no-walk'];
  const shows = ['--format=', '--name-only', '--no-renames', '--root', '-m', '-z'];
  const names = await namesFrom(() => git.readBytes(['log', ...shows, ...walks, ...words, '--'], workTree));
  return filesNamed(names?.map(name => name.replace(/^\n/, '')));
}

/** Files that patches change, by git's own reading of them. */
async function filesPatched(
  git: GitReader,
  workTree: string,
  patches: readonly string[],
): Promise<WrittenFile[] | undefined> {
  if (patches.length === 0) return [];
  const how = patches.filter(word => word.startsWith('-'));
  const files = patches.filter(word => !word.startsWith('-'));
  const rows = await namesFrom(() => git.readBytes(['apply', '--numstat', '-z', ...how, '--', ...files], workTree));
  return filesNamed(rows?.map(row => row.replace(/^[^\t]*\t[^\t]*\t/, '')));
}

/** Whether the index has them is not asked. */
const filesNamed = (names: readonly string[] | undefined): WrittenFile[] | undefined =>
  names?.filter(name => name !== '').map(path => ({ path, isTracked: false }));

async function namesFrom(read: () => Promise<Buffer>): Promise<string[] | undefined> {
  try {
    return splitRecords(await read());
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

interface UnfinishedSteps extends Pick<WriteSources, 'trees' | 'commits' | 'patches'> {}

const NO_STEPS: UnfinishedSteps = { trees: [], commits: [], patches: [] };

/** Files in which git notes where an operation began, where it goes, and changes it has put aside. */
const NOTED_COMMITS = [
  'CHERRY_PICK_HEAD',
  'MERGE_AUTOSTASH',
  'MERGE_HEAD',
  'ORIG_HEAD',
  'REBASE_HEAD',
  'REVERT_HEAD',
  'rebase-apply/autostash',
  'rebase-apply/onto',
  'rebase-apply/orig-head',
  'rebase-merge/autostash',
  'rebase-merge/onto',
  'rebase-merge/orig-head',
  'sequencer/head',
];
const TODO_LISTS = ['rebase-merge/git-rebase-todo', 'sequencer/todo'];
const OID = /^[\da-f]{7,64}$/;

/** What is still to do, from git's own notes of it. */
async function unfinishedSteps({ gitDirectory }: Repository): Promise<UnfinishedSteps> {
  const read = async (name: string) => (await disk.readFile(join(gitDirectory, name))) ?? '';
  const [noted, todo, next, last] = await Promise.all([
    Promise.all(NOTED_COMMITS.map(read)),
    Promise.all(TODO_LISTS.map(read)),
    read('rebase-apply/next'),
    read('rebase-apply/last'),
  ]);
  const left = Math.max(0, Number(last) - Number(next) + 1) || 0;
  return {
    trees: noted.flatMap(text => text.split(/\s+/)).filter(word => OID.test(word)),
    // `pick 1234567 subject`, `merge -C 1234567 …`: every word that can be a commit counts.
    commits: todo.flatMap(text => text.split(/\s+/)).filter(word => OID.test(word)),
    patches: Array.from({ length: left }, (_, at) =>
      join(gitDirectory, 'rebase-apply', String(Number(next) + at).padStart(4, '0')),
    ),
  };
}
