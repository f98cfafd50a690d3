import { resolve } from 'node:path';
import type { Line } from './parsed-write.ts';

/** What a command can change of a repository besides its refs, HEAD and the state of operations, which always count. */
export interface Touches {
  /** The index and the files it tracks. */
  readonly tracked: boolean;
  /** Files git does not track: none, all but ignored ones, all, or those that lie where these revisions have files. */
  readonly untracked: 'none' | 'visible' | 'ignored' | { readonly inTheWayOf: readonly string[] };
  /** Objects that no ref reaches. */
  readonly unreachable: boolean;
  /** The work trees and repositories of submodules. */
  readonly submodules: boolean;
  /** Linked work trees that go, as named on the line. */
  readonly workTrees: readonly string[];
  /** Reflogs as a whole, not only that of the stash. */
  readonly reflogs: boolean;
}

const nothing: Touches = {
  tracked: false,
  untracked: 'none',
  unreachable: false,
  submodules: false,
  workTrees: [],
  reflogs: false,
};
const tracked: Touches = { ...nothing, tracked: true };
const visible: Touches = { ...tracked, untracked: 'visible' };
const logs: Touches = { ...nothing, reflogs: true };
const objects: Touches = { ...logs, unreachable: true };

/** What is assumed of a command nobody knows. */
export const WIDEST: Touches = { ...visible, reflogs: true };

const inTheWay = (revisions: readonly string[]): Touches =>
  revisions.length === 0 ? tracked : { ...tracked, untracked: { inTheWayOf: revisions } };

type Row = Touches | ((words: Words) => Touches);

/** What each subcommand can touch; whatever is not here can touch anything. */
const ROWS: Readonly<Record<string, Row>> = {
  add: tracked,
  am: visible,
  apply: visible,
  bisect: visible,
  branch: words => (words.hasOptions ? logs : nothing),
  checkout: words => inTheWay(words.positionals('bB', ['--orphan', '--conflict', '--pathspec-from-file']).slice(0, 1)),
  'cherry-pick': words => picked(words, revision => [revision]),
  clean: ({ has, letters }) => ({ ...nothing, untracked: has('xX', []) || letters('f') > 1 ? 'ignored' : 'visible' }),
  commit: tracked,
  'commit-graph': nothing,
  'commit-tree': nothing,
  config: nothing,
  'fast-import': logs,
  fetch: ({ has }) => (has('p', ['--prune']) ? logs : nothing),
  gc: objects,
  'hash-object': nothing,
  maintenance: objects,
  merge: words => {
    const named = words.positionals('mFsX', ['--message', '--file', '--strategy', '--strategy-option', '--into-name']);
    return inTheWay(named.length > 0 ? named : ['HEAD', '@{upstream}']);
  },
  mktag: nothing,
  mktree: nothing,
  mv: ({ has }) => ({ ...tracked, untracked: has('f', ['--force']) ? 'ignored' : 'visible' }),
  notes: nothing,
  'pack-objects': nothing,
  'pack-refs': nothing,
  prune: objects,
  pull: visible,
  push: nothing,
  rebase: rebased,
  reflog: logs,
  remote: logs,
  repack: objects,
  replace: nothing,
  reset: ({ has, positionals }) => {
    if (has('', ['--soft'])) return nothing;
    if (!has('', ['--hard', '--keep', '--merge'])) return tracked;
    return inTheWay([positionals('', [])[0] ?? 'HEAD']);
  },
  restore: words => inTheWay(words.values('s', ['--source'])),
  revert: words => picked(words, revision => [revision, `${revision}^`]),
  rm: tracked,
  // Folders that leave a sparse work tree take what is ignored in them along.
  'sparse-checkout': { ...tracked, untracked: 'ignored' },
  stage: tracked,
  stash: stashed,
  submodule: ({ all }) => ({
    ...tracked,
    submodules: true,
    untracked: all.includes('deinit') ? 'ignored' : all.includes('add') ? 'visible' : 'none',
  }),
  switch: words =>
    inTheWay(words.positionals('cC', ['--create', '--force-create', '--orphan', '--conflict']).slice(0, 1)),
  'symbolic-ref': logs,
  tag: nothing,
  'update-index': tracked,
  'update-ref': logs,
  worktree: ({ all, cwd }) => {
    const named = all[0] === 'remove' ? all.slice(1).filter(word => !word.startsWith('-')) : [];
    return { ...logs, workTrees: named.flatMap(word => [word, resolve(cwd, word)]) };
  },
  'write-tree': nothing,
};

