import { describe, expect, it } from 'vitest';
import { complete } from '../../../src/core/command/complete.ts';

const refs = ['main', 'topic/one', "it's", 'v1.0'];
const words = (text: string) => complete(text, refs).map(({ word }) => word);

describe('1.4 completion of what is typed', () => {
  it('begins with subcommands, the shortest first', () => {
    expect(words('git lo')).toEqual(['log']);
    expect(words('git ')).toContain('status');
    expect(words('git sta')).toEqual(['stage', 'stash', 'status']);
  });
  it('goes on with refs and with the actions of a group', () => {
    expect(words('git log to')).toEqual(['topic/one']);
    expect(words('git log main..')).toEqual([]);
    expect(words('git stash l')).toEqual(['list']);
    expect(words('git remote sh')).toEqual(['show']);
  });
  it('offers the options of the table, without those that have an effect', () => {
    expect(words('git log --on')).toContain('--oneline');
    expect(words('git branch --li')).toEqual(['--list']);
    expect(words('git diff --outp')).not.toContain('--output');
    expect(words('git diff --ext')).not.toContain('--ext-diff');
    expect(words('git stash list --onel')).toContain('--oneline');
  });
  it('gives back the whole command, quoted where it has to be', () => {
    expect(complete("git log -S 'a b' i", refs)).toEqual([
      { kind: 'ref', word: "it's", text: "git log -S 'a b' 'it'\\''s'" },
    ]);
  });
  it('has nothing to say inside quotes, of another program or of what is no command', () => {
    for (const text of ["git log 'ma", 'gh pr l', 'ls', '', 'git', 'git log | ma']) expect(words(text)).toEqual([]);
  });
  it('is not fooled by names that objects have anyway', () => {
    expect(() => words('git constructor --x')).not.toThrow();
    expect(words('git stash toString --onel')).toBeDefined();
  });
});
