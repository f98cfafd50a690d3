import { describe, expect, it } from 'vitest';
import { cherryPick } from '../../../../src/core/writes/commands/cherry-pick.ts';
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

/** `side` has commits to pick: three that fit, one that clashes, one that fits, and a merge. */
const orchard = copies(() => {
  const pair = newPair(folder);
  const { here } = pair;
  commit(here, { a: '1\n', shared: '1\n', gone: '1\n' }, 'base');
  git(here, 'branch', 'side');
  commit(here, { shared: 'main\n' }, 'main');
  git(here, 'checkout', '-q', 'side');
  commit(here, { b: '1\n' }, 'first');
  commit(here, { b: '2\n', 'odd "name"\n': '1\n' }, 'second');
  commit(here, { c: '1\n' }, 'third');
  git(here, 'tag', 'fits');
  commit(here, { shared: 'side\n' }, 'clash');
  git(here, 'tag', 'clash');
  commit(here, { d: '1\n' }, 'late');
  git(here, 'checkout', '-q', '-b', 'arm', 'HEAD~3');
  commit(here, { e: '1\n' }, 'arm');
  git(here, 'checkout', '-q', 'side');
  git(here, 'merge', '-q', '-m', 'joined', 'arm');
  git(here, 'tag', 'joined');
  git(here, 'checkout', '-q', 'main');
  return pair;
});

