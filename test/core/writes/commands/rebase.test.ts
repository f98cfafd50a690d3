import { describe, expect, it } from 'vitest';
import { rebase } from '../../../../src/core/writes/commands/rebase.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import {
  all,
  attempt,
  beside,
  commitsIn,
  copies,
  copyOf,
  foretell,
  foretellBy,
  head,
  newPair,
  oids,
  old,
  type Prepare,
  sorted,
} from '../impact/foretell.ts';

const folder = temporaryFolder();

/** `main` has two commits more than `feature`, which has three of its own and is checked out. */
const parted = copies(() => {
  const pair = newPair(folder);
  commit(pair.here, { a: '1\n', b: '1\n', shared: '1\n' }, 'base');
  git(pair.here, 'branch', 'feature');
  commit(pair.here, { main: '1\n' }, 'main one');
  commit(pair.here, { shared: 'main\n' }, 'main two');
  git(pair.here, 'push', '-q', 'origin', 'main');
  git(pair.here, 'checkout', '-q', 'feature');
  commit(pair.here, { a: '2\n' }, 'one');
  commit(pair.here, { 'b\n"': '2\n' }, 'two');
  commit(pair.here, { a: '3\n' }, 'three');
  git(pair.here, 'branch', '-q', '-u', 'main');
  return pair;
});

const clash: Prepare = here => commit(here, { shared: 'feature\n' }, 'clash');
const more: Prepare = here => commit(here, { late: '1\n' }, 'after the clash');

