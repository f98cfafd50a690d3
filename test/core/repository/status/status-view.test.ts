import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReadOnlyCommand } from '../../../../src/core/command/command.ts';
import { createGitReader, type Read, readerFrom } from '../../../../src/core/git/reader.ts';
import { notRun } from '../../../../src/core/git/result.ts';
import type { OpenRepository } from '../../../../src/core/repository/locate.ts';
import {
  createStatusView,
  type SavedP6,
  type StatusView,
  type StatusViewOptions,
} from '../../../../src/core/repository/status/status-view.ts';
import type { Clock } from '../../../../src/core/repository/watch/clock.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, stopping, write } from '../support.ts';
import { countingGit, later, linesOf, locate } from './scan-support.ts';

const folder = temporaryFolder();
const WORKTREE = new Set(['worktree'] as const);
const REFS = new Set(['refs'] as const);

let made = 0;
async function newOne(files: Readonly<Record<string, string>> = { a: '1\n' }): Promise<OpenRepository> {
  const root = newRepository(folder, `v${++made}`);
  commit(root, files);
  return { ...(await locate(root)), root, name: basename(root) };
}

/** A clock that goes on only when told to. */
function handClock(): Clock & { tick(): void; waiting(): number } {
  let timers: (() => void)[] = [];
  return {
    now: () => 0,
    after(_ms, run) {
      timers.push(run);
      return () => {
        timers = timers.filter(each => each !== run);
      };
    },
    tick() {
      const due = timers;
      timers = [];
      for (const run of due) run();
    },
    waiting: () => timers.length,
  };
}

interface Made {
  readonly view: StatusView;
  readonly clock: ReturnType<typeof handClock>;
  readonly saved: Map<string, SavedP6>;
  readonly logs: string[];
  asked(): string[];
  /** Resolves when the view has come to rest. */
  rest(): Promise<void>;
}

function make(repositories: readonly OpenRepository[], changes: Partial<StatusViewOptions> = {}): Made {
  const { git: reader, asked } = countingGit();
  const clock = handClock();
  const saved = new Map<string, SavedP6>();
  const logs: string[] = [];
  const view = createStatusView({
    git: reader,
    repositories: () => repositories,
    problem: () => undefined,
    trusted: () => true,
    load: root => saved.get(root) ?? {},
    save: (root, fields) => void saved.set(root, fields),
    redact: text => text.replaceAll('s3cret', '***'),
    contextFor: root => ({ roots: [root], cwd: root }),
    async read(command: ReadOnlyCommand, root) {
      logs.push(command.canonical);
      const { failure, ...rest } = notRun('exit-code', '');
      return { ...rest, ok: true, exitCode: 0, stdout: git(root, ...command.args) };
    },
    reportError: error => expect.unreachable(String(error)),
    clock,
    now: later,
    ...changes,
  });
  const rest = async () => {
    // A check takes no process and so shows nowhere but in time.
    for (let quiet = 0; quiet < 5; quiet = view.busy() ? 0 : quiet + 1) await new Promise(done => setTimeout(done, 5));
  };
  return { view, clock, saved, logs, asked, rest };
}

function readyStateOf(view: StatusView) {
  const state = view.state();
  if (state.kind !== 'ready') throw new Error(JSON.stringify(state));
  return state;
}

const statusOf = (view: StatusView) => readyStateOf(view).status;