/** What a command line can touch. Too much only costs time, so that whatever is not understood counts as more. */
export function touchesOf(line: Line): Touches {
  const row = Object.hasOwn(ROWS, line.subcommand) ? ROWS[line.subcommand] : undefined;
  return (typeof row === 'function' ? row(wordsOf(line)) : row) ?? WIDEST;
}

/** Where a sequence goes on to is in its own files, not on the line. */
const GOES_ON = ['--abort', '--continue', '--quit', '--skip', '--edit-todo'];

function picked(words: Words, needs: (revision: string) => string[]): Touches {
  const named = words.positionals('mXs', ['--mainline', '--strategy', '--strategy-option', '--cleanup']);
  if (words.has('', GOES_ON) || named.length === 0 || named.some(isRange)) return visible;
  return inTheWay(named.flatMap(needs));
}

const isRange = (revision: string): boolean => /\.\.|\^[@!-]/.test(revision);

function rebased(words: Words): Touches {
  if (words.has('x', [...GOES_ON, '--exec', '--root'])) return visible;
  const named = words.positionals('sXC', ['--strategy', '--strategy-option', '--whitespace', '--onto']);
  const onto = words.values('', ['--onto']);
  const revisions = [...(named.length > 0 ? named : ['@{upstream}']), ...onto, 'HEAD'];
  return revisions.some(isRange) ? visible : inTheWay(revisions);
}

function stashed({ all, has }: Words): Touches {
  const action = all.find(word => !word.startsWith('-'));
  if (action !== undefined && ['clear', 'create', 'drop', 'store'].includes(action)) return nothing;
  if (action !== undefined && !['push', 'save'].includes(action)) return visible;
  if (has('a', ['--all'])) return { ...tracked, untracked: 'ignored' };
  return has('u', ['--include-untracked']) ? visible : tracked;
}

interface Words {
  readonly all: readonly string[];
  readonly cwd: string;
  readonly hasOptions: boolean;
  /** Whether one of these letters or long options is there, however abbreviated. */
  has(letters: string, names: readonly string[]): boolean;
  letters(letter: string): number;
  /** What stands before `--` and is no option, nor the value of one of these. */
  positionals(letters: string, names: readonly string[]): string[];
  /** The values of these options. */
  values(letters: string, names: readonly string[]): string[];
}

function wordsOf({ words, cwd }: Line): Words {
  const end = words.indexOf('--');
  const all = end === -1 ? words : words.slice(0, end);
  const isShort = (word: string) => /^-[^-]/.test(word);
  const isLong = (word: string, names: readonly string[]) => {
    const [name = ''] = word.split('=');
    return name.length > 2 && names.some(each => each.startsWith(name));
  };
  const isOne = (word: string, letters: string, names: readonly string[]) =>
    isLong(word, names) || (isShort(word) && [...letters].some(letter => word.includes(letter, 1)));
  /** Whether the value of the option is the next word. */
  const reaches = (word: string, letters: string, names: readonly string[]) =>
    (isLong(word, names) && !word.includes('=')) || (isShort(word) && letters.includes(word.at(-1) ?? ' '));
  return {
    all,
    cwd,
    hasOptions: all.some(word => word.startsWith('-')),
    has: (letters, names) => all.some(word => isOne(word, letters, names)),
    letters: letter =>
      all.filter(isShort).join('').split(letter).length - 1 + all.filter(word => isLong(word, ['--force'])).length,
    positionals: (letters, names) =>
      all
        .filter((word, at) => (word === '-' || !word.startsWith('-')) && !reaches(all[at - 1] ?? '', letters, names))
        // The branch before this one.
        .map(word => (word === '-' ? '@{-1}' : word)),
    values: (letters, names) =>
      all.flatMap((word, at) => {
        if (!isOne(word, letters, names)) return [];
        if (reaches(word, letters, names)) return all.slice(at + 1, at + 2);
        return [word.includes('=') ? word.slice(word.indexOf('=') + 1) : word.slice(2)];
      }),
  };
}
