import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import { policyJsonSchema } from '../../../../src/core/writes/policy/json-schema.ts';
import { createPolicy } from '../../../../src/core/writes/policy/policy.ts';
import { git, temporaryFolder } from '../../git/support.ts';

const text = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const root = join(temporaryFolder(), 'repository');
const environment = { ...process.env, HOME: root };
const askPolicy = createPolicy({ git: createGitReader({ environment }), environment });
beforeAll(() => {
  git(join(root, '..'), 'init', '-q', '-b', 'main', 'repository');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'First');
  git(root, 'branch', 'topic');
});

it.each([
  ['git add -A', 'deny'],
  ['git add a.txt', 'deny'],
  ['git commit -m words', 'deny'],
  ['git push origin topic:main', 'deny'],
  ['git push -f origin topic', 'deny'],
  ['git push origin topic', undefined],
  ['git push origin topic:release/2', 'deny'],
  ['git branch -f main topic', 'deny'],
  ['git switch topic', undefined],
  ['gh pr merge 3', 'deny'],
  ['gh release create v1', 'ask'],
  ['gh issue close 3', undefined],
])('the example, by the file of a person on main: %s: %s', async (command, answer) => {
  writeFileSync(join(root, '.sluice.json'), text('examples/policy.sluice.json'));
  const asked = await askPolicy({ kind: 'command', command, repository: root, origin: 'chat', class: 'mutating' });
  expect(asked.policy.problems).toEqual([]);
  expect(asked.restriction?.kind).toBe(answer);
});

it('the schema that the editor completes by is that of the rules; `npm run tools` writes it', () => {
  expect(JSON.parse(text('media/policy.schema.json'))).toEqual(policyJsonSchema());
});
