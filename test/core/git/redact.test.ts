import { describe, expect, it } from 'vitest';
import { createRedactor, type KnownSecrets } from '../../../src/core/git/redact.ts';
import { secretValues } from '../../../src/core/git/secrets.ts';
import fc from '../../support/fast-check.ts';
import { runScript } from './support.ts';

const TOKEN = 'tok/en+with=odd chars&42';
const GHP = `ghp_${'a1B2'.repeat(9)}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

function redactor(secrets: Partial<KnownSecrets> = {}) {
  return createRedactor({ tokens: [TOKEN], environment: {}, patterns: [], ...secrets });
}

function inPieces(pieces: readonly string[], secrets: Partial<KnownSecrets> = {}): string {
  const { push, end } = redactor(secrets).stream();
  return pieces.map(push).join('') + end();
}

describe('4.6 the current token', () => {
  const { redact } = redactor();

  it.each([
    ['plain', TOKEN],
    ['URL-encoded', encodeURIComponent(TOKEN)],
    ['URL-encoded in lower case', encodeURIComponent(TOKEN).replace(/%../g, hex => hex.toLowerCase())],
    ['base64', base64(TOKEN)],
    ['JSON', JSON.stringify(TOKEN).slice(1, -1)],
  ])('4.6 is hidden in %s form', (_, form) => {
    const shown = redact(`before ${form} after`);
    expect(shown).toMatch(/^before \*\*\*.{0,3} after$/);
  });

  it('4.6 is hidden with percent signs, quotes and backslashes in it, encoded throughout or as JSON in JSON', () => {
    const odd = 'v1."odd\\+/%=&t:k~9f8e7d6c5b';
    const throughout = [...Buffer.from(odd)].map(byte => `%${byte.toString(16)}`).join('');
    const { redact: hide } = redactor({ tokens: [odd] });
    for (const form of [throughout, throughout.toUpperCase(), JSON.stringify(JSON.stringify(odd))])
      expect(hide(form).replace(/["\\]/g, '')).toBe('***');
  });

  it.each([0, 1, 2, 3, 4])('4.6 is hidden inside longer base64, %i bytes in, in both alphabets', before => {
    const whole = base64(`${'x'.repeat(before)}${TOKEN}yz`);
    for (const form of [whole, whole.replaceAll('+', '-').replaceAll('/', '_')]) {
      const shown = redact(form);
      expect(shown).toContain('***');
      const left = Buffer.from(shown.replace('***', '').replaceAll('=', ''), 'base64').toString('latin1');
      expect(left.replace(/[xyz]/g, '').length).toBeLessThan(4);
    }
  });

  it('4.6 is hidden in basic authentication as gh builds it', () => {
    expect(redact(base64(`x-access-token:${TOKEN}`))).toMatch(/^eC1hY2Nlc3MtdG9rZW46.{0,2}\*\*\*.{0,3}$/);
  });
});

describe('4.6 the current token in other clothes', () => {
  const { redact } = redactor();
  const bytes = [...Buffer.from(TOKEN)].map(byte => byte.toString(16).padStart(2, '0'));
  const wrap = (text: string, width: number, by = '\n') =>
    text.match(new RegExp(`.{1,${width}}`, 'gs'))?.join(by) ?? '';

  it.each([
    ['hex', bytes.join('')],
    ['upper case hex', bytes.join('').toUpperCase()],
    ['a dump', bytes.join(' ')],
    ['a dump with colons', bytes.join(':')],
    ['a wrapped dump', wrap(bytes.join(''), 16)],
    ['an array of bytes', bytes.map(byte => `0x${byte}`).join(', ')],
    ['escaped bytes', bytes.map(byte => `\\x${byte}`).join('')],
    ['percent-encoding', bytes.map(byte => `%${byte}`).join('')],
    ['upper case percent-encoding', bytes.map(byte => `%${byte.toUpperCase()}`).join('')],
    ['percent-encoding of every other character', [...TOKEN].map((c, at) => (at % 2 ? c : `%${bytes[at]}`)).join('')],
    ['UTF-16', [...TOKEN].join('\0')],
    ['base64 of UTF-16', Buffer.from(TOKEN, 'utf16le').toString('base64')],
    ...[0, 1, 2].flatMap(before =>
      [7, 19, 20, 21].map(width => {
        const text = Buffer.from(`${'x'.repeat(before)}${TOKEN}yyy`).toString('base64');
        return [`base64 after ${before}, ${width} a line`, wrap(text, width, '\r\n  ')];
      }),
    ),
    ['base64 for addresses', wrap(Buffer.from(TOKEN).toString('base64url'), 10)],
  ])('4.6 is hidden as %s, however it is cut', (_, form) => {
    const text = `before ${form}\nafter\n`;
    const shown = redact(text);
    expect(shown).toMatch(/^before [\w+/\s]{0,8}\*\*\*[\w+/=\s]{0,14}\nafter\n$/);
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(inPieces([text.slice(0, cut), text.slice(cut)])).toBe(shown);
    }
    expect(inPieces([...text])).toBe(shown);
  });

  it('4.6 does not hold a line back that has nothing to do with it', () => {
    const { push } = redactor().stream();
    expect(push('one line\nand another\n')).toBe('one line\nand another\n');
  });
});

describe('4.6 known shapes', () => {
  const { redact } = redactor();

  it.each([
    ['sendemail.smtppass=hunter2hunter2\n', 'sendemail.smtppass=***\n'],
    ['imap.pass imappass11\n', 'imap.pass ***\n'],
    ['x=1\nhub.oauthtoken=abc def\ny=2\n', 'x=1\nhub.oauthtoken=***\ny=2\n'],
    ['http.proxy=bob:pw@proxy:3128\n', 'http.proxy=***@proxy:3128\n'],
    ['sendemail.smtppass\nhunter2\0core.bare\nfalse\0', 'sendemail.smtppass\n***\0core.bare\nfalse\0'],
    ['http.proxy\nbob:pw@proxy:3128\0', 'http.proxy\n***@proxy:3128\0'],
    ['local\timap.pass=imappass11\n', 'local\timap.pass=***\n'],
    ['file:.git/config\thub.oauthtoken=abc\n', 'file:.git/config\thub.oauthtoken=***\n'],
    ['hub.oauthtoken\nuser.name\n', 'hub.oauthtoken\nuser.name\n'],
    ['let the tokens pass by\n', 'let the tokens pass by\n'],
    ['+  const token = 5\n', '+  const token = 5\n'],
  ])('4.6 hides the passwords of a listed config: %j', (text, expected) => {
    expect(redactor().redact(text)).toBe(expected);
    expect(inPieces([...text])).toBe(expected);
  });

  it.each([
    [`a ${GHP} b`, 'a *** b'],
    [`x=gho_${'Z9'.repeat(18)}.`, 'x=***.'],
    [`%3Aghs_${'Z9'.repeat(18)}`, '%3A***'],
    [`ghu_${'Z9'.repeat(18)}, ghr_${'Z9'.repeat(18)}`, '***, ***'],
    [`ghs_1234_eyJ${'Z9'.repeat(18)}.eyJ9_x-y.sig end`, '*** end'],
    [`"github_pat_11ABC_${'d'.repeat(59)}"`, '"***"'],
    ['https://user:pass@host/x', 'https://***@host/x'],
    ['https://user:p@ss@host/x', 'https://***@host/x'],
    ['url=https://tokenonly@host', 'url=https://***@host'],
    ['Authorization: Basic dXNlcjpw', 'Authorization: Basic ***'],
    ['> AUTHORIZATION: bearer abc.def', '> AUTHORIZATION: bearer ***'],
    ['{"authorization":"token abc"}', '{"authorization":"token ***"}'],
    ['http.https://h/.extraheader=X-Key: abc', 'http.https://h/.extraheader=***'],
    ['\textraHeader = X-Key: abc\nnext', '\textraHeader = ***\nnext'],
    ['http.extraheader X-Key: abc', 'http.extraheader ***'],
    ['http.extraheader\nX-Key: abc\0core.bare\nfalse\0', 'http.extraheader\n***\0core.bare\nfalse\0'],
    ['http.extraheader\nX-Key: ab', 'http.extraheader\n***'],
  ])('4.6 %j becomes %j', (text, shown) => {
    expect(redact(text)).toBe(shown);
    expect(inPieces([...text])).toBe(shown);
  });

  it.each([
    'ssh://git@github.com/o/r',
    'git@github.com:o/r.git',
    'https://github.com/o/r and ada@example.com',
    '{"url":"https://github.com","email":"a@b.c"}',
    'through laughs_at and high_score',
    'http.extraheader\nhttp.proxy\n',
    'extraheader values are hidden',
    'Author: Ada <ada@example.com>',
  ])('4.6 leaves %j alone', text => {
    expect(redact(text)).toBe(text);
    expect(inPieces([...text])).toBe(text);
  });

  it('4.6 takes overlapping secrets out whole', () => {
    expect(
      createRedactor({ tokens: ['aaaabbbb', 'bbbbcccc'], environment: {}, patterns: [] }).redact('aaaabbbbcccc'),
    ).toBe('***');
  });
});

describe('4.6 environment variables', () => {
  const names = [
    'API_KEY',
    'a_secret',
    'X_TOKEN_Y',
    'PASSWORD',
    'PGPASS',
    'MY_AUTH',
    'CREDENTIALS',
    'PRIVATE_X',
    'OAUTH',
  ];

  it.each(names)('4.6 hides the value of %s', name => {
    expect(redactor({ environment: { [name]: 'eight888' } }).redact('= eight888')).toBe('= ***');
  });

  it('4.6 leaves short values and other names alone', () => {
    const environment = { API_KEY: 'seven77', EDITOR: 'vim-is-the-editor', GIT_AUTHOR_NAME: 'Ada Lovelace' };
    expect(secretValues(environment)).toEqual([]);
  });

  it('4.6 takes the path of something that is there for a place, not for a secret', () => {
    const environment = { SSH_AUTH_SOCK: '/run/agent.sock', AWS_SECRET_ACCESS_KEY: '/Kq8+base64/secret' };
    expect(secretValues(environment, path => path === '/run/agent.sock')).toEqual(['/Kq8+base64/secret']);
  });

  it('4.6 hides a value that spans lines, however it is cut', () => {
    const environment = { PRIVATE_KEY: '-----BEGIN\nline one\nline two\nEND-----' };
    const text = `a\nb ${environment.PRIVATE_KEY} c\nd\r\n${environment.PRIVATE_KEY.replaceAll('\n', '\r\n')}`;
    for (let cut = 0; cut <= text.length; cut++) {
      expect(inPieces([text.slice(0, cut), text.slice(cut)], { environment })).toBe('a\nb *** c\nd\r\n***');
    }
  });
});

describe('4.6 own patterns', () => {
  it('4.6 hides plain text and regexes, within a line', () => {
    const { redact } = redactor({ patterns: ['internal.example', '/acct-\\d+/i', '/x[^]*y/'] });
    expect(redact('at internal.example ACCT-12\nx 1\n2 y\nx y')).toBe('at *** ***\nx 1\n2 y\n***');
  });

  it('4.6 reports a pattern it cannot use and works on without it', () => {
    const { redact, rejected } = redactor({ patterns: ['/(/', '/a*/', '', 'x', '/(?=b)/', '/ok+/gy'] });
    expect(rejected.map(({ pattern }) => pattern)).toEqual(['/(/', '/a*/', '', 'x']);
    expect(rejected.every(({ reason }) => reason.length > 10)).toBe(true);
    expect(redact('aaa b okkk')).toBe('aaa b ***');
  });
});

describe('4.6 chunk boundaries', () => {
  const forms = [TOKEN, encodeURIComponent(TOKEN), base64(`x-access-token:${TOKEN}`), GHP, 'https://u:p@h/'];

  it('4.6 cuts at every place make no difference', () => {
    const text = forms.map(form => `é ${form} 🔑\n`).join('');
    const whole = redactor().redact(text);
    for (const form of forms) expect(whole).not.toContain(form);
    for (let cut = 0; cut <= text.length; cut++) {
      expect(inPieces([text.slice(0, cut), text.slice(cut)])).toBe(whole);
    }
    expect(inPieces([...text])).toBe(whole);
  });

  it('4.6 any chunking gives what the whole text gives', () => {
    const part = fc.oneof(
      fc.constantFrom(
        ...forms,
        'extraheader',
        '\n',
        '\0',
        '=',
        ' ',
        'key-12',
        'secret\nof two',
        'authorization: basic ',
      ),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 60_000, max: 140_000 }).map(length => 'q'.repeat(length)),
    );
    const secrets = { environment: { KEY: 'secret\nof two lines' }, patterns: ['/key-\\d+.*q/', 'plain'] };
    const property = fc.property(
      fc.array(part, { maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (parts, cuts) => {
        const text = parts.join('');
        const at = cuts.map(cut => cut % (text.length + 1)).sort((a, b) => a - b);
        const pieces = [...at, text.length].map((cut, i) => text.slice(at[i - 1] ?? 0, cut));
        expect(inPieces(pieces, secrets)).toBe(redactor(secrets).redact(text));
      },
    );
    fc.assert(property, { numRuns: 150 });
  });

  it('4.6 finds a secret anywhere on a line without end', () => {
    for (const before of [65_530, 65_534, 65_535, 65_536, 65_537, 131_060, 200_000]) {
      const shown = inPieces(['y'.repeat(before), TOKEN.slice(0, 9), TOKEN.slice(9), 'y'.repeat(70_000)]);
      expect(shown).toBe(`${'y'.repeat(before)}***${'y'.repeat(70_000)}`);
    }
  });

  it('4.6 is not slowed down by a line of nothing but beginnings', () => {
    const { redact } = redactor();
    for (const part of ['extraheader=', `ghp_${'a'.repeat(16)}.`, 'authorization: basic x', '://a:']) {
      // Quadratic work would take minutes: the test's own time limit is what fails then.
      expect(redact(part.repeat(Math.ceil(400_000 / part.length)))).not.toBe('');
    }
  });

  it('4.6 shows finished lines at once and holds no more than two windows of a line', () => {
    const { push } = redactor().stream();
    expect(push('one\ntwo\nthr')).toBe('one\ntwo\n');
    expect(push('ee\n')).toBe('three\n');
    expect(push('z'.repeat(300_000)).length).toBeGreaterThan(300_000 - 131_073);
  });

  it('4.6 hides the token of a process that dribbles it out', async () => {
    const { push, end } = redactor().stream();
    let shown = '';
    const text = `${TOKEN} ${encodeURIComponent(TOKEN)} ${base64(TOKEN)}\n`;
    await runScript(
      `(async () => { for (const c of ${JSON.stringify(text)}) { process.stdout.write(c); await new Promise(r => setTimeout(r, 2)) } })()`,
      {
        stdout: chunk => {
          shown += push(chunk.toString());
        },
      },
    );
    expect(shown + end()).toMatch(/^\*\*\* \*\*\* \*\*\*.{0,3}\n$/);
  });
});
