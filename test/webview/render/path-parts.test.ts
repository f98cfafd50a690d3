import { describe, expect, test } from 'vitest';
import { pathParts } from '../../../webview/render/text/path-parts.ts';
import { commandForPage } from '../../support/verdict-of.ts';

const linksIn = (command: string, line: string) =>
  pathParts(commandForPage(command))(line).filter(({ link }) => link !== null);

describe('ids of digits only', () => {
  test.each([
    ['git reflog', '1234567 HEAD@{0}: commit: 7654321 things', '1234567'],
    ['git cherry main', '+ 1234567890', '1234567890'],
    ['git rev-list HEAD', '12345678901234567890', '12345678901234567890'],
  ])('%s: a line begins with one', (command, line, value) => {
    expect(linksIn(command, line)).toEqual([{ text: value, link: { kind: 'commit', value } }]);
  });

  test('elsewhere a number stays a number', () => {
    expect(linksIn('git status', '\t1234567 things')).toMatchObject([{ link: { kind: 'path' } }]);
    expect(linksIn('git count-objects -v', 'size: 1234567')).toEqual([]);
  });
});

test.each([
  ['git status --short', '?? "caf\\303\\251.txt"'],
  ['git ls-files', '"caf\\303\\251.txt"'],
  ['git diff --name-only', '"caf\\303\\251.txt"'],
])('%s: a path in octal is a link called as the file is', (command, line) => {
  expect(linksIn(command, line)).toEqual([{ text: 'café.txt', link: { kind: 'path', value: 'café.txt' } }]);
});
