import { describe, expect, it } from 'vitest';
import { push } from '../../../../src/core/writes/commands/push.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit } from '../../repository/support.ts';
import {
  all,
  attempt,
  commitObjects,
  commitsIn,
  copies,
  copyOf,
  foretell,
  head,
  newPair,
  oids,
  type Pair,
  type Prepare,
  sorted,
} from '../impact/foretell.ts';

const folder = temporaryFolder();

/** `main` and `feature` with two commits each, on both sides; `feature` is checked out. */
const published = copies(() => {
  const pair = newPair(folder);
  commit(pair.here, { a: '1\n' }, 'one');
  commit(pair.here, { a: '2\n' }, 'two');
  git(pair.here, 'push', '-q', '-u', 'origin', 'main');
  git(pair.here, 'checkout', '-q', '-b', 'feature');
  commit(pair.here, { b: '1\n' }, 'three');
  commit(pair.here, { b: '2\n' }, 'four');
  git(pair.here, 'push', '-q', '-u', 'origin', 'feature');
  git(pair.here, 'remote', 'set-head', 'origin', 'main');
  return pair;
});

const refsOf = (repository: string): Map<string, string> =>
  new Map(
    git(repository, 'for-each-ref', '--format=%(refname) %(objectname)')
      .split('\n')
      .filter(Boolean)
      .map(line => line.split(' ') as [string, string]),
  );

/** The prediction beside what really arrives, goes and is left without a ref on the other side. */
async function both(pair: Pair, ...words: string[]) {
  const said = await foretell(push, pair, ...words);
  const copy = copyOf(pair);
  const refsBefore = refsOf(copy.there);
  const objectsBefore = new Set(commitObjects(copy.there));
  const reachableBefore = commitsIn(copy.there, '--all');
  const went = attempt(copy.here, 'push', ...words);
  const refsAfter = refsOf(copy.there);
  const reachable = new Set(commitsIn(copy.there, '--all'));
  const arrived = commitObjects(copy.there).filter(oid => !objectsBefore.has(oid));
  const names = [...new Set([...refsBefore.keys(), ...refsAfter.keys()])].sort();
  const moved = names.filter(name => refsBefore.get(name) !== refsAfter.get(name));
  const showing = ['show', '--format=', '--name-only', '-z', '--no-renames', '-c'];
  const files = arrived.length === 0 ? '' : git(copy.there, ...showing, ...arrived);
  return {
    said,
    went,
    real: {
      remote: moved.map(name => [name, refsBefore.get(name) ?? null, refsAfter.get(name) ?? null]),
      leaving: arrived,
      unreachable: reachableBefore.filter(oid => !reachable.has(oid)),
      files: [
        ...new Set(
          files
            .split('\0')
            .map(name => name.replace(/^\n/, ''))
            .filter(Boolean),
        ),
      ].sort(),
    },
    foretold: {
      remote: said.remote.map(({ ref, from, to }) => [ref, from, to]).sort(),
      leaving: oids(said.leaving),
      unreachable: oids(said.unreachable),
      files: sorted(said.files),
    },
  };
}

const rewrite = (here: string) => {
  git(here, 'reset', '-q', '--hard', 'HEAD~1');
  commit(here, { b: 'other\n', 'c d': '1\n' }, 'instead');
};
const grow = (here: string) => commit(here, { b: '3\n', 'odd "name"\n': '1\n' }, 'five');

