import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Core, createCore } from '../../src/core/core.ts';
import { DEFAULT_SETTINGS, type Host } from '../../src/core/host.ts';
import { changeHunk } from '../../src/core/repository/status/change-hunk.ts';
import type { GateUi, Question } from '../../src/core/writes/question.ts';
import { makeRepository, personal } from './git/fixture.ts';
import { git, temporaryFolder } from './git/support.ts';

const cores: Core[] = [];
afterEach(() => {
  for (const core of cores.splice(0)) core.dispose();
});

/** A core for one repository, of a person who says yes to everything. */
function newCore(given: { trusted?: boolean; patterns?: string[]; ui?: Partial<GateUi> } = {}) {
  const folder = temporaryFolder();
  const repository = makeRepository(folder);
  git(repository, 'config', 'user.name', 'Ada');
  git(repository, 'config', 'user.email', 'ada@example.com');
  const asked: Question[] = [];
  const warnings: string[] = [];
  const lines: string[] = [];
  let gates = 0;
  const patterns = { now: given.patterns ?? [] };
  const ui: GateUi = {
    async decide(question) {
      asked.push(question);
      return { kind: 'run' };
    },
    decidePlan: async () => ({ kind: 'run' }),
    ...given.ui,
  };
  const host: Host = {
    workspace: { trusted: () => given.trusted ?? true, folders: () => [repository] },
    storage: { folder: join(folder, 'storage'), loadStatusSettings: () => ({}), saveStatusSettings: () => {} },
    secrets: { environment: personal(folder) },
    report: { log: line => lines.push(line), warn: message => warnings.push(message) },
    ui: {
      gate: async () => {
        gates += 1;
        return ui;
      },
    },
    settings: {
      ...DEFAULT_SETTINGS,
      get redactionPatterns() {
        return patterns.now;
      },
    },
  };
  const core = createCore(host);
  cores.push(core);
  const run = (text: string) => core.execute('git', text, { repository, origin: 'cli' });
  return { core, repository, run, asked, warnings, lines, patterns, gates: () => gates };
}

