import { describe, expect, it } from 'vitest';
import { recordOf } from '../../../src/core/writes/commands/registry.ts';
import { type SnapshotScope, snapshotScopeOf, WIDEST } from '../../../src/core/writes/snapshot-scope.ts';

const touches = (text: string): SnapshotScope => {
  const [subcommand = '', ...words] = text.split(' ');
  const record = recordOf(subcommand);
  return snapshotScopeOf({ record, line: record?.read(words, '/repo') });
};

const inTheWayOf = (...revisions: string[]) => ({ inTheWayOf: revisions });

describe('8.6 what a command can touch', () => {
  it.each([
    ['push --force origin main', false, 'none'],
    ['branch -D x', false, 'none'],
    ['tag -d v1', false, 'none'],
    ['config a.b c', false, 'none'],
    ['reset --soft HEAD~1', false, 'none'],
    ['reset HEAD~1', true, 'none'],
    ['reset --hard', true, inTheWayOf('HEAD')],
    ['reset --har HEAD~3', true, inTheWayOf('HEAD~3')],
    ['reset --soft --hard', true, inTheWayOf('HEAD')],
    ['reset --soft --mixed', true, 'none'],
    ['reset --hard --end-of-options HEAD~3', true, inTheWayOf('HEAD~3')],
    ['reset --keep -q main', true, inTheWayOf('main')],
    ['add -A', true, 'none'],
    ['commit -am words', true, 'none'],
    ['checkout side', true, inTheWayOf('side')],
    ['checkout -', true, inTheWayOf('@{-1}')],
    ['checkout -qb new origin/main', true, inTheWayOf('origin/main')],
    ['checkout -- .', true, 'none'],
    ['checkout side -- a b', true, inTheWayOf('side')],
    ['switch --create=new side', true, inTheWayOf('side')],
    ['switch -c new', true, 'none'],
    ['restore --source side a', true, inTheWayOf('side')],
    ['restore -sside a', true, inTheWayOf('side')],
    ['restore -SWsside a', true, inTheWayOf('side')],
    ['restore --s side a', true, inTheWayOf('side')],
    ['restore a', true, 'none'],
    ['merge -m words side', true, inTheWayOf('side')],
    ['merge --abort', true, inTheWayOf('HEAD', '@{upstream}')],
    ['rebase --onto a b c', true, inTheWayOf('b', 'c', 'a', 'HEAD')],
    ['rebase --continue', true, 'visible'],
    ['rebase -x make main', true, 'visible'],
    ['cherry-pick -x a b', true, inTheWayOf('a', 'b')],
    ['cherry-pick a..b', true, 'visible'],
    ['revert a', true, inTheWayOf('a', 'a^')],
    ['pull', true, 'visible'],
    ['clean -fd', false, 'visible'],
    ['clean -fdx', false, 'ignored'],
    ['clean -f -X', false, 'ignored'],
    ['clean -ffd', false, 'ignored'],
    ['clean --force -d -f', false, 'ignored'],
    ['clean --forc --fo', false, 'ignored'],
    ['clean -f -e -- -x', false, 'ignored'],
    ['clean -qxf', false, 'ignored'],
    ['stash', true, 'none'],
    ['stash push -u', true, 'visible'],
    ['stash -a', true, 'ignored'],
    ['stash -a -- drop', true, 'ignored'],
    ['stash -m drop', true, 'none'],
    ['stash -- drop', true, 'none'],
    ['stash -q drop', true, 'visible'],
    ['stash pop', true, 'visible'],
    ['stash drop', false, 'none'],
    ['mv a b', true, 'visible'],
    ['mv -f a b', true, 'ignored'],
    ['submodule deinit -f lib', true, 'ignored'],
  ] as const)('git %s', (text, tracked, untracked) => {
    expect(touches(text)).toMatchObject({ tracked, untracked });
  });

  it('names what else goes', () => {
    expect(touches('worktree remove --force ../tree').workTrees).toEqual(['../tree', '/tree']);
    expect(touches('worktree remove -- ../tree').workTrees).toEqual(['../tree', '/tree']);
    expect(touches('worktree add ../tree').workTrees).toEqual([]);
    expect(touches('gc --prune=now')).toMatchObject({ unreachable: true, reflogs: true });
    expect(touches('reflog expire --all').reflogs).toBe(true);
    expect(touches('branch -D x').reflogs).toBe(true);
    expect(touches('branch x').reflogs).toBe(false);
    expect(touches('submodule update').submodules).toBe(true);
  });

  it('what nobody knows can touch anything', () => {
    expect(touches('frobnicate')).toEqual(WIDEST);
    expect(touches('constructor')).toEqual(WIDEST);
  });
});
