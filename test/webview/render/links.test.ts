import { describe, expect, test } from 'vitest';
import { hasInvisible, spellOutInvisible } from '../../../src/shared/invisible-characters.ts';
import { linkParts } from '../../../webview/render/links.ts';
import { unquotedPath } from '../../../webview/render/quoted-path.ts';
import { pathParts } from '../../../webview/render/text/path-parts.ts';
import { commandForPage } from '../../support/verdict-of.ts';

const linksIn = (text: string, parts = linkParts) =>
  parts(text).flatMap(({ link }) =>
    link === null ? [] : [`${link.kind}:${link.value}${link.line ? `:${link.line}` : ''}`],
  );

describe('links in text', () => {
  test.each([
    ['fixes #12 and (#345)', ['issue:12', 'issue:345']],
    ['abc&#12; foo#12 x/#3', []],
    ['see https://a.example/b?c=d#e.', ['url:https://a.example/b?c=d#e']],
    ['(https://a.example/w_(x)), then', ['url:https://a.example/w_(x)']],
    ['<https://a.example>', ['url:https://a.example']],
    ['javascript:alert(1) ftp://x file:///etc/passwd', []],
    ['https:// alone', []],
    ['index abc1234..def5678 100644', ['commit:abc1234', 'commit:def5678']],
    ['1234567 20240101 defaced', []],
    ['1234567890123456789012345678901234567890', ['commit:1234567890123456789012345678901234567890']],
    ['ABC1234 xabc1234 abc1234z uuid-abc1234', []],
  ])('%s', (text, expected) => {
    expect(linksIn(text)).toEqual(expected);
  });

  test('are bounded in number, and the text stays whole', () => {
    const text = '#1 '.repeat(5000);
    expect(linksIn(text)).toHaveLength(200);
    expect(
      linkParts(text)
        .map(part => part.text)
        .join(''),
    ).toBe(text);
  });

  test('never hold more than a message may', () => {
    expect(linksIn(`https://a.example/${'x'.repeat(5000)}`)).toEqual([]);
  });

  test('do not take what turns the direction of writing into an address', () => {
    expect(linksIn('https://a.example/\u202egnp.exe')).toEqual(['url:https://a.example/']);
  });
});

describe('paths, where the command prints them', () => {
  const git = (...args: string[]) => pathParts(commandForPage(`git ${args.join(' ')}`));
  test.each([
    [['status', '-s'], ' M src/a b.ts', ['path:src/a b.ts']],
    [['status', '--short'], 'R  old.ts -> "n\\303\\251w.ts"', ['path:old.ts', 'path:néw.ts']],
    [['status', '-sb'], '## main...origin/main', []],
    [['status'], '\tmodified:   src/x.ts', ['path:src/x.ts']],
    [['diff', '--name-only'], 'a/b.ts', ['path:a/b.ts']],
    [['diff', '--name-status'], 'R100\told\tnew', ['path:old', 'path:new']],
    [['grep', '-n', 'x'], 'src/a.ts:12:see #7', ['path:src/a.ts:12', 'issue:7']],
    [['grep', '-l', 'x'], 'src/a.ts', ['path:src/a.ts']],
    [['ls-files'], 'a b', ['path:a b']],
    [['branch'], 'a/b', []],
  ])('git %j: %s', (args, line, expected) => {
    expect(linksIn(line, git(...args))).toEqual(expected);
  });
});

test('quoted paths are read as git wrote them', () => {
  expect(unquotedPath('"q\\"uo\\tt\\303\\251\\nx.txt"')).toBe('q"uo\tté\nx.txt');
  expect(unquotedPath('plain "not" quoted')).toBe('plain "not" quoted');
});

test('invisible characters are spelled out', () => {
  expect(spellOutInvisible('a\u001b[31mb\u202ec\u0000d\r')).toBe('a\\x1b[31mb\\u202ec\\x00d\\r');
  expect(spellOutInvisible('x\u{e0041}\u200b')).toBe('x\\u{e0041}\\u200b');
  expect(spellOutInvisible('\u115f\u1160\u3164\uffa0')).toBe('\\u115f\\u1160\\u3164\\uffa0');
  expect(hasInvisible('plain\ttext é 漢字')).toBe(false);
});