describe('when it scans', () => {
  it('does nothing while hidden, scans when shown, then only when something changed', async () => {
    const repository = await newOne();
    const { view, clock, asked, rest } = make([repository]);
    view.touched(repository.root, WORKTREE);
    view.repositoriesChanged();
    expect([view.state().kind, view.busy(), clock.waiting(), asked()]).toEqual(['loading', false, 0, []]);

    view.setVisible(true);
    expect(view.busy()).toBe(true);
    await rest();
    expect(statusOf(view)).toMatchObject({ counted: true, files: [], branch: 'main' });
    expect(asked()).toEqual(['diff', 'status']);

    for (let i = 0; i < 30; i += 1) {
      clock.tick();
      await rest();
    }
    expect([asked(), clock.waiting()]).toEqual([[], 1]);

    write(repository.root, { a: '2\n' });
    view.touched(repository.root, WORKTREE);
    await rest();
    expect(linesOf(statusOf(view).files)).toEqual({ a: [1, 1] });
    asked();
    write(repository.root, { a: '2\n3\n' });
    clock.tick();
    await rest();
    expect(linesOf(statusOf(view).files)).toEqual({ a: [2, 1] });
    expect(asked()).toEqual(['diff', 'status']);

    view.setVisible(false);
    write(repository.root, { a: '' });
    view.touched(repository.root, WORKTREE);
    clock.tick();
    await rest();
    expect([asked(), clock.waiting()]).toEqual([[], 0]);
    view.setVisible(true);
    await rest();
    expect(linesOf(statusOf(view).files)).toEqual({ a: [0, 1] });
  });

  it('follows hints, and finds by itself what they leave out', async () => {
    const repository = await newOne({ a: '1\n', b: '1\n' });
    let checkMs = 2000;
    const { view, clock, rest } = make([repository], { checkMs: () => checkMs });
    const linesAfter = async (hints: readonly string[] | undefined) => {
      view.touched(repository.root, WORKTREE, hints);
      await rest();
      return linesOf(statusOf(view).files);
    };
    write(repository.root, { a: '2\n' });
    view.setVisible(true);
    await rest();
    write(repository.root, { a: '2\n3\n', b: '1\n2\n' });
    expect(await linesAfter(['b'])).toEqual({ a: [1, 1], b: [1, 0] });
    clock.tick();
    await rest();
    expect(linesOf(statusOf(view).files)).toEqual({ a: [2, 1], b: [1, 0] });

    write(repository.root, { a: '' });
    view.touched(repository.root, WORKTREE, ['b']);
    expect(await linesAfter(undefined)).toEqual({ a: [0, 1], b: [1, 0] });

    checkMs = 0;
    write(repository.root, { a: '2\n' });
    expect(await linesAfter(['b'])).toEqual({ a: [1, 1], b: [1, 0] });
  });

  it('once more for all that happens during a scan', async () => {
    const repository = await newOne();
    const { view, asked, rest } = make([repository]);
    view.setVisible(true);
    await rest();
    asked();
    view.touched(repository.root, WORKTREE);
    for (let i = 0; i < 10; i += 1) view.touched(repository.root, WORKTREE);
    await rest();
    expect(asked()).toEqual(['status', 'status']);
    view.touched(repository.root, new Set(['remote', 'github'] as const));
    await rest();
    expect(asked()).toEqual([]);
  });

  it('tells of a state once, and of counts after the files', async () => {
    const repository = await newOne();
    write(repository.root, { a: '2\n' });
    const { view, rest } = make([repository]);
    const heard: unknown[] = [];
    let last: unknown;
    view.listen(() => {
      const state = view.state();
      if (state !== last)
        heard.push(state.kind === 'ready' ? [state.status.counted, linesOf(state.status.files)] : state.kind);
      last = state;
    });
    view.setVisible(true);
    await rest();
    view.touched(repository.root, WORKTREE);
    await rest();
    expect(heard).toEqual(['loading', [false, { a: [null, null] }], [true, { a: [1, 1] }]]);
  });

  it('stops when it is disposed of', async () => {
    const repository = await newOne();
    const { view, clock, asked, rest } = make([repository]);
    view.setVisible(true);
    view.dispose();
    await rest();
    asked();
    clock.tick();
    view.touched(repository.root, WORKTREE);
    await rest();
    expect(asked()).toEqual([]);
  });
});

describe('empty states', () => {
  it('untrusted: no process, no setting, no file', async () => {
    const repository = await newOne();
    const load = () => expect.unreachable('the settings were read');
    const { view, asked, rest } = make([repository], { trusted: () => false, load });
    view.setVisible(true);
    await view.refresh();
    await rest();
    expect(view.state()).toEqual({ kind: 'empty', reason: 'untrusted', detail: '' });
    expect(await view.text()).toBe('The workspace is not trusted, so git is not run in it.');
    expect(await view.configure({ diff_base: 'HEAD' })).toMatchObject({ ok: false, reason: 'no-repository' });
    expect(asked()).toEqual([]);
  });

  it('becomes trusted', async () => {
    const repository = await newOne();
    let trusted = false;
    const { view, rest } = make([repository], { trusted: () => trusted });
    view.setVisible(true);
    await rest();
    trusted = true;
    view.repositoriesChanged();
    await rest();
    expect(view.state().kind).toBe('ready');
  });

  it.each([
    ['no-folder', 'no-folder'],
    ['not-a-repository', 'no-repository'],
    ['outside', 'no-repository'],
    ['bare', 'bare'],
  ] as const)('%s', async (reason, shown) => {
    const { view } = make([], { problem: () => ({ reason, folder: '/s3cret' }) });
    await view.refresh();
    expect(view.state()).toEqual({ kind: 'empty', reason: shown, detail: '/***' });
  });

  it('no git, and a repository that is broken: said once, not asked for again and again', async () => {
    const repository = await newOne();
    const gone = make([repository], { git: createGitReader({ git: () => '/nowhere/git' }) });
    gone.view.setVisible(true);
    await gone.rest();
    expect(gone.view.state()).toEqual({ kind: 'empty', reason: 'no-git', detail: 'git not found' });

    const { view, clock, asked, rest } = make([repository]);
    writeFileSync(join(repository.root, '.git', 'index'), 'garbage');
    view.setVisible(true);
    await rest();
    expect(view.state()).toMatchObject({
      kind: 'empty',
      reason: 'failed',
      detail: expect.stringContaining('index file'),
    });
    asked();
    for (let i = 0; i < 5; i += 1) {
      clock.tick();
      await rest();
    }
    expect(asked()).toEqual([]);
  });

  it('a repository that goes, and another that takes its place', async () => {
    const [one, two] = [await newOne(), await newOne({ b: '1\n' })];
    let all = [one, two];
    const { view, rest } = make([], { repositories: () => all });
    view.setVisible(true);
    view.select(two.root);
    await rest();
    expect(readyStateOf(view).repository.root).toBe(two.root);
    view.select('/nowhere');
    all = [one];
    view.repositoriesChanged();
    await rest();
    expect(readyStateOf(view).repository.root).toBe(one.root);
  });
});

