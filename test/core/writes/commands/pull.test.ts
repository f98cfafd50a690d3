import { describe, expect, it } from 'vitest';
import { pull } from '../../../../src/core/writes/commands/pull.ts';
import { isGrave } from '../../../../src/core/writes/impact/worse.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { all, beside, commitsIn, copies, foretell, newPair, type Prepare } from '../impact/foretell.ts';

const folder = temporaryFolder();

/** `main` has two commits on the other side, fetched already, that are not here. */
const behind = copies(() => {
  const pair = newPair(folder);
  const { here } = pair;
  commit(here, { a: '1\n', shared: '1\n' }, 'base');
  git(here, 'push', '-q', '-u', 'origin', 'main');
  commit(here, { theirs: '1\n' }, 'their first');
  commit(here, { shared: 'theirs\n' }, 'their second');
  git(here, 'push', '-q', 'origin', 'main', 'main:other');
  git(here, 'reset', '-q', '--hard', 'HEAD~2');
  git(here, 'fetch', '-q');
  return pair;
});

const own: Prepare = here => commit(here, { ours: '1\n' }, 'ours');
const clash: Prepare = here => commit(here, { shared: 'ours\n' }, 'clash');

describe('pull', () => {
  it.each<[string, Prepare, string[]]>([
    ['that catches up', all(), []],
    ['that catches up by name', all(), ['origin', 'main']],
    ['of another branch', all(), ['origin', 'other']],
    ['that has nothing to do', all('merge -q origin/main'), []],
    ['that merges', own, ['--no-rebase']],
    ['that merges with a conflict', clash, ['--no-rebase']],
    ['that merges by the config', all(own, 'config pull.rebase false'), []],
    ['that merges because it may not go forward', all('config pull.ff false'), []],
    ['that rebases', own, ['--rebase']],
    ['that rebases with a conflict', all(own, clash), ['--rebase']],
    ['that rebases by the config', all(own, 'config pull.rebase true'), []],
    ['that rebases by the config of the branch', all(own, 'config branch.main.rebase true'), []],
    ['that would rebase but catches up', all('config pull.rebase true'), []],
    ['that may only catch up and does', all(), ['--ff-only']],
    ['that may only catch up and cannot', own, ['--ff-only']],
    ['that may only catch up by the config', all(own, 'config pull.ff only'), []],
    ['that does not know how', own, []],
    ['over a changed file', here => write(here, { shared: 'mine\n' }), []],
    ['over an untracked file', here => write(here, { theirs: 'mine\n' }), []],
    ['with rebase over a changed file', all(own, here => write(here, { a: 'mine\n' })), ['--rebase']],
    ['of nothing, for want of an upstream', all('branch --unset-upstream'), []],
    ['that squashes', own, ['--squash']],
  ])('%s', async (_, prepare, words) => {
    const pair = behind();
    prepare(pair.here);
    const { said, went, real, foretold, copy, before } = await beside(pull, 'pull', pair, ...words);
    const refused = said.sentences[0]?.startsWith('Git would refuse') ?? false;
    expect([said.sentences, said.unknown]).toEqual([said.sentences, null]);
    expect([said.sentences, refused || said.conflicts.total > 0]).toEqual([said.sentences, !went]);
    expect(foretold.conflicts).toEqual(real.conflicts);
    if (refused) return;
    expect(foretold.files).toEqual(real.files);
    if (went && !words.includes('--squash'))
      expect(commitsIn(copy.here, 'HEAD', `^${before}`).length >= said.commits.total).toBe(true);
    expect(said.sentences.at(-1)).toMatch(
      /^(?:This is based on the last fetch from origin \(.+\); newer commits would be pulled too|Nothing new as of the last fetch from origin \(.+\); fetch first to see what has come since)\.$/,
    );
  });

  it.each<[string, string, boolean]>([
    ['rebases by the config', 'config pull.rebase true', true],
    ['rebases by the config of the branch', 'config branch.main.rebase merges', true],
    ['merges', 'config pull.rebase false', false],
  ])('is as grave as a rebase when it %s, whatever the last fetch left', async (_, config, grave) => {
    const pair = behind();
    all('merge -q origin/main', own, config)(pair.here);
    const { said } = await beside(pull, 'pull', pair);
    expect(isGrave('local', said)).toBe(grave);
  });

  it('does not guess about what was never fetched', async () => {
    const pair = behind();
    expect((await foretell(pull, pair, 'origin', 'nobody')).unknown).toMatch(/never fetched/);
    expect((await foretell(pull, pair, 'https://example.com/x.git', 'main')).unknown).toMatch(/never fetched/);
    expect((await foretell(pull, pair, 'origin', 'main', 'other')).unknown).toMatch(/several branches/);
    expect((await foretell(pull, pair, '--rebase=merges')).sentences[0]).toMatch(/^Fast-forwards/);
  });
});
