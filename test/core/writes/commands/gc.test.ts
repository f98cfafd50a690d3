import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { compare, fixture, predict } from '../impact/reality.ts';

const folder = temporaryFolder();

/** One commit only the reflog reaches, one nothing reaches, and a blob that was staged once. */
function littered(): string {
  const repository = fixture(folder);
  commit(repository, { a: '1\n' }, 'first');
  git(repository, 'checkout', '-q', '--detach');
  commit(repository, { a: '2\n' }, 'in the reflog');
  git(repository, 'checkout', '-q', 'main');
  git(repository, 'commit-tree', '-m', 'nowhere', 'HEAD^{tree}');
  write(repository, { b: 'staged once\n' });
  git(repository, 'add', 'b');
  git(repository, 'reset', '-q');
  return repository;
}

const ALL = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)'];
const objects = (repository: string) =>
  git(repository, ...ALL)
    .split('\n')
    .slice(0, -1);

describe('what nothing reaches', () => {
  it.each([[['gc', '-q', '--prune=now']], [['gc', '-q', '--prune=all']], [['prune']], [['prune', '--expire=now']]])(
    '%j',
    async words => {
      const repository = littered();
      const before = objects(repository);
      const { predicted, after } = await compare(repository, words, { afterwards: ALL });
      const left = new Set(after.split('\n'));
      const gone = before.filter(oid => !left.has(oid));
      expect(predicted.sentences[0]).toBe('Deletes 1 commit and 1 other object for good, which nothing reaches.');
      expect(predicted.unreachable.items.map(({ subject }) => subject)).toEqual(['nowhere']);
      expect(gone).toHaveLength(2);
      expect(gone).toContain(predicted.unreachable.items[0]?.oid);
    },
  );

  it.each([
    [['gc', '-q']],
    [['gc', '-q', '--no-prune']],
    [['prune', '--expire=1.day.ago']],
    [['gc', '-q', '--prune=never']],
  ])('is kept by %j', async words => {
    const repository = littered();
    const before = objects(repository);
    const { predicted, after } = await compare(repository, words, { afterwards: ALL });
    expect(predicted.unreachable.total).toBe(0);
    expect(after.split('\n').slice(0, -1).sort()).toEqual([...before].sort());
  });

  it('says when it cannot tell', async () => {
    const repository = littered();
    expect((await predict(repository, ['gc', '--auto'])).unknown).toMatch(/not known/);
    expect((await predict(repository, ['gc', '--prune=now'])).unknown).toMatch(/reflogs/);
    expect((await predict(repository, ['prune', 'HEAD'])).unknown).toMatch(/not known/);
    expect((await predict(repository, ['gc', '--new-option'])).unknown).toMatch(/cannot|can foresee/);
  });
});

describe('reflog', () => {
  it.each([
    [['expire', '--expire=now', '--all']],
    [['expire', '--expire-unreachable=now', '--all']],
    [['expire', '--expire=now', 'HEAD']],
  ])('%j', async words => {
    const repository = littered();
    const held = ['rev-list', '--reflog', '--all'];
    const before = git(repository, ...held).split('\n');
    const { predicted, after } = await compare(repository, ['reflog', ...words], { afterwards: held });
    const left = new Set(after.split('\n'));
    expect(predicted.unreachable.items.map(({ oid }) => oid)).toEqual(before.filter(oid => !left.has(oid)));
    expect(predicted.sentences[0]).toMatch(/^Up to 1 commit/);
  });

  it('nothing depends on it, nothing is said', async () => {
    const repository = littered();
    expect((await predict(repository, ['reflog', 'expire', '--expire=now', 'main'])).unreachable.total).toBe(0);
    expect((await predict(repository, ['reflog', 'delete', 'HEAD@{2}'])).unreachable.total).toBe(1);
    expect((await predict(repository, ['reflog', 'delete', 'HEAD@{0}'])).unreachable.total).toBe(0);
    expect((await predict(repository, ['reflog', 'expire', '--all'])).unknown).toMatch(/old enough/);
    expect((await predict(repository, ['reflog', 'expire'])).sentences[0]).toMatch(/nothing would change/);
    expect((await predict(repository, ['reflog', 'delete'])).sentences[0]).toMatch(/refuse/);
  });
});
