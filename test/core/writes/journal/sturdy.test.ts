import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import { createSealer } from '../../../../src/core/writes/journal/storage/seal.ts';
import { createEntryReader } from '../../../../src/core/writes/journal/storage/store.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, repositoryAt, undone } from './fixture.ts';
import { testKey } from './test-key.ts';

const parent = temporaryFolder();
let made = 0;

function small(): string {
  made += 1;
  const folder = newRepository(parent, `small${made}`);
  commit(folder, { 'a.txt': 'one\n', 'b/c.txt': 'c\n' }, 'one');
  commit(folder, { 'a.txt': 'two\n' }, 'two');
  return folder;
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('8.6 what is saved outlives gc', () => {
  it('content that was only staged, and long ago', async () => {
    const folder = small();
    write(folder, { 'new.txt': 'staged and nowhere else\n', 'a.txt': 'staged too\n' });
    git(folder, 'add', '.');
    const journal = journalWith();
    await recorded(journal, folder, ['reset', '--hard']);
    expect(existsSync(join(folder, 'new.txt'))).toBe(false);
    git(folder, 'reflog', 'expire', '--expire=now', '--all');
    git(folder, 'gc', '-q', '--prune=now');
    git(folder, 'fsck', '--strict');
    await undone(journal, folder);
    expect([read(folder, 'new.txt'), read(folder, 'a.txt')]).toEqual(['staged and nowhere else\n', 'staged too\n']);
    expect(git(folder, 'show', ':new.txt')).toBe('staged and nowhere else\n');
  });

  it('a file that is only meant to be added, of which git has no content', async () => {
    const folder = small();
    write(folder, { 'later.txt': 'not yet\n' });
    git(folder, 'add', '-N', 'later.txt');
    const before = await fingerprint(folder);
    const journal = journalWith();
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    git(folder, 'gc', '-q', '--prune=now');
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(before);
  });

  it('before the first commit', async () => {
    const folder = newRepository(parent, 'unborn');
    write(folder, { 'a.txt': 'first\n', 'later.txt': 'not yet\n' });
    git(folder, 'add', 'a.txt');
    git(folder, 'add', '-N', 'later.txt');
    const journal = journalWith();
    await recorded(journal, folder, ['rm', '-f', '--cached', 'a.txt']);
    git(folder, 'gc', '-q', '--prune=now');
    git(folder, 'fsck', '--strict');
    await undone(journal, folder);
    expect(git(folder, 'show', ':a.txt')).toBe('first\n');
  });

  it('in a submodule, whose objects are its own', async () => {
    const folder = small();
    const inner = small();
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    git(folder, 'commit', '-qm', 'with a submodule');
    write(folder, { 'sub/staged.txt': 'staged there\n' });
    git(join(folder, 'sub'), 'add', '.');
    const journal = journalWith();
    await recorded(journal, folder, ['submodule', 'deinit', '-f', 'sub']);
    for (const place of [folder, join(folder, '.git', 'modules', 'sub')]) {
      git(folder, '-C', place, '-c', 'core.worktree=', '-c', 'core.bare=true', 'gc', '-q', '--prune=now');
    }
    git(folder, 'fsck', '--strict');
    await undone(journal, folder);
    expect(read(folder, 'sub/staged.txt')).toBe('staged there\n');
  });
});

describe('8.6 the clock of the disk is not that of the machine', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([-3_600_000, 3_600_000])('%i ms off, what a command wrote is told from what was there', async off => {
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + off);
    const folder = small();
    const journal = journalWith();
    write(folder, { 'a.txt': 'edited\n', 'new.txt': 'mine\n' });
    const before = await fingerprint(folder);
    await recorded(journal, folder, ['add', 'new.txt']);
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(before);
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    expect(read(folder, 'a.txt')).toBe('one\n');
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(before);
  });
});

