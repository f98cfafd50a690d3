import { join } from 'node:path';
import { disk } from '../../repository/files.ts';
import { parseStatus } from '../../repository/status/parse-status.ts';
import { filesAt } from '../files-in-the-way.ts';
import { mayHaveUnwatched } from '../unwatched-files.ts';
import { fields } from './git-output.ts';
import type { ImpactContext } from './impact.ts';
import { differences } from './trees.ts';

/** One path that is not the same in HEAD, the index and on disk. UncommittedContents are object ids, null for none. */
export interface FileState {
  readonly path: string;
  readonly head: string | null;
  readonly index: string | null;
  /** In the index, if only as one that is meant to be added or is in conflict. */
  readonly tracked: boolean;
  /** The content on disk: that of the index, another one, nothing, or whatever a look will show. */
  readonly disk: 'index' | 'changed' | 'gone' | 'unknown';
  readonly unmerged: boolean;
  /** UncommittedContents it has in what is being merged or picked. */
  readonly sides: readonly string[];
  /** A submodule: its content is a commit of another repository. */
  readonly link: boolean;
  /** Modes as git prints them; zeros where there is none, nothing where it is not said. */
  readonly modes: FileModes;
  /** The letters of `git status --short`, with `.` for unchanged. */
  readonly staged: string;
  readonly unstaged: string;
}

export type FileModes = Readonly<Record<'head' | 'index' | 'disk', string>>;

export interface WorkTree {
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly head: string | null;
  readonly files: readonly FileState[];
  readonly untracked: readonly string[];
  /** Files on disk that git was told not to look at (`--assume-unchanged`, `--skip-worktree`), and overwrites when it has to. */
  readonly unwatched: readonly UnwatchedFile[];
}

export interface UnwatchedFile extends FileState {
  /** By `--skip-worktree`, which even a hard reset respects where the index stays as it is. */
  readonly skipped: boolean;
}

export interface StatusQuery {
  /** From here pathspecs count; the root of the work tree when it is left out. */
  readonly cwd?: string;
  readonly pathspecs?: readonly string[];
  readonly untracked?: boolean;
}

/** Everything that is not as in HEAD, by one `git status`. Renames are a file that goes and one that comes. */
export async function workTree(
  context: ImpactContext,
  { cwd = context.repository.workTree, pathspecs = [], untracked = false }: StatusQuery = {},
): Promise<WorkTree> {
  const asking = context.git.readOrThrow(
    [
      'status',
      '--porcelain=v2',
      '--branch',
      '--no-ahead-behind',
      '--no-renames',
      '--ignore-submodules=dirty',
      '-z',
      untracked ? '-uall' : '-uno',
      ...(pathspecs.length > 0 ? ['--', ...pathspecs] : []),
    ],
    cwd,
  );
  const [text, unwatched] = await Promise.all([asking, unwatchedFiles(context)]);
  const status = parseStatus(text);
  if (status.notice !== null) throw new Error(status.notice);
  const files: FileState[] = [];
  const others: string[] = [];
  for (const [at, { path, staged, unstaged, type }] of status.files.entries()) {
    if (type === 'Untracked') others.push(path);
    else files.push({ path, staged, unstaged, ...contentsIn(status.details[at] ?? '') });
  }
  if (cwd === context.repository.workTree && pathspecs.length === 0)
    context.listed?.({
      changed: filePaths(files.filter(({ unstaged, unmerged, link }) => (unmerged || unstaged !== '.') && !link)),
      untracked: untracked ? others : undefined,
    });
  return {
    branch: status.branch,
    head: status.oid,
    files: await withSides(files, status.oid, context),
    untracked: others,
    unwatched,
  };
}

/** Entries that git marks with a small letter, or with S. */
const UNWATCHED_ENTRY = /^([a-zS]) (?!160000)\d+ ([\da-f]+) 0\t(.*)$/s;

