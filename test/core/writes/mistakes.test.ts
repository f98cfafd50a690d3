import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGit } from '../../../src/core/git/writer.ts';
import { createJournal } from '../../../src/core/writes/journal/journal.ts';
import { journaledRepositories } from '../../../src/core/writes/journaled-repositories.ts';
import { createTurnIn } from '../../../src/core/writes/shared-turn.ts';
import { createUndo } from '../../../src/core/writes/undo.ts';
import { personal } from '../git/fixture.ts';
import { git } from '../git/support.ts';
import { commit, write } from '../repository/support.ts';
import { fingerprint } from './journal/fixture.ts';
import { testKey } from './journal/test-key.ts';
import { newRepository, type Person, person, rig } from './rig.ts';

const yes = { kind: 'run' } as const;

let folder: string;
let repository: string;

/** The way an agent's command goes, with a person who says yes without reading. */
function approvedByMistake(ui: Person) {
  const journal = createJournal({ key: testKey, git: createGit({ environment: personal(folder) }) });
  const made = rig(folder, ui, journal);
  const undo = createUndo({
    findRestriction: async () => undefined,
    ui,
    journal,
    runner: made.runner,
    turnIn: createTurnIn({ journal, tell: () => {} }),
    trusted: () => true,
    repositories: () => journaledRepositories([repository]),
    changed: () => {},
  });
  return { ...made, journal, undo };
}

beforeEach(() => {
  ({ folder, repository } = newRepository());
  for (const n of [2, 3, 4, 5]) commit(repository, { 'file.txt': `${n}\n`, [`n${n}.txt`]: `${n}\n` }, `commit ${n}`);
  git(repository, 'branch', 'x');
  git(repository, 'switch', '-q', 'x');
  commit(repository, { 'only-x.txt': 'x\n' }, 'only on x');
  git(repository, 'switch', '-q', 'main');
  write(repository, { 'n2.txt': 'put aside\n' });
  git(repository, 'stash');
  write(repository, {
    'file.txt': 'never committed\n',
    'staged.txt': 'only staged\n',
    'untracked.txt': 'mine\n',
    'deep/er/new.txt': 'mine too\n',
    'build/out.o': 'ignored\n',
    '.gitignore': 'build\n.env\n',
    '.env': 'SETTING=1\n',
  });
  git(repository, 'add', 'staged.txt');
});

describe('approved by mistake, nothing is lost that undo does not bring back', () => {
  it.each([
    'git reset --hard HEAD~3',
    'git clean -fdx',
    'git checkout -- .',
    'git branch -D x',
    'git stash drop',
    'git stash clear',
    'git rm -rf .',
    'git checkout -f x',
    'git restore --staged --worktree .',
    'git commit --amend -m other',
    'git update-ref -d refs/heads/x',
  ])('%s', async command => {
    const ui = person([yes, yes]);
    const { execute, undo, request } = approvedByMistake(ui);
    const before = await fingerprint(repository);
    expect(await execute('git', command, request)).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(await fingerprint(repository)).not.toEqual(before);
    expect(await undo(request)).toMatchObject({ kind: 'undone' });
    expect(await fingerprint(repository)).toEqual(before);
  });

  it('git rebase, finished or stopped at a conflict', async () => {
    git(repository, 'stash', '-qu');
    commit(repository, { 'only-x.txt': 'and on main\n' }, 'on main');
    for (const command of ['git rebase HEAD~2 x', 'git rebase main x']) {
      const ui = person([yes, yes]);
      const { execute, undo, request } = approvedByMistake(ui);
      const before = await fingerprint(repository);
      await execute('git', command, request);
      expect(await fingerprint(repository)).not.toEqual(before);
      expect(await undo(request)).toMatchObject({ kind: 'undone' });
      expect(await fingerprint(repository)).toEqual(before);
    }
  });

  it('the question before said what would be lost', async () => {
    const ui = person([{ kind: 'declined' }]);
    const { execute, request } = approvedByMistake(ui);
    await execute('git', 'git reset --hard HEAD~3', request);
    const impact = await ui.asked[0]?.impact;
    expect(impact?.lost.items).toEqual(['file.txt', 'staged.txt']);
    expect(impact?.unreachable.items.map(({ subject }) => subject)).toEqual([]);
    expect(ui.asked[0]).toMatchObject({ risk: 'destructive' });
  });
});

