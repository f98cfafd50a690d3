import { describe, expect, it } from 'vitest';
import { parse } from '../../src/core/command/parse.ts';
import { COMMIT_COMMANDS } from '../../src/vscode/commit-commands.ts';
import { commandOf, verdictOf } from '../support/verdict-of.ts';

const commit = { id: '9be04d1', parents: ['77a1c02'] };
const merge = { id: '9be04d1', parents: ['77a1c02', '5d1be0c'] };

describe('the commands of a commit’s menu', () => {
  it.each([
    COMMIT_COMMANDS.show(commit),
    COMMIT_COMMANDS.compareWithWorkTree(commit),
    COMMIT_COMMANDS.compareWith(commit, 'main'),
  ])('%s reads', text => expect(verdictOf(text).class).toBe('read-only'));

  it.each([
    COMMIT_COMMANDS.checkOut(commit),
    COMMIT_COMMANDS.checkOutBranch('main'),
    COMMIT_COMMANDS.reset(commit, 'soft'),
    COMMIT_COMMANDS.cherryPick(commit),
    COMMIT_COMMANDS.revert(commit),
  ])('%s waits at the gate', text => expect(verdictOf(text).class).toBe('mutating'));

  it('a hard reset is destructive', () => {
    expect(verdictOf(COMMIT_COMMANDS.reset(commit, 'hard'))).toMatchObject({ class: 'mutating', risk: 'destructive' });
  });

  it('take a merge as what it brought to its first parent', () => {
    expect(COMMIT_COMMANDS.cherryPick(merge)).toBe('git cherry-pick -m 1 9be04d1');
    expect(COMMIT_COMMANDS.revert(merge)).toBe('git revert --no-edit -m 1 9be04d1');
  });

  it.each(["a'b;c", '$(touch x)', 'a|b', '`id`', 'a&&b', 'ü"q"'])(
    'leave a branch called %s one word, whatever is in it',
    name => {
      const parsed = parse('git', COMMIT_COMMANDS.checkOutBranch(name));
      expect(parsed.ok && parsed.args).toEqual(['checkout', name, '--']);
      expect(commandOf(COMMIT_COMMANDS.compareWith(commit, name)).rest).toContain(name);
    },
  );
});
