import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordOf } from '../../../../src/core/writes/commands/registry.ts';
import { snapshotScopeOf } from '../../../../src/core/writes/snapshot-scope.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
let parent = '';
let made = 0;

// Root may read everything, so that nothing would be unreadable to it.
beforeAll(async () => {
  parent = temporaryFolder();
  // What is imported with the first use is imported now: somebody else may not read the folder of this project.
  await undone(journalWith(), await once());
  if (isRoot) process.seteuid?.(NOBODY);
  parent = temporaryFolder();
});
afterAll(() => {
  if (isRoot) process.seteuid?.(0);
});

function small(): string {
  made += 1;
  const folder = newRepository(parent, `small${made}`);
  commit(folder, { 'a.txt': 'one\n', 'b.txt': 'b\n', 'dir/c.txt': 'c\n', '.gitignore': 'out/\n' }, 'one');
  return folder;
}

async function once(): Promise<string> {
  const folder = small();
  write(folder, { 'a.txt': 'two\n', 'd.txt': 'd\n' });
  await recorded(journalWith(), folder, ['clean', '-fd']);
  return folder;
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const crashes = (folder: string): string[] => readdirSync(join(folder, '.git')).filter(name => /crash/.test(name));

interface Case {
  readonly command: string;
  /** Takes away the right to read something that the command removes or writes over. */
  readonly lock: (folder: string) => void;
  readonly names: RegExp;
}

const CASES: readonly Case[] = [
  {
    command: 'clean -fd',
    lock: folder => chmodSync(join(folder, 'secret.txt'), 0),
    names: /secret\.txt/,
  },
  {
    command: 'clean -fdx',
    lock: folder => chmodSync(join(folder, 'out/secret.o'), 0),
    names: /out\/secret\.o/,
  },
  {
    command: 'clean -fd',
    lock: folder => chmodSync(join(folder, 'shut'), 0),
    names: /shut/,
  },
  {
    command: 'clean -fdx',
    lock: folder => chmodSync(join(folder, 'shut'), 0o400),
    names: /shut/,
  },
  {
    command: 'reset --hard',
    lock: folder => chmodSync(join(folder, 'b.txt'), 0),
    names: /b\.txt/,
  },
  {
    command: 'stash push',
    lock: folder => chmodSync(join(folder, '.git/MERGE_MSG'), 0),
    names: /MERGE_MSG/,
  },
];

describe('one thing that cannot be read costs nothing but itself', () => {
  it.each(CASES)('git $command beside $names', async ({ command, lock, names }) => {
    const folder = small();
    write(folder, { 'secret.txt': 's\n', 'out/secret.o': 'o\n', 'out/plain.o': 'p\n', 'shut/in.txt': 'in\n' });
    write(folder, { 'mine.txt': 'mine\n', 'a.txt': 'edited\n', 'b.txt': 'secret edit\n', '.git/MERGE_MSG': 'm\n' });
    const kept = ['mine.txt', 'a.txt', 'out/plain.o'].map(name => [name, read(folder, name)] as const);
    lock(folder);
    const journal = journalWith();
    const words = command.split(' ');

    const [subcommand = '', ...rest] = words;
    const record = recordOf(subcommand);
    const touches = snapshotScopeOf({ record, line: record?.read(rest, folder) });
    const asked = { repository: await repositoryAt(folder), touches };
    const foreseen = await journal.foresee(asked, new AbortController().signal);
    expect(foreseen?.sentence).toMatch(names);

    const first = await recorded(journal, folder, words);
    expect(first).toMatchObject({ kind: 'unsaved', code: 'unreadable', message: expect.stringMatching(names) });
    expect(kept.map(([name]) => read(folder, name))).toEqual(kept.map(([, text]) => text));

    const second = await recorded(journal, folder, words, { evenUnsaved: true });
    const entry = second.kind === 'ran' ? second.entry : undefined;
    expect(entry?.notSaved.join()).toMatch(names);
    await undone(journal, folder);
    expect(kept.map(([name]) => read(folder, name))).toEqual(kept.map(([, text]) => text));
    expect(crashes(folder)).toEqual([]);
  });

  it('a file that was not saved is left as the command left it', async () => {
    const folder = small();
    write(folder, { 'b.txt': 'secret edit\n', 'a.txt': 'edited\n' });
    chmodSync(join(folder, 'b.txt'), 0);
    const journal = journalWith();
    await recorded(journal, folder, ['reset', '--hard'], { evenUnsaved: true });
    await undone(journal, folder);
    expect(existsSync(join(folder, 'b.txt'))).toBe(true);
    expect(read(folder, 'a.txt')).toBe('edited\n');
  });

  it('an empty folder that cannot be listed is there again', async () => {
    const folder = small();
    mkdirSync(join(folder, 'empty'));
    write(folder, { 'mine.txt': 'mine\n' });
    chmodSync(join(folder, 'empty'), 0);
    const journal = journalWith();
    await recorded(journal, folder, ['clean', '-fd'], { evenUnsaved: true });
    await undone(journal, folder);
    expect(read(folder, 'mine.txt')).toBe('mine\n');
    expect(git(folder, 'status', '--porcelain')).toContain('mine.txt');
  });
});
