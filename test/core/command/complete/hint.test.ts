import { expect, it } from 'vitest';
import { hintFor } from '../../../../src/core/command/complete/hint.ts';

it.each([
  ['git lo', 'subcommand'],
  ['git log --onel', 'option'],
  ['git log -', 'option'],
  ['git commit --am', 'option'],
  ['gh pr l', 'subcommand'],
  ['gh -R octo/demo pr li', 'subcommand'],
  ['gh repo deploy-key li', 'subcommand'],
  ['gh pr list --sta', 'option'],
  ['gh pr edit --add-la', 'option'],
  ['gh pr list --state', 'value'],
  ['gh pr create --title ', 'value'],
  ['gh pr list -R ', 'value'],
  ["gh pr list --search 'is:", 'quote'],
  ['git log --since', 'value'],
  ['git commit -m ', 'value'],
  ["git commit -m 'half", 'quote'],
])('%s is not complete yet: it lacks its %s', (text, lacks) => {
  expect(hintFor(text)).toMatchObject({ kind: 'incomplete', lacks });
});

it.each([
  ['git stauts', ['git status']],
  ['git comit -m x', ['git commit -m x']],
  ['git lgo --oneline', ['git log --oneline']],
  ['git log --onelien', ['git log --oneline']],
  ['git push --force-with-laese', ['git push --force-with-lease']],
  ['git stauts stauts', ['git status stauts']],
  ['gh isue', ['gh issue']],
  ['gh pr lst', ['gh pr list']],
  ['gh pr lst --state open', ['gh pr list --state open']],
  ['gh -R octo/demo pr veiw 12', ['gh -R octo/demo pr view 12']],
])('of %s it says: did you mean %j', (text, fixed) => {
  const hint = hintFor(text);
  expect(hint?.kind === 'mistyped' && hint.fixes.map(fix => fix.text)).toEqual(expect.arrayContaining(fixed));
});

it.each([
  'git status',
  'git log --oneline',
  'git log -5',
  'git log',
  'git ',
  'git commit -m x',
  'git xyzzy',
  'gh pr list',
  'gh pr ',
  'gh xyzzy',
  'gh pr list --state open',
  'gh api repos/octo/demo',
  'git log | x',
  'git add -- --al',
])('of %s it says nothing', text => {
  expect(hintFor(text)).toBeUndefined();
});
