import { appendFileSync, chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/core/sandbox/files/contents.ts';
import type { FileChange } from '../../../src/core/sandbox/sandbox.ts';
import { temporaryFolder } from '../git/support.ts';
import { inMemory, onDisk, put, text } from './rig.ts';

const paths = (sandbox: { readonly state: { readonly files: ReadonlyMap<string, unknown> } }) =>
  [...sandbox.state.files.keys()].sort();

describe('10.1 the files of a sandbox', () => {
  it('are written, read, renamed and deleted, and every change moves the time', async () => {
    const sandbox = inMemory();
    const seen: FileChange[] = [];
    sandbox.changes.listen(changes => seen.push(...changes));
    await put(sandbox, { 'a.txt': 'one', '/workspace/docs/b.md': 'two' });
    const times = [...sandbox.state.files.values()].map(({ modified }) => modified);
    await put(sandbox, { 'a.txt': 'three' });
    await sandbox.rename('a.txt', 'docs/c.txt');
    expect((await sandbox.read('docs/c.txt')).toString()).toBe('three');
    expect(await sandbox.remove('docs')).toEqual(['/workspace/docs/b.md', '/workspace/docs/c.txt']);
    await put(sandbox, { 'a.txt': 'one' });
    times.push(...[...sandbox.state.files.values()].map(({ modified }) => modified));
    expect(new Set(times).size).toBe(times.length);
    expect(times.toSorted((one, other) => one - other)).toEqual(times);
    expect(seen.map(({ kind, path }) => `${kind} ${path.slice('/workspace/'.length)}`)).toEqual([
      'created a.txt',
      'created docs/b.md',
      'changed a.txt',
      'deleted a.txt',
      'created docs/c.txt',
      'deleted docs/b.md',
      'deleted docs/c.txt',
      'created a.txt',
    ]);
  });

  it('keep their mode until somebody sets it', async () => {
    const sandbox = inMemory();
    await sandbox.write([{ path: 'run', bytes: text('#!/bin/sh\n'), executable: true }]);
    await put(sandbox, { run: '#!/bin/sh\nls\n' });
    expect(sandbox.state.files.get('/workspace/run')?.mode).toBe('100755');
    await sandbox.rename('run', 'go');
    expect(sandbox.state.files.get('/workspace/go')?.mode).toBe('100755');
    await sandbox.write([{ path: 'go', bytes: text('x'), executable: false }]);
    expect(sandbox.state.files.get('/workspace/go')?.mode).toBe('100644');
  });

  it.each([
    ['README.md', 'readme.MD'],
    ['caf\u00e9', 'cafe\u0301'],
    ['docs/a', 'Docs/b'],
    ['a', 'a/b'],
    ['a/b', 'a'],
    ['ﬁle', 'file'],
  ])('%j and %j cannot both be there: on some disk they are one', async (one, other) => {
    const sandbox = inMemory();
    await put(sandbox, { [one]: '1' });
    await expect(put(sandbox, { other: '3', [other]: '2' })).rejects.toMatchObject({ code: 'bad-path' });
    // The step was refused as a whole, and its names are free.
    expect(paths(sandbox)).toEqual([`/workspace/${one}`]);
    await sandbox.remove(one);
    await put(sandbox, { [other]: '2' });
    expect(paths(sandbox)).toEqual([`/workspace/${other}`]);
  });

  it('are below /workspace', async () => {
    await expect(put(inMemory(), { '/etc/passwd': '' })).rejects.toMatchObject({ code: 'bad-path' });
    await expect(put(inMemory(), { '/workspace': '' })).rejects.toMatchObject({ code: 'bad-path' });
  });

  it('are not more than the quota, counted once for each content; what fails changes nothing', async () => {
    const sandbox = inMemory({ bytes: 10, files: 3, fileBytes: 8 });
    await put(sandbox, { a: '12345678', b: '12345678' });
    await expect(put(sandbox, { c: 'abc' })).rejects.toMatchObject({ code: 'quota' });
    await expect(put(sandbox, { a: '123456789' })).rejects.toMatchObject({
      code: 'quota',
      message: expect.stringContaining('/workspace/a has'),
    });
    await put(sandbox, { c: '12' });
    await expect(put(sandbox, { d: '12' })).rejects.toMatchObject({ code: 'quota' });
    await sandbox.remove('a');
    await sandbox.remove('b');
    await put(sandbox, { d: 'abcdefgh' });
    expect(paths(sandbox)).toEqual(['/workspace/c', '/workspace/d']);
  });

  it('a file of 200 MB is refused by its size', async () => {
    const sandbox = inMemory();
    await expect(sandbox.write([{ path: 'big', bytes: Buffer.alloc(200 * 1024 * 1024) }])).rejects.toMatchObject({
      code: 'quota',
      message: '/workspace/big has 200.0 MB; a file of a sandbox has at most 100.0 MB.',
    });
  });

  it('there can be 10,000', async () => {
    const sandbox = inMemory();
    for (let at = 0; at < 10_000; at += 1) await put(sandbox, { [`d${at % 100}/${at}.txt`]: `${at}` });
    expect(sandbox.state.files.size).toBe(10_000);
  });
});

describe('10.7a a sandbox on disk', () => {
  it('is there again after a reload, with its staged commits, modes and times', async () => {
    const folder = temporaryFolder();
    const first = onDisk(folder);
    const sandbox = await first.open('one');
    await sandbox.write([{ path: 'run', bytes: text('#!'), executable: true }]);
    await put(sandbox, { 'a.txt': 'one' });
    await sandbox.remove('a.txt');
    const before = structuredClone(sandbox.state);
    await first.close();
    const again = await onDisk(folder).open('one');
    expect(again.state).toEqual(before);
    expect((await again.read('run')).toString()).toBe('#!');
  });

  it('is for one process: another name is another sandbox, and nobody opens the same twice', async () => {
    const folder = temporaryFolder();
    const [here, there] = [onDisk(folder), onDisk(folder)];
    await put(await here.open('one'), { a: '1' });
    await expect(there.open('one')).rejects.toMatchObject({ code: 'sandbox-in-use' });
    expect(paths(await there.open('two'))).toEqual([]);
    expect(await here.list()).toEqual(['one', 'two']);
    await here.close();
    expect(paths(await there.open('one'))).toEqual(['/workspace/a']);
    await there.close();
  });

  it.each(['../x', '', 'A', 'a/b', '.', 'x'.repeat(61)])('no sandbox is called %j', async name => {
    await expect(onDisk(temporaryFolder()).open(name)).rejects.toMatchObject({ code: 'bad-path' });
  });

  const placesIn = (folder: string) => {
    const [workspace = ''] = readdirSync(join(folder, 'sandboxes'));
    const own = join(folder, 'sandboxes', workspace, 'one');
    const contentOf = (content: string) => {
      const name = sha256(text(content));
      return join(own, 'contents', name.slice(0, 2), name.slice(2));
    };
    return { log: join(own, 'changes'), contentOf };
  };

  it.each(['missing', 'another'])(
    'a content that is %s is an error which names the file; the others are there',
    async how => {
      const folder = temporaryFolder();
      const sandbox = await onDisk(folder).open('one');
      await put(sandbox, { 'a.txt': 'one', 'b.txt': 'two' });
      const place = placesIn(folder).contentOf('one');
      if (how === 'missing') rmSync(place);
      else writeFileSync(place, 'onf');
      await expect(sandbox.read('a.txt')).rejects.toMatchObject({
        code: 'sandbox-damaged',
        message: expect.stringContaining('/workspace/a.txt'),
      });
      expect((await sandbox.read('b.txt')).toString()).toBe('two');
      await put(sandbox, { 'a.txt': 'one' });
      expect((await sandbox.read('a.txt')).toString()).toBe('one');
    },
  );

  it('half a line at the end of the log is what was being written; any other damage is an error', async () => {
    const folder = temporaryFolder();
    const first = onDisk(folder);
    await put(await first.open('one'), { a: '1' });
    await first.close();
    const { log } = placesIn(folder);
    const whole = readFileSync(log, 'utf8');
    appendFileSync(log, '0123456789abcdef {"files":[["/workspace/b",');
    const second = onDisk(folder);
    const sandbox = await second.open('one');
    expect(paths(sandbox)).toEqual(['/workspace/a']);
    await put(sandbox, { c: '3' });
    await second.close();
    expect(paths(await onDisk(folder).open('one'))).toEqual(['/workspace/a', '/workspace/c']);
    const other = temporaryFolder();
    const third = onDisk(other);
    await put(await third.open('one'), { a: '1' });
    await third.close();
    writeFileSync(placesIn(other).log, whole.replace('/workspace/a', '/workspace/b'));
    await expect(onDisk(other).open('one')).rejects.toMatchObject({
      code: 'sandbox-damaged',
      message: expect.stringContaining('Line 1 of'),
    });
  });

  it('what cannot be written is not there', async () => {
    const folder = temporaryFolder();
    const all = onDisk(folder);
    const sandbox = await all.open('one');
    await put(sandbox, { a: '1' });
    const { log } = placesIn(folder);
    rmSync(log);
    chmodSync(join(log, '..'), 0o500);
    // Whoever is root may write anywhere; a folder in its place stops them too.
    if (process.getuid?.() === 0) {
      chmodSync(join(log, '..'), 0o700);
      const { mkdirSync } = await import('node:fs');
      mkdirSync(log);
    }
    await expect(put(sandbox, { b: '2' })).rejects.toThrow();
    expect(paths(sandbox)).toEqual(['/workspace/a']);
    chmodSync(join(log, '..'), 0o700);
    await all.close();
  });

  it('contents that nothing needs go, and a long log is written anew', async () => {
    const folder = temporaryFolder();
    const first = onDisk(folder, { bytes: 100_000 });
    const sandbox = await first.open('one');
    for (let at = 0; at < 250; at += 1) await put(sandbox, { a: `${at} ${'x'.repeat(100)}` });
    await first.close();
    const { log } = placesIn(folder);
    const lines = () => readFileSync(log, 'utf8').split('\n').length - 1;
    expect(lines()).toBe(250);
    const again = await onDisk(folder).open('one');
    expect(lines()).toBe(1);
    expect((await again.read('a')).toString()).toMatch(/^249 x/);
    const contents = readdirSync(join(log, '..', 'contents'), { recursive: true, withFileTypes: true });
    expect(contents.filter(entry => entry.isFile())).toHaveLength(1);
  });
});
