import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import { patchOf } from '../../../../src/core/sandbox/export/patch.ts';
import type { Stored } from '../../../../src/core/sandbox/files/state.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { newRepository, write } from '../../repository/support.ts';
import { inMemory } from '../rig.ts';

const reader = createGitReader({ environment });
const BINARY = Buffer.from([0, 1, 2, 255, 10, 0]);

/** The sandbox as if these files had been pulled. */
async function pulled(files: Readonly<Record<string, Buffer>>, executable: readonly string[] = []) {
  const sandbox = inMemory();
  await sandbox.write(
    Object.entries(files).map(([path, bytes]) => ({ path, bytes, executable: executable.includes(path) })),
  );
  const bases = [...sandbox.state.files].map(([path, { sha256, size, mode }]): [string, Stored] => [
    path,
    { sha256, size, mode },
  ]);
  await sandbox.change(async () => ({ step: { bases }, result: undefined }));
  return sandbox;
}

it('git makes of the patch what is in the sandbox: texts, binary files, modes, empty files and odd names', async () => {
  const before = {
    'changed.txt': Buffer.from('one\ntwo\nthree'),
    'gone.txt': Buffer.from('gone\n'),
    'picture.bin': BINARY,
    'run.sh': Buffer.from('#!/bin/sh\n'),
    'with blank "quoted".txt': Buffer.from('a\n'),
    'same.txt': Buffer.from('same\n'),
  };
  const repository = newRepository(temporaryFolder());
  write(repository, Object.fromEntries(Object.entries(before).map(([path, bytes]) => [path, bytes.toString()])));
  writeFileSync(join(repository, 'picture.bin'), BINARY);
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Before');

  const sandbox = await pulled(before);
  await sandbox.write([
    { path: 'changed.txt', bytes: Buffer.from('one\r\n2\nthree\n') },
    { path: 'picture.bin', bytes: Buffer.concat([BINARY, BINARY]) },
    { path: 'run.sh', bytes: Buffer.from('#!/bin/sh\n'), executable: true },
    { path: 'with blank "quoted".txt', bytes: Buffer.from('diff --git a/x b/x\n') },
    { path: 'new/ünï.txt', bytes: Buffer.from('new\n'), executable: true },
    { path: 'new/empty.txt', bytes: Buffer.alloc(0) },
  ]);
  await sandbox.remove('gone.txt');
  const patch = await patchOf(reader, sandbox);
  expect(patch).not.toContain('same.txt');

  writeFileSync(join(repository, '.git', 'it.patch'), patch ?? '');
  git(repository, 'apply', '--index', '.git/it.patch');
  const there = git(repository, '-c', 'core.quotePath=false', 'ls-files', '--stage', '-z').split('\0').slice(0, -1);
  const expected = [...sandbox.state.files].map(([path, { mode }]) => `${mode} ${path.slice('/workspace/'.length)}`);
  expect(there.map(line => line.replace(/^(\d+) \S+ 0\t/, '$1 ')).sort()).toEqual(expected.sort());
  for (const path of sandbox.state.files.keys()) {
    const inside = path.slice('/workspace/'.length);
    const blob = git(repository, 'hash-object', '--no-filters', '--', inside).trim();
    writeFileSync(join(repository, '.git', 'wanted'), await sandbox.read(path));
    expect(blob, path).toBe(git(repository, 'hash-object', '--no-filters', '.git/wanted').trim());
  }
});

it('nothing that differs is no patch, and what lies beside the workspace is in none', async () => {
  const sandbox = await pulled({ 'a.txt': Buffer.from('a\n') });
  expect(await patchOf(reader, sandbox)).toBeUndefined();
});
