import { expect, it } from 'vitest';
import { isSameQuestion, onlyPart, partOf } from '../../../../src/core/github/probes/parts.ts';

const list = 'repos/octo/demo/pulls?per_page=100&state=open';
const pull = (stars: number, updated: string, title = 'Fix') => [
  {
    ...{ number: 4, title, updated_at: updated },
    head: { sha: 'abc', label: 'octo:fix', repo: { stargazers_count: stars } },
    base: { sha: 'def', repo: null },
  },
];
const part = (name: Parameters<typeof onlyPart>[1], data: unknown) =>
  JSON.stringify(partOf(onlyPart(list, name), data));

it('a pull request is what it is without the counters of its repository', () => {
  const before = part('pulls', pull(1, 'today'));
  expect(part('pulls', pull(2, 'today'))).toBe(before);
  expect(part('pulls', pull(1, 'tomorrow'))).not.toBe(before);
  expect(before).toContain('"sha":"abc"');
  expect(before).toContain('octo:fix');
});

it('and where no more of the last change is printed, without its time', () => {
  const before = part('pulls-themselves', pull(1, 'today'));
  expect(part('pulls-themselves', pull(2, 'tomorrow'))).toBe(before);
  expect(part('pulls-themselves', pull(1, 'today', 'Mend'))).not.toBe(before);
});

it('pull requests are no issues', () => {
  const items = [{ number: 1 }, { number: 4, pull_request: {} }];
  expect(partOf(onlyPart(list, 'issues'), items)).toEqual([{ number: 1 }]);
});

it.each([
  [list, pull(1, 'today')],
  [`${list}#toString`, pull(1, 'today')],
  [`${list}#issues`, { message: 'Moved' }],
])('all counts of %s where nothing else is said, or it is no list', (path, data) => {
  expect(partOf(path, data)).toBeUndefined();
});

it('a part is asked about like the whole', () => {
  expect(isSameQuestion(list, onlyPart(list, 'pulls'))).toBe(true);
  expect(isSameQuestion(list, 'repos/octo/demo/pulls?per_page=100')).toBe(false);
});
