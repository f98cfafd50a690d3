import { describe, expect, it } from 'vitest';
import { recordOf } from '../../../src/core/writes/commands/registry.ts';
import { type SnapshotScope, snapshotScopeOf, WIDEST } from '../../../src/core/writes/snapshot-scope.ts';

const touches = (text: string): SnapshotScope => {
  const [subcommand = '', ...words] = text.split(' ');
  const record = recordOf(subcommand);
  return snapshotScopeOf({ record, line: record?.read(words, '/repo') });
};

/** Sources of what is written, without those that are empty. */
function sourcesOf(text: string): object | null {
  const { writes } = touches(text);
  return (
    writes && Object.fromEntries(Object.entries(writes).filter(([, value]) => value !== false && value.length !== 0))
  );
}

const index = {};
const widest = { trees: ['HEAD'], everyTracked: true };
const from = (...trees: string[]) => ({ trees });
const merged = (...trees: string[]) => ({ trees, merges: true });
const stash = (name: string) => ({ trees: ['HEAD'], stashes: [name], merges: true, besideIndex: true });
const unfinished = { trees: ['HEAD'], unfinished: true, merges: true };

describe('8.6 what a command can touch', () => {
  it.each([
    ['push --force origin main', false, 'none', null],
    ['branch -D x', false, 'none', null],
    ['tag -d v1', false, 'none', null],
    ['config a.b c', false, 'none', null],
    ['reset --soft HEAD~1', false, 'none', null],
    ['reset HEAD~1', true, 'none', null],
    ['reset --hard', true, 'none', from('HEAD')],
    ['reset --har HEAD~3', true, 'none', from('HEAD~3')],
    ['reset --soft --hard', true, 'none', from('HEAD')],
    ['reset --soft --mixed', true, 'none', null],
    ['reset --hard --end-of-options HEAD~3', true, 'none', from('HEAD~3')],
    ['reset --keep -q main', true, 'none', from('main')],
    ['add -A', true, 'none', null],
    ['commit -am words', true, 'none', null],
    ['checkout side', true, 'none', from('side')],
    ['checkout -', true, 'none', from('@{-1}')],
    ['checkout -qb new origin/main', true, 'none', from('origin/main')],
    ['checkout -- .', true, 'none', index],
    ['checkout -f', true, 'none', from('HEAD', 'HEAD')],
    ['checkout side -- a b', true, 'none', from('side')],
    ['checkout -U 3 side', true, 'none', from('side')],
    ['checkout --end-of-options side -- a', true, 'none', from('side')],
    ['checkout --frobnicate x side', true, 'ignored-files', widest],
    ['switch --create=new side', true, 'none', from('side')],
    ['switch -c new', true, 'none', from('HEAD')],
    ['restore --source side a', true, 'none', { ...from('side'), besideIndex: true }],
    ['restore -sside a', true, 'none', { ...from('side'), besideIndex: true }],
    ['restore -SWsside a', true, 'none', { ...from('side', 'HEAD'), besideIndex: true }],
    ['restore -SW a', true, 'none', from('HEAD')],
    // Git takes neither --source nor --staged for what is meant.
    ['restore --s side a', true, 'ignored-files', widest],
    ['restore a', true, 'none', index],
    ['merge -m words side', true, 'none', merged('HEAD', 'side')],
    ['merge -m --abort side', true, 'none', merged('HEAD', 'side')],
    ['merge', true, 'none', merged('HEAD', '@{upstream}')],
    ['merge --abort', true, 'visible', unfinished],
    ['rebase --onto a b c', true, 'none', { ...merged('b', 'a', 'c', 'HEAD'), commits: ['c', '^b'] }],
    ['rebase --root', true, 'none', { ...merged('HEAD', 'HEAD'), commits: ['HEAD'] }],
    ['rebase --continue', true, 'visible', unfinished],
    ['rebase -x make main', true, 'ignored-files', widest],
    ['cherry-pick -x a b', true, 'none', { commits: ['a', 'b'], merges: true }],
    ['cherry-pick -s a b', true, 'none', { commits: ['a', 'b'], merges: true }],
    ['cherry-pick a..b', true, 'none', { commits: ['a..b'], merges: true }],
    ['cherry-pick --skip', true, 'visible', unfinished],
    ['revert a', true, 'none', { commits: ['a'], merges: true }],
    ['pull', true, 'ignored-files', { ...merged('HEAD', '@{upstream}'), everyTracked: true }],
    ['apply -p0 a.patch', true, 'visible', { patches: ['-p0', '/repo/a.patch'], besideIndex: true }],
    ['read-tree -u --reset side', true, 'none', from('side', 'HEAD')],
    ['read-tree side', true, 'none', null],
    ['clean -fd', true, 'visible', index],
    ['clean -fdx', true, 'ignored', index],
    ['clean -f -X', true, 'ignored', index],
    ['clean -ffd', true, 'ignored', index],
    ['clean --force -d -f', true, 'ignored', index],
    ['clean --forc --fo', true, 'ignored', index],
    ['clean -f -e -- -x', true, 'ignored', index],
    ['clean -f -e -x', true, 'visible', index],
    ['clean -qxf', true, 'ignored', index],
    ['clean -f --frobnicate', true, 'ignored', index],
    ['stash', true, 'none', from('HEAD')],
    ['stash push -u', true, 'visible', from('HEAD')],
    ['stash -a', true, 'ignored', from('HEAD')],
    ['stash -a -- drop', true, 'ignored', from('HEAD')],
    ['stash -m drop', true, 'none', from('HEAD')],
    ['stash -m clear', true, 'none', from('HEAD')],
    ['stash -mclear', true, 'none', from('HEAD')],
    ['stash -qm clear', true, 'none', from('HEAD')],
    ['stash --message clear', true, 'none', from('HEAD')],
    ['stash --mess clear', true, 'none', from('HEAD')],
    ['stash -um clear', true, 'visible', from('HEAD')],
    ['stash -ma', true, 'none', from('HEAD')],
    ['stash push -m clear -a', true, 'ignored', from('HEAD')],
    ['stash --pathspec-from-file drop', true, 'none', from('HEAD')],
    ['stash save -u clear', true, 'visible', from('HEAD')],
    ['stash --frobnicate clear', true, 'ignored', widest],
    ['stash -- drop', true, 'none', from('HEAD')],
    ['stash pop', true, 'visible', stash('refs/stash')],
    ['stash pop --index 1', true, 'visible', stash('refs/stash@{1}')],
    ['stash apply -q stash@{2}', true, 'visible', stash('stash@{2}')],
    ['stash branch new stash@{1}', true, 'visible', stash('stash@{1}')],
    ['stash drop', false, 'none', null],
    ['stash clear', false, 'none', null],
    ['mv a b', true, 'visible', { paths: ['/repo/b', '/repo/b/a'], everyTracked: true }],
    ['mv -f a b', true, 'visible', { paths: ['/repo/b', '/repo/b/a'], everyTracked: true }],
    ['submodule deinit -f lib', true, 'ignored', null],
    ['submodule -q --cached deinit -f lib', true, 'ignored', null],
    ['submodule --quiet update deinit', true, 'none', null],
    ['submodule update --reference deinit', true, 'ignored', null],
  ] as const)('git %s', (text, tracked, untracked, sources) => {
    expect(touches(text)).toMatchObject({ tracked, untracked });
    expect(sourcesOf(text)).toEqual(sources);
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