async function unwatchedFiles({ git, repository }: ImpactContext): Promise<UnwatchedFile[]> {
  if (!(await mayHaveUnwatched(repository))) return [];
  const { workTree } = repository;
  const listed = await git.readOrThrow(['ls-files', '-s', '-v', '-z'], workTree);
  const entries = fields(listed).flatMap(record => {
    const [, letter, oid, path] = UNWATCHED_ENTRY.exec(record) ?? [];
    if (oid === undefined || path === undefined) return [];
    return [{ ...UNWATCHED, path, head: oid, index: oid, skipped: /s/i.test(letter ?? '') }];
  });
  const there = new Set(await filesAt(workTree, filePaths(entries)));
  return entries.filter(({ path }) => there.has(path));
}

const UNWATCHED = {
  tracked: true,
  disk: 'unknown',
  unmerged: false,
  sides: [],
  link: false,
  modes: { head: '', index: '', disk: '' },
  staged: '.',
  unstaged: '.',
} as const;

export const filePaths = (all: readonly { readonly path: string }[]): string[] => all.map(({ path }) => path);

export const stagedIn = ({ files }: WorkTree): string[] =>
  filePaths(files.filter(({ staged, unmerged }) => staged !== '.' && !unmerged));

export const conflictedIn = ({ files }: WorkTree): string[] => filePaths(files.filter(({ unmerged }) => unmerged));

/** Contents that a merge or a pick brought in are in a commit already. */
async function withSides(files: FileState[], head: string | null, context: ImpactContext): Promise<FileState[]> {
  if (head === null || files.every(({ staged }) => staged === '.')) return files;
  const { gitDirectory } = context.repository;
  const read = await Promise.all(
    ['MERGE_HEAD', 'CHERRY_PICK_HEAD'].map(name => disk.readFile(join(gitDirectory, name))),
  );
  const others = read
    .join('\n')
    .split('\n')
    .filter(line => /^[\da-f]{40,}$/.test(line));
  const contents = new Map<string, string[]>();
  for (const other of others) {
    for (const { path, to } of await differences(context, head, other)) {
      if (to !== null) contents.set(path, [...(contents.get(path) ?? []), to]);
    }
  }
  return files.map(file => ({ ...file, sides: [...file.sides, ...(contents.get(file.path) ?? [])] }));
}

const LINK = '160000';
const NONE = /^0+$/;

function contentsIn(mark: string): Omit<FileState, 'path' | 'staged' | 'unstaged'> {
  const [kind, letters = '', , ...rest] = mark.trimEnd().split(' ');
  if (kind === 'u') {
    const [, ours = '', , diskMode = '', , ...sides] = rest;
    const head = sides[1] ?? '';
    return {
      head: NONE.test(head) ? null : head,
      index: null,
      tracked: true,
      disk: 'unknown',
      unmerged: true,
      sides: sides.filter(side => !NONE.test(side)),
      link: ours === LINK,
      modes: { head: '', index: ours, disk: diskMode },
    };
  }
  const [headMode = '', indexMode = '', diskMode = '', head = '', index = ''] = rest;
  const wanted = letters.endsWith('A');
  return {
    head: NONE.test(head) ? null : head,
    index: NONE.test(index) ? null : index,
    tracked: wanted || !NONE.test(index),
    disk: diskOf(letters.charAt(1), indexMode, diskMode, NONE.test(index) && !wanted),
    unmerged: false,
    sides: [],
    link: headMode === LINK || indexMode === LINK || diskMode === LINK,
    modes: { head: headMode, index: indexMode, disk: diskMode },
  };
}

/** A change of mode alone looks like any other; a path that left the index may still have a file. */
function diskOf(letter: string, indexMode: string, diskMode: string, outOfIndex: boolean): FileState['disk'] {
  if (outOfIndex) return 'unknown';
  if (letter === 'D') return 'gone';
  if (letter === '.') return 'index';
  return letter === 'M' && indexMode !== diskMode ? 'unknown' : 'changed';
}
