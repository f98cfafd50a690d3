import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { createGit } from '../../../src/core/git/writer.ts';
import { discover } from '../../../src/core/repository/discover.ts';
import { impact, listed } from '../../../src/core/writes/impact/impact.ts';
import { createImpactOf, type ImpactOf } from '../../../src/core/writes/impact/impact-of.ts';
import { createJournal, type Recording } from '../../../src/core/writes/journal/journal.ts';
import { personal } from '../git/fixture.ts';
import { git } from '../git/support.ts';
import { testKey } from './journal/test-key.ts';
import { branchesOf, forgetful, newRepository, person, rig } from './rig.ts';

const yes = { kind: 'run' } as const;
const no = { kind: 'declined' } as const;

let folder: string;
let repository: string;
beforeEach(() => {
  ({ folder, repository } = newRepository());
});
const branches = () => branchesOf(repository);

describe('8.7 a plan', () => {
  it('is shown once, every step with its verdict, and runs in order', async () => {
    const ui = person([], [yes]);
    const { runPlan, request } = rig(folder, ui, forgetful);
    const done = await runPlan(['git branch one', 'git branch two one'], request);
    expect(done).toMatchObject({ kind: 'ran', ok: true, steps: [{ outcome: 'done' }, { outcome: 'done' }] });
    expect(ui.shown).toHaveLength(1);
    expect(ui.shown[0]?.steps.map(({ text, verdict }) => [text, verdict.class, verdict.risk])).toEqual([
      ['git branch one', 'mutating', 'local'],
      ['git branch two one', 'mutating', 'local'],
    ]);
    expect(branches()).toEqual(['main', 'one', 'two']);
  });

  it('runs nothing when it is declined', async () => {
    const ui = person([], [{ kind: 'declined', reason: 'too much at once' }]);
    const { runPlan, request } = rig(folder, ui, forgetful);
    expect(await runPlan(['git branch one'], request)).toEqual({
      kind: 'declined',
      message: 'The person declined this plan. It was not run. Their reason: too much at once',
    });
    expect(branches()).toEqual(['main']);
  });

  it('is judged and shown again when steps are struck out or edited; a slip of the pen keeps the plan', async () => {
    const ui = person(
      [],
      [
        { kind: 'change', texts: ['git branch uno', 'git frob | sh'] },
        { kind: 'change', texts: ['git branch uno'] },
        yes,
      ],
    );
    const { runPlan, request } = rig(folder, ui, forgetful);
    await runPlan(['git branch one', 'git branch two'], request);
    expect(ui.shown.map(({ steps, note }) => [steps.map(({ text }) => text), note])).toEqual([
      [['git branch one', 'git branch two'], null],
      [
        ['git branch one', 'git branch two'],
        'Step 2 (git frob | sh): Shell operators are not allowed. Pass a single git command.',
      ],
      [['git branch uno'], 'Changed: look at the steps again.'],
    ]);
    expect(branches()).toEqual(['main', 'uno']);
  });

  it('stops at the first failure and says what was not reached', async () => {
    const { runPlan, request } = rig(folder, person([], [yes]), forgetful);
    const done = await runPlan(['git branch one', 'git branch main', 'git branch two'], request);
    expect(done).toMatchObject({
      kind: 'ran',
      ok: false,
      steps: [
        { outcome: 'done' },
        { outcome: 'failed', message: expect.stringContaining("a branch named 'main' already exists") },
        { outcome: 'not-reached' },
      ],
    });
    expect(branches()).toEqual(['main', 'one']);
  });

  it('stops at a step that turns out worse than it was shown, because of the one before', async () => {
    git(repository, 'branch', 'side');
    writeFileSync(join(repository, 'file.txt'), 'unsaved work\n');
    git(repository, 'stash');
    // `checkout file.txt` could be a branch: it is called local, and only the look at the files tells what it loses.
    const { runPlan, request } = rig(folder, person([], [yes]), forgetful);
    const done = await runPlan(['git stash pop', 'git checkout file.txt', 'git branch after'], request);
    expect(done).toMatchObject({
      kind: 'ran',
      ok: false,
      steps: [{ outcome: 'done' }, { outcome: 'worse' }, { outcome: 'not-reached' }],
    });
    expect(readFileSync(join(repository, 'file.txt'), 'utf8')).toBe('unsaved work\n');
    expect(branches()).toEqual(['main', 'side']);
  });

  it('asks about a destructive step on its own, and a no there ends the plan', async () => {
    const ui = person([no], [yes]);
    const { runPlan, request } = rig(folder, ui, forgetful);
    const done = await runPlan(['git branch one', 'git branch -D one', 'git branch two'], request);
    expect(done).toMatchObject({
      ok: false,
      steps: [{ outcome: 'done' }, { outcome: 'declined' }, { outcome: 'not-reached' }],
    });
    expect(ui.asked).toMatchObject([{ text: 'git branch -D one', note: 'Step 2 of 3 of a plan you approved.' }]);
    expect(branches()).toEqual(['main', 'one']);
  });

  it.each(['git config alias.st status', 'git config core.hooksPath hooks', 'git submodule foreach ls'])(
    'stops at a step that has to do with programs, with a question that shows them: %s',
    async text => {
      const ui = person([no], [yes]);
      const { runPlan, request } = rig(folder, ui, forgetful);
      const done = await runPlan(['git branch one', text, 'git branch two'], request);
      expect(done).toMatchObject({ steps: [{ outcome: 'done' }, { outcome: 'declined' }, { outcome: 'not-reached' }] });
      expect(ui.asked[0]).toMatchObject({ text, programs: [{ text: expect.any(String) }] });
      expect(await ui.asked[0]?.shape).toBeNull();
    },
  );

  it('asks again about a step that cannot be saved, though the plan was approved', async () => {
    const ui = person([no], [yes]);
    const full = { ...forgetful, begin: async () => ({ ok: false, code: 'too-much', message: 'too much' }) as const };
    const { runPlan, request } = rig(folder, ui, full);
    const done = await runPlan(['git branch one'], request);
    expect(done).toMatchObject({ ok: false, steps: [{ outcome: 'declined' }] });
    expect(ui.asked).toMatchObject([{ note: 'too much' }]);
  });

  it('a step that was edited stays in the group, is asked about again, and is undone with the rest', async () => {
    git(repository, 'branch', 'old');
    const journal = createJournal({ key: testKey, git: createGit({ environment: personal(folder) }) });
    const ui = person([{ kind: 'edit', text: 'git branch -D old' }, yes], [yes]);
    const { runPlan, request } = rig(folder, ui, journal);
    const done = await runPlan(['git branch one', 'git branch -D main-typo', 'git branch two'], request);
    expect(done).toMatchObject({ kind: 'ran', ok: true });
    const note = 'Step 2 of 3 of a plan you approved.';
    expect(ui.asked).toMatchObject([
      { text: 'git branch -D main-typo', note },
      { text: 'git branch -D old', note },
    ]);
    const found = await discover(repository);
    if (!found.ok) throw new Error(found.message);
    const planned = await journal.planUndo(found.repository);
    expect(planned.ok && planned.plan.steps.map(({ entry }) => entry.command)).toEqual([
      'git branch two',
      'git branch -D old',
      'git branch one',
    ]);
  });

  it('gives all its steps the same group in the journal', async () => {
    const groups: Recording['group'][] = [];
    const noting: typeof forgetful = {
      ...forgetful,
      begin(recording) {
        groups.push(recording.group);
        return forgetful.begin(recording);
      },
    };
    const { runPlan, request } = rig(folder, person([], [yes]), noting);
    const done = await runPlan(['git branch one', 'git branch two'], request);
    expect(groups).toEqual(['plan-1', 'plan-1']);
    expect(done).toMatchObject({ group: 'plan-1' });
  });

  it.each([
    [[], 'A plan has 1 to 20 commands; this one has 0.'],
    [Array.from({ length: 21 }, () => 'git branch x'), 'A plan has 1 to 20 commands; this one has 21.'],
    [['git branch x', 'git log | sh'], 'Step 2 (git log | sh): Shell operators are not allowed.'],
    [["git -c alias.z='!id' z"], 'is refused'],
  ])('is not even shown when it cannot be run: %j', async (texts, message) => {
    const ui = person([], []);
    const { runPlan, request } = rig(folder, ui, forgetful);
    expect(await runPlan(texts, request)).toMatchObject({ message: expect.stringContaining(message) });
    expect(ui.shown).toEqual([]);
  });

  describe('asks nothing more about what its own steps were shown to do', () => {
    it('when a commit is split in two', async () => {
      writeFileSync(join(repository, 'one'), '1\n');
      writeFileSync(join(repository, 'two'), '2\n');
      git(repository, 'add', '.');
      git(repository, 'commit', '-q', '-m', 'both');
      // A commit that no branch would reach is asked about by itself; nothing after it is.
      const ui = person([yes], [yes]);
      const { runPlan, request } = rig(folder, ui, forgetful);
      const steps = ['git reset HEAD~1', 'git add one', 'git commit -m 1', 'git add two', 'git commit -m 2'];
      expect(await runPlan(steps, request)).toMatchObject({ ok: true });
      expect(ui.asked.map(({ text }) => text)).toEqual(['git reset HEAD~1']);
    });

    it('when commits are made into one', async () => {
      for (const name of ['one', 'two']) {
        writeFileSync(join(repository, name), `${name}\n`);
        git(repository, 'add', '.');
        git(repository, 'commit', '-q', '-m', name);
      }
      const ui = person([yes], [yes]);
      const { runPlan, request } = rig(folder, ui, forgetful);
      expect(await runPlan(['git reset --soft HEAD~2', 'git commit -m both'], request)).toMatchObject({ ok: true });
      expect(ui.asked.map(({ text }) => text)).toEqual(['git reset --soft HEAD~2']);
    });

    it('when a file that is to be overwritten is staged then', async () => {
      writeFileSync(join(repository, 'file.txt'), 'mine\n');
      const ui = person([yes], [yes]);
      const { runPlan, request } = rig(folder, ui, forgetful);
      const steps = ['git checkout -f HEAD -- file.txt', 'git add file.txt'];
      expect(await runPlan(steps, request)).toMatchObject({ ok: true });
      expect(ui.asked.map(({ text }) => text)).toEqual(steps.slice(0, 1));
    });

    it('but does when somebody else changes such a file afterwards', async () => {
      writeFileSync(join(repository, 'file.txt'), 'mine\n');
      const ui = person([yes, no], [yes]);
      const look = createImpactOf({ git: createGitReader({ environment: personal(folder) }) });
      const impactOf: ImpactOf = (write, ...hear) => {
        if (write.command.canonical === 'git add file.txt' && branches().includes('between'))
          writeFileSync(join(repository, 'file.txt'), 'theirs\n');
        return look(write, ...hear);
      };
      const { runPlan, request } = rig(folder, ui, forgetful, { impactOf });
      const steps = ['git checkout -f HEAD -- file.txt', 'git branch between', 'git add file.txt'];
      expect(await runPlan(steps, request)).toMatchObject({ ok: false, steps: [{}, {}, { outcome: 'declined' }] });
      expect(ui.asked.map(({ text }) => text)).toEqual([steps[0], steps[2]]);
    });
  });

  it('an agent cannot hide a destructive step behind an approved plan by what it does not know yet', async () => {
    let calls = 0;
    const impactOf = async () => {
      calls += 1;
      return calls === 1 ? impact({}) : impact({ unreachable: listed([{ oid: 'a', subject: 's' }]) });
    };
    const { runPlan, request } = rig(folder, person([], [yes]), forgetful, { impactOf });
    expect(await runPlan(['git branch one'], request)).toMatchObject({
      steps: [{ outcome: 'worse', message: 'Not run: it is worse than shown: 1 commit would be unreachable.' }],
    });
    expect(branches()).toEqual(['main']);
  });
});
