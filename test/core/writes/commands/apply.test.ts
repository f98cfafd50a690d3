import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { agrees, fixture, predict } from '../impact/reality.ts';

const folder = temporaryFolder();
const numbered = (...changed: readonly number[]) =>
  Array.from({ length: 30 }, (_, at) => `${at}${changed.includes(at) ? ' changed' : ''}\n`).join('');

let repository = '';
beforeEach(() => {
  repository = fixture(folder);
  commit(repository, { 'a.txt': numbered(), 'b.txt': 'b\n' });
  write(repository, { 'a.txt': numbered(2) });
  write(join(repository, '..'), { 'two.patch': git(repository, 'diff') });
  git(repository, 'checkout', '-q', '--', '.');
  write(repository, { 'a.txt': numbered(25) });
  write(join(repository, '..'), { 'last.patch': git(repository, 'diff') });
  write(repository, { 'new.txt': 'new\n' });
  const fresh = [
    'diff --git a/new.txt b/new.txt',
    '--- a/new.txt',
    '+++ b/new.txt',
    '@@ -1 +1 @@',
    '-new',
    '+newer',
    '',
  ];
  write(join(repository, '..'), { 'untracked.patch': fresh.join('\n'), 'no.patch': 'hello\n' });
});

describe('apply', () => {
  it.each([
    [['../two.patch']],
    [['-R', '../two.patch']],
    [['-R', '../last.patch']],
    [['--cached', '../last.patch']],
    [['--cached', '-R', '../last.patch']],
    [['--whitespace=nowarn', '../last.patch']],
    [['../untracked.patch']],
    [['../no.patch']],
    [['../nowhere.patch']],
  ])('%j', async words => {
    await agrees(repository, ['apply', ...words], { staged: false });
  });

  it('says what it does, where, and shows the patch', async () => {
    expect(await predict(repository, ['apply', '--cached', '../last.patch'])).toMatchObject({
      sentences: ['Stages 2 changed lines in 1 file; the files stay as they are.'],
      files: { items: ['a.txt'], total: 1 },
      lost: { total: 0 },
      preview: { kind: 'patch', text: expect.stringContaining('+25 changed') },
    });
    expect(await predict(repository, ['apply', '-R', '../last.patch'])).toMatchObject({
      sentences: ['Changes in 1 file would be lost.', 'Takes back 2 changed lines in 1 file.'],
      lost: { items: ['a.txt'] },
    });
  });
});
