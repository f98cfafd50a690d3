import { describe, expect, it } from 'vitest';
import type { MutatingCommand } from '../../../src/core/command/command.ts';
import { allowanceShapeOf } from '../../../src/core/writes/allowance-shape.ts';
import { createAllowances } from '../../../src/core/writes/allowances.ts';
import { type Impact, impact, listed, unknownImpact } from '../../../src/core/writes/impact/impact.ts';
import { parseWrite } from '../../../src/core/writes/parsed-write.ts';
import { commandOf, workspace } from '../../support/verdict-of.ts';

const [root = ''] = workspace.roots;
const harmless = impact({});
const shape = (text: string, found: Impact = harmless, repository = root) =>
  allowanceShapeOf(parseWrite(commandOf(text) as MutatingCommand, repository), found, {
    head: 'refs/heads/topic',
    defaultBranches: ['origin/develop'],
  });
const pushTo = (...refs: string[]) =>
  impact({
    remote: refs.map(ref => ({ remote: 'origin', ref: `refs/heads/${ref}`, from: 'a', to: 'b', forced: false })),
  });

/** What the person allowed, and what an agent then tries. */
function covered(allowed: string, tried: string, found: Impact = harmless): boolean {
  const allowances = createAllowances(() => 0);
  const given = shape(allowed);
  if (given === undefined) throw new Error(`no allowance is offered for ${allowed}`);
  allowances.add(given, root);
  const asked = shape(tried, found);
  return asked !== undefined && allowances.use(asked);
}

describe('8.3 an allowance covers the same shape', () => {
  it.each([
    ['git add a.txt', 'git add b.txt c.txt'],
    ['git add -A', 'git add --all'],
    ['git commit -m one', 'git commit -m two'],
    ['git commit -m one', 'git commit --message=two'],
    ['git commit -am one', "git commit -a -m 'two; rm -rf /'"],
    ['git switch -c one', 'git switch -c two'],
    ['git merge --no-ff one', 'git merge --no-ff two'],
  ])('%s covers %s', (allowed, tried) => expect(covered(allowed, tried)).toBe(true));
});

describe('8.3 nothing widens an allowance', () => {
  it.each([
    ['git commit -m one', 'git commit --amend -m one'],
    ['git commit -m one', 'git commit -m one --no-verify'],
    ['git commit -m one', 'git commit -m one -n'],
    ['git commit -m one', 'git commit -m one --author=Eve'],
    ['git commit -m one', 'git commit -F /etc/passwd'],
    ['git commit -m one', 'git commit -nm one'],
    ['git commit -m one', 'git commit -am one'],
    ['git commit -m one', 'git -c core.editor=evil commit -m one'],
    ['git commit -m one', 'git -C other commit -m one'],
    ['git commit -m one', 'git --git-dir=/other/.git commit -m one'],
    ['git add a', 'git add -f a'],
    ['git add a', 'git add --forc a'],
    ['git add a', 'git add -A'],
    ['git add -A', 'git add -Af'],
    ['git branch one', 'git branch -D one'],
    ['git branch one', 'git branch -f one two'],
    ['git branch -d one', 'git branch -dD one'],
    ['git branch -d one', 'git branch -d --force one'],
    ['git merge one', 'git merge -s ours one'],
    ['git merge one', 'git merge -Xtheirs one'],
    ['git switch one', 'git switch -f one'],
    ['git switch one', 'git switch --discard-changes one'],
    ['git switch one', 'git switch -C one'],
    ['git rm --cached a', 'git rm a'],
    ['git rm --cached a', 'git rm --cached --no-cached a'],
    ['git tag one', 'git tag -f one'],
    ['git tag one', 'git tag -d one'],
    ['git config user.name x', 'git config core.hooksPath x'],
    ['git fetch origin', 'git fetch https://evil.example/x'],
    ['git fetch origin', 'git fetch origin +refs/heads/*:refs/heads/*'],
    ['git stash push', 'git stash clear'],
    ['gh pr comment 1 -b hi', 'gh pr comment 2 -b hi'],
  ])('%s does not cover %s', (allowed, tried) => expect(covered(allowed, tried)).toBe(false));

  it('is for one repository', () => {
    expect(shape('git add a', harmless, '/other')?.key).not.toBe(shape('git add a')?.key);
  });

  it('does not cover a run that would lose something', () => {
    expect(covered('git switch one', 'git switch two', impact({ lost: listed(['a.txt']) }))).toBe(false);
    const gone = impact({ unreachable: listed([{ oid: 'a', subject: 's' }]) });
    expect(covered('git switch one', 'git switch two', gone)).toBe(false);
    expect(covered('git merge one', 'git merge two', impact({ conflicts: listed(['a.txt']) }))).toBe(false);
  });
});

