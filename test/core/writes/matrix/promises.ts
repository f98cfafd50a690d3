import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { records } from '../../../../src/core/writes/commands/registry.ts';
import { git } from '../../git/support.ts';
import { commit, newRepository, stopping, write } from '../../repository/support.ts';

/** A repository in which commands find what they need, and the commands. */
export interface Scene {
  readonly kind: string;
  readonly prepare: (repository: string) => void;
  readonly lines: readonly string[];
}

/** It would write to the crontab of whoever runs the tests. */
const NOT_HERE = ['git maintenance start'];
const EXAMPLES = [...records.values()]
  .flatMap(({ examples }): string[] => Object.values(examples).flat())
  .filter(text => !NOT_HERE.includes(text));
const IN_AN_OPERATION = /^git (?:am|cherry-pick|merge|rebase|revert) --(?:abort|continue|skip)$/;
const named = EXAMPLES.filter(text => !IN_AN_OPERATION.test(text));
const inOperation = (subcommand: string) =>
  EXAMPLES.filter(text => IN_AN_OPERATION.test(text) && text.startsWith(`git ${subcommand} `));

/** Addresses on the lines lead to repositories beside. */
function reachRemotes(repository: string): void {
  const remote = `file://${join(repository, '../remote.git')}`;
  const library = `file://${join(repository, '../lib-origin')}`;
  newRepository(join(repository, '..'), 'lib-origin');
  commit(join(repository, '../lib-origin'), { 'l.txt': 'l1\n' }, 'one');
  const lines = [
    `[url "${remote}"]\n\tinsteadOf = https://example.com/it.git`,
    `[url "${library}"]\n\tinsteadOf = https://example.com/lib.git`,
    '[protocol "file"]\n\tallow = always\n',
  ];
  write(repository, { '../home/.gitconfig': lines.join('\n') });
}

/** Branches, tags, folders and work trees by the names that the examples use. */
function withAllNamed(repository: string): void {
  reachRemotes(repository);
  git(repository, 'stash', 'push', '-uq');
  commit(repository, { 'src/s.txt': 's1\n', 'make-me': '' }, 'src');
  for (const name of ['topic', 'old']) git(repository, 'branch', name, 'side');
  git(repository, 'tag', 'v1', 'HEAD~1');
  git(repository, 'notes', 'add', '-m', 'noted');
  const address = `file://${join(repository, '../lib-origin')}`;
  git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', address, 'lib');
  git(repository, 'commit', '-qam', 'lib');
  git(repository, 'worktree', 'add', '-q', '--detach', '../tree');
  git(repository, 'push', '-q', 'origin', 'topic');
  git(repository, 'stash', 'pop', '-q');
  write(repository, {
    'lib/l.txt': 'edited\n',
    'src/s.txt': 'edited\n',
    'src/keep': 'k\n',
    '../tree/loose.txt': 'u\n',
  });
}

/** `clash` and this branch have other words in the same file. */
function makeClash(repository: string): void {
  git(repository, 'switch', '-qc', 'clash', 'HEAD~1');
  commit(repository, { 'a.txt': 'of clash\n' }, 'clash');
  git(repository, 'switch', '-q', 'main');
}

const underWay =
  (...words: readonly string[]) =>
  (repository: string): void => {
    makeClash(repository);
    stopping(repository, ...words);
    write(repository, { 'a.txt': 'resolved\n', 'loose.txt': 'u\n' });
    git(repository, 'add', 'a.txt');
  };

/** A merge that stopped, of which rerere knows how it was resolved the last time. */
function recordedBefore(repository: string): void {
  git(repository, 'config', 'rerere.enabled', 'true');
  makeClash(repository);
  stopping(repository, 'merge', 'clash');
  write(repository, { 'a.txt': 'resolved\n' });
  git(repository, 'commit', '-qam', 'merged');
  git(repository, 'reset', '-q', '--hard', 'HEAD~1');
  stopping(repository, 'merge', 'clash');
}

function clashToRecord(repository: string): void {
  git(repository, 'config', 'rerere.enabled', 'true');
  makeClash(repository);
}

/** Notes of two people on the same commit, one of whom has others too. */
function twoNotes(repository: string): void {
  git(repository, 'notes', 'add', '-m', 'mine');
  git(repository, 'notes', '--ref=theirs', 'add', '-m', 'theirs');
  git(repository, 'notes', '--ref=theirs', 'add', '-m', 'on another', 'HEAD~1');
}

