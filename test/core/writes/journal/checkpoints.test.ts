import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/core/writes/journal/storage/entry.ts';
import { entriesThatStay } from '../../../../src/core/writes/journal/storage/expire.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, git as ourGit, recorded, repositoryAt, runGit, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();
const DAY_MS = 86_400_000;
let made = 0;

/** Something staged, edited, executable, untracked and ignored, so that a return has everything to do. */
function dirty(): string {
  made += 1;
  const folder = newRepository(parent, `dirty${made}`);
  for (const text of ['one', 'two', 'three'])
    commit(folder, { 'a.txt': `${text}\n`, 'b.txt': `${text}\n`, '.gitignore': 'ignored\n' }, text);
  git(folder, 'branch', 'side', 'HEAD~1');
  write(folder, { 'a.txt': 'edited \r\n', 'b.txt': 'staged\n', 'new/u.txt': 'untracked\n', ignored: 'i\n' });
  git(folder, 'add', 'b.txt');
  write(folder, { 'b.txt': 'staged and edited\n' });
  chmodSync(join(folder, 'a.txt'), 0o755);
  return folder;
}

const save = async (folder: string, label: string, more: Partial<Entry> = {}, by = journal): Promise<Entry> =>
  by.saveCheckpoint({
    ...{ repository: await repositoryAt(folder), origin: 'palette', label, command: `checkpoint “${label}”`, ...more },
  });

const listed = async (folder: string, by = journal): Promise<readonly Entry[]> => by.list(await repositoryAt(folder));

