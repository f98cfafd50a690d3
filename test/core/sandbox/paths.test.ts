import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, sandboxPath } from '../../../src/core/sandbox/files/paths.ts';

describe('10.7 paths of the sandbox', () => {
  it.each([
    ['/workspace/docs/a.md', 'docs/a.md'],
    ['docs/a.md', 'docs/a.md'],
    ['/workspace/', ''],
    ['.', ''],
    ['.gitignore', '.gitignore'],
    ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
    ['git/x', 'git/x'],
    ['a b/ c.txt', 'a b/ c.txt'],
    ['überblick/日本語.txt', 'überblick/日本語.txt'],
  ])('%s is one', (given, inside) => {
    expect(sandboxPath(given)).toEqual({
      zone: 'workspace',
      inside,
      path: inside ? `/workspace/${inside}` : '/workspace',
    });
  });

  it.each([
    '..',
    '../x',
    '/workspace/../etc/passwd',
    'a/../../b',
    './a',
    'a/./b',
    'a//b',
    '/',
    '//workspace/a',
    '/Workspace/a',
    '.git',
    '.git/config',
    'a/.git/hooks/x',
    '.GIT',
    '.Git/config',
    'git~1',
    'GIT~1/config',
    'git~2',
    'GITMOD~1',
    'gi7eba~1',
    'gitatt~1',
    '.git::$INDEX_ALLOCATION/config',
    '.git:stream',
    'a:b',
    'C:\\x',
    'C:/x',
    'a\\b',
    '..\\x',
    '\\\\server\\share',
    '.git\\config',
    '.git.',
    '.git ',
    '.git . .',
    'a.',
    'a ',
    'dir./x',
    'dir /x',
    '...',
    '.g\u200cit',
    '.\u200dgit',
    '.git\ufeff',
    '.gi\u202et',
    '\u206a.git',
    '.g\u00adit',
    '.ｇｉｔ',
    '．git',
    '.git\u034f',
    'a\u0000b',
    'a\nb',
    'a\tb',
    'a\u007fb',
    'a\u0085b',
    'a\ud800b',
    'x\u202egnp.exe',
    'con',
    'NUL',
    'aux.txt',
    'com1',
    'LPT9.log',
    'CONIN$',
    'docs/prn.md',
    'x'.repeat(256),
    'é'.repeat(128),
    `${'d/'.repeat(101)}x`,
    `${`${'x'.repeat(200)}/`.repeat(30)}x`,
  ])('%j is none', given => {
    expect(() => sandboxPath(given)).toThrow(expect.objectContaining({ code: 'bad-path' }));
  });

  it('whatever passes is inside of its zone, in plain names, and comes out as itself', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '.git',
        '.GIT',
        'git~1',
        '',
        'a',
        'B',
        ' ',
        '.',
        '\\',
        ':',
        '\u200d',
        'ﬁ',
        'é',
        'e\u0301',
        '/',
      ),
      fc.string({ maxLength: 3, unit: 'binary' }),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }).map(parts => parts.join('')),
        given => {
          let found: ReturnType<typeof sandboxPath>;
          try {
            found = sandboxPath(given);
          } catch {
            return;
          }
          expect(sandboxPath(found.path)).toEqual(found);
          const names = found.inside === '' ? [] : found.inside.split('/');
          for (const name of names) {
            expect(name).not.toMatch(/^\.{0,2}$|[\\:\p{Cc}]|[. ]$/u);
            expect(foldName(name)).not.toMatch(/^(?:\.git|git~\d)$/);
          }
        },
      ),
      { numRuns: 5000 },
    );
  });
});
