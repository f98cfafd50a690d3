import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();

/** Files whose bytes on disk git takes for what it has, and would not write back as they are. */
const KINDS: Readonly<Record<string, (folder: string) => void>> = {
  'line feeds under core.autocrlf=true': folder => git(folder, 'config', 'core.autocrlf', 'true'),
  'mixed line endings under text=auto': folder => {
    commit(folder, { '.gitattributes': '* text=auto\n' });
    write(folder, { 'a.txt': 'one\r\ntwo\n', 'dir/b.txt': 'three\r\n' });
  },
  ident: folder => {
    commit(folder, { '.gitattributes': '*.txt ident\n' });
    write(folder, { 'a.txt': 'one\ntwo\n$Id: mine$\n' });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'ident');
  },
  'a filter': folder => {
    git(folder, 'config', 'filter.lower.clean', 'tr A-Z a-z');
    git(folder, 'config', 'filter.lower.smudge', 'cat');
    commit(folder, { '.gitattributes': '*.txt filter=lower\n' });
    write(folder, { 'a.txt': 'ONE\ntwo\n' });
  },
  'an encoding': folder => {
    commit(folder, { '.gitattributes': 'a.txt working-tree-encoding=UTF-16LE eol=crlf\n' });
    write(folder, { 'a.txt': Buffer.from('one\ntwo\n', 'utf16le').toString('latin1') });
  },
  'attributes that have changed': folder => {
    git(folder, 'config', 'core.eol', 'crlf');
    write(folder, { '.git/info/attributes': '*.txt text\n' });
  },
};

describe.each(Object.entries(KINDS))('bytes that git would not write back: %s', (_, prepare) => {
  it.each(['rm -rf .', 'rm -f a.txt', 'checkout side', 'reset --hard side', 'mv a.txt c.txt'])('git %s', async line => {
    const folder = join(mkdtempSync(join(parent, 'repo-')), 'repo');
    git(parent, 'init', '-q', folder);
    git(folder, 'config', 'user.name', 'Ada');
    git(folder, 'config', 'user.email', 'ada@example.com');
    commit(folder, { 'a.txt': 'one\ntwo\n', 'dir/b.txt': 'three\n' }, 'one');
    git(folder, 'checkout', '-qb', 'side');
    commit(folder, { 'a.txt': 'other\n', 'dir/b.txt': 'other\n' }, 'two');
    git(folder, 'checkout', '-q', 'main');
    prepare(folder);
    git(folder, 'add', '--renormalize', '.');
    git(folder, 'update-index', '-q', '--refresh');
    const before = await fingerprint(folder);
    const result = await recorded(journal, folder, line.split(' '));
    if (result.kind !== 'ran') throw new Error(result.message);
    if (result.entry === undefined) return expect(await fingerprint(folder)).toEqual(before);
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(before);
  });
});
