import { expect, it } from 'vitest';
import { createDiffs, versionOf } from '../../../webview/status/diffs.ts';
import { file, status } from '../../gallery/status-states.ts';

function diffsWithPosts() {
  const posts: string[] = [];
  const diffs = createDiffs({
    ask: path => posts.push(path),
    parse: text => [{ key: text, text, depth: 0, heads: false, draw: () => Object.create(null) }],
  });
  const want = (wanted: Readonly<Record<string, string>>) => diffs.want(new Map(Object.entries(wanted)));
  const answer = (text: string | null, notice: string | null = null) =>
    diffs.answer({ id: 1, path: 'a', parts: text === null ? [] : [{ text, side: null }], notice });
  const text = () => diffs.all.get('a')?.parts?.[0]?.lines[0]?.text;
  return { posts, diffs, want, answer, text };
}

it('asks once for what is wanted, and forgets what is not any more', () => {
  const { posts, want, diffs } = diffsWithPosts();
  want({ a: '1' });
  want({ a: '1', b: '1' });
  want({ b: '1' });
  expect(posts).toEqual(['a', 'b']);
  expect([...diffs.all.keys()]).toEqual(['b']);
});

it('asks again for another version and shows the old one until it comes', () => {
  const { posts, want, answer, text } = diffsWithPosts();
  want({ a: '1' });
  answer('old');
  want({ a: '1' });
  want({ a: '2' });
  expect(text()).toBe('old');
  answer('new');
  expect(text()).toBe('new');
  expect(posts).toEqual(['a', 'a']);
});

it('asks one question at a time, and the last one again when it was overtaken', () => {
  const { posts, want, answer } = diffsWithPosts();
  want({ a: '1' });
  for (const version of ['2', '3', '4']) want({ a: version });
  expect(posts).toEqual(['a']);
  answer('of 1');
  expect(posts).toEqual(['a', 'a']);
  answer('of 4');
  expect(posts).toHaveLength(2);
});

it('leaves out an answer nobody waits for', () => {
  const { want, answer, diffs } = diffsWithPosts();
  answer('unasked');
  want({ a: '1' });
  want({});
  answer('late');
  expect(diffs.all.size).toBe(0);
});

it('keeps what was said when there is no diff', () => {
  const { want, answer, diffs } = diffsWithPosts();
  want({ a: '1' });
  answer(null, 'Too large.');
  expect(diffs.all.get('a')).toMatchObject({ parts: null, notice: 'Too large.', asked: false });
});

it('takes a file for changed by its version and by what it is compared with', () => {
  const one = file('a', 'Modified', [1, 1], { version: 1 });
  expect(versionOf(one, status())).toBe(versionOf({ ...one, added: 9 }, status()));
  expect(versionOf(one, status())).not.toBe(versionOf({ ...one, version: 2 }, status()));
  expect(versionOf(one, status())).not.toBe(versionOf(one, status({ diffBase: 'v1' })));
});