describe('8.3 none is offered', () => {
  it.each([
    'git reset --hard',
    'git clean -fd',
    'git push --force origin feature',
    'git push origin +feature',
    'git push origin :feature',
    'git push -d origin feature',
    'git branch -D x',
    'git checkout -- .',
    'git rebase main',
    'git stash drop',
    'git frobnicate',
    'git submodule foreach ls',
    'gh repo delete x',
  ])('for %s', text => expect(shape(text, pushTo('feature'))).toBeUndefined());

  it.each(['main', 'master', 'production', 'develop'])('for a push to %s', branch => {
    expect(shape(`git push origin ${branch}`, pushTo(branch))).toBeUndefined();
    expect(shape('git push', pushTo(branch))).toBeUndefined();
    expect(shape('git push origin a b', pushTo('feature', branch))).toBeUndefined();
  });

  it('for a push of which it is not known where it goes', () => {
    expect(shape('git push origin feature', unknownImpact('not in time'))).toBeUndefined();
  });

  it.each(['git add a', 'git commit -m x', 'git fetch origin', 'git switch one', 'gh pr comment 1 -b hi'])(
    'for %s when it is not known what it does, or git would refuse it',
    text => {
      expect(shape(text, unknownImpact('not in time'))).toBeUndefined();
      expect(shape(text, impact({ refused: true }))).toBeUndefined();
    },
  );

  it('for a push of tags', () => {
    const update = { remote: 'origin', ref: 'refs/tags/v1', from: null, to: 'b', forced: false };
    expect(shape('git push --tags', impact({ remote: [update] }))).toBeUndefined();
  });
});

describe('8.3 none is offered for what makes commits anew, though no word says so', () => {
  it.each(['git pull', 'git merge x'])('%s', text => {
    expect(shape(text, impact({ rewrites: true }))).toBeUndefined();
  });
});

describe('8.3 a push', () => {
  it('is allowed for the branches it goes to, not for the words', () => {
    const one = shape('git push', pushTo('feature'));
    expect(one).toEqual(shape('git push', pushTo('feature')));
    expect(one?.boundTo).not.toBe(shape('git push', pushTo('other'))?.boundTo);
  });
});

describe('8.3 an allowance for one address', () => {
  it('ends when the name of the remote leads elsewhere, also when it leads back later', () => {
    const at = (...addresses: string[]) => shape('git push', { ...pushTo('feature'), addresses });
    const [here, elsewhere] = [at('https://here.example/x'), at('https://here.example/x', 'https://evil.example/x')];
    if (here === undefined || elsewhere === undefined) throw new Error('no shape');
    const allowances = createAllowances(() => 0);
    allowances.add(here, root);
    expect([allowances.use(here), allowances.use(elsewhere), allowances.use(here)]).toEqual([true, false, false]);
    expect(here.summary).toBe('exactly git push, at https://here.example/x');
  });
});

describe('8.3 allowances', () => {
  it('are listed with their uses, and revoked', () => {
    const allowances = createAllowances(() => 7);
    const given = shape('git add a');
    if (given === undefined) throw new Error('no shape');
    allowances.add(given, root);
    allowances.use(given);
    expect(allowances.list()).toEqual([{ ...given, repository: root, since: 7, used: 1 }]);
    expect(given.summary).toBe('git add with any other names or files');
    allowances.revoke(given.key);
    expect([allowances.use(given), allowances.list()]).toEqual([false, []]);
  });
});
