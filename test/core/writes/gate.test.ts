import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Runner } from '../../../src/core/git/runner.ts';
import { createGit } from '../../../src/core/git/writer.ts';
import { discover } from '../../../src/core/repository/discover.ts';
import { impact, listed } from '../../../src/core/writes/impact/impact.ts';
import { createJournal } from '../../../src/core/writes/journal/journal.ts';
import { runWrite } from '../../support/approved.ts';
import { personal } from '../git/fixture.ts';
import { git } from '../git/support.ts';
import { branchesOf, forgetful, type GateJournal, newRepository, person, rig } from './rig.ts';

const yes = { kind: 'run' } as const;
const no = { kind: 'declined' } as const;

let folder: string;
let repository: string;
beforeEach(() => {
  ({ folder, repository } = newRepository());
});
const branches = () => branchesOf(repository);
const stage = (name: string) => {
  writeFileSync(join(repository, name), `${name}\n`);
  git(repository, 'add', name);
};

describe('8.1 the gate', () => {
  it('shows command, origin, effects, risk, repository, and how it can be taken back', async () => {
    const ui = person([no]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    await gate(command('git branch  "new"'), request);
    expect(ui.asked[0]).toMatchObject({
      kind: 'command',
      text: 'git branch new',
      origin: 'chat',
      risk: 'local',
      effects: ['writes-repo'],
      repository,
      recovery: 'A snapshot is taken first: Undo brings back what it changes.',
      note: null,
    });
  });

  it('runs nothing that is declined, and passes the reason on', async () => {
    const { execute, request } = rig(folder, person([{ kind: 'declined', reason: 'use a tag' }]), forgetful);
    expect(await execute('git', 'git branch new', request)).toEqual({
      kind: 'declined',
      message: 'The person declined this command. It was not run. Their reason: use a tag',
    });
    expect(branches()).toEqual(['main']);
  });

  it('judges an edited command anew, and asks again', async () => {
    const ui = person([{ kind: 'edit', text: 'git branch better' }, yes]);
    const { execute, request } = rig(folder, ui, forgetful);
    expect(await execute('git', 'git branch new', request)).toMatchObject({ kind: 'ran' });
    expect(ui.asked.map(({ text }) => text)).toEqual(['git branch new', 'git branch better']);
    expect(branches()).toEqual(['better', 'main']);
  });

  it('does not let an edit through that is refused', async () => {
    const ui = person([{ kind: 'edit', text: "git -c alias.z='!id' z" }]);
    const { execute, request } = rig(folder, ui, forgetful);
    expect((await execute('git', 'git branch new', request)).kind).toBe('refused');
  });

  it('asks nobody and runs nothing in an untrusted workspace', async () => {
    const ui = person([yes]);
    const { execute, runPlan, request } = rig(folder, ui, forgetful, { trusted: false });
    expect((await execute('git', 'git branch new', request)).kind).toBe('untrusted');
    expect((await runPlan(['git branch new'], request)).kind).toBe('untrusted');
    expect([ui.asked, ui.shown, branches()]).toEqual([[], [], ['main']]);
  });
});

describe('8.1 a yes is for the repository as it was shown', () => {
  it.each([
    ['HEAD moved', () => git(repository, 'commit', '-qm', 'sneaked in', '--allow-empty')],
    ['something was staged', () => stage('sneaked-in.txt')],
    ['another branch was checked out', () => git(repository, 'checkout', '-qb', 'elsewhere')],
  ])('when %s meanwhile, it asks again', async (_, change) => {
    stage('meant.txt');
    const ui = person([
      () => {
        change();
        return yes;
      },
      no,
    ]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    expect(await gate(command('git commit -m x'), request)).toEqual(no);
    expect(ui.asked.map(({ note }) => note)).toEqual([
      null,
      'The repository changed while this waited. Check again what will change.',
    ]);
    expect(git(repository, 'log', '--format=%s', '--all')).not.toContain('x\n');
  });

  it('a look at the status that rewrites the index is no change', async () => {
    const ui = person([
      () => {
        writeFileSync(join(repository, 'file.txt'), 'one\n');
        git(repository, 'update-index', '--refresh');
        return yes;
      },
    ]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    expect(await gate(command('git branch new'), request)).toMatchObject({ kind: 'ran', result: { ok: true } });
  });

  it('works before the first commit', async () => {
    git(folder, 'init', '-q', 'empty');
    const ui = person([yes]);
    const { gate, command } = rig(folder, ui, forgetful);
    const run = await gate(command('git symbolic-ref HEAD refs/heads/trunk'), {
      repository: join(folder, 'empty'),
      origin: 'chat',
    });
    expect(run).toMatchObject({ kind: 'ran', result: { ok: true } });
  });

  it('two questions of one repository: the second is asked again when the first changed what it was shown for', async () => {
    stage('a.txt');
    let bothAsked = () => {};
    const both = new Promise<void>(resolve => {
      bothAsked = resolve;
    });
    const waits = async () => {
      if (ui.asked.length === 2) bothAsked();
      await both;
      return yes;
    };
    const ui = person([waits, waits, no]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    const passed = await Promise.all([
      gate(command('git commit -m first'), request),
      gate(command('git commit -m second --allow-empty'), request),
    ]);
    expect(passed.map(({ kind }) => kind).sort()).toEqual(['declined', 'ran']);
  });
});

describe('8.6 a snapshot, the run, a note of what changed', () => {
  const real = () => createJournal({ git: createGit({ environment: personal(folder) }) });
  const ours = () => git(repository, 'for-each-ref', 'refs/sluice');

  it('in that order', async () => {
    const events: string[] = [];
    const journal = real();
    const noting: GateJournal = {
      ...journal,
      async begin(recording) {
        events.push(`begin ${branches()}`);
        return journal.begin(recording);
      },
      async settle(pending, ok) {
        events.push(`settle ${ok} ${branches()}`);
        return journal.settle(pending, ok);
      },
    };
    const { gate, command, request } = rig(folder, person([yes]), noting);
    expect(await gate(command('git branch new'), request)).toMatchObject({
      kind: 'ran',
      entry: { command: 'git branch new', outcome: 'ok', changes: [expect.stringContaining('made branch new')] },
    });
    expect(events).toEqual(['begin main', 'settle true main,new']);
  });

  it('leaves no entry of a command whose repository has moved on, and asks again', async () => {
    const change = () => {
      git(repository, 'commit', '-qm', 'sneaked in', '--allow-empty');
      return yes;
    };
    const ui = person([change, no]);
    const { gate, command, request } = rig(folder, ui, real());
    expect(await gate(command('git branch new'), request)).toEqual(no);
    expect([branches(), ours()]).toEqual([['main'], '']);
  });

  it('leaves no entry of a push that never ran, though it could be reverted', async () => {
    const impactOf = async () =>
      impact({ remote: [{ remote: 'origin', ref: 'refs/heads/main', from: null, to: 'a', forced: false }] });
    const ui = person([
      () => {
        git(repository, 'commit', '-qm', 'sneaked in', '--allow-empty');
        return yes;
      },
      no,
    ]);
    const { gate, command, request } = rig(folder, ui, real(), { impactOf });
    expect(await gate(command('git push origin main'), request)).toEqual(no);
    expect(ours()).toBe('');
  });

  it('settles the entry also when the run throws', async () => {
    const journal = real();
    const made = rig(folder, person([yes]), journal);
    const runner: Pick<Runner, 'exclusive'> = {
      exclusive: (root, signal, work) =>
        made.runner.exclusive(root, signal, run =>
          work(async (...write) => {
            await run(...write);
            throw new Error('lost the process');
          }),
        ),
    };
    const { gate, command, request } = rig(folder, person([yes]), journal, { runner });
    await expect(gate(command('git branch new'), request)).rejects.toThrow('lost the process');
    const found = await discover(repository);
    expect(found.ok && (await journal.list(found.repository))).toMatchObject([
      { command: 'git branch new', outcome: 'failed', changes: [expect.stringContaining('made branch new')] },
    ]);
  });

  it('runs nothing and leaves no entry when it is cancelled while it waits for its turn', async () => {
    const controller = new AbortController();
    let free = () => {};
    const { gate, command, request, runner } = rig(folder, person([yes]), real());
    const first = runner.exclusive(repository, undefined, () => new Promise<void>(resolve => (free = resolve)));
    const passing = gate(command('git branch new'), { ...request, signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    expect(await passing).toMatchObject({ kind: 'ran', result: { ok: false, cancelled: true }, entry: undefined });
    free();
    await first;
    expect([branches(), ours()]).toEqual([['main'], '']);
  });
});

describe('8.6 what cannot be saved', () => {
  const full: GateJournal = {
    ...forgetful,
    begin: async ({ evenUnsaved }) =>
      evenUnsaved
        ? { ok: true, pending: undefined }
        : { ok: false, code: 'too-much', message: '40,000 files are too much to save.' },
  };

  it('is said before it is lost, and runs only if the person says yes to that', async () => {
    const ui = person([yes, no]);
    const { gate, command, request } = rig(folder, ui, full);
    expect(await gate(command('git branch new'), request)).toEqual(no);
    expect(ui.asked[1]).toMatchObject({
      note: '40,000 files are too much to save.',
      recovery: 'Undo will not bring back what this loses.',
    });
    expect(branches()).toEqual(['main']);
  });

  it('runs when they do', async () => {
    const { gate, command, request } = rig(folder, person([yes, yes]), full);
    expect((await gate(command('git branch new'), request)).kind).toBe('ran');
    expect(branches()).toEqual(['main', 'new']);
  });

  it('an allowance does not answer that question', async () => {
    const ui = person([{ kind: 'allow' }, yes, no]);
    const { gate, command, request } = rig(folder, ui, full);
    await gate(command('git branch new'), request);
    expect(await gate(command('git branch newer'), request)).toEqual(no);
    expect(ui.asked).toHaveLength(3);
  });
});

describe('8.3 an allowance', () => {
  it('lets the same shape pass, asks about another, and ends when revoked', async () => {
    const ui = person([{ kind: 'allow' }, no, no]);
    const { gate, command, request, allowances } = rig(folder, ui, forgetful);
    await gate(command('git branch one'), request);
    await gate(command('git branch two'), request);
    expect(await gate(command('git branch -D one'), request)).toEqual(no);
    allowances.revokeAll();
    expect(await gate(command('git branch three'), request)).toEqual(no);
    expect([branches(), ui.asked.map(({ text }) => text)]).toEqual([
      ['main', 'one', 'two'],
      ['git branch one', 'git branch -D one', 'git branch three'],
    ]);
  });

  it('does not pass what would lose something this time', async () => {
    let lost: readonly string[] = [];
    const impactOf = async () => impact({ lost: listed(lost) });
    const ui = person([{ kind: 'allow' }, no]);
    const { gate, command, request } = rig(folder, ui, forgetful, { impactOf });
    await gate(command('git branch one'), request);
    lost = ['file.txt'];
    expect(await gate(command('git branch two'), request)).toEqual(no);
  });

  it('is not offered for what is destructive', async () => {
    const ui = person([no]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    await gate(command('git reset --hard'), request);
    expect(await ui.asked[0]?.shape).toBeNull();
  });
});

describe('the runner', () => {
  it('runs no write whose approval is for another state', async () => {
    const { runner, command, request } = rig(folder, person([]), forgetful);
    const { issue } = await import('../../../src/core/writes/approval.ts');
    const branch = command('git branch new');
    const result = await runWrite(runner, branch, issue(branch, repository, 'some other state'), request);
    expect(result.failure?.reason).toBe('moved-on');
    expect(branches()).toEqual(['main']);
  });
});