describe('cherry-pick', () => {
  it.each<[string, Prepare, string[], number]>([
    ['one', all(), ['fits'], 1],
    ['two', all(), ['fits~2', 'fits'], 2],
    ['two in an order of its own', all(), ['fits', 'fits~2'], 2],
    ['a range', all(), ['main~1..fits'], 3],
    ['a range by exclusion', all(), ['fits', '^fits~2'], 2],
    ['a range with a conflict', all(), ['main~1..side~1'], 0],
    ['one that clashes', all(), ['clash'], 0],
    ['one whose file is not there', all(), ['fits~1'], 0],
    ['a merge by its first side', all(), ['-m', '1', 'joined'], 1],
    ['a merge by its second side', all(), ['-m', '2', 'joined'], 0],
    ['one with -m', all(), ['-m', '1', 'fits'], 1],
    ['without committing', all(), ['-n', 'fits'], 0],
    ['without committing, on what is staged', all(here => write(here, { own: '1\n' }), 'add own'), ['-n', 'fits'], 0],
    [
      'the first commit of all',
      all('checkout -q --orphan bare', 'rm -rfq .', here => commit(here, { z: '1\n' })),
      ['main~1'],
      1,
    ],
    ['the branch that was here before', all('checkout -q fits', 'checkout -q main'), ['-'], 1],
    ['with another file changed', here => write(here, { a: 'mine\n' }), ['fits'], 1],
    ['by going forward', all('checkout -q fits~1'), ['--ff', 'fits'], 1],
    [
      'an empty one, kept',
      all('commit -q --allow-empty -m nothing', 'tag nothing', 'reset -q --hard HEAD~1'),
      ['--allow-empty', 'nothing'],
      1,
    ],
    ['one that is here, kept', all('cherry-pick fits'), ['--keep-redundant-commits', 'fits'], 1],
  ])('%s', async (_, prepare, words, made) => {
    const pair = orchard();
    prepare(pair.here);
    const dirty = git(pair.here, 'diff', '--name-only', 'HEAD').trim();
    const { said, went, real, foretold, copy, before } = await beside(cherryPick, 'cherry-pick', pair, ...words);
    expect([said.sentences, said.unknown]).toEqual([said.sentences, null]);
    expect(foretold.conflicts).toEqual(real.conflicts);
    expect(foretold.conflicts.length > 0).toBe(!went);
    expect([...foretold.files, dirty].filter(Boolean).sort()).toEqual(real.files);
    if (went) expect(commitsIn(copy.here, 'HEAD', `^${before}`).length).toBe(made);
  });

  it('says where it stops', async () => {
    const pair = orchard();
    expect((await foretell(cherryPick, pair, 'main~1..side~1')).sentences.slice(0, 3)).toEqual([
      'Conflicts in 1 file: shared.',
      'Stops at 4 of 5: clash.',
      'Picks 5 commits (4 files).',
    ]);
    git(pair.here, 'cherry-pick', 'fits');
    const { said, went } = await beside(cherryPick, 'cherry-pick', pair, 'fits');
    expect([said.sentences[0], went]).toEqual(['Stops at 1 of 1: third, whose change is here already.', false]);
    expect((await foretell(cherryPick, pair, 'fits')).preview).toEqual({
      kind: 'trees',
      from: head(pair.here, 'fits~1'),
      to: head(pair.here, 'fits'),
    });
  });

  it.each<[string, Prepare, string[]]>([
    [
      'a file to be changed is edited',
      all('cherry-pick fits', here => write(here, { c: 'mine\n' })),
      ['fits~2', 'fits'],
    ],
    ['something is staged', all(here => write(here, { a: 'mine\n' }), 'add a'), ['fits']],
    ['an untracked file is in the way', here => write(here, { c: 'mine\n' }), ['fits']],
    ['it is a merge', all(), ['joined']],
    ['there is no such parent', all(), ['-m', '3', 'joined']],
    ['there is no such commit', all(), ['nobody']],
    ['the range is empty', all(), ['fits..fits']],
    ['another is in conflict', here => stopping(here, 'cherry-pick', 'clash'), ['fits']],
  ])('is refused or stops when %s', async (_, prepare, words) => {
    const pair = orchard();
    prepare(pair.here);
    const said = await foretell(cherryPick, pair, ...words);
    expect(said.sentences[0]).toMatch(/^(?:Git would refuse: |Stops )/);
    expect(attempt(copyOf(pair).here, 'cherry-pick', ...words)).toBe(false);
  });

  it('by a git that cannot tell', async () => {
    const said = await foretellBy(old, cherryPick, orchard(), 'clash');
    expect(said.unknown).toBe('Conflicts are not known: git before 2.38 cannot tell.');
    expect(said.commits.total).toBeGreaterThan(0);
    expect(said.files.total).toBeGreaterThan(0);
  });

  it('in progress: what going on, leaving out and giving up would do', async () => {
    const pair = orchard();
    stopping(pair.here, 'cherry-pick', 'fits~1', 'fits', 'clash', 'side~1');
    git(pair.here, 'cherry-pick', '--abort');
    stopping(pair.here, 'cherry-pick', 'fits~2', 'clash', 'side~2^{commit}~3', 'side~1');
    write(pair.here, { shared: 'resolved\n' });
    const abort = await foretell(cherryPick, pair, '--abort');
    expect(sorted(abort.lost)).toEqual(['shared']);
    expect(oids(abort.unreachable)).toEqual([head(pair.here)]);
    const skip = await beside(cherryPick, 'cherry-pick', pair, '--skip');
    expect(skip.foretold.conflicts).toEqual(skip.real.conflicts);
    expect(sorted(skip.said.lost)).toEqual(['shared']);
    expect((await foretell(cherryPick, pair, '--continue')).sentences[0]).toMatch(/^Git would refuse: shared/);
    git(pair.here, 'add', 'shared');
    const onward = await beside(cherryPick, 'cherry-pick', pair, '--continue');
    expect(onward.foretold.conflicts).toEqual(onward.real.conflicts);
    expect((await foretell(cherryPick, pair, '--quit')).sentences[0]).toMatch(/^Forgets the cherry-pick/);
  });

  it.each([
    ['-X', 'theirs', 'fits'],
    ['--strategy', 'resolve', 'fits'],
    ['--strange', 'fits'],
    ['--', 'fits'],
  ])('does not guess about %s', async (...words) => {
    expect((await foretell(cherryPick, orchard(), ...words)).unknown).toEqual(expect.any(String));
  });
});
