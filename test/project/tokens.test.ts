import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const src = new URL('../../src/', import.meta.url);
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => name.endsWith('.ts'));
const filesWith = (pattern: RegExp) =>
  files.filter(name => pattern.test(readFileSync(new URL(name, src), 'utf8'))).toSorted();

it('11.1 a token is taken out of its holder for a child’s environment and for Octokit, and nowhere else', () => {
  const holders = filesWith(/TokenInUse|\.inUse\(|\.candidate\(/);
  const takers = filesWith(/\.secret\b|[{,]\s*secret\b/).filter(name => holders.includes(name));
  expect(takers).toEqual(['core/github/gh-runs.ts', 'core/github/octokit.ts', 'core/github/tokens/tokens.ts']);
});

it('11.1 no door holds one: it sees facts, and hands over what a person typed', () => {
  expect(filesWith(/\.inUse\(|\.candidate\(|TokenInUse/).filter(name => !name.startsWith('core/github/'))).toEqual([]);
});