function notesUnderWay(repository: string): void {
  twoNotes(repository);
  stopping(repository, 'notes', 'merge', 'theirs');
}

const nothing = (): void => {};
const CUTS = ['git fetch --depth=1', 'git fetch --unshallow', 'git fetch --deepen=1', 'git pull --depth=1'];
const WORK_TREES = [
  'git worktree add ../fresh side',
  'git worktree add -b fresh ../deep/fresh',
  'git worktree add --detach -f ../fresh',
  'git worktree prune',
];
const SPARSE = [
  'git sparse-checkout set --no-cone /a.txt',
  'git sparse-checkout set dir',
  'git sparse-checkout add dir/deep',
  'git sparse-checkout reapply',
  'git sparse-checkout disable',
  'git config --worktree some.key value',
];
const HIDDEN = [
  'git update-index --no-assume-unchanged a.txt',
  'git update-index --no-skip-worktree b.txt',
  'git checkout -f side',
  'git reset --hard HEAD~1',
  'git sparse-checkout set --no-cone /a.txt',
];

export const SCENES: Readonly<Record<string, Scene>> = {
  'examples, with all that they name': { kind: 'dirty', prepare: withAllNamed, lines: named },
  'examples, with none of it': { kind: 'in the way', prepare: reachRemotes, lines: named },
  'a merge under way': { kind: 'calm', prepare: underWay('merge', 'clash'), lines: inOperation('merge') },
  'a rebase under way': { kind: 'calm', prepare: underWay('rebase', 'clash'), lines: inOperation('rebase') },
  'a cherry-pick under way': {
    kind: 'calm',
    prepare: underWay('cherry-pick', 'clash'),
    lines: inOperation('cherry-pick'),
  },
  'a revert under way': { kind: 'calm', prepare: underWay('revert', 'HEAD~2'), lines: inOperation('revert') },
  'patches under way': {
    kind: 'calm',
    prepare(repository) {
      makeClash(repository);
      git(repository, 'format-patch', '-q', '-1', '-o', '..', 'clash');
      stopping(repository, 'am', '-3', '../0001-clash.patch');
    },
    lines: inOperation('am'),
  },
  'recorded resolutions': {
    kind: 'calm',
    prepare: recordedBefore,
    lines: [
      'git rerere forget a.txt',
      'git rerere clear',
      'git -c gc.rerereResolved=0 -c gc.rerereUnresolved=0 rerere gc',
      'git -c gc.rerereResolved=0 gc',
      'git commit -am resolved',
      'git merge --abort',
      'git reset --hard',
    ],
  },
  'resolutions to record': {
    kind: 'calm',
    prepare: clashToRecord,
    lines: ['git merge clash', 'git rebase clash', 'git cherry-pick clash', 'git pull --no-rebase . clash'],
  },
  notes: {
    kind: 'calm',
    prepare: twoNotes,
    lines: ['git notes merge theirs', 'git notes merge -s ours theirs', 'git notes merge -s cat_sort_uniq theirs'],
  },
  'notes under way': {
    kind: 'calm',
    prepare: notesUnderWay,
    lines: ['git notes merge --abort', 'git notes merge --commit'],
  },
  'a full clone': { kind: 'calm', prepare: nothing, lines: [...CUTS, ...WORK_TREES, ...SPARSE] },
  'a shallow clone': { kind: 'shallow', prepare: nothing, lines: [...CUTS, 'git gc --prune=now', ...WORK_TREES] },
  'a linked work tree of it': {
    kind: 'linked work tree',
    prepare: nothing,
    lines: [...CUTS, ...WORK_TREES, ...SPARSE, 'git worktree lock ../linked'],
  },
  'a submodule in it': { kind: 'submodule', prepare: nothing, lines: [...CUTS, ...WORK_TREES, ...SPARSE] },
  'a sparse work tree': {
    kind: 'sparse',
    prepare: repository => rmSync(join(repository, 'dir/deep'), { recursive: true, force: true }),
    lines: SPARSE,
  },
  'files hidden from git': { kind: 'skip-worktree', prepare: nothing, lines: HIDDEN },
};
