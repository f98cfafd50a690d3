import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { agrees, compare, fixture, predict } from '../impact/reality.ts';

const folder = temporaryFolder();

function history(): string {
  const repository = fixture(folder);
  commit(repository, { a: '1\n' }, 'one');
  git(repository, 'branch', 'first');
  commit(repository, { a: '2\n' }, 'two');
  git(repository, 'branch', 'second');
  commit(repository, { a: '3\n' }, 'three');
  return repository;
}

describe('update-ref', () => {
  it.each([
    [['refs/heads/main', 'first'], 1],
    [['HEAD', 'first'], 1],
    [['refs/heads/second', 'first'], 0],
    [['-d', 'refs/heads/main'], 1],
    [['-d', 'refs/heads/second'], 0],
    [['-d', 'refs/heads/nothing'], 0],
    [['refs/heads/new', 'first'], 0],
    [['refs/heads/main', 'nothing'], 0],
    [['refs/heads/main', 'first', 'main'], 1],
    [['refs/heads/main', 'first', 'second'], 0],
    [['refs/heads/new', 'first', '0'.repeat(40)], 0],
    [['refs/heads/main', '0'.repeat(40)], 1],
    [['refs/tags/tree', 'main^{tree}'], 0],
    [['main', 'first'], 0],
    [['refs/heads/main'], 0],
  ])('%j', async (words: string[], unreachable) => {
    const { predicted } = await agrees(history(), ['update-ref', ...words]);
    expect(predicted.unreachable.total).toBe(unreachable);
  });

  it('detached', async () => {
    const repository = history();
    git(repository, 'checkout', '-q', '--detach');
    commit(repository, { a: 'alone\n' });
    await agrees(repository, ['update-ref', 'HEAD', 'main']);
    expect((await predict(repository, ['update-ref', '--stdin'])).unknown).not.toBeNull();
  });
});

describe('symbolic-ref', () => {
  it('HEAD and others', async () => {
    const repository = history();
    await agrees(repository, ['symbolic-ref', 'HEAD', 'refs/heads/first']);
    await agrees(repository, ['symbolic-ref', 'HEAD', 'first']);
    await agrees(repository, ['symbolic-ref', 'refs/heads/alias', 'refs/heads/first']);
    await agrees(repository, ['symbolic-ref', '-d', 'refs/heads/first']);
    await agrees(repository, ['symbolic-ref', '-d', 'HEAD']);
    git(repository, 'checkout', '-q', '--detach');
    commit(repository, { a: 'alone\n' });
    expect((await agrees(repository, ['symbolic-ref', 'HEAD', 'refs/heads/main'])).predicted.unreachable.total).toBe(1);
    git(repository, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/first');
    await agrees(repository, ['symbolic-ref', '-d', 'refs/heads/alias']);
  });
});

describe('filter-branch', () => {
  const filter = ['filter-branch', '--msg-filter', 'sed s/^/x/'];

  it('how many commits, of which refs', async () => {
    const repository = history();
    const { predicted, after } = await compare(repository, [...filter, 'main'], {
      afterwards: ['log', '--format=%s', 'main'],
    });
    expect(after).toBe('xthree\nxtwo\nxone\n');
    expect(predicted.sentences[0]).toBe("Rewrites up to 3 commits in 'refs/heads/main'.");
    expect((await predict(repository, filter)).sentences[0]).toBe("Rewrites up to 3 commits in 'refs/heads/main'.");
    expect((await predict(repository, [...filter, '--', '--all'])).sentences[0]).toMatch(
      /main', 'refs\/heads\/second'|and/,
    );
    expect((await predict(repository, [...filter, 'first..main'])).commits.total).toBe(2);
    expect((await predict(repository, [...filter, '--', '--since=1'])).unknown).not.toBeNull();
  });

  it('refuses changes and an earlier backup', async () => {
    const repository = history();
    write(repository, { a: 'mine\n' });
    await agrees(repository, [...filter, 'main']);
    git(repository, 'checkout', '-q', 'a');
    await agrees(repository, [...filter, 'nothing']);
    git(repository, 'update-ref', 'refs/original/refs/heads/main', 'main');
    await agrees(repository, [...filter, 'main']);
    expect((await predict(repository, ['filter-branch', '-f', 'main'])).sentences[0]).toMatch(/^Rewrites/);
  });
});
