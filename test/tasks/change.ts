import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { found, git, ID, plan, type Task } from './task.ts';
import type { World } from './world.ts';

const subjects = ({ git }: World, most: number) => git('log', '--format=%s', `-${most}`).trim();
const read = ({ repository }: World, file: string) => readFileSync(join(repository, file), 'utf8');

/** Work that changes something: the person is asked once for what belongs together. */
export const CHANGE: readonly Task[] = [
  {
    name: 'stage two files and commit',
    kind: 'change',
    sluice: [plan('git add src/engine.ts src/printer.ts', "git commit -m 'Brake and print'")],
    shell: ["git add src/engine.ts src/printer.ts && git commit -m 'Brake and print'"],
    peer: [
      { tool: 'git_add', input: { paths: ['src/engine.ts', 'src/printer.ts'] } },
      { tool: 'git_commit', input: { message: 'Brake and print' } },
    ],
    questions: 1,
    after: world => (subjects(world, 1) === 'Brake and print' ? undefined : 'no such commit'),
  },
  {
    name: 'split a commit in two',
    kind: 'change',
    before({ git }) {
      git('add', '-A');
      git('commit', '-qm', 'Brake and print');
    },
    sluice: [
      git('git show --stat --format=%s HEAD', /2 files changed/),
      plan(
        'git reset HEAD~1',
        'git add src/engine.ts',
        'git commit -m Brake',
        'git add src/printer.ts',
        'git commit -m Print',
      ),
    ],
    shell: [
      'git show --stat --format=%s HEAD',
      'git reset HEAD~1 && git add src/engine.ts && git commit -m Brake && git add src/printer.ts && git commit -m Print',
    ],
    peer: [
      { tool: 'git_show', input: { object: 'HEAD', stat: true } },
      { tool: 'git_reset', input: { mode: 'mixed', target: 'HEAD~1' } },
      { tool: 'git_add', input: { paths: ['src/engine.ts'] } },
      { tool: 'git_commit', input: { message: 'Brake' } },
      { tool: 'git_add', input: { paths: ['src/printer.ts'] } },
      { tool: 'git_commit', input: { message: 'Print' } },
    ],
    // The commit that no branch has any more is asked about by itself.
    questions: 2,
    after: world => (subjects(world, 2) === 'Print\nBrake' ? undefined : subjects(world, 2)),
  },
  {
    name: 'give the last commit a better message',
    kind: 'change',
    sluice: [git("git commit --amend -m 'Turn forwards and back'", /^Ran: git commit --amend[\s\S]*git_undo/)],
    shell: ["git commit --amend -m 'Turn forwards and back'"],
    peer: [{ tool: 'git_commit', input: { message: 'Turn forwards and back', amend: true } }],
    questions: 1,
    after: world => (subjects(world, 1) === 'Turn forwards and back' ? undefined : subjects(world, 1)),
  },
  {
    name: 'put the work on a branch of its own',
    kind: 'change',
    sluice: [plan('git switch -c topic/brake', 'git add -A', "git commit -m 'Brake and print'")],
    shell: ["git switch -c topic/brake && git add -A && git commit -m 'Brake and print'"],
    peer: [
      { tool: 'git_checkout', input: { target: 'topic/brake', createBranch: true } },
      { tool: 'git_add', input: { all: true } },
      { tool: 'git_commit', input: { message: 'Brake and print' } },
    ],
    questions: 1,
    after: ({ git }) => (git('branch', '--show-current').trim() === 'topic/brake' ? undefined : 'wrong branch'),
  },
  {
    name: 'clean up merged branches',
    kind: 'change',
    sluice: [
      git('git branch --merged main', /feature\/carry/),
      plan('git branch -d feature/carry fix/jam feature/bernoulli feature/compiler'),
    ],
    shell: ['git branch --merged main', 'git branch -d feature/carry fix/jam feature/bernoulli feature/compiler'],
    peer: [
      { tool: 'git_branch', input: { mode: 'list', merged: 'main' } },
      ...['feature/carry', 'fix/jam', 'feature/bernoulli', 'feature/compiler'].map(branchName => ({
        tool: 'git_branch',
        input: { mode: 'delete', branchName },
      })),
    ],
    questions: 1,
    after: ({ git }) => (git('branch', '--list', 'feature/carry') === '' ? undefined : 'feature/carry is there'),
  },
  {
    name: 'take back a mistaken reset',
    kind: 'change',
    sluice: [
      git('git reset --hard HEAD~2', /^Ran: git reset --hard HEAD~2[\s\S]*git_undo/),
      { tool: 'git_undo', input: {}, useful: /^Undone|restored|back/i },
    ],
    shell: ['git reset --hard HEAD~2', 'git reflog -3', 'git reset --hard ORIG_HEAD'],
    peer: [
      { tool: 'git_reset', input: { mode: 'hard', target: 'HEAD~2', confirmed: true } },
      { tool: 'git_reflog', input: { maxCount: 3 } },
      { tool: 'git_reset', input: { mode: 'hard', target: 'ORIG_HEAD', confirmed: true } },
    ],
    questions: 2,
    after: world =>
      read(world, 'src/engine.ts').includes('brake') ? undefined : 'what was not committed is gone for good',
  },
  {
    name: 'throw a change away, then want it back',
    kind: 'change',
    sluice: [
      git('git restore src/engine.ts', /^Ran: git restore src\/engine\.ts/),
      { tool: 'git_undo', input: {}, useful: /^Undone|restored|back/i },
    ],
    shell: ['git restore src/engine.ts', 'git fsck --lost-found'],
    peer: [{ tool: 'git_checkout', input: { target: 'HEAD', paths: ['src/engine.ts'] } }],
    questions: 2,
    after: world =>
      read(world, 'src/engine.ts').includes('brake') ? undefined : 'what was not committed is gone for good',
  },
  {
    name: 'remove untracked files, then want one back',
    kind: 'change',
    sluice: [
      git('git clean -fd', /^Ran: git clean -fd/),
      { tool: 'git_undo', input: {}, useful: /^Undone|restored|back/i },
    ],
    shell: ['git clean -fd'],
    peer: [{ tool: 'git_clean', input: { force: true, directories: true } }],
    questions: 2,
    after: ({ repository }) =>
      existsSync(join(repository, 'src/printer.ts')) ? undefined : 'the untracked file is gone for good',
  },
  {
    name: 'set work aside and bring it back',
    kind: 'change',
    sluice: [plan('git stash push -u -m work', 'git stash pop')],
    shell: ['git stash push -u -m work && git stash pop'],
    peer: [
      { tool: 'git_stash', input: { mode: 'push', message: 'work', includeUntracked: true } },
      { tool: 'git_stash', input: { mode: 'pop' } },
    ],
    questions: 1,
    after: world => (read(world, 'src/engine.ts').includes('brake') ? undefined : 'the work is not back'),
  },
  {
    name: 'pick one commit of a branch',
    kind: 'change',
    sluice: [
      git('git log --oneline main..experiment/music', ID),
      {
        tool: 'git_execute',
        input: said => ({ command: `git cherry-pick ${found(said, /^([\da-f]+) Compose a scale/m)}` }),
        useful: /^Ran: git cherry-pick/,
      },
    ],
    shell: [
      'git log --oneline main..experiment/music',
      said => `git cherry-pick ${found(said, /^([\da-f]+) Compose a scale/m)}`,
    ],
    peer: [
      { tool: 'git_log', input: { branch: 'main..experiment/music', oneline: true } },
      { tool: 'git_cherry_pick', input: { commits: ['experiment/music~1'] } },
    ],
    questions: 1,
    after: world => (subjects(world, 1) === 'Compose a scale' ? undefined : subjects(world, 1)),
  },
  {
    name: 'revert a commit',
    kind: 'change',
    before: ({ git }) => void git('stash', '-q', '-u'),
    sluice: [git('git revert --no-edit HEAD', /^Ran: git revert --no-edit HEAD/)],
    shell: ['git revert --no-edit HEAD'],
    questions: 1,
    after: world => (subjects(world, 1).startsWith('Revert') ? undefined : subjects(world, 1)),
  },
  {
    name: 'resolve a conflict for the other side',
    kind: 'change',
    merging: true,
    sluice: [
      git('git diff --name-only --diff-filter=U', /src\/dial\.ts/),
      plan('git checkout --theirs src/dial.ts', 'git add src/dial.ts'),
    ],
    shell: ['git diff --name-only --diff-filter=U', 'git checkout --theirs src/dial.ts && git add src/dial.ts'],
    questions: 2,
    after: world => (read(world, 'src/dial.ts').includes('turns: 12') ? undefined : read(world, 'src/dial.ts')),
  },
];
