import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Snapshot } from '../../differential/snapshot.ts';
import { makeRepository, makeRunner, reading } from './fixture.ts';
import { git, temporaryFolder } from './support.ts';

let folder: string;
let repository: string;
let remote: string;
let program: string;
beforeEach(() => {
  folder = temporaryFolder();
  repository = makeRepository(folder);
  remote = join(repository, 'remote.git');
  git(repository, 'clone', '-q', '--bare', '.', remote);
  git(repository, 'remote', 'add', 'origin', remote);
  git(repository, 'commit', '-q', '--allow-empty', '-m', 'second');
  program = join(folder, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch '${program}.ran'\n`);
  chmodSync(program, 0o755);
});

/** Runs a dry push, which must leave every byte as it was and start nothing. */
async function preview(...args: string[]) {
  const { runner } = makeRunner(folder);
  const before = new Snapshot(repository);
  const result = await runner.read(reading(repository, 'push', '--dry-run', ...args), { repository, origin: 'cli' });
  expect(before.differences()).toEqual([]);
  expect(existsSync(`${program}.ran`)).toBe(false);
  return { ok: result.ok, reason: result.failure?.reason, stderr: result.stderr };
}

const config = (key: string, value: string, at = repository) => git(at, 'config', key, value);
const hook = (at: string, name: string) =>
  writeFileSync(join(at, 'hooks', name), `#!/bin/sh\n${program}\n`, { mode: 0o755 });

describe('3.9a push --dry-run', () => {
  it('says what would be sent, and leaves both sides as they are', async () => {
    expect(await preview('origin', 'main', 'main:refs/heads/new')).toMatchObject({
      ok: true,
      stderr: expect.stringMatching(/main -> main\n.*main -> new/),
    });
  });

  it.each<[string, () => void]>([
    ['hooks here', () => hook(join(repository, '.git'), 'pre-push')],
    ['core.hooksPath', () => config('core.hooksPath', folder)],
    [
      'hooks of the config',
      () => {
        config('hook.x.command', program);
        config('hook.x.event', 'pre-push');
      },
    ],
    [
      'hooks there',
      () => {
        for (const name of ['pre-receive', 'update', 'post-receive', 'reference-transaction']) hook(remote, name);
      },
    ],
    ['remote.origin.receivepack', () => config('remote.origin.receivepack', program)],
    [
      'push.gpgSign',
      () => {
        config('push.gpgSign', 'if-asked');
        config('gpg.program', program);
        config('receive.certNonceSeed', 'x', remote);
      },
    ],
    ['core.alternateRefsCommand without alternates', () => config('core.alternateRefsCommand', program, remote)],
  ])('runs past %s', async (_, prepare) => {
    prepare();
    expect(await preview('--all', 'origin')).toMatchObject({
      ok: true,
      stderr: expect.stringContaining('main -> main'),
    });
  });

  it.each([
    ['push.recurseSubmodules', 'on-demand'],
    ['submodule.recurse', 'true'],
    ['push.negotiate', 'true'],
  ])('waits for the person while %s is set', async (key, value) => {
    config(key, value);
    expect(await preview('origin', 'main')).toMatchObject({ ok: false, reason: 'program-set' });
  });

  it('waits where the other side would list what it borrows by a program of its own', async () => {
    config('core.alternateRefsCommand', program, remote);
    writeFileSync(join(remote, 'objects/info/alternates'), `${join(repository, '.git/objects')}\n`);
    git(repository, 'push', '-q', '--dry-run', 'origin', 'main');
    expect(existsSync(`${program}.ran`)).toBe(true);
    rmSync(`${program}.ran`);
    expect(await preview('origin', 'main')).toMatchObject({ ok: false, reason: 'acting-remote' });
  });

  it.each<[string, () => void]>([
    ['of a remote', () => config('remote.dav.url', 'http://127.0.0.1:9/x.git')],
    [
      'put in place of another',
      () => {
        config('remote.dav.url', 'https://github.com/x/y.git');
        config('url.http://127.0.0.1:9/.pushInsteadOf', 'https://github.com/');
      },
    ],
  ])('waits for an address %s that may be a WebDAV server, where git would take a lock', async (_, prepare) => {
    prepare();
    expect(await preview('dav', 'main')).toMatchObject({ ok: false, reason: 'acting-remote' });
  });

  it('is not run to a repository outside the workspace, or by a helper', async () => {
    git(folder, 'clone', '-q', '--bare', repository, 'far.git');
    config('remote.far.pushurl', join(folder, 'far.git'));
    config('remote.helper.url', `ext::${program}`);
    expect(await preview('far', 'main')).toMatchObject({ ok: false, reason: 'outside-workspace' });
    expect(await preview('helper', 'main')).toMatchObject({ ok: false });
  });
});