describe('settings', () => {
  it('persist by repository, and are checked', async () => {
    const [one, two] = [await newOne(), await newOne()];
    commit(one.root, { a: '1\n2\n' });
    const { view, saved, rest } = make([one, two]);
    view.setVisible(true);
    expect(await view.configure({ diff_base: 'HEAD~1', show_diffs: false, show_logs: true })).toMatchObject({
      ok: true,
      message: "P6 configured: show_diffs=false, show_logs=true, diff_base='HEAD~1'",
    });
    expect([...saved]).toEqual([[one.root, { showDiffs: false, diffBase: 'HEAD~1' }]]);
    await rest();
    expect(readyStateOf(view)).toMatchObject({ status: { diffBase: 'HEAD~1' }, settings: { showDiffs: false } });
    expect(linesOf(statusOf(view).files)).toEqual({ a: [1, 0] });
    expect(await view.configure({ diff_base: '--output=x', show_diffs: true })).toMatchObject({
      reason: 'invalid-ref',
    });
    expect(view.settings().showDiffs).toBe(false);
    view.select(two.root);
    expect(view.settings()).toMatchObject({ showDiffs: true, diffBase: null });

    const again = make([one], { load: root => saved.get(root) ?? {} });
    expect(await again.view.text()).toMatch(
      /^# Git \(main\) \[vs HEAD~1\]\n\nBranch: main \(comparing against HEAD~1\)\n/,
    );
  });

  it('a diff base that is gone is said, not asked for for ever', async () => {
    const repository = await newOne();
    git(repository.root, 'branch', 'base');
    const { view, clock, asked, rest } = make([repository], { load: () => ({ diffBase: 'base' }) });
    view.setVisible(true);
    await rest();
    git(repository.root, 'branch', '-D', 'base');
    view.touched(repository.root, REFS);
    await rest();
    expect(readyStateOf(view)).toMatchObject({
      status: {
        diffBase: null,
        notices: ["The diff base 'base' no longer exists. Compared with HEAD instead."],
      },
      settings: { diffBase: 'base' },
    });
    asked();
    for (let i = 0; i < 5; i += 1) {
      clock.tick();
      await rest();
    }
    expect(asked()).toEqual([]);
  });

  it('the log is read when it is wanted, when refs or its arguments changed, and not otherwise', async () => {
    const repository = await newOne();
    const { view, logs, rest } = make([repository]);
    view.setVisible(true);
    await rest();
    expect([logs, readyStateOf(view).log]).toEqual([[], null]);
    await view.configure({ show_logs: true, log_args: '-3 --format=%s' });
    await rest();
    expect([logs.splice(0), readyStateOf(view).log]).toEqual([['git log -3 --format=%s'], 'more\n']);
    write(repository.root, { a: '2\n' });
    git(repository.root, 'add', 'a');
    view.touched(repository.root, new Set(['index', 'worktree'] as const));
    await rest();
    expect(logs.splice(0)).toEqual([]);
    git(repository.root, 'commit', '-qm', 'second');
    view.touched(repository.root, REFS);
    await rest();
    expect([logs.splice(0).length, readyStateOf(view).log]).toEqual([1, 'second\nmore\n']);
    await view.configure({ log_args: '-1 --format=%s' });
    await rest();
    expect([logs.length, readyStateOf(view).log]).toEqual([1, 'second\n']);
    expect(await view.configure({ log_args: '--output=x' })).toMatchObject({ reason: 'invalid-log-args' });
  });
});

