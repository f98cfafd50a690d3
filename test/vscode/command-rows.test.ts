import { expect, it } from 'vitest';
import type { Program } from '../../src/core/command/command.ts';
import { complete, NO_NAMES } from '../../src/core/command/complete/complete.ts';
import { hintFor } from '../../src/core/command/complete/hint.ts';
import { programOf } from '../../src/core/command/parse.ts';
import { classifyText } from '../../src/core/command/tables.ts';
import { commandRows, withProgram } from '../../src/vscode/command-rows.ts';

const rows = (typed: string, history: readonly string[] = [], names = NO_NAMES, program: Program = 'git') => {
  const text = withProgram(program, typed);
  return commandRows({
    program,
    text,
    classified: classifyText(programOf(text), text, { roots: ['/r'], cwd: '/r' }),
    hint: hintFor(text),
    completions: complete(text, names),
    history,
  });
};
const first = (typed: string, program?: Program) => rows(typed, [], NO_NAMES, program)[0]?.label;

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
  ['gh ', '$(edit) Type a gh command'],
  ['gh pr list', '$(eye) Read-only'],
])('what is typed as “%s” is shown as %s', (typed, label) => {
  expect(first(typed)).toBe(label);
});

it.each([
  ['', '$(edit) Type a gh command'],
  ['g', '$(edit) Type a gh command'],
  ['git', '$(edit) Type a git command'],
  ['pr list', '$(eye) Read-only'],
  ['gh pr l', '$(ellipsis) Not complete yet'],
  ['gh pr list --sta', '$(ellipsis) Not complete yet'],
  ['gh pr list --state', '$(ellipsis) Not complete yet'],
  ['gh pr merge 12', '$(shield) Mutating'],
  ['gh repo delete octo/demo', '$(flame) Destructive'],
  ['gh auth token', '$(circle-slash) Refused'],
  ['gh pr list | head', '$(error) Not a command'],
  ['git status', '$(eye) Read-only'],
])('where a gh command is asked for, “%s” is shown as %s', (typed, label) => {
  expect(first(typed, 'gh')).toBe(label);
});

it('a mistyped word comes with what may be meant', () => {
  const shown = rows('git stauts');
  expect(shown[0]?.detail).toContain('“stauts”');
  expect(shown[1]?.label).toBe('did you mean');
  expect(shown[2]).toMatchObject({ label: '$(lightbulb) git status', text: 'git status' });
});

it('a mistyped gh command comes with what may be meant, its history before completions', () => {
  const shown = rows('pr lst', ['gh pr lst --web'], NO_NAMES, 'gh');
  expect(shown.map(({ label }) => label)).toEqual([
    '$(flame) Destructive',
    'did you mean',
    '$(lightbulb) gh pr list',
    '$(lightbulb) gh pr ls',
    'history',
    '$(history) gh pr lst --web',
  ]);
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
  ['gh', 'gh'],
  ['gitk', 'git gitk'],
])('git is added to “%s” where it is left out: “%s”', (typed, text) => {
  expect(withProgram('git', typed)).toBe(text);
});

it.each([
  ['pr list', 'gh pr list'],
  ['gh pr list', 'gh pr list'],
  ['git log', 'git log'],
  ['g', 'g'],
  ['gi', 'gh gi'],
  ['git', 'git'],
  ['ghost', 'gh ghost'],
])('gh is added to “%s” where it is left out: “%s”', (typed, text) => {
  expect(withProgram('gh', typed)).toBe(text);
});
