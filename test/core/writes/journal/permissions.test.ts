import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();

/** Files and folders that only their owner, everybody, or a group may look into; tracked, untracked, ignored, empty. */
const MODES: Readonly<Record<string, number>> = {
  'key.txt': 0o600,
  'read-only.txt': 0o444,
  'run.sh': 0o700,
  'group.txt': 0o664,
  'private/deep/in.txt': 0o640,
  'private/deep': 0o500,
  private: 0o700,
  'loose/own.txt': 0o400,
  loose: 0o1777,
  'built/out.o': 0o755,
  built: 0o2750,
  hollow: 0o711,
};

function makeRepository(fileMode: boolean): string {
  const folder = newRepository(mkdtempSync(join(parent, 'modes-')));
  git(folder, 'config', 'core.fileMode', String(fileMode));
  commit(folder, { '.gitignore': 'built/\n', 'other.txt': 'o\n' }, 'zero');
  git(folder, 'branch', 'bare');
  write(folder, { 'key.txt': 'k\n', 'read-only.txt': 'r\n', 'run.sh': 'echo\n', 'group.txt': 'g\n' });
  commit(folder, { 'private/deep/in.txt': 'in\n', 'other.txt': 'o2\n' }, 'one');
  commit(folder, { 'key.txt': 'k2\n', 'group.txt': 'g2\n', 'private/deep/in.txt': 'in2\n' }, 'two');
  write(folder, { 'loose/own.txt': 'mine\n', 'built/out.o': 'o\n', 'group.txt': 'edited\n' });
  mkdirSync(join(folder, 'hollow'));
  for (const [name, mode] of Object.entries(MODES)) chmodSync(join(folder, name), mode);
  if (!fileMode) chmodSync(join(folder, 'other.txt'), 0o755);
  return folder;
}

function modesBelow(folder: string, path = ''): Record<string, string> {
  const modes: Record<string, string> = {};
  for (const name of readdirSync(join(folder, path)).filter(each => each !== '.git')) {
    const inner = path === '' ? name : `${path}/${name}`;
    const stats = lstatSync(join(folder, inner));
    const content = stats.isFile() ? readFileSync(join(folder, inner), 'utf8') : '';
    modes[inner] = `${(stats.mode & 0o7777).toString(8)} ${content}`;
    if (stats.isDirectory()) Object.assign(modes, modesBelow(folder, inner));
  }
  return modes;
}

const COMMANDS = [
  'rm -rf .',
  'rm -r private key.txt',
  'clean -fdx',
  'clean -fd',
  'checkout -f bare',
  'reset --hard HEAD~1',
  'reset --hard',
  'stash push -a',
  'stash push -u',
  'mv private moved',
  'restore --source=HEAD~1 .',
  'checkout-index -f -a',
  'rebase --autostash bare',
];

describe.each([true, false])('undo brings back exact permissions, with core.fileMode=%s', fileMode => {
  it.each(COMMANDS)('git %s', async line => {
    const folder = makeRepository(fileMode);
    const before = modesBelow(folder);
    const journal = journalWith();
    await recorded(journal, folder, line.split(' '));
    const after = modesBelow(folder);
    expect(after).not.toEqual(before);
    await undone(journal, folder);
    expect(modesBelow(folder)).toEqual(before);
    const [undo] = await journal.list(await repositoryAt(folder));
    await undone(journal, folder, undo?.id);
    expect(modesBelow(folder)).toEqual(after);
  });
});
