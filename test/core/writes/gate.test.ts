import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Runner } from '../../../src/core/git/runner.ts';
import { createGit } from '../../../src/core/git/writer.ts';
import { discover } from '../../../src/core/repository/discover.ts';
import { lookAt } from '../../../src/core/writes/decision-state.ts';
import { impact, listed, unknownImpact } from '../../../src/core/writes/impact/impact.ts';
import { createImpactOf, type ImpactOf } from '../../../src/core/writes/impact/impact-of.ts';
import { createJournal } from '../../../src/core/writes/journal/journal.ts';
import type { Limits } from '../../../src/core/writes/journal/record/select-files.ts';
import { parseWrite } from '../../../src/core/writes/parsed-write.ts';
import { runWrite } from '../../support/approved.ts';
import { personal } from '../git/fixture.ts';
import { git } from '../git/support.ts';
import { testKey } from './journal/test-key.ts';
import { branchesOf, forgetful, type GateJournal, newRepository, type Person, person, rig } from './rig.ts';

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
      recovery: 'Sluice takes a snapshot first: Undo restores what this changes.',
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
  const real = () => createJournal({ key: testKey, git: createGit({ environment: personal(folder) }) });
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
      recovery: 'Undo cannot restore what this loses.',
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

describe('a question about very many files', () => {
  const fill = (count: number) => {
    writeFileSync(join(repository, '.gitignore'), 'out/\n');
    git(repository, 'add', '.gitignore');
    mkdirSync(join(repository, 'out'));
    for (let at = 0; at < count; at++) writeFileSync(join(repository, 'out', `${at}`), '');
    writeFileSync(join(repository, 'thesis.md'), 'work\n');
  };

  it('is there before anything is counted, and hears what is known so far', async () => {
    const events: string[] = [];
    const counting = impact({ lost: listed(['out/'], 60_000), unknown: 'Counting.' });
    const impactOf: ImpactOf = async (_, soFar = () => {}) => {
      await asked;
      events.push('counting');
      soFar(counting);
      return impact({});
    };
    let ask = () => {};
    const asked = new Promise<void>(resolve => (ask = resolve));
    const ui: Person = {
      ...person([]),
      async decide({ impact, impactSoFar }) {
        events.push('asked');
        impactSoFar(({ lost }) => events.push(`${lost.total} so far`));
        ask();
        await impact;
        return no;
      },
    };
    const { gate, command, request } = rig(folder, ui, forgetful, { impactOf });
    await gate(command('git clean -fdx'), request);
    expect(events).toEqual(['asked', 'counting', '60000 so far', '0 so far']);
  });

  it('says at once what will not be saved: there is no second question', async () => {
    fill(30);
    const limits = { files: 10, bytes: 1024 * 1024 };
    const journal = createJournal({ key: testKey, git: createGit({ environment: personal(folder) }), limits });
    const ui = person([yes]);
    const { gate, command, request } = rig(folder, ui, journal, { limits });
    expect(await gate(command('git clean -fdx'), request)).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(await toldIn(ui)).toMatch(/^21 files .* will not be saved: a snapshot holds at most 10 files/);
  });

  it('says so at once of files that are too large, tracked ones too', async () => {
    writeFileSync(join(repository, 'large.bin'), 'x'.repeat(3000));
    writeFileSync(join(repository, 'small.txt'), 'small\n');
    git(repository, 'add', 'large.bin');
    git(repository, 'commit', '-qm', 'large');
    writeFileSync(join(repository, 'large.bin'), 'y'.repeat(3000));
    const { gate, command, request, ui } = limited({ files: 10, bytes: 2000 }, [yes]);
    expect(await gate(command('git reset --hard'), request)).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(await toldIn(ui)).toMatch(/^1 file \(0\.0 MiB\), large\.bin, will not be saved/);
  });

  it('does not run without any snapshot when it was only said that not all may be saved', async () => {
    fill(1);
    const journal = { ...forgetful, foresee: async () => undefined, begin: vi.fn(forgetful.begin) };
    const { gate, command, request } = rig(folder, person([yes]), journal);
    await gate(command('git clean -fdx'), request);
    expect(journal.begin.mock.calls).toMatchObject([[{ evenUnsaved: false, told: 'anything' }]]);
  });

  it('asks again when less can be saved than was said', async () => {
    fill(12);
    const growing = () => {
      for (let at = 0; at < 5; at++) writeFileSync(join(repository, `more${at}.txt`), 'more\n');
      return yes;
    };
    // Neither says of itself that anything is lost.
    const impactOf: ImpactOf = async () => impact({});
    const { gate, command, request, ui } = limited({ files: 10, bytes: 1024 * 1024 }, [growing, no], impactOf);
    expect(await gate(command('git clean -fdx'), request)).toEqual(no);
    expect(await toldIn(ui)).toMatch(/^3 files/);
    expect(ui.asked[1]?.note).toMatch(/^8 files/);
  });

  it('an ordinary folder with more files than fit is told of as well', async () => {
    for (let at = 0; at < 60; at++) {
      if (at % 20 === 0) mkdirSync(join(repository, `data/d${at}`), { recursive: true });
      writeFileSync(join(repository, `data/d${at - (at % 20)}/${at}.csv`), `${at}\n`);
    }
    const { gate, command, request, ui } = limited({ files: 10, bytes: 1024 * 1024 }, [yes]);
    expect(await gate(command('git clean -fd'), request)).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(await toldIn(ui)).toMatch(/^50 files .*data\/.* will not be saved/);
  });

  const limited = (
    limits: Limits,
    answers: Parameters<typeof person>[0],
    impactOf = createImpactOf({ git: createGit({ environment: personal(folder) }) }),
  ) => {
    const journal = createJournal({ key: testKey, git: createGit({ environment: personal(folder) }), limits });
    const ui = person(answers);
    return { ...rig(folder, ui, journal, { limits, impactOf }), ui };
  };
  const toldIn = async ({ asked: [question] }: Person) => question?.unsaved((await question.impact) ?? impact({}));

  it('names a folder for the files in it, and counts them', async () => {
    fill(1500);
    const ui = person([
      async ({ impact }) => {
        await impact;
        return no;
      },
    ]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    await gate(command('git clean -fdx'), request);
    const found = await ui.asked[0]?.impact;
    expect(found?.lost).toEqual({ items: ['out/', 'thesis.md'], total: 1501, inFolders: 1499 });
    expect(found?.sentences).toEqual(['Deletes 1501 files, 1500 of them ignored.']);
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

  it('is not used for what cannot be foreseen in time', async () => {
    let late = false;
    const impactOf = async () => (late ? unknownImpact('Working out what this does took too long.') : impact({}));
    const ui = person([{ kind: 'allow' }, no]);
    const { gate, command, request } = rig(folder, ui, forgetful, { impactOf });
    await gate(command('git branch one'), request);
    late = true;
    expect(await gate(command('git branch two'), request)).toEqual(no);
  });

  describe('for what goes to a remote', () => {
    const bare = (name: string) => {
      git(folder, 'init', '-q', '--bare', name);
      return join(folder, name);
    };
    const fetched = () => {
      git(repository, 'remote', 'add', 'origin', bare('origin.git'));
      git(repository, 'push', '-q', 'origin', 'main');
      git(repository, 'fetch', '-q', 'origin');
      git(repository, 'checkout', '-qb', 'topic');
      commitEmpty();
    };
    const commitEmpty = () => git(repository, 'commit', '-qm', 'x', '--allow-empty');

    it('names the address, and dies when that moves', async () => {
      fetched();
      const ui = person([{ kind: 'allow' }, no, no]);
      const { gate, command, request, allowances } = rig(folder, ui, forgetful);
      const push = () => gate(command('git push origin topic'), request);
      expect(await push()).toMatchObject({ kind: 'ran', result: { ok: true } });
      expect(await ui.asked[0]?.shape).toBe(`exactly git push origin topic, at ${join(folder, 'origin.git')}`);
      commitEmpty();
      expect(await push()).toMatchObject({ kind: 'ran', result: { ok: true } });
      git(repository, 'config', 'remote.origin.pushurl', bare('evil.git'));
      commitEmpty();
      expect(await push()).toEqual(no);
      expect(allowances.list()).toEqual([]);
      git(repository, 'config', '--unset', 'remote.origin.pushurl');
      expect(await push()).toEqual(no);
    });

    it.each(['insteadOf', 'pushInsteadOf'])('asks when %s leads elsewhere', async rule => {
      fetched();
      const ui = person([{ kind: 'allow' }, no]);
      const { gate, command, request } = rig(folder, ui, forgetful);
      await gate(command('git push origin topic'), request);
      git(repository, 'config', `url.${bare('evil')}.${rule}`, join(folder, 'origin.git'));
      expect(await gate(command('git push origin topic'), request)).toEqual(no);
    });

    it('is offered for a plain fetch, and dies when its address or what it writes moves', async () => {
      fetched();
      const ui = person([{ kind: 'allow' }, { kind: 'allow' }, no]);
      const { gate, command, request } = rig(folder, ui, forgetful);
      const fetch = () => gate(command('git fetch origin'), request);
      expect((await fetch()).kind).toBe('ran');
      expect((await fetch()).kind).toBe('ran');
      git(repository, 'config', 'remote.origin.url', bare('evil.git'));
      expect((await fetch()).kind).toBe('ran');
      git(repository, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/heads/*');
      expect(await fetch()).toEqual(no);
      expect(ui.asked).toHaveLength(3);
    });

    it.each([
      'git fetch origin +main:spare',
      'git fetch origin main:spare',
      'git fetch --depth=1 origin',
      'git fetch --unshallow origin',
      'git fetch -u origin main:main',
      'git fetch --prune origin',
      'git fetch --refmap=+refs/*:refs/* origin main',
      'git read-tree -u --reset HEAD',
      'git checkout --pathspec-from-file=list.txt',
      'git config user.name Eve',
      'git remote set-url origin elsewhere',
      'git apply fix.patch',
      'gh pr merge 1',
      'gh gist create file.txt',
    ])('or cannot be foreseen, it is not offered: %s', async text => {
      fetched();
      const ui = person([no]);
      const { gate, command, request } = rig(folder, ui, forgetful);
      await gate(command(text), request);
      expect(await ui.asked[0]?.shape).toBeNull();
    });
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
    const { runner, reader, command, request } = rig(folder, person([]), forgetful);
    const { issue } = await import('../../../src/core/writes/approval.ts');
    const branch = command('git branch new');
    const impactOf = createImpactOf({ git: reader });
    const look = await lookAt({ git: reader, impactOf }, parseWrite(branch, repository));
    const state = await look.state;
    const other = { ...state, facts: { ...state.facts, head: 'some other' } };
    const result = await runWrite(runner, branch, issue(branch, repository, other), request);
    expect(result.failure?.reason).toBe('moved-on');
    expect(branches()).toEqual(['main']);
  });
});
