import { expect, it } from 'vitest';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { readCommits, readRefs } from '../../../src/core/panels/commit-facts.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { commit, newRepository } from '../repository/support.ts';

const reader = createGitReader();
const folder = temporaryFolder();

const root = newRepository(folder, 'facts');
commit(root, { a: '1' }, 'First');
git(root, 'branch', 'topic/$(id)');
commit(root, { a: '2' }, 'Second');
git(root, 'tag', '-a', 'v1', '-m', 'one');
git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
git(root, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
git(root, 'update-ref', 'refs/sluice/journal/1', 'HEAD');
const [second = '', first = ''] = git(root, 'log', '--format=%H').trim().split('\n');

it('tells parents, author and time of commits by the ids that were printed', async () => {
  const facts = await readCommits(reader, root, [second.slice(0, 7), first]);
  const author = git(root, 'log', '-1', '--format=%an').trim();
  const time = Number(git(root, 'log', '-1', '--format=%at')) * 1000;
  expect(facts).toEqual([
    { id: second.slice(0, 7), parents: [first], author, time },
    { id: first, parents: [], author, time: expect.any(Number) },
  ]);
});

it('leaves out what is no commit and goes on with the others', async () => {
  const facts = await readCommits(reader, root, ['f'.repeat(40), 'abcdef0', second]);
  expect(facts?.map(({ id }) => id)).toEqual([second]);
});

it('tells branches, tags and remote branches, the one checked out first, and no ref of Sluice', async () => {
  expect(await readRefs(reader, root)).toEqual([
    { id: second, kind: 'head', name: 'main' },
    { id: first, kind: 'branch', name: 'topic/$(id)' },
    { id: second, kind: 'tag', name: 'v1' },
    { id: second, kind: 'remote', name: 'origin/main' },
  ]);
});

it('tells HEAD where it is on no branch', async () => {
  git(root, 'checkout', '-q', '--detach', first);
  const [head] = await readRefs(reader, root);
  git(root, 'checkout', '-q', 'main');
  expect(head).toEqual({ id: first, kind: 'head', name: 'HEAD' });
});