describe('an entry that somebody else wrote', () => {
  /** Takes an entry of the journal's own apart and puts a changed one in its place. */
  async function forged(change: (entry: Record<string, unknown>) => unknown) {
    const folder = small();
    const journal = journalWith();
    write(folder, { 'a.txt': 'edited\n' });
    await recorded(journal, folder, ['checkout', '--', 'a.txt']);
    const ref = git(folder, 'for-each-ref', '--format=%(refname)', 'refs/sluice/journal').trim();
    const entry = change(JSON.parse(git(folder, 'show', `${ref}:entry`)));
    const input = (args: string[], text: string) =>
      execFileSync('git', args, { cwd: folder, input: text }).toString().trim();
    const blob = input(['hash-object', '-w', '--stdin'], JSON.stringify(entry));
    const lines = git(folder, 'ls-tree', ref)
      .split('\n')
      .map(line => (line.endsWith('\tentry') ? `100644 blob ${blob}\tentry` : line));
    git(folder, 'update-ref', ref, input(['mktree'], lines.join('\n')));
    return { folder, entries: await journalWith().list(await repositoryAt(folder)) };
  }
  type Files = { files: Record<string, unknown>[] };
  type Before = {
    before: { workTree: string; gitDirectory: string }[];
    after: unknown[];
    scopes: unknown[];
    files: unknown[];
  };

  it('is taken while it is as it should be', async () => {
    expect((await forged(entry => entry)).entries).toHaveLength(1);
  });

  it.each(['../out.txt', '/etc/out.txt', 'b/../../out.txt', '.git/hooks/pre-commit', '.GIT/config', ''])(
    'cannot make undo write %j',
    async name => {
      const { entries } = await forged(entry => {
        const { files } = entry as unknown as Files;
        return { ...entry, files: files.map(each => ({ ...each, [name]: each['a.txt'] })) };
      });
      expect(entries).toEqual([]);
    },
  );

  it.each([
    [{ head: '--stdin' }],
    [{ head: 'ref: --delete' }],
    [{ head: 'ref: HEAD' }],
    [{ refs: { '--stdin': 'a'.repeat(40) } }],
    [{ refs: { 'refs/heads/x': '-d' } }],
    [{ refs: { 'refs/heads/x': 'ref: -d' } }],
    [{ refs: { 'refs/heads/x\0delete refs/heads/main': 'a'.repeat(40) } }],
    [{ refs: { 'refs/heads/x': `${'a'.repeat(40)}\0` } }],
    [{ refs: { 'refs/sluice/journal/x': 'a'.repeat(40) } }],
  ])('cannot make words for git of %j', async part => {
    const { entries } = await forged(entry => {
      const { before } = entry as unknown as Before;
      return { ...entry, before: before.map(each => ({ ...each, ...part })) };
    });
    expect(entries).toEqual([]);
  });

  it('cannot make undo work in a folder of its choice', async () => {
    const elsewhere = small();
    writeFileSync(join(elsewhere, 'a.txt'), 'not yours\n');
    const { entries } = await forged(entry => {
      const { before, after, scopes, files } = entry as unknown as Before;
      const move = (part: unknown) => ({
        ...(part as object),
        workTree: elsewhere,
        gitDirectory: join(elsewhere, '.git'),
      });
      return {
        ...entry,
        before: [...before, ...before.map(move)],
        after: [...after, ...after.map(move)],
        scopes: [...scopes, ...scopes],
        files: [...files, ...files],
      };
    });
    expect(entries).toEqual([]);
  });
});

describe('8.6 several look at the journal at once', () => {
  it('nobody misses an entry because somebody else began to look before it was there', async () => {
    const folder = small();
    const journal = journalWith();
    const another = (name: string) => recorded(journal, folder, ['branch', name]);
    const held: (() => void)[] = [];
    let holds = false;
    const real = createAskGit({ environment });
    const reader = createEntryReader(
      gitFrom(async (args, cwd, options) => {
        if (holds && args[0] === 'cat-file') await new Promise<void>(resolve => held.push(resolve));
        return real(args, cwd, options);
      }),
      createSealer(testKey),
    );
    const repository = await repositoryAt(folder);
    /** One who has seen the names and waits for what is behind them. */
    const halfWay = async () => {
      const before = held.length;
      const looking = reader(repository);
      await vi.waitUntil(() => held.length > before);
      return looking;
    };
    await another('one');
    holds = true;
    const early = halfWay();
    await vi.waitUntil(() => held.length === 1);
    holds = false;
    await another('two');
    expect((await reader(repository)).entries).toHaveLength(2);
    await another('three');
    holds = true;
    const late = halfWay();
    await vi.waitUntil(() => held.length === 2);
    held[0]?.();
    await early;
    held[1]?.();
    expect((await late).entries.map(({ command }) => command)).toEqual([
      'git branch three',
      'git branch two',
      'git branch one',
    ]);
  });
});
