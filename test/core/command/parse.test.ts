import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse, programOf } from '../../../src/core/command/parse.ts';
import { quote } from '../../../src/core/command/quote.ts';
import fc from '../../support/fast-check.ts';

const words = (text: string) => {
  const parsed = parse('git', text);
  return parsed.ok ? parsed.args : parsed.message;
};

describe('2.1 one string in, one argv out', () => {
  it.each<[string, string[]]>([
    ['git log --oneline', ['log', '--oneline']],
    ['git  log   -1 ', ['log', '-1']],
    ["git commit -m 'a > b; c'", ['commit', '-m', 'a > b; c']],
    ['git log --format="%h | %s"', ['log', '--format=%h | %s']],
    ['git commit -m "say \\"hi\\" \\\\ \\$5 \\`x\\` \\n"', ['commit', '-m', 'say "hi" \\ $5 `x` \\n']],
    ["git commit -m 'it'\\''s'", ['commit', '-m', "it's"]],
    ["git log ''", ['log', '']],
    ['git log a"b"\'c\'d', ['log', 'abcd']],
    ['git log \\| \\; \\& \\> \\< \\`', ['log', '|', ';', '&', '>', '<', '`']],
    ['git log $HOME ~ * {a,b} #x !1', ['log', '$HOME', '~', '*', '{a,b}', '#x', '!1']],
    ["git log '$(x)' '`x`'", ['log', '$(x)', '`x`']],
    ['git log "$HOME" \\$(', ['log', '$HOME', '$(']],
    ['git log a\\', ['log', 'a\\']],
    ['git log HEAD@{1} HEAD^{tree}', ['log', 'HEAD@{1}', 'HEAD^{tree}']],
  ])('%s', (text, expected) => expect(words(text)).toEqual(expected));
});

describe('2.2 errors, exact texts', () => {
  const operators = 'Shell operators are not allowed. Pass a single git command.';
  it.each<[string, string]>([
    ['log', "Command must start with 'git '"],
    ['git', "Command must start with 'git '"],
    [' git log', "Command must start with 'git '"],
    ['gitlog', "Command must start with 'git '"],
    ['GIT log', "Command must start with 'git '"],
    ['FOO=1 git log', "Command must start with 'git '"],
    ['', "Command must start with 'git '"],
    ['git ', 'Empty git command.'],
    ['git    ', 'Empty git command.'],
    ['git log | cat', operators],
    ['git log; rm x', operators],
    ['git log & x', operators],
    ['git log && x', operators],
    ['git log || x', operators],
    ['git log `x`', operators],
    ['git log "`x`"', operators],
    ['git log $(x)', operators],
    ['git log "a$(x)"', operators],
    ['git log --format=%h|cat', operators],
    ['git log > f', 'Redirects are not allowed.'],
    ['git log >> f', 'Redirects are not allowed.'],
    ['git log < f', 'Redirects are not allowed.'],
    ['git log 2>&1', 'Redirects are not allowed.'],
    ['git log\nrm x', 'Multi-line commands are not allowed.'],
    ["git commit -m 'a\nb'", 'Multi-line commands are not allowed.'],
    ['git log\r', 'Multi-line commands are not allowed.'],
    ['git log\t-1', 'Multi-line commands are not allowed.'],
    ['git log \u0000', 'Multi-line commands are not allowed.'],
    ['git log \u001b[2J', 'Multi-line commands are not allowed.'],
    ['git log \u0085', 'Multi-line commands are not allowed.'],
    ['log\n', 'Multi-line commands are not allowed.'],
    ["git log 'x", 'Unterminated quote in command.'],
    ['git log "x', 'Unterminated quote in command.'],
    ['git log "x\\"', 'Unterminated quote in command.'],
  ])('%j', (text, message) => expect(words(text)).toBe(message));

  it('says gh for gh commands', () => {
    const message = (text: string) => {
      const parsed = parse('gh', text);
      return parsed.ok ? undefined : parsed.message;
    };
    expect(message('git log')).toBe("Command must start with 'gh '");
    expect(message('gh ')).toBe('Empty gh command.');
    expect(message('gh pr list | x')).toBe('Shell operators are not allowed. Pass a single gh command.');
    expect(message("gh api x --jq '.[] | .y'")).toBeUndefined();
  });
});

describe('2.3 canonical form', () => {
  const text = fc.string({ unit: 'grapheme' }).filter(each => !/\p{Cc}/u.test(each));

  it('parse(quote(argv)) gives any argv back', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), fc.constantFrom('git' as const, 'gh' as const), (args, program) => {
        expect(parse(program, quote(program, args))).toEqual({ ok: true, program, args });
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same for every spelling of the same argv', () => {
    const spelled = (text: string) => {
      const parsed = parse('git', text);
      return parsed.ok ? quote('git', parsed.args) : parsed.message;
    };
    expect(spelled('git  log "--format=%h" \'-1\'')).toBe(spelled('git log --format=%h -1'));
    expect(spelled("git commit -m 'a b'")).toBe("git commit -m 'a b'");
    expect(spelled('git log HEAD~3 main..topic @{u}')).toBe("git log HEAD~3 main..topic '@{u}'");
  });

  it('no string makes it throw, and no character is lost: what is not quoting is in the words', () => {
    const noisy = fc.string({ unit: fc.constantFrom(...'ab \'"\\|;&<>`$()\n\t-=é🙂') });
    fc.assert(
      fc.property(noisy, rest => {
        const parsed = parse('git', `git ${rest}`);
        if (!parsed.ok) {
          expect(parsed.message).not.toBe('');
          return;
        }
        const kept = parsed.args.join('').replaceAll(/['"\\]/g, '');
        expect(kept.replaceAll(' ', '')).toBe(rest.replaceAll(/['"\\ ]/g, ''));
      }),
      { numRuns: 5000 },
    );
  });
});

it.skipIf(process.platform === 'win32')('quotes and backslashes mean what they mean to sh', () => {
  const quoting = fc.string({ unit: fc.constantFrom(...'ab=- \'"\\'), maxLength: 24 });
  const samples = fc
    .sample(quoting, { numRuns: 3000, seed: 7 })
    .filter(text => !text.endsWith('\\') && parse('git', `git ${text}`).ok);
  expect(samples.length).toBeGreaterThan(500);
  const script = samples.map(text => `show ${text}`).join('\n');
  const shown = execFileSync('sh', ['-c', `show() { printf '%s\\0' "$@"; echo; }\n${script}`], { encoding: 'utf8' });
  const bySh = shown
    .split('\n')
    .slice(0, -1)
    .map(line => line.split('\0').slice(0, -1));
  expect(samples.map(text => words(`git ${text}`))).toEqual(bySh);
});

it('the program is told from the first word', () => {
  expect([programOf('gh pr list'), programOf('gh'), programOf('ghost'), programOf('git log'), programOf('')]).toEqual([
    'gh',
    'gh',
    'git',
    'git',
    'git',
  ]);
});
