import { describe, expect, it } from 'vitest';
import { changeCommands } from '../../../../src/core/repository/status/change-commands.ts';
import type { ChangedFile } from '../../../../src/core/repository/status/parse-status.ts';

const file = (path: string, letters: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  originalPath: null,
  type: letters === '??' ? 'Untracked' : 'Modified',
  staged: letters.charAt(0),
  unstaged: letters.charAt(1),
  submodule: null,
  ...more,
});

const FILES = [file('both', 'MM'), file('disk', '.M'), file('index', 'M.'), file('new', '??')];
const commands = (...given: Parameters<typeof changeCommands>) => {
  const made = changeCommands(...given);
  return made.ok ? made.commands : made.reason;
};

describe('changes become commands', () => {
  it('of the files that the action is for', () => {
    expect(commands('stage', FILES, null)).toEqual(['git add -- both disk new']);
    expect(commands('unstage', FILES, null)).toEqual(['git reset -q -- both index']);
    expect(commands('discard', FILES, null)).toEqual(['git restore -- both disk', 'git clean -f -- new']);
    expect(commands('discard', FILES.slice(2, 3), null)).toBe('nothing');
  });

  it('with both names of what was renamed', () => {
    const renamed = file('now', 'R.', { type: 'Renamed', originalPath: 'before' });
    expect(commands('unstage', [renamed], null)).toEqual(['git reset -q -- now before']);
  });

  it('that never throw away a side of a conflict, a submodule or a repository inside', () => {
    const conflict = file('c', 'UU', { type: 'Conflicted' });
    const submodule = file('s', '.M', { submodule: { commitChanged: true, modified: false, untracked: false } });
    expect(commands('discard', [conflict, submodule, file('nested/', '??')], null)).toBe('nothing');
    expect(commands('unstage', [conflict], null)).toBe('nothing');
  });

  it.each([
    ['--force', 'git add -- --force'],
    ['a b; rm -rf ~', "git add -- 'a b; rm -rf ~'"],
    ["it's", "git add -- 'it'\\''s'"],
    ['*', "git add -- ':(literal)*'"],
    [':(exclude)x', "git add -- ':(literal):(exclude)x'"],
    ['[a-z]', "git add -- ':(literal)[a-z]'"],
    ['$(touch x)', "git add -- '$(touch x)'"],
  ])('in which a name is nothing but a name: %s', (path, command) => {
    expect(commands('stage', [file(path, '.M')], null)).toEqual([command]);
  });

  it('that name the folder where there are too many names', () => {
    const many = Array.from({ length: 501 }, (_, at) => file(`src/${at}`, '.M'));
    expect(commands('stage', many, null)).toBe('too-many');
    expect(commands('stage', many, 'src')).toEqual(['git add -- src']);
    expect(commands('stage', many, '')).toEqual(['git add -- .']);
  });
});