describe('push', () => {
  it.each<[string, Prepare, string[]]>([
    ['what there is', all(), []],
    ['commits that follow', grow, []],
    ['commits that follow, by name', grow, ['origin', 'feature']],
    ['HEAD', grow, ['origin', 'HEAD']],
    ['HEAD to another name', grow, ['origin', 'HEAD:refs/heads/odd"name']],
    ['to another branch', grow, ['origin', 'feature:main']],
    ['a commit to a full name', grow, ['origin', 'HEAD~1:refs/heads/older']],
    ['a branch that is not checked out', all('branch idle HEAD~1'), ['origin', 'idle']],
    ['a new branch', all('checkout -q -b new', grow), ['-u', 'origin', 'new']],
    ['rewritten commits without force', rewrite, []],
    ['rewritten commits with force', rewrite, ['--force']],
    ['rewritten commits with +', rewrite, ['origin', '+feature']],
    ['rewritten commits with a lease', rewrite, ['--force-with-lease']],
    ['rewritten commits with a lease on them', rewrite, ['--force-with-lease=feature', 'origin', 'feature']],
    ['rewritten commits with a lease on others', rewrite, ['--force-with-lease=main', 'origin', 'feature']],
    ['with a lease that is right', rewrite, ['--force-with-lease=feature:origin/feature', 'origin', 'feature']],
    ['with a lease that is wrong', rewrite, ['--force-with-lease=feature:origin/main', 'origin', 'feature']],
    ['over main', all(), ['-f', 'origin', 'feature~3:main']],
    ['over main and over its other branch', rewrite, ['-f', 'origin', 'feature', 'feature~2:main']],
    ['a deletion by name', all(), ['--delete', 'origin', 'feature']],
    ['a deletion by refspec', all(), ['origin', ':feature']],
    ['a deletion of what another branch has', all(), ['origin', '-d', 'main']],
    ['a deletion of everything', all(), ['origin', '-d', 'main', 'feature']],
    ['every branch', all('branch x/y main', grow), ['--all', 'origin']],
    ['every branch, one of them rewritten', all('branch x', rewrite), ['--all', 'origin']],
    ['all or nothing', all('branch x', rewrite), ['--atomic', '--all', 'origin']],
    ['tags', all(grow, 'tag light', 'tag -am m heavy main'), ['--tags', 'origin']],
    ['one tag', all(grow, 'tag light'), ['origin', 'tag', 'light']],
    ['tags that follow', all(grow, 'tag -am m heavy', 'tag light'), ['--follow-tags']],
    ['a pattern', all('branch x/1', 'branch x/2'), ['origin', 'refs/heads/x/*:refs/heads/y/*']],
    ['a mirror', all('checkout -q main', 'branch -D feature'), ['--mirror', 'origin']],
    ['pruned', all('branch -D main'), ['--prune', 'origin', 'refs/heads/*:refs/heads/*']],
    ['what matches', all(grow, 'branch own'), ['origin', ':']],
    ['an unknown name', all(), ['origin', 'nobody']],
    ['a short name that may be two', all('tag feature'), ['origin', 'feature']],
    ['a merge', all('checkout -q main', here => commit(here, { m: '1\n' }), 'merge -q --no-ff feature'), []],
    ['an address', grow, ['../there.git', 'feature']],
    ['by rules of the remote', all(grow, 'config remote.origin.push refs/heads/*:refs/heads/me/*'), ['origin']],
    ['by rules, one', all(grow, 'config remote.origin.push refs/heads/*:refs/heads/me/*'), ['origin', 'feature']],
    ['without an upstream', all('checkout -q -b lone', grow), []],
    ['with an upstream made up', all('checkout -q -b lone', grow, 'config push.autoSetupRemote true'), []],
    ['with no branch checked out', all('checkout -q --detach'), []],
    ['with no branch checked out, by name', all('checkout -q --detach', grow), ['origin', 'HEAD:feature']],
  ])('%s', async (_, prepare, words) => {
    const pair = published();
    prepare(pair.here);
    const { said, went, real, foretold } = await both(pair, ...words);
    // A mirror overwrites refs that no fetch shows.
    expect(said.unknown === null).toBe(!words.includes('--mirror'));
    expect([foretold, said.sentences]).toEqual([real, said.sentences]);
    expect(said.sentences.some(text => /^Git would refuse|^Would be rejected/.test(text))).toBe(!went);
  });

  it.each([
    ['nothing', ['feature'], []],
    ['current', [], ['refs/heads/feature']],
    ['simple', [], ['refs/heads/feature']],
    ['upstream', [], ['refs/heads/feature']],
    ['matching', [], ['refs/heads/feature']],
  ])('as push.default %s has it', async (way, _, expected) => {
    const pair = published();
    grow(pair.here);
    git(pair.here, 'config', 'push.default', way);
    const { real, foretold, went } = await both(pair);
    expect(foretold).toEqual(real);
    expect([foretold.remote.map(([ref]) => ref), went]).toEqual([expected, expected.length > 0]);
  });

  it.each(['simple', 'upstream', 'current'])('to an upstream of another name with push.default %s', async way => {
    const pair = published();
    git(pair.here, 'branch', '-q', '-u', 'origin/main');
    grow(pair.here);
    git(pair.here, 'config', 'push.default', way);
    for (const words of [[], ['origin', 'feature']]) {
      const { real, foretold } = await both(pair, ...words);
      expect(foretold).toEqual(real);
    }
  });

  it('to the remote that the config names', async () => {
    const pair = published();
    grow(pair.here);
    git(pair.folder, 'clone', '-q', '--bare', 'there.git', 'fork.git');
    git(pair.here, 'remote', 'add', 'fork', '../fork.git');
    git(pair.here, 'fetch', '-q', 'fork');
    for (const key of ['remote.pushDefault', 'branch.feature.pushRemote']) {
      git(pair.here, 'config', key, 'fork');
      const said = await foretell(push, pair);
      expect(said.remote).toMatchObject([{ remote: 'fork', ref: 'refs/heads/feature', forced: false }]);
      git(pair.here, 'config', '--unset', key);
    }
    expect((await foretell(push, pair, '--repo', 'fork')).remote[0]?.remote).toBe('fork');
  });

  it('to the only remote, whatever its name', async () => {
    const pair = published();
    git(pair.here, 'remote', 'rename', 'origin', 'elsewhere');
    git(pair.here, 'checkout', '-q', '-b', 'new');
    git(pair.here, 'config', 'push.default', 'current');
    const { real, foretold, said } = await both(pair);
    expect(foretold).toEqual(real);
    expect(said.remote[0]?.remote).toBe('elsewhere');
  });

  it('says what is gravest first', async () => {
    const pair = published();
    rewrite(pair.here);
    expect((await foretell(push, pair, '-f')).sentences.slice(0, 2)).toEqual([
      'Overwrites origin/feature: 1 commit there would be lost.',
      'Sends 1 commit (2 files) to origin/feature.',
    ]);
    expect((await foretell(push, pair, '-f', 'origin', 'feature:main')).sentences.slice(0, 2)).toEqual([
      'Sends 1 commit (2 files) to origin/main.',
      'main is the default branch of origin.',
    ]);
    git(pair.here, 'remote', 'set-head', 'origin', '--delete');
    expect((await foretell(push, pair, 'origin', ':main')).sentences.slice(0, 2)).toEqual([
      'Deletes origin/main; its commits are still in other branches there.',
      'main is usually a branch that others build on.',
    ]);
    expect((await foretell(push, pair, 'origin', 'main')).sentences).toEqual([
      'Nothing to send: origin already has everything.',
      expect.stringMatching(/^This is based on the last fetch from origin/),
    ]);
  });

  it('says what no fetch would have shown', async () => {
    const pair = published();
    git(pair.here, 'config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    const plain = await foretell(push, pair, 'origin', 'feature');
    expect([plain.sentences, plain.unknown]).toEqual([
      [
        'Sends 2 commits (1 file) to origin/feature.',
        'Sluice cannot tell whether origin/feature already exists.',
        expect.stringMatching(/^This is based on the last fetch/),
      ],
      null,
    ]);
    const forced = await foretell(push, pair, '-f', 'origin', 'feature');
    expect(forced.sentences[0]).toBe('Overwrites origin/feature if it exists; Sluice cannot tell whether it does.');
    expect(forced.unknown).toBe('Sluice cannot tell what origin has.');
  });

  it('shows the change of the one branch', async () => {
    const pair = published();
    const before = head(pair.here);
    grow(pair.here);
    const said = await foretell(push, pair);
    expect(said.preview).toEqual({ kind: 'trees', from: before, to: head(pair.here) });
    git(pair.here, 'checkout', '-q', '-b', 'new');
    expect((await foretell(push, pair, 'origin', 'new')).preview).toEqual({
      kind: 'trees',
      from: head(pair.here, 'main'),
      to: head(pair.here),
    });
  });

  it('does not guess about an address it does not know', async () => {
    const pair = published();
    const said = await foretell(push, pair, 'https://example.com/x.git', 'feature');
    expect(said.unknown).toBe('Sluice cannot tell what https://example.com/x.git has.');
    expect(said.sentences[0]).toBe('Sends up to 4 commits (2 files) to https://example.com/x.git/feature.');
    expect((await foretell(push, pair, '--strange')).unknown).toMatch(/with these options/);
  });

  it('sends nothing when it only tries', async () => {
    const pair = published();
    grow(pair.here);
    const { said, real } = await both(pair, '--dry-run');
    expect([said.sentences, real.remote]).toEqual([['A dry run: nothing is sent.'], []]);
  });
});
