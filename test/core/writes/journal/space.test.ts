import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/core/writes/journal/storage/entry.ts';
import { entriesOver } from '../../../../src/core/writes/journal/storage/free-space.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();
const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;
let made = 0;

function small(): string {
  made += 1;
  const folder = newRepository(parent, `small${made}`);
  for (const text of ['one', 'two']) commit(folder, { 'a.txt': `${text}\n`, 'large.bin': text }, text);
  return folder;
}

function looseObjects(folder: string): string[] {
  const objects = join(folder, '.git/objects');
  const folders = readdirSync(objects).filter(name => /^[\da-f]{2}$/.test(name));
  return folders.flatMap(name => readdirSync(join(objects, name)).map(rest => join(objects, name, rest)));
}

const looseBytes = (folder: string): number => looseObjects(folder).reduce((sum, file) => sum + statSync(file).size, 0);

/** As if all that is there had been written long ago. */
function age(folder: string): void {
  const then = Date.now() / 1000 - 3600;
  for (const file of looseObjects(folder)) utimesSync(file, then, then);
}

const large = (folder: string, megabytes: number): Buffer => {
  const bytes = randomBytes(megabytes * MEBIBYTE);
  writeFileSync(join(folder, 'large.bin'), bytes);
  return bytes;
};

/** Bytes on disk, as `du` counts them. */
const diskUse = (folder: string): number =>
  Number(execFileSync('du', ['-sk', join(folder, '.git')], { encoding: 'utf8' }).split('\t')[0]) * 1024;

const packs = (folder: string): string[] =>
  readdirSync(join(folder, '.git/objects/pack')).filter(name => name.endsWith('.pack'));

function agePacks(folder: string): void {
  const then = Date.now() / 1000 - 3600;
  for (const name of packs(folder)) utimesSync(join(folder, '.git/objects/pack', name), then, then);
}

describe('E2 many versions of one large file', () => {
  const VERSIONS = 7;
  const lines: readonly string[] =
    randomBytes(3 * MEBIBYTE)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  const versionOf = (at: number) => lines.with(at * 100, `line of version ${at}`).join('\n');

  async function changedOften() {
    const folder = small();
    const repository = await repositoryAt(folder);
    const journal = journalWith();
    const bare = diskUse(folder);
    for (let at = 0; at < VERSIONS; at += 1) {
      writeFileSync(join(folder, 'large.bin'), versionOf(at));
      await recorded(journal, folder, ['checkout', '--', 'large.bin']);
    }
    expect(diskUse(folder)).toBeGreaterThan(bare + VERSIONS * 2 * MEBIBYTE);
    await journal.tidy(repository);
    return { folder, repository, journal, bare };
  }

  it('are stored as what differs, each can be undone, and they go as they expire', async () => {
    const { folder, repository, journal, bare } = await changedOften();
    expect(diskUse(folder)).toBeLessThan(bare + 5 * MEBIBYTE);
    git(folder, 'fsck', '--strict', '--no-dangling');
    const entries = await journal.list(repository);
    expect(entries).toHaveLength(VERSIONS);
    await undone(journal, folder, entries[2]?.id);
    expect(readFileSync(join(folder, 'large.bin'), 'utf8')).toBe(versionOf(VERSIONS - 1 - 2));
    git(folder, 'checkout', '-q', '--', 'large.bin');

    // A version that is the person's own by now stays.
    writeFileSync(join(folder, 'large.bin'), versionOf(3));
    git(folder, 'commit', '-qam', 'mine');
    const mine = git(folder, 'rev-parse', 'HEAD:large.bin').trim();
    writeFileSync(join(folder, 'large.bin'), randomBytes(9 * MEBIBYTE));
    await recorded(journal, folder, ['checkout', '--', 'large.bin']);
    age(folder);
    agePacks(folder);
    await journalWith({ keepDays: 0, now: () => Date.now() + HOUR_MS }).tidy(repository);
    expect(git(folder, 'for-each-ref', 'refs/sluice')).toBe('');
    expect(diskUse(folder)).toBeLessThan(bare + 5 * MEBIBYTE);
    expect(git(folder, 'cat-file', '-s', mine).trim()).toBe(String(versionOf(3).length));
    git(folder, 'fsck', '--strict', '--no-dangling');
  });

  it('a pack with anything of somebody else in it is never touched', async () => {
    const { folder, repository, journal } = await changedOften();
    git(folder, 'repack', '-adq');
    const [theirs = ''] = packs(folder);
    expect(packs(folder)).toHaveLength(1);
    age(folder);
    agePacks(folder);
    await journalWith({ keepDays: 0, now: () => Date.now() + HOUR_MS }).tidy(repository);
    expect(await journal.list(repository)).toEqual([]);
    expect(packs(folder)).toEqual([theirs]);
    git(folder, 'fsck', '--strict', '--no-dangling');
  });
});

