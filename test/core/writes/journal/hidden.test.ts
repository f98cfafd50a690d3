import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onlyRefs } from '../../../../src/core/writes/snapshot-scope.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();
let made = 0;

function small(...options: string[]): string {
  made += 1;
  if (options.length > 0) git(parent, 'init', '-q', '-b', 'main', ...options, `small${made}`);
  const folder = options.length > 0 ? join(parent, `small${made}`) : newRepository(parent, `small${made}`);
  for (const text of ['one', 'two', 'three']) commit(folder, { 'a.txt': `${text}\n`, [`${text}.txt`]: text }, text);
  git(folder, 'checkout', '-q', '-b', 'topic', 'HEAD~2');
  for (const text of ['four', 'five']) commit(folder, { 'a.txt': `${text}\n` }, text);
  git(folder, 'checkout', '-q', 'main');
  git(folder, 'branch', 'copy', 'topic~1');
  git(folder, 'tag', '-a', '-m', 'noted', 'noted', 'main~2');
  git(folder, 'tag', '-a', '-m', 'twice', 'twice', 'noted');
  git(folder, 'tag', '-a', '-m', 'of a tree', 'tree', 'topic^{tree}');
  git(folder, 'tag', 'blob', 'topic:a.txt');
  return folder;
}

/** What people and their tools see of a repository's history. */
const seen = (folder: string) => ({
  log: git(folder, 'log', '--all', '--format=%H').split('\n').sort(),
  decorated: git(folder, 'log', '--all', '--graph', '--decorate=full').includes('refs/sluice'),
  described: git(folder, 'describe', '--all', '--always', 'HEAD').includes('sluice'),
});

const sweep = (folder: string) => {
  git(folder, 'reflog', 'expire', '--expire=now', '--all');
  git(folder, 'gc', '-q', '--prune=now');
  git(folder, 'fsck', '--strict', '--no-dangling');
};

const COMMANDS = [
  'reset --hard HEAD~2',
  'commit --amend -m other',
  'branch -D topic copy',
  'tag -d noted twice tree blob',
  'update-ref -d refs/heads/topic',
  'checkout -B topic main',
  'branch -f copy main~2',
];

describe.each([[], ['--object-format=sha256']].map(options => ({ options })))(
  'C9 lost commits are kept where nobody sees them $options',
  ({ options }) => {
    it.each(COMMANDS)('git %s', async line => {
      const folder = small(...options);
      const first = await fingerprint(folder);
      const bare = small(...options);
      git(bare, ...line.split(' '));
      await recorded(journal, folder, line.split(' '));
      expect(seen(folder).log.length).toBe(seen(bare).log.length);
      expect(seen(folder)).toMatchObject({ decorated: false, described: false });
      const types = git(folder, 'for-each-ref', '--format=%(objecttype)', 'refs/sluice').trim().split('\n');
      expect(new Set(types)).toEqual(new Set(['tree']));
      sweep(folder);
      await undone(journal, folder);
      git(folder, 'fsck', '--strict', '--no-dangling');
      expect(await fingerprint(folder)).toEqual(first);
    });
  },
);

describe('C9 whatever the repository', () => {
  it('a list of stashes', async () => {
    const folder = small();
    for (const text of ['first', 'second']) {
      write(folder, { 'a.txt': `${text}\n`, 'new.txt': text });
      git(folder, 'stash', 'push', '-q', '-u', '-m', text);
    }
    const first = await fingerprint(folder);
    await recorded(journal, folder, ['stash', 'clear']);
    expect(git(folder, 'log', '--all', '--format=%s')).not.toContain('first');
    sweep(folder);
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(first);
  });

  it('more commits than git unpacks', async () => {
    const folder = small();
    git(folder, 'checkout', '-q', '-b', 'long');
    for (let at = 0; at < 130; at += 1) git(folder, 'commit', '-q', '--allow-empty', '-m', `${at}`);
    git(folder, 'checkout', '-q', 'main');
    const first = await fingerprint(folder);
    await recorded(journal, folder, ['branch', '-D', 'long']);
    expect(seen(folder).log.length).toBe(6);
    sweep(folder);
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(first);
    expect(git(folder, 'rev-list', '--count', 'long').trim()).toBe('133');
  });

  it.each([['--depth=2'], ['--filter=blob:none'], ['--filter=tree:0']])('a clone with %s', async option => {
    const origin = small();
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    git(origin, 'tag', '-d', 'tree', 'blob');
    git(parent, 'clone', '-q', option, `file://${origin}`, `clone${made}`);
    const folder = join(parent, `clone${made}`);
    commit(folder, { 'mine.txt': 'mine\n' }, 'mine');
    const first = await fingerprint(folder);
    const result = await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    expect(result).toMatchObject({ entry: { notSaved: [] } });
    expect(git(folder, 'log', '--all', '--format=%s')).not.toContain('mine');
    sweep(folder);
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(first);
  });

  it('objects that nothing reached are held by refs only while the command runs', async () => {
    const folder = small();
    git(folder, 'branch', '-D', 'topic', 'copy');
    git(folder, 'reflog', 'expire', '--expire=now', '--all');
    const count = seen(folder).log.length;
    const lost = git(folder, 'fsck', '--lost-found').length;
    expect(lost).toBeGreaterThan(0);
    await recorded(journal, folder, ['branch', 'made'], { touches: { ...onlyRefs, unreachable: true } });
    expect(seen(folder).log.length).toBe(count);
    expect((await journal.list(await repositoryAt(folder)))[0]?.kept[0]).toMatch(/^[\da-f]{40}$/);
  });
});
