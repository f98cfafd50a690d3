import { expect, it } from 'vitest';
import { quoted } from '../../../../src/core/writes/impact/wording.ts';

it.each([
  ['topic', "'topic'"],
  ['two\nlines', "'two\\nlines'"],
  ['v1\u2800\u200b0', "'v1\\u2800\\u200b0'"],
  ['m\u0430in', "'m\\u0430in'"],
])('8.2 a name in a sentence shows what it is made of: %j', (name, shown) => {
  expect(quoted(name)).toBe(shown);
});
