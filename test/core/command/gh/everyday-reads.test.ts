import { describe, expect, it } from 'vitest';
import { commandsIn, verdictOf, workspace } from '../../../support/verdict-of.ts';

const enterprise = { ...workspace, hosts: ['github.example.org'] };

describe('everyday gh reads need no click', () => {
  const reads = commandsIn(new URL('everyday-reads.txt', import.meta.url));
  it('there are at least 150, all different', () => {
    expect(reads.length).toBeGreaterThanOrEqual(150);
    expect(new Set(reads).size).toBe(reads.length);
  });
  it.each(reads)('%s', command => {
    const verdict = verdictOf(command, enterprise);
    expect(`${verdict.class}: ${verdict.reason}`).toMatch(/^read-only: /);
  });
});
