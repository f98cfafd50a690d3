import { expect, it } from 'vitest';
import { complete, NO_NAMES } from '../../src/core/command/complete/complete.ts';
import { hintFor } from '../../src/core/command/complete/hint.ts';
import { classifyText } from '../../src/core/command/tables.ts';
import { commandRows, withGit } from '../../src/vscode/command-rows.ts';

const rows = (typed: string, history: readonly string[] = [], names = NO_NAMES) => {
  const text = withGit(typed);
  return commandRows({
    text,
    classified: classifyText('git', text, { roots: ['/r'], cwd: '/r' }),
    hint: hintFor(text),
    completions: complete(text, names),
    history,
  });
};
const first = (typed: string) => rows(typed)[0]?.label;

it.each([
  ['status', '$(eye) Read-only'],
  ['git log --oneline -3', '$(eye) Read-only'],
  ['git tag x', '$(shield) Mutating'],
  ['git reset --hard', '$(flame) Destructive'],
  ['git rebase -x sh', '$(circle-slash) Refused'],
  ['git log --onel', '$(ellipsis) Not complete yet'],
  ['git lo', '$(ellipsis) Not complete yet'],
  ["git commit -m 'x", '$(ellipsis) Not complete yet'],
  ['git log; rm', '$(error) Not a command'],
  ['g', '$(edit) Type a git command'],
  ['', '$(edit) Type a git command'],
])('what is typed as “%s” is shown as %s', (typed, label) => {
  expect(first(typed)).toBe(label);
});

it('a mistyped word comes with what may be meant', () => {
  const shown = rows('git stauts');
  expect(shown[0]?.detail).toContain('“stauts”');
  expect(shown[1]?.label).toBe('did you mean');
  expect(shown[2]).toMatchObject({ label: '$(lightbulb) git status', text: 'git status' });
});

it('history that begins just so comes before completions, other history after them', () => {
  const labels = rows('git lo', ['git log -3', 'git blog', 'git show lo']).map(({ label }) => label);
  expect(labels.slice(1)).toEqual([
    'history',
    '$(history) git log -3',
    'completions',
    '$(symbol-method) log',
    'history',
    '$(history) git blog',
    '$(history) git show lo',
  ]);
});

it('names that would draw icons or turn the line around are shown as they are', () => {
  const names = { ...NO_NAMES, branches: ['$(trash)x', 'a\u202Eb'] };
  const labels = rows('git switch ', [], names)
    .map(({ label }) => label)
    .join('\n');
  expect(labels).toContain('\\$(trash)x');
  expect(labels).not.toContain('\u202E');
});

it.each([
  ['log', 'git log'],
  ['git log', 'git log'],
  [' git log', 'git log'],
  ['gi', 'gi'],
  ['gh pr list', 'gh pr list'],
  ['gitk', 'git gitk'],
])('git is added to “%s” where it is left out: “%s”', (typed, text) => {
  expect(withGit(typed)).toBe(text);
});