describe('one core for every door', () => {
  it('a read is in its panel, a write passes the gate and can be undone', async () => {
    const { core, repository, run, asked } = newCore();
    await core.start();
    const read = await run('git log --format=%s');
    if (read.kind !== 'panel') throw new Error(read.kind);
    expect((await read.done).result?.ok).toBe(true);
    expect(asked).toEqual([]);
    expect(await run('git branch made')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(asked.map(({ text }) => text)).toEqual(['git branch made']);
    const { undo } = await core.writes();
    expect(await undo({ repository, origin: 'cli' })).toMatchObject({ kind: 'undone' });
    expect(git(repository, 'branch', '--list', 'made')).toBe('');
  });

  it('a plan goes the way of its commands', async () => {
    const { core, repository } = newCore();
    await core.start();
    const plan = await core.runPlan(['git branch one', 'git log -1', 'git branch two'], { repository, origin: 'chat' });
    expect(plan).toMatchObject({
      kind: 'ran',
      ok: true,
      steps: [{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }],
    });
    expect(git(repository, 'branch', '--format=%(refname:short)')).toContain('one');
  });

  it('12 an untrusted workspace starts nothing', async () => {
    const { core, run } = newCore({ trusted: false });
    expect(await core.start()).toBeUndefined();
    await core.tidy();
    expect((await run('git log')).kind).toBe('untrusted');
    expect(core.processes()).toBe(0);
  });

  it('loads the write side with the first write, not by starting, reading or tidying', async () => {
    const { core, repository, run, gates } = newCore();
    await core.start();
    await core.tidy();
    await core.status.text();
    const read = await run('git log');
    if (read.kind === 'panel') await read.done;
    expect(gates()).toBe(0);
    git(repository, 'update-ref', 'refs/sluice/journal/x', 'HEAD');
    await core.tidy();
    expect(gates()).toBe(1);
  });

  it.each(['packed', 'left by an undo that was cut off'])('a journal that is %s is tidied', async how => {
    const { core, repository, gates } = newCore();
    await core.start();
    if (how === 'packed') {
      git(repository, 'update-ref', 'refs/sluice/journal/x', 'HEAD');
      git(repository, 'pack-refs', '--all', '--prune');
    } else writeFileSync(join(repository, '.git', 'sluice-undo-1-x'), '');
    await core.tidy();
    expect(gates()).toBe(1);
  });
});

describe('4.6 redaction patterns', () => {
  it('one that cannot be used is named, and the others hold', () => {
    const { core, warnings, patterns } = newCore({ patterns: ['/un(closed/', 'hush-hush'] });
    expect(warnings).toEqual([expect.stringContaining('The redaction pattern /un(closed/ is not used.')]);
    expect(core.redact('a hush-hush b')).toBe('a *** b');
    patterns.now = ['x'];
    core.settingsChanged();
    expect(warnings[1]).toContain(
      'The redaction pattern x is not used. A plain pattern needs at least two characters.',
    );
    patterns.now = ['/se[c]ret/'];
    core.settingsChanged();
    expect(warnings).toHaveLength(2);
    expect(core.redact('hush-hush secret')).toBe('hush-hush ***');
  });
});

it('output beyond the cap is in a file of the storage folder', async () => {
  const { core, run, repository } = newCore();
  mkdirSync(join(repository, 'd'));
  writeFileSync(join(repository, 'd', 'big'), 'x'.repeat(99).concat('\n').repeat(20_000));
  git(repository, 'add', '.');
  await core.start();
  const read = await run('git diff --cached');
  if (read.kind !== 'panel') throw new Error(read.kind);
  const { result } = await read.done;
  expect(result?.truncated).toBe(true);
  expect(result?.spill?.stdout).toContain(join('storage', 'output'));
});

describe('6 and 17 changes from the status view go the way of every command', () => {
  const numbered = (...changed: readonly number[]) =>
    Array.from({ length: 30 }, (_, at) => `${at}${changed.includes(at) ? ' changed' : ''}\n`).join('');

  async function changed() {
    const made = newCore();
    const { core, repository, run } = made;
    writeFileSync(join(repository, 'hunks.txt'), numbered());
    git(repository, 'add', 'hunks.txt');
    git(repository, 'commit', '-qm', 'hunks');
    writeFileSync(join(repository, 'hunks.txt'), numbered(2, 25));
    writeFileSync(join(repository, 'new*.txt'), 'new\n');
    writeFileSync(join(repository, 'newer.txt'), 'newer\n');
    await core.start();
    await core.status.refresh();
    const undo = async () => (await core.writes()).undo({ repository, origin: 'view' });
    const onDisk = () => readFileSync(join(repository, 'hunks.txt'), 'utf8');
    const inIndex = () => git(repository, 'show', ':hunks.txt');
    const onHunk = async (action: 'stage' | 'unstage' | 'discard', side: 'staged' | 'unstaged', hunk: number) => {
      const { id } = await core.status.diffOf('hunks.txt');
      return changeHunk(core.status, 'hunks.txt', { action, diff: id, side, hunk }, run);
    };
    const onFiles = async (action: 'stage' | 'unstage' | 'discard', ...paths: readonly string[]) => {
      const commands = await core.status.changeCommands(action, paths, null);
      if (!commands.ok) throw new Error(commands.reason);
      for (const command of commands.commands) await run(command);
      await core.status.refresh();
    };
    return { ...made, undo, onDisk, inIndex, onHunk, onFiles };
  }

  it('a hunk is staged, unstaged and discarded, shown at the gate, and each is undone exactly', async () => {
    const { core, asked, undo, onDisk, inIndex, onHunk } = await changed();
    expect(await onHunk('stage', 'unstaged', 1)).toBe(true);
    expect([inIndex(), onDisk()]).toEqual([numbered(25), numbered(2, 25)]);
    const shown = await asked[0]?.impact;
    expect(shown).toMatchObject({
      refused: false,
      sentences: ['Stages 2 changed lines in 1 file; the files stay as they are.'],
      files: { items: ['hunks.txt'] },
      preview: { kind: 'patch', text: expect.stringContaining('+25 changed\n') },
    });
    expect(await undo()).toMatchObject({ kind: 'undone' });
    expect([inIndex(), onDisk()]).toEqual([numbered(), numbered(2, 25)]);

    await onHunk('stage', 'unstaged', 1);
    await core.status.refresh();
    await onHunk('unstage', 'staged', 0);
    expect(inIndex()).toBe(numbered());
    await core.status.refresh();
    await onHunk('discard', 'unstaged', 0);
    expect(onDisk()).toBe(numbered(25));
    expect(await asked.at(-1)?.impact).toMatchObject({ lost: { items: ['hunks.txt'] } });
    expect(await undo()).toMatchObject({ kind: 'undone' });
    expect(onDisk()).toBe(numbered(2, 25));
  });

  it('a file that changed since it was shown is left alone', async () => {
    const { core, repository, asked, run, onDisk } = await changed();
    const { id } = await core.status.diffOf('hunks.txt');
    writeFileSync(join(repository, 'hunks.txt'), numbered(2, 3, 25));
    const request = { action: 'discard', diff: id, side: 'unstaged', hunk: 0 } as const;
    expect(await changeHunk(core.status, 'hunks.txt', request, run)).toBe(false);
    expect(onDisk()).toBe(numbered(2, 3, 25));
    expect(asked).toEqual([]);
  });

  it('a name with a wildcard is that file and no other', async () => {
    const { repository, onFiles, asked } = await changed();
    await onFiles('stage', 'new*.txt');
    expect(git(repository, 'diff', '--cached', '--name-only')).toBe('new*.txt\n');
    await onFiles('unstage', 'new*.txt');
    await onFiles('discard', 'new*.txt');
    expect(git(repository, 'status', '--short', '--', 'new*')).toBe('?? newer.txt\n');
    expect(asked.map(({ text }) => text)).toEqual([
      "git add -- ':(literal)new*.txt'",
      "git reset -q -- ':(literal)new*.txt'",
      "git clean -f -- ':(literal)new*.txt'",
    ]);
    expect(await asked[2]?.impact).toMatchObject({ lost: { items: ['new*.txt'] } });
  });
});

describe('8.9 others who hear of runs', () => {
  it('a write, a read and an undo are heard before and after, redacted', async () => {
    const { core, repository, run } = newCore({ patterns: ['squirrel12'] });
    await core.start();
    const before: string[] = [];
    const after: string[] = [];
    core.listenRuns({ name: 'Test', willRun: ({ kind, command }) => void before.push(`${kind} ${command}`) });
    core.runs.listen(({ kind, command, ok }) => after.push(`${kind} ${command} ${ok}`));
    await run('git branch made');
    const read = await run('git log --grep=squirrel12');
    if (read.kind === 'panel') await read.done;
    await (await core.writes()).undo({ repository, origin: 'cli' });
    expect(before).toHaveLength(3);
    expect(before).toEqual(expect.arrayContaining(['command git branch made', 'undo Undo git branch made']));
    await expect.poll(() => after.length).toBe(3);
    for (const heard of [before, after]) {
      expect(heard.join()).toContain('--grep=');
      expect(heard.join()).not.toContain('squirrel12');
    }
  });

  it('a denied undo undoes nothing, and one who listens no more is not asked', async () => {
    const { core, repository, run, asked } = newCore();
    await core.start();
    await run('git branch made');
    const stop = core.listenRuns({
      name: 'Test',
      willRun: ({ kind }) => (kind === 'undo' ? { deny: 'Keep it.' } : null),
    });
    const { undo } = await core.writes();
    expect(await undo({ repository, origin: 'cli' })).toMatchObject({ kind: 'refused', code: 'vetoed' });
    expect(asked).toHaveLength(1);
    expect(git(repository, 'branch', '--list', 'made')).toContain('made');
    stop();
    expect(await undo({ repository, origin: 'cli' })).toMatchObject({ kind: 'undone' });
  });
});