describe('what may be seen', () => {
  it('is redacted, and still leads to the file it stands for', async () => {
    const repository = await newOne({ 's3cret.txt': '1\n' });
    git(repository.root, 'checkout', '-qb', 's3cret');
    write(repository.root, { 's3cret.txt': 's3cret\n', 'new s3cret': 's3cret\n' });
    const { view } = make([repository]);
    const text = await view.text();
    expect(text).toContain('Branch: ***\n');
    expect(text).toContain('| ***.txt | Modified | 1 | 1 | 0 |');
    expect(text + JSON.stringify(view.state())).not.toContain('s3cret');
    expect(view.find('***.txt')?.path).toBe('s3cret.txt');
    const diffs = [await view.diffOf('***.txt'), await view.diffOf('new ***')];
    expect(diffs.map(({ parts }) => parts[0]?.text.includes('+***\n'))).toEqual([true, true]);
    expect(JSON.stringify(diffs)).not.toContain('s3cret');
  });

  it('is redacted in the settings too, which stay as they are', async () => {
    const repository = await newOne();
    git(repository.root, 'branch', 's3cret');
    const load = () => ({ diffBase: 's3cret', logArgs: '--grep=s3cret' });
    const { view } = make([repository], { load });
    await view.text();
    expect(readyStateOf(view).settings).toMatchObject({ diffBase: '***', logArgs: '--grep=***' });
    expect(view.settings()).toMatchObject({ diffBase: 's3cret', logArgs: '--grep=s3cret' });
  });

  it('is no base that git would be asked about by its arguments', async () => {
    const repository = await newOne();
    git(repository.root, 'branch', 's3cret');
    const { view, asked } = make([repository]);
    expect(await view.configure({ diff_base: 's3cret' })).toMatchObject({ ok: false });
    expect(JSON.stringify(asked())).not.toContain('s3cret');
    expect(view.settings()?.diffBase).toBeNull();
  });

  it.each(['b', '../v1/a', '.git/config', '/etc/passwd', ''])('no diff of %j, which is not listed', async path => {
    const repository = await newOne({ a: '1\n', b: '1\n' });
    write(repository.root, { a: '2\n' });
    const { view } = make([repository]);
    await view.refresh();
    expect(await view.diffOf(path)).toMatchObject({ parts: [], notice: 'This file is no longer in the status.' });
  });

  it('commands are those of the operation in progress', async () => {
    const repository = await newOne();
    const { view } = make([repository]);
    await view.refresh();
    expect(view.command('merge', 'abort')).toBeUndefined();
    git(repository.root, 'checkout', '-qb', 'other');
    commit(repository.root, { a: '2\n' });
    git(repository.root, 'checkout', '-q', 'main');
    commit(repository.root, { a: '3\n' });
    stopping(repository.root, 'merge', 'other');
    await view.refresh();
    expect(view.command('merge', 'abort')).toBe('git merge --abort');
    expect([view.command('rebase', 'abort'), view.command('merge', 'skip')]).toEqual([undefined, undefined]);
    git(repository.root, 'merge', '--abort');
    await view.refresh();
    expect(view.command('merge', 'abort')).toBeUndefined();
  });
});

describe('the text for a model', () => {
  it('is fresh also when the view is hidden, and costs nothing twice', async () => {
    const repository = await newOne();
    const { view, asked } = make([repository]);
    expect(await view.text()).toBe('# Git (main)\n\nBranch: main\n\nNo changes.');
    asked();
    expect(await view.text()).toBe('# Git (main)\n\nBranch: main\n\nNo changes.');
    expect(asked()).toEqual([]);
    write(repository.root, { a: '1\n2\n' });
    git(repository.root, 'add', 'a');
    expect(await view.text()).toBe(`# Git (main)

Branch: main

| File | Type | + | - | Net |
|---|---|---|---|---|
| a | Modified | 1 | 0 | +1 |

Diffs:

\`\`\`diff
${git(repository.root, 'diff', 'HEAD')}\`\`\``);
  });

  it('is bounded', async () => {
    const repository = await newOne();
    write(repository.root, { a: 'line of text\n'.repeat(20_000) });
    write(repository.root, Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`n/${i}`, ''])));
    const { view } = make([repository], { untrackedCap: () => 600 });
    const text = await view.text();
    expect(text.length).toBeLessThan(100_000);
    expect(text).toContain('101 more files are not listed here.');
    expect(text).toContain('100 more untracked files are not listed.');
    expect(text).toContain('Only the first 64 KiB of the diff are shown.');
  });

  it('waits for the scan that is under way', async () => {
    const repository = await newOne();
    const { read } = countingGit();
    let release = () => {};
    const gate = new Promise<void>(resolve => {
      release = resolve;
    });
    const slow: Read = async (...words) => {
      await gate;
      return read(...words);
    };
    const { view } = make([repository], { git: readerFrom(slow) });
    view.setVisible(true);
    const text = view.text();
    release();
    expect(await text).toBe('# Git (main)\n\nBranch: main\n\nNo changes.');
    rmSync(repository.root, { recursive: true });
  });
});
