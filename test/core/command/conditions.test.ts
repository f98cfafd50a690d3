import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../support/verdict-of.ts';

describe('3.9a reads on condition', () => {
  const diffs = ['diff.external', 'diff.*.command', 'diff.*.textconv'];
  it.each([
    ['git range-diff main~2..main topic~2..topic', diffs],
    ['git range-diff --creation-factor=90 @{u} main topic', diffs],
    ['git notes show HEAD', diffs],
    ['git notes --ref=review show', diffs],
    ['git status -v', diffs],
    ['git status -sv', diffs],
    ['git status --verb', diffs],
    ['git log --alternate-refs', ['core.alternaterefscommand']],
    ['git rev-list --alternate-refs --all', ['core.alternaterefscommand']],
    ['git log --remerge-diff', ['merge.*.driver', 'merge.default', 'merge.renormalize']],
    ['git show --remerge-diff HEAD', ['merge.*.driver', 'merge.default', 'merge.renormalize']],
    ['git archive HEAD', ['filter.*.process', 'filter.*.smudge', 'tar.*.command']],
    ['git archive --format=zip --prefix=x/ HEAD src', ['filter.*.process', 'filter.*.smudge', 'tar.*.command']],
  ])('%s', (command, unset) => {
    expect(verdictOf(command)).toMatchObject({ class: 'read-only', effects: [], condition: { unset, files: [] } });
  });

  const recursing = ['push.recursesubmodules', 'submodule.recurse'];
  it.each([
    ['git push --dry-run', recursing],
    ['git push -n origin main', recursing],
    ['git push --dry-run --force-with-lease origin topic', recursing],
    ['git push -nf origin +main', recursing],
    ['git push -nu origin HEAD', recursing],
    ['git push --dry-run --delete origin topic', recursing],
    ['git push --tags --dry', recursing],
    ['git push --no-recurse-submodules -n', []],
    ['git push --recurse-submodules=no -n', []],
  ])('%s', (command, unset) => {
    expect(verdictOf(command)).toMatchObject({
      class: 'read-only',
      effects: ['network'],
      condition: { unset: ['push.negotiate', ...unset], files: [] },
    });
  });

  it.each([
    ['git push', 'mutating'],
    ['git push --dry-run --no-dry-run', 'mutating'],
    ['git push --dry-run --mirror', 'refused'],
    ['git push --dry-run --verify', 'mutating'],
    ['git push --dry-run --repo=origin', 'mutating'],
    ['git push --dry-run --signed', 'mutating'],
    ['git push --dry-run -o x', 'mutating'],
    ['git push --dry-run --recurse-submodules=on-demand', 'mutating'],
    ['git push --dry-run --recurse-submodules=check', 'mutating'],
    ['git push --dry-run ext::sh', 'refused'],
    ['git push --dry-run --receive-pack=x', 'refused'],
    ['git push --dry-run --exec x', 'refused'],
    ['git push -o --dry-run', 'mutating'],
    ['git push -- --dry-run', 'mutating'],
    ['git push origin --unheard-of', 'mutating'],
  ])('%s sends, or may: %s', (command, verdict) => {
    const found = verdictOf(command);
    expect(found.class).toBe(verdict);
    if (verdict === 'mutating') expect(found.effects).toEqual(expect.arrayContaining(['network', 'writes-remote']));
  });

  it.each(['git push --dry-run https://example.com/x.git', 'git push -n ../elsewhere'])(
    'reads outside: %s',
    command => {
      expect(verdictOf(command).effects).toContain('reads-outside');
    },
  );

  it('of files that may not be folders', () => {
    expect(verdictOf('git diff --no-index a.txt /dev/null')).toMatchObject({
      class: 'read-only',
      condition: { unset: [], files: ['a.txt', '/dev/null'] },
    });
  });

  it.each(['git log', 'git status', 'git archive --list', 'git diff a b'])('none: %s', command => {
    expect(verdictOf(command)).not.toHaveProperty('condition');
  });

  it.each([
    'git archive --format=tgz HEAD',
    'git archive -o x.tar HEAD',
    'git archive --remote=origin HEAD',
    'git archive HEAD .env',
    'git range-diff --output=x a b c',
    'git range-diff --textconv a b c',
    'git status -v .env',
  ])('not a read at all: %s', command => expect(verdictOf(command).class).not.toBe('read-only'));
});

describe('3.9a a separate value that begins with a dash', () => {
  it.each([
    'git branch --sort -committerdate',
    'git tag --sort -v:refname',
    'git for-each-ref --sort -creatordate --count 5',
    "git grep -e '--dry-run'",
    "git grep -n -e '->next'",
    "git grep -- '--dry-run'",
    "git grep -n -- '-Wall' src",
    "git log -S '--dry-run'",
    "git log --grep '--no-verify'",
    "git log --author '-x'",
  ])('is one: %s', command => expect(verdictOf(command).class).toBe('read-only'));

  it.each([
    'git branch --sort -D x',
    'git branch --sort --list x',
    'git branch --sort -d',
    'git branch --format -committerdate x',
    'git grep -e -O x',
    'git grep -e -Ovi x',
    'git grep -e --open-files-in-pager x',
    'git grep -e --op x',
    'git grep -e -- x',
    'git log -S --output=x',
    'git log -n -1',
    'git tag --sort -signature',
    'git branch --contains -committerdate x',
  ])('is none: %s', command => expect(verdictOf(command).class).not.toBe('read-only'));
});

describe('what looks like a path and is a pattern', () => {
  it.each([
    "git grep -n '/api/v1'",
    "git grep '../utils'",
    "git grep -n '/etc/passwd' -- src",
    'git grep / HEAD -- src',
  ])('%s', command => expect(verdictOf(command).class).toBe('read-only'));
  it.each([
    'git grep -e x /etc/passwd',
    'git grep x /etc/passwd',
    'git grep --no-index --not /etc/passwd',
    'git grep --no-index --or /etc/passwd',
    'git grep --no-index --and /etc/passwd',
    'git grep --no-index -f pattern /etc/passwd',
    "git grep --no-index '(' /etc/passwd",
  ])('a path: %s', command => expect(verdictOf(command).class).not.toBe('read-only'));
});