describe('E2 the journal holds no more than it may', () => {
  it('the oldest entries go first, the newest never', () => {
    const entries = [5, 3, 4, 1].map((storedBytes, at) => ({ id: `${at}`, storedBytes }) as Entry);
    const ids = (most: number) => entriesOver(entries, most).map(({ id }) => id);
    expect(ids(100)).toEqual([]);
    expect(ids(12)).toEqual(['3']);
    expect(ids(8)).toEqual(['2', '3']);
    expect(ids(1)).toEqual(['1', '2', '3']);
  });

  it('what they held is gone from the disk, and what is left can be undone', async () => {
    const folder = small();
    const repository = await repositoryAt(folder);
    const journal = journalWith({ keepBytes: 10 * MEBIBYTE });
    const bare = looseBytes(folder);
    let last: Buffer = Buffer.alloc(0);
    for (let at = 0; at < 4; at += 1) {
      last = large(folder, 5);
      await recorded(journal, folder, ['checkout', '--', 'large.bin']);
    }
    expect(looseBytes(folder)).toBeGreaterThan(bare + 20 * MEBIBYTE);
    age(folder);
    await journal.tidy(repository);
    expect(await journal.list(repository)).toHaveLength(1);
    expect(looseBytes(folder)).toBeLessThan(bare + 6 * MEBIBYTE);
    expect(git(folder, 'for-each-ref', 'refs/sluice/expired')).toBe('');
    git(folder, 'fsck', '--strict', '--no-dangling');
    await undone(journal, folder);
    expect(readFileSync(join(folder, 'large.bin')).equals(last)).toBe(true);
  });

  it('nothing goes that somebody uses, had before, or has just written', async () => {
    const folder = small();
    const repository = await repositoryAt(folder);
    let now = Date.now();
    const journal = journalWith({ keepDays: 1, now: () => now });
    // Staged once and dropped: nothing reaches it, and it is not ours.
    large(folder, 5);
    git(folder, 'add', 'large.bin');
    const theirs = git(folder, 'rev-parse', ':large.bin').trim();
    git(folder, 'reset', '-q');
    await recorded(journal, folder, ['checkout', '--', 'large.bin']);
    // Saved by us first, committed, staged and stashed by them afterwards.
    const used: string[] = [];
    for (const use of [
      ['commit', '-qam', 'mine'],
      ['add', '-A'],
      ['stash', '-q'],
    ]) {
      const bytes = large(folder, 5);
      await recorded(journal, folder, ['checkout', '--', 'large.bin']);
      writeFileSync(join(folder, 'large.bin'), bytes);
      used.push(git(folder, 'hash-object', 'large.bin').trim());
      git(folder, ...use);
    }
    git(folder, 'reflog', 'expire', '--expire=now', 'refs/heads/main');
    // Nobody's any more.
    large(folder, 9);
    const gone = git(folder, 'hash-object', 'large.bin').trim();
    await recorded(journal, folder, ['checkout', '-f', 'HEAD', '--', 'large.bin']);
    const isThere = (oid: string) => existsSync(join(folder, '.git/objects', oid.slice(0, 2), oid.slice(2)));
    now += 48 * HOUR_MS;
    const young = journalWith({ keepDays: 1, now: () => Date.now() + 60_000 });
    expect([theirs, gone, ...used].map(isThere)).toEqual([true, true, true, true, true]);
    age(folder);
    utimesSync(join(folder, '.git/objects', gone.slice(0, 2), gone.slice(2)), new Date(now), new Date(now));
    await journal.tidy(repository);
    expect(await journal.list(repository)).toEqual([]);
    expect([theirs, gone, ...used].map(isThere)).toEqual([true, true, true, true, true]);
    age(folder);
    await young.tidy(repository);
    expect([theirs, gone, ...used].map(isThere)).toEqual([true, false, true, true, true]);
    git(folder, 'fsck', '--strict', '--no-dangling');
  });

  it('what git has already is not stored again, nor the same content twice', async () => {
    const folder = small();
    const bytes = large(folder, 2);
    git(folder, 'add', '.');
    const before = looseBytes(folder);
    write(folder, { 'copy.bin': '' });
    writeFileSync(join(folder, 'copy.bin'), bytes);
    const journal = journalWith();
    for (let at = 0; at < 3; at += 1) {
      await recorded(journal, folder, ['clean', '-fd']);
      writeFileSync(join(folder, 'copy.bin'), bytes);
    }
    expect(looseBytes(folder)).toBeLessThan(before + MEBIBYTE / 2);
    const entries = await journal.list(await repositoryAt(folder));
    expect(entries.every(({ storedBytes, owned }) => storedBytes < MEBIBYTE / 2 && owned.length === 0)).toBe(true);
  });

  it('what git has in a pack is not stored again either, nor taken for ours', async () => {
    const folder = small();
    const bytes = large(folder, 2);
    git(folder, 'commit', '-qam', 'large');
    git(folder, 'gc', '-q');
    const before = diskUse(folder);
    writeFileSync(join(folder, 'copy.bin'), bytes);
    const journal = journalWith();
    await recorded(journal, folder, ['clean', '-fd']);
    expect(diskUse(folder)).toBeLessThan(before + MEBIBYTE / 2);
    const [entry] = await journal.list(await repositoryAt(folder));
    expect(entry).toMatchObject({ owned: [] });
    expect(entry?.storedBytes).toBeLessThan(MEBIBYTE / 2);
    await undone(journal, folder);
    expect(readFileSync(join(folder, 'copy.bin')).equals(bytes)).toBe(true);
  });

  it('a content that several entries need goes with the last of them', async () => {
    const folder = small();
    const repository = await repositoryAt(folder);
    const bytes = large(folder, 9);
    const journal = journalWith({ keepEntries: 1 });
    for (const name of ['one', 'two']) {
      await recorded(journal, folder, ['checkout', '--', 'large.bin']);
      expect(name).not.toBe('');
      writeFileSync(join(folder, 'large.bin'), bytes);
    }
    git(folder, 'checkout', '-q', '--', 'large.bin');
    age(folder);
    await journal.tidy(repository);
    expect(looseBytes(folder)).toBeGreaterThan(9 * MEBIBYTE);
    await undone(journal, folder);
    git(folder, 'checkout', '-q', '--', 'large.bin');
    age(folder);
    const next = journalWith({ keepDays: 0, now: () => Date.now() + HOUR_MS });
    await next.tidy(repository);
    expect(looseBytes(folder)).toBeLessThan(MEBIBYTE);
  });
});