describe('rebase', () => {
  it.each<[string, Prepare, string[]]>([
    ['without a conflict', all(), ['main']],
    ['on the upstream', all(), []],
    ['with a conflict', clash, ['main']],
    ['with a conflict and more to come', all(clash, more), ['main']],
    ['onto something else', clash, ['--onto', 'HEAD~1', 'HEAD~2']],
    ['onto an older commit', all(), ['--onto', 'main~1', 'HEAD~2']],
    ['onto where two parted', clash, ['--onto', 'main...feature', 'HEAD~2']],
    ['in its place', all(), ['--keep-base', 'main']],
    ['in its place by force', all(), ['--keep-base', '--force-rebase', 'main']],
    ['up to date', all(), ['HEAD~2']],
    ['up to date by force', all(), ['-f', 'HEAD~2']],
    ['that only catches up', all('reset -q --hard main~1'), ['main']],
    ['of what was picked already', all('checkout -q main', 'cherry-pick feature~2', 'checkout -q feature'), ['main']],
    [
      'of what was all picked',
      all('checkout -q main', 'cherry-pick feature~3..feature', 'checkout -q feature'),
      ['main'],
    ],
    [
      'that applies all again',
      all('checkout -q main', 'cherry-pick feature~2', 'checkout -q feature'),
      ['--reapply-cherry-picks', 'main'],
    ],
    ['with a merge inside', all('checkout -q -b side HEAD~1', more, 'checkout -q feature', 'merge -q side'), ['main']],
    ['of an empty commit', all('commit -q --allow-empty -m nothing', more), ['main']],
    ['with the old commits kept by a tag', all('tag old'), ['main']],
    [
      'of another branch',
      all('checkout -q -b elsewhere', 'checkout -q main', 'checkout -q feature', 'branch -D elsewhere'),
      ['main', 'feature'],
    ],
    ['without a branch', all('checkout -q --detach', more), ['main']],
    ['with branches on the way', all('branch way HEAD~1'), ['main']],
    ['with branches that move along', all('branch way HEAD~1'), ['--update-refs', 'main']],
    ['with a change put aside', here => write(here, { b: 'mine\n' }), ['--autostash', 'main']],
  ])('%s', async (_, prepare, words) => {
    const pair = parted();
    prepare(pair.here);
    const { said, went, real, foretold, copy, before } = await beside(rebase, 'rebase', pair, ...words);
    expect(said.unknown).toBeNull();
    expect(said.sentences.some(text => text.startsWith('Git would refuse'))).toBe(false);
    expect(foretold.conflicts).toEqual(real.conflicts);
    expect(foretold.conflicts.length > 0).toBe(!went);
    if (!words.includes('--autostash')) expect(foretold.files).toEqual(real.files);
    if (!went) return;
    expect([foretold.unreachable, said.sentences]).toEqual([real.unreachable, said.sentences]);
    const made = commitsIn(copy.here, 'HEAD', '--not', before, 'main').length;
    // Those found empty on the way are among the ones that are tried.
    const reallyEmpty = words.includes('--reapply-cherry-picks') || words.includes('HEAD~1') ? 1 : 0;
    expect(made).toBe(said.commits.total - reallyEmpty);
  });

  it('says what is published, what is dropped and where it stops', async () => {
    const pair = parted();
    git(pair.here, 'push', '-q', 'origin', 'feature~1:refs/heads/feature');
    all(clash, more)(pair.here);
    const said = await foretell(rebase, pair, 'main');
    expect(said.sentences).toEqual([
      'Rewrites 5 commits, 2 of them already on origin/feature.',
      'Conflicts in 1 file: shared.',
      'Stops at 4 of 5: clash.',
      'Puts 5 commits on main.',
    ]);
    expect(said.unreachable.total).toBe(3);
    expect(said.preview).toEqual({ kind: 'trees', from: head(pair.here, 'main~2'), to: head(pair.here) });
  });

  it.each<[string, Prepare, string[]]>([
    ['a change is not committed', here => write(here, { b: 'mine\n' }), ['main']],
    ['a change is staged', all(here => write(here, { b: 'mine\n' }), 'add b'), ['main']],
    ['an untracked file is in the way', here => write(here, { main: 'mine\n' }), ['main']],
    ['there is no such branch', all(), ['nobody']],
    ['there is no such base', all(), ['--onto', 'nobody', 'main']],
    ['there is no upstream', all('branch --unset-upstream'), []],
    ['another is in progress', all(clash, here => stopping(here, 'rebase', 'main')), ['main']],
  ])('is refused when %s', async (_, prepare, words) => {
    const pair = parted();
    prepare(pair.here);
    const said = await foretell(rebase, pair, ...words);
    expect(said.sentences).toEqual([expect.stringMatching(/^Git would refuse: /)]);
    expect(attempt(copyOf(pair).here, 'rebase', ...words)).toBe(false);
  });

  it('overwrites ignored files', async () => {
    const pair = parted();
    write(pair.here, { '.git/info/exclude': 'main\n', main: 'mine\n' });
    const { said, went } = await beside(rebase, 'rebase', pair, 'main');
    expect([said.lost.items, went]).toEqual([['main'], true]);
  });

  it('follows an upstream that was rewritten, by its reflog', async () => {
    const pair = parted();
    git(pair.here, 'rebase', '-q', 'main');
    git(pair.here, 'checkout', '-q', 'main');
    git(pair.here, 'commit', '-q', '--amend', '-m', 'main two, again');
    git(pair.here, 'checkout', '-q', 'feature');
    for (const words of [[], ['main'], ['--no-fork-point'], ['--fork-point', 'main']]) {
      const { said, copy, went } = await beside(rebase, 'rebase', pair, ...words);
      expect(went).toBe(true);
      const made = commitsIn(copy.here, 'main..HEAD').length;
      expect([words, said.commits.total]).toEqual([words, made]);
    }
  });

  it('by a git that cannot tell', async () => {
    const said = await foretellBy(old, rebase, parted(), 'main');
    expect(said.unknown).toBe('Conflicts are not known: git before 2.38 cannot tell.');
    expect(said.commits.total).toBeGreaterThan(0);
    expect(said.files.total).toBeGreaterThan(0);
  });

  it('in progress: what going on, leaving out and giving up would do', async () => {
    const pair = parted();
    all(clash, more, here => commit(here, { main: 'feature\n' }, 'clash again'))(pair.here);
    stopping(pair.here, 'rebase', 'main');
    write(pair.here, { shared: 'resolved\n' });
    const abort = await foretell(rebase, pair, '--abort');
    expect(sorted(abort.lost)).toEqual(['shared']);
    expect(oids(abort.unreachable)).toEqual(commitsIn(pair.here, 'main..HEAD'));
    expect((await foretell(rebase, pair, '--continue')).sentences[0]).toBe(
      'Git would refuse: shared still in conflict.',
    );
    const skip = await beside(rebase, 'rebase', pair, '--skip');
    expect(sorted(skip.said.lost)).toEqual(['shared']);
    expect([skip.foretold.conflicts, skip.real.conflicts]).toEqual([['main'], ['main']]);
    git(pair.here, 'add', 'shared');
    const onward = await beside(rebase, 'rebase', pair, '--continue');
    expect([onward.foretold.conflicts, onward.real.conflicts]).toEqual([['main'], ['main']]);
    expect(onward.said.commits.items.map(({ subject }) => subject)).toEqual(['after the clash', 'clash again']);
    expect((await foretell(rebase, pair, '--quit')).sentences[0]).toMatch(/^Forgets the rebase/);
    git(pair.here, 'rebase', '--abort');
    expect((await foretell(rebase, pair, '--abort')).sentences[0]).toBe('Git would refuse: no rebase is in progress.');
  });

  it.each([['--rebase-merges', 'main'], ['--autosquash', 'main'], ['--root']])(
    'does not guess about %s',
    async (...words) => {
      expect((await foretell(rebase, parted(), ...words)).unknown).toEqual(expect.any(String));
    },
  );
});