describe('8.10 a checkpoint', () => {
  it('changes nothing but its refs, and is listed with its label', async () => {
    const folder = dirty();
    const before = await fingerprint(folder);
    const { id } = await save(folder, 'before the merge');
    expect(await fingerprint(folder)).toEqual(before);
    const [entry] = await listed(folder);
    expect(entry).toMatchObject({ id, label: 'before the merge', checkpoint: true, outcome: 'ok' });
  });

  it('brings everything back, whatever was run since, and the return is undone like any command', async () => {
    const folder = dirty();
    const { id } = await save(folder, 'one');
    const saved = await fingerprint(folder);
    runGit(folder, ['reset', '-q', '--hard', 'HEAD~2']);
    runGit(folder, ['branch', '-D', 'side']);
    runGit(folder, ['clean', '-fdq']);
    commit(folder, { 'c.txt': 'c\n' }, 'made since');
    write(folder, { 'a.txt': 'edited since\n', 'later.txt': 'l\n' });
    const left = await fingerprint(folder);
    await undone(journal, folder, id);
    expect(withoutLogs(await fingerprint(folder))).toEqual(withoutLogs(saved));
    expect(existsSync(join(folder, 'later.txt'))).toBe(false);
    // The newest command is the return, and undoing it is the way back.
    expect((await listed(folder))[0]).toMatchObject({ command: 'return to checkpoint “one”', undoes: null });
    await undone(journal, folder);
    expect(withoutLogs(await fingerprint(folder))).toEqual(withoutLogs(left));
    await undone(journal, folder, id);
    expect(withoutLogs(await fingerprint(folder))).toEqual(withoutLogs(saved));
  });

  it('is not what undoing the last command means', async () => {
    const folder = dirty();
    await recorded(journal, folder, ['branch', 'mine']);
    await save(folder, 'after');
    const planned = await journal.planUndo(await repositoryAt(folder));
    expect(planned.ok && planned.plan.steps[0]?.entry.command).toBe('git branch mine');
  });

  it('says so when nothing has changed since', async () => {
    const folder = dirty();
    const { id } = await save(folder, 'still');
    const planned = await journal.planUndo(await repositoryAt(folder), id);
    expect(planned).toMatchObject({ ok: false, code: 'nothing-to-undo' });
  });

  it('leaves settings, remotes, and branches, tags and stashes made since as they are', async () => {
    const folder = dirty();
    const { id } = await save(folder, 'one');
    git(folder, 'config', 'user.nickname', 'ada');
    git(folder, 'branch', 'since');
    git(folder, 'tag', 'v1');
    git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    runGit(folder, ['stash', '-q']);
    await undone(journal, folder, id);
    expect(git(folder, 'config', 'user.nickname').trim()).toBe('ada');
    expect(git(folder, 'for-each-ref', '--format=%(refname)').split('\n')).toEqual(
      expect.arrayContaining(['refs/heads/since', 'refs/tags/v1', 'refs/remotes/origin/main', 'refs/stash']),
    );
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('staged and edited\n');
  });

  it('returns to what was there when more changes while the person is asked', async () => {
    const folder = dirty();
    const { id } = await save(folder, 'one');
    write(folder, { 'a.txt': 'first\n' });
    const repository = await repositoryAt(folder);
    const planned = await journal.planUndo(repository, id);
    if (!planned.ok) throw new Error(planned.message);
    // No part of that plan: only looking at everything again tells.
    rmSync(join(folder, 'new', 'u.txt'));
    expect(await journal.undo(planned.plan, 'all', 'palette')).toMatchObject({ ok: false, code: 'plan-outdated' });
  });

  it('stays when all others expire, and takes no room from them', async () => {
    const folder = dirty();
    let now = Date.now();
    const small = journalWith({ keepEntries: 2, now: () => now });
    const { id } = await save(folder, 'kept', {}, small);
    for (const name of ['x1', 'x2', 'x3']) await recorded(small, folder, ['branch', name]);
    await small.tidy(await repositoryAt(folder));
    expect((await listed(folder, small)).map(({ command }) => command)).toEqual([
      'git branch x3',
      'git branch x2',
      'checkpoint “kept”',
    ]);
    now += 30 * DAY_MS;
    await small.tidy(await repositoryAt(folder));
    expect((await listed(folder, small)).map(each => each.id)).toEqual([id]);
  });

  it('expires once its label is taken away, and an ordinary entry stays with one', async () => {
    const folder = dirty();
    let now = Date.now();
    const aging = journalWith({ now: () => now });
    const repository = await repositoryAt(folder);
    const { id } = await save(folder, 'going', {}, aging);
    const ran = await recorded(aging, folder, ['branch', 'labelled']);
    const other = ran.kind === 'ran' ? (ran.entry?.id ?? '') : '';
    await aging.label(repository, id, undefined);
    await aging.label(repository, other, 'keep me');
    now += 30 * DAY_MS;
    await aging.tidy(repository);
    expect((await listed(folder, aging)).map(each => [each.id, each.label])).toEqual([[other, 'keep me']]);
    await undone(aging, folder, other);
    expect(git(folder, 'branch', '--list', 'labelled')).toBe('');
  });

  it('of a program does not push out that of a person, however many it saves', async () => {
    const folder = dirty();
    const mine = await save(folder, 'mine');
    const flood = Array.from({ length: 25 }, (_, at) => ({ ...mine, id: `${at}`, origin: 'mcp' as const }));
    expect(entriesThatStay([...flood, mine]).map(({ id }) => id)).toEqual([mine.id, ...flood.slice(0, 20).map(idOf)]);
  });

  it('keeps commits that nothing else reaches any more, over gc and the end of all other entries', async () => {
    const folder = dirty();
    const { id } = await save(folder, 'one');
    const saved = await fingerprint(folder);
    runGit(folder, ['reset', '-q', '--hard', 'HEAD~2']);
    runGit(folder, ['branch', '-D', 'side']);
    const repository = await repositoryAt(folder);
    await journal.tidy(repository);
    const kept = git(folder, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/sluice');
    await journal.tidy(repository);
    expect(git(folder, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/sluice')).toBe(kept);
    git(folder, 'reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
    git(folder, 'gc', '-q', '--prune=now');
    await undone(journal, folder, id);
    expect(withoutLogs(await fingerprint(folder))).toEqual(withoutLogs(saved));
  });

  it('that somebody forged is not listed', async () => {
    const folder = dirty();
    const { id } = await save(folder, 'real');
    const manifest = git(folder, 'show', `refs/sluice/journal/${id}:entry`);
    const forged = manifest.replaceAll('real', 'evil');
    writeFileSync(join(folder, '.git', 'forged'), forged);
    const blob = git(folder, 'hash-object', '-w', join(folder, '.git', 'forged')).trim();
    const rows = git(folder, 'ls-tree', `refs/sluice/journal/${id}`).split('\n').filter(Boolean);
    const tree = rows.map(row => (row.endsWith('\tentry') ? `100644 blob ${blob}\tentry` : row)).join('\n');
    const made = await ourGit.write(['mktree'], folder, { input: Buffer.from(`${tree}\n`) });
    git(folder, 'update-ref', `refs/sluice/journal/${id}`, made.trim());
    expect(git(folder, 'show', `refs/sluice/journal/${id}:entry`)).toContain('evil');
    expect(await listed(folder)).toEqual([]);
  });
});

describe('13.4 a call of an agent’s own shell', () => {
  const beforeCall = async (folder: string, line: string) =>
    journal.saveCheckpoint({
      ...{ repository: await repositoryAt(folder), command: line, origin: 'agent', actor: 'claude', call: 'call-1' },
    });

  it('is noted like a command when it has ended, and undone byte for byte', async () => {
    const folder = dirty();
    const saved = await fingerprint(folder);
    await beforeCall(folder, 'make clean && git reset --hard HEAD~1 && git clean -fd');
    runGit(folder, ['reset', '-q', '--hard', 'HEAD~1']);
    runGit(folder, ['clean', '-fdq']);
    const entry = await journal.settleCall(await repositoryAt(folder), 'call-1');
    expect(entry).toMatchObject({ origin: 'agent', actor: 'claude', outcome: 'ok' });
    expect(entry).not.toHaveProperty('checkpoint');
    await undone(journal, folder);
    expect(withoutLogs(await fingerprint(folder))).toEqual(withoutLogs(saved));
  });

  it('that changed nothing leaves nothing in the journal', async () => {
    const folder = dirty();
    await beforeCall(folder, 'git status');
    expect(await journal.settleCall(await repositoryAt(folder), 'call-1')).toBeUndefined();
    expect(await listed(folder)).toEqual([]);
  });

  it('that never ended can be returned to', async () => {
    const folder = dirty();
    const { id } = await beforeCall(folder, 'git reset --hard');
    const saved = await fingerprint(folder);
    runGit(folder, ['reset', '-q', '--hard']);
    // Another process may have the turn meanwhile, and takes it for no command that was cut off.
    expect(await journalWith().list(await repositoryAt(folder))).toHaveLength(1);
    await journal.tidy(await repositoryAt(folder));
    await undone(journal, folder, id);
    expect(withoutLogs(await fingerprint(folder))).toEqual(withoutLogs(saved));
  });
});

const idOf = ({ id }: Entry) => id;

/** Undo writes to reflogs, and ORIG_HEAD is git's own note. */
const withoutLogs = (print: Record<string, string>) =>
  Object.fromEntries(Object.entries(print).filter(([name]) => !/^(?:config|state .*_HEAD)$/.test(name)));