describe('8.6 undo', () => {
  it('goes through the gate itself, and can be undone', async () => {
    const ui = person([yes, { kind: 'declined', reason: 'not yet' }, yes, yes]);
    const { execute, undo, journal, request } = approvedByMistake(ui);
    const before = await fingerprint(repository);
    await execute('git', 'git branch -D x', request);
    const after = await fingerprint(repository);
    expect(await undo(request)).toEqual({
      kind: 'declined',
      code: 'declined',
      repository,
      message: 'The person declined this undo. Nothing was changed. Their reason: not yet',
    });
    expect(await fingerprint(repository)).toEqual(after);
    await undo(request);
    expect(await fingerprint(repository)).toEqual(before);
    const planned = await journal.list({
      workTree: repository,
      gitDirectory: join(repository, '.git'),
      commonDirectory: join(repository, '.git'),
    });
    const [newest] = planned;
    expect(newest?.undoes).not.toBeNull();
    expect(await undo({ ...request, id: newest?.id })).toMatchObject({ kind: 'undone' });
    expect(await fingerprint(repository)).toEqual(after);
  });

  it('asks again when the repository moved while the question waited', async () => {
    const ui = person([
      yes,
      () => {
        git(repository, 'branch', 'x');
        return yes;
      },
    ]);
    const { execute, undo, request } = approvedByMistake(ui);
    await execute('git', 'git branch -D x', request);
    expect(await undo(request)).toMatchObject({
      kind: 'refused',
      code: 'moved-on',
      message: expect.stringContaining("Can't undo: x is at"),
    });
  });

  it('asks again when other things would come back than were shown', async () => {
    const ui = person([
      yes,
      () => {
        write(repository, { 'n3.txt': 'mine since\n' });
        return yes;
      },
      { kind: 'declined' },
    ]);
    const { execute, undo, request } = approvedByMistake(ui);
    write(repository, { 'n3.txt': 'never committed\n' });
    await execute('git', 'git checkout -- n3.txt file.txt', request);
    expect(await undo(request)).toMatchObject({ kind: 'declined' });
    expect(ui.asked.slice(1).map(({ text, note }) => [text, note])).toEqual([
      ['Undo git checkout -- n3.txt file.txt', null],
      [
        'Undo what is safe of git checkout -- n3.txt file.txt',
        'The repository changed while this waited. Check again what will be restored.',
      ],
    ]);
  });

  it('a plan is undone as one', async () => {
    const ui = person([yes, yes], [yes]);
    const { runPlan, undo, request } = approvedByMistake(ui);
    const before = await fingerprint(repository);
    const done = await runPlan(
      ['git commit -qam one', 'git branch later', 'git reset --hard HEAD~2', 'git tag v1'],
      request,
    );
    expect(done).toMatchObject({ ok: true });
    expect(await undo(request)).toMatchObject({ kind: 'undone' });
    expect(await fingerprint(repository)).toEqual(before);
    expect(ui.asked.map(({ text }) => text)).toEqual([
      'git reset --hard HEAD~2',
      'Undo git tag v1, git reset --hard HEAD~2, git branch later, git commit -qam one',
    ]);
  });

  it('a plan that failed in the middle is undone as far as it went', async () => {
    const ui = person([yes], [yes]);
    const { runPlan, undo, request } = approvedByMistake(ui);
    const before = await fingerprint(repository);
    expect(await runPlan(['git branch later', 'git branch later', 'git tag v1'], request)).toMatchObject({ ok: false });
    await undo(request);
    expect(await fingerprint(repository)).toEqual(before);
  });

  it('nothing is undone in an untrusted workspace', async () => {
    const ui = person([yes]);
    const { execute, journal, runner, request } = approvedByMistake(ui);
    await execute('git', 'git branch -D x', request);
    const undo = createUndo({
      findRestriction: async () => undefined,
      ui,
      journal,
      runner,
      turnIn: createTurnIn({ journal, tell: () => {} }),
      trusted: () => false,
      repositories: () => journaledRepositories([repository]),
      changed: () => {},
    });
    expect(await undo(request)).toMatchObject({ kind: 'refused' });
  });
});

describe('8.6 undo reaches no further than the window', () => {
  it('a repository that is not open is left alone', async () => {
    const { undo, request } = approvedByMistake(person([]));
    expect(await undo({ ...request, repository: folder })).toEqual({
      kind: 'refused',
      code: 'not-a-repository',
      message: `Not a git repository of this window: '${folder}'`,
    });
  });
});

describe('the journal leaves this machine by nobody', () => {
  it('a push to a mirror is refused once there is something to publish', async () => {
    git(folder, 'init', '-q', '--bare', 'there.git');
    git(repository, 'remote', 'add', '--mirror=push', 'copy', '../there.git');
    const ui = person([yes, yes, yes]);
    const { execute, request } = approvedByMistake(ui);
    await execute('git', 'git branch -D x', request);
    expect(await execute('git', 'git push copy', request)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('refs/sluice'),
    });
    // What stands before the subcommand keeps it from being foreseen, and the mirror from being seen there.
    expect(await execute('git', 'git -c core.abbrev=7 push copy', request)).toMatchObject({ kind: 'refused' });
    expect(git(join(folder, 'there.git'), 'for-each-ref')).toBe('');
  });

  it.each(['git fetch --prune copy', 'git pull', 'git remote remove copy', 'git remote update'])(
    'a remote whose settings reach every ref takes nothing away by %s',
    async text => {
      git(folder, 'init', '-q', '--bare', 'there.git');
      git(repository, 'remote', 'add', 'copy', '../there.git');
      git(repository, 'config', 'remote.copy.fetch', '+refs/*:refs/*');
      const ui = person([yes, yes]);
      const { execute, request } = approvedByMistake(ui);
      await execute('git', 'git branch -D x', request);
      const before = git(repository, 'for-each-ref', 'refs/sluice');
      expect(before).not.toBe('');
      expect(await execute('git', text, request)).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('refs/sluice'),
      });
      expect(git(repository, 'for-each-ref', 'refs/sluice')).toBe(before);
    },
  );
});
