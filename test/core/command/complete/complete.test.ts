import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  complete,
  folderOf,
  type Names,
  NO_NAMES,
  readOptionsOf,
} from '../../../../src/core/command/complete/complete.ts';
import { AFTER_OPTION, GRAMMAR } from '../../../../src/core/command/complete/grammar.ts';
import { OPTION_TEXTS } from '../../../../src/core/command/complete/option-texts.ts';
import { EVERYDAY } from '../../../../src/core/command/complete/subcommand-texts.ts';
import { typedOf } from '../../../../src/core/command/complete/typed.ts';
import { subcommands } from '../../../../src/core/command/git/subcommands.ts';

const names: Names = {
  branches: ['main', 'topic/one', "it's"],
  remoteBranches: ['origin/main'],
  tags: ['v1.0'],
  remotes: ['origin', 'fork'],
  repositories: ['octo/demo'],
  stashes: ['stash@{0}'],
  changed: ['src/a.ts', 'new file.txt', '-f'],
  paths: ['docs/', 'readme.md', 'bad\nname'],
};
const words = (text: string) => complete(text, names).map(({ word }) => word);
const kinds = (text: string) => [...new Set(complete(text, names).map(({ kind }) => kind))];

describe('1.4 completion of what is typed', () => {
  it('begins with everyday subcommands, then the others, the shortest first', () => {
    expect(words('git ').slice(0, 4)).toEqual(['status', 'log', 'diff', 'show']);
    expect(words('git sta')).toEqual(['status', 'stash', 'stage']);
    expect(words('git -C sub lo')).toEqual(['log']);
    expect(complete('git lo', names)).toEqual([
      { kind: 'subcommand', word: 'log', text: 'git log ', about: 'Show the history' },
    ]);
  });

  it.each([
    ['git log ', ['branch', 'remote-branch', 'tag', 'path']],
    ['git log -- ', ['path']],
    ['git push ', ['remote']],
    ['git push origin ', ['branch', 'tag']],
    ['git push --force-with-lease origin ', ['branch', 'tag']],
    ['git fetch ', ['remote']],
    ['git pull ', ['remote']],
    ['git pull origin ', ['branch']],
    ['git switch ', ['branch', 'remote-branch']],
    ['git switch -c ', []],
    ['git merge ', ['branch', 'remote-branch', 'tag']],
    ['git rebase --onto ', ['branch', 'remote-branch', 'tag']],
    ['git branch -d ', ['branch']],
    ['git branch --contains ', ['branch', 'remote-branch', 'tag']],
    ['git tag -d ', ['tag']],
    ['git tag v2 ', ['branch', 'remote-branch', 'tag']],
    ['git add ', ['changed', 'path']],
    ['git restore --source ', ['branch', 'remote-branch', 'tag']],
    ['git restore ', ['changed', 'path']],
    ['git checkout -- ', ['changed', 'path']],
    ['git stash drop ', ['stash']],
    ['git remote remove ', ['remote']],
    ['git commit -m ', []],
    ['git grep ', []],
    ['git -C sub switch ', []],
  ])('%s is followed by %j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('completes the second end of a range', () => {
    expect(words('git log main..to')).toEqual(['main..topic/one']);
    expect(words('git diff main...v')).toEqual(['main...v1.0']);
  });

  it('goes on with the actions of a group', () => {
    expect(words('git stash l')).toEqual(['list']);
    expect(words('git remote sh')).toEqual(['show']);
  });

  it('offers the options of the table with what they do, without those of a read that have an effect', () => {
    expect(complete('git log --on', names)).toContainEqual({
      kind: 'option',
      word: '--oneline',
      text: 'git log --oneline ',
      about: 'One line for each commit',
    });
    expect(words('git branch --li')).toEqual(['--list']);
    expect(words('git diff --outp')).not.toContain('--output');
    expect(words('git diff --ext')).not.toContain('--ext-diff');
    expect(words('git stash list --onel')).toContain('--oneline');
    expect(words('git push --fo')).toContain('--force-with-lease');
    expect(words('git log -')).not.toContain('-<n>');
  });

  it('gives back the whole command, quoted where it has to be, and a folder to go on with', () => {
    expect(complete("git log -S 'a b' i", names)).toEqual([
      { kind: 'branch', word: "it's", text: "git log -S 'a b' 'it'\\''s' ", about: '' },
    ]);
    expect(complete('git add n', names)[0]?.text).toBe("git add 'new file.txt' ");
    expect(complete('git add d', names)[0]?.text).toBe('git add docs/');
  });

  it('never makes an option of a file, nor a command of a name with a line break', () => {
    expect(words('git add ')).toContain('./-f');
    expect(words('git add -- ')).toContain('-f');
    expect(words('git add ').join()).not.toContain('bad');
  });

  it('has nothing to say inside quotes, of another program or of what is no command', () => {
    for (const text of ["git log 'ma", 'hub pr l', 'ls', '', 'git', 'git log | ma']) expect(words(text)).toEqual([]);
  });

  it('is not fooled by names that objects have anyway', () => {
    expect(() => words('git constructor --x')).not.toThrow();
    expect(words('git stash toString --onel')).toBeDefined();
    expect(words('git toString ')).toEqual([]);
  });

  it('names the folder whose files it wants', () => {
    expect(folderOf('git add ')).toBe('');
    expect(folderOf('git add src/core/gi')).toBe('src/core/');
    expect(folderOf('git push ')).toBeUndefined();
    expect(folderOf('git add --for')).toBe('');
  });
});

describe('the tables of completion', () => {
  it('know only subcommands that git has', () => {
    for (const path of [...Object.keys(EVERYDAY), ...Object.keys(GRAMMAR), ...Object.keys(OPTION_TEXTS)])
      expect(typedOf(`git ${path} `)?.path, path).toBe(path);
    expect(complete('git ', NO_NAMES).length).toBe(new Set([...subcommands.keys()]).size);
  });

  it('describe options in one short line', () => {
    const rows = Object.values(OPTION_TEXTS).flatMap(texts => Object.entries(texts));
    for (const [option, text] of rows) expect(text, option).toMatch(/^[A-Z][^\n]{3,64}[^.]$/);
  });

  it('describe only options that git takes', () => {
    for (const [path, texts] of Object.entries(OPTION_TEXTS)) {
      const node = typedOf(`git ${path} `)?.node;
      const table = node && 'options' in node ? new Set([...node.options.values()].map(({ name }) => name)) : new Set();
      const unknown = Object.keys(texts).filter(name => !table.has(name) && !readOptionsOf(node).has(name));
      if (unknown.length === 0) continue;
      const own = execFileSync('git', [...path.split(' '), '--git-completion-helper-all'], { encoding: 'utf8' });
      const listed = new Set(own.split(/\s+/).map(word => word.replace(/=$/, '')));
      const short = /^-\w$/;
      expect(
        unknown.filter(name => !listed.has(name) && !short.test(name)),
        path,
      ).toEqual([]);
    }
  });

  it('say what follows only of options of the table', () => {
    for (const key of Object.keys(AFTER_OPTION)) {
      const [path = '', option = ''] = key.split(/ (?=-)/);
      expect(typedOf(`git ${path} ${option} `)?.lastOption, key).toBe(option);
    }
  });
});
