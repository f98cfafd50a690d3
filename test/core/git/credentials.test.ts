import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOnly } from '../../../src/core/git/own-config.ts';
import { makeRepository, makeRunner, reading } from './fixture.ts';
import { git, runFile, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const repository = makeRepository(folder);
const home = join(folder, 'home');
const kept = join(home, '.git-credentials');
const PASSWORD = 'right-password';

/** A server that lets one person in. */
const server = createServer(({ headers, url = '' }, response) => {
  const open = headers.authorization === `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}`;
  response.writeHead(open ? 200 : 401, { 'WWW-Authenticate': 'Basic realm="x"' });
  response.end(url.endsWith('/HEAD') ? 'ref: refs/heads/main\n' : `${'0'.repeat(39)}1\trefs/heads/main\n`);
});
beforeAll(() => new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

/** Reads the remote with a password in the person's store; gives what the store was before and is after. */
async function readWith(password: string, helper: string) {
  const { port } = server.address() as AddressInfo;
  git(repository, 'config', 'remote.origin.url', `http://ada@127.0.0.1:${port}/x.git`);
  writeFileSync(join(home, '.gitconfig'), `[credential]\n\thelper = "${helper}"\n`);
  writeFileSync(kept, `http://ada:${password}@127.0.0.1%3a${port}\n`);
  utimesSync(kept, 1, 1);
  const before = { text: readFileSync(kept, 'utf8'), ino: statSync(kept).ino };
  const command = reading(repository, 'ls-remote', 'origin');
  const { ok, failure } = await makeRunner(folder).runner.read(command, { repository, origin: 'cli' });
  const after = { text: readFileSync(kept, 'utf8'), ino: statSync(kept).ino };
  return { ok, reason: failure?.reason, before, after };
}

describe('4.2a a read uses the credentials of the person', () => {
  it.each(['store', '!git credential-store', '!f() { git credential-store \\"$@\\"; }; f'])(
    'and leaves them alone when the other side takes them (%s)',
    async helper => {
      const { ok, before, after } = await readWith(PASSWORD, helper);
      expect({ ok, after }).toEqual({ ok: true, after: before });
    },
  );

  it('and leaves them alone when the other side does not', async () => {
    const { reason, before, after } = await readWith('wrong', 'store');
    expect({ reason, after }).toEqual({ reason: 'authentication', after: before });
  });
});

describe('4.2a a helper', () => {
  const said = async (helper: string, operation: string) =>
    (await runFile('sh', ['-c', `${getOnly(helper).slice(1)} ${operation}`], { cwd: folder })).stdout;
  mkdirSync(join(folder, 'it is'), { recursive: true });
  const program = join(folder, "it is/here's");
  writeFileSync(program, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });

  it.each([
    ['a program by its path', `'${program.replaceAll("'", "'\\''")}' --file 'a b'`, '--file a b get\n'],
    ['a line of shell', `!echo "$#" it\\'s`, "0 it's get\n"],
    ['a line with a comment', '!echo x # and more', 'x\n'],
  ])('that is %s gets nothing but get', async (_, helper, answer) => {
    const line = helper.startsWith('!') ? helper : `!${helper}`;
    expect(await said(line, 'get')).toBe(answer);
    expect([await said(line, 'store'), await said(line, 'erase')]).toEqual(['', '']);
  });

  it('that is empty still drops those before it', () => expect(getOnly('')).toBe(''));
});
