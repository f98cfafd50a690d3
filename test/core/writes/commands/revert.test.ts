import { describe, expect, it } from 'vitest';
import { revert } from '../../../../src/core/writes/commands/revert.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import { all, beside, commitsIn, copies, foretell, head, newPair, type Prepare, sorted } from '../impact/foretell.ts';

const folder = temporaryFolder();

const history = copies(() => {
  const pair = newPair(folder);
  const { here } = pair;
  commit(here, { a: '1\n', b: '1\n' }, 'base');
  commit(here, { a: '2\n' }, 'two');
  git(here, 'branch', 'side');
  commit(here, { 'new\n"file"': '1\n' }, 'three');
  git(here, 'checkout', '-q', 'side');
  commit(here, { side: '1\n' }, 'side');
  git(here, 'checkout', '-q', 'main');
  git(here, 'merge', '-q', '-m', 'joined', 'side');
  git(here, 'tag', 'joined');
  commit(here, { a: '3\n' }, 'four');
  commit(here, { b: '2\n' }, 'five');
  return pair;
});

describe('revert', () => {
  it.each<[string, Prepare, string[], number]>([
    ['the last', all(), ['HEAD'], 1],
    ['one before', all(), ['joined^1'], 1],
    ['one that was changed since', all(), ['joined~2'], 0],
    ['a range', all(), ['HEAD~2..HEAD'], 2],
    ['two by name', all(), ['HEAD', 'HEAD~1'], 2],
    ['a range with a conflict', all(), ['--no-edit', 'HEAD', 'joined~2', 'joined^1'], 0],
    ['a merge', all(), ['-m', '1', 'joined'], 1],
    ['a merge by its other side', all(), ['-m', '2', 'joined'], 1],
    ['the first commit of all', all('checkout -q joined~3'), ['HEAD'], 1],
    ['without committing', all(), ['-n', 'HEAD', 'HEAD~1'], 0],
  ])('%s', async (_, prepare, words, made) => {
    const pair = history();
    prepare(pair.here);
    const { said, went, real, foretold, copy, before } = await beside(revert, 'revert', pair, ...words);
    expect([said.sentences, said.unknown]).toEqual([said.sentences, null]);
    expect(foretold).toEqual(real);
    expect(foretold.conflicts.length > 0).toBe(!went);
    if (went) expect(commitsIn(copy.here, 'HEAD', `^${before}`).length).toBe(made);
  });

  it('shows the change the other way round', async () => {
    const pair = history();
    const said = await foretell(revert, pair, 'HEAD');
    expect(said.sentences).toEqual(['Reverts 1 commit (1 file).']);
    expect(said.preview).toEqual({ kind: 'trees', from: head(pair.here), to: head(pair.here, 'HEAD~1') });
    expect((await foretell(revert, pair, 'joined')).sentences[0]).toBe(
      'Git would refuse: joined is a merge; -m says which side stays.',
    );
  });

  it('in progress: what giving up would throw away', async () => {
    const pair = history();
    stopping(pair.here, 'revert', '--no-edit', 'joined~2');
    write(pair.here, { a: 'resolved\n' });
    const said = await foretell(revert, pair, '--abort');
    expect(sorted(said.lost)).toEqual(['a']);
    git(pair.here, 'revert', '--abort');
    expect((await foretell(revert, pair, '--abort')).sentences[0]).toBe('Git would refuse: no revert is in progress.');
  });
});
