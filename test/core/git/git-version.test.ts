import { describe, expect, it } from 'vitest';
import { hasProtection, parseGitVersion } from '../../../src/core/git/git-version.ts';

describe('the version of git', () => {
  it.each([
    ['git version 2.39.5\n', [2, 39, 5]],
    ['git version 2.45.1.windows.1', [2, 45, 1]],
    ['git version 2.39.5 (Apple Git-154)', [2, 39, 5]],
    ['git version 2.54.GIT', [2, 54, 0]],
    ['nonsense', undefined],
  ])('is read from %j', (text, version) => expect(parseGitVersion(text)).toEqual(version));

  it.each([
    ['2.37.7', false, false],
    ['2.38.0', true, false],
    ['2.39.3', true, false],
    ['2.39.4', true, true],
    ['2.44.0', true, false],
    ['2.45.1', true, true],
    ['2.46.0', true, true],
    ['3.0.0', true, true],
    ['unknown', false, false],
  ])('%s says what git protects a read from', (text, bare, local) => {
    const version = parseGitVersion(text);
    expect(hasProtection(version, 'bare-repository')).toBe(bare);
    expect(hasProtection(version, 'local-upload-pack')).toBe(local);
  });
});
