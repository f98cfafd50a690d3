import { expect, test } from 'vitest';
import { oneLine } from '../../../webview/render/log/one-line.ts';

test('an id of letters only is one where the graph marks a commit, and a word elsewhere', () => {
  expect(oneLine('defaced the wall')).toBeNull();
  expect(oneLine('faceabd Turn the dial', true)).toMatchObject({ id: 'faceabd', rest: 'Turn the dial' });
  expect(oneLine('dead ends', true)).toBeNull();
});
