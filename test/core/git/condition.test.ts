import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRepository, makeRunner, reading } from './fixture.ts';
import { git, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const repository = makeRepository(folder);
const { runner } = makeRunner(folder);
const request = { repository, origin: 'cli' } as const;

const program = join(folder, 'program');
const ran = `${program}.ran`;
writeFileSync(program, `#!/bin/sh\ntouch '${ran}'\ncat "$1"\n`);
chmodSync(program, 0o755);

git(repository, 'branch', 'topic');
writeFileSync(join(repository, '.gitattributes'), '*.txt diff=conv merge=conv filter=conv\n');
writeFileSync(join(repository, 'file.txt'), 'two\n');
git(repository, 'add', '.');
git(repository, 'commit', '-qm', 'second');
git(repository, 'notes', 'add', '-m', 'a note');
const start = git(repository, 'rev-parse', 'HEAD').trim();
git(repository, 'checkout', '-q', 'topic');
writeFileSync(join(repository, 'file.txt'), 'three\n');
git(repository, 'commit', '-qam', 'third');
git(repository, 'checkout', '-q', '-');
git(repository, 'merge', '-q', '-s', 'ours', '-m', 'merged', 'topic');
writeFileSync(join(repository, 'file.txt'), 'four\n');
git(repository, 'add', 'file.txt');

const CASES: [key: string, ...args: string[]][] = [
  ['diff.conv.textconv', 'range-diff', `${start}~1..${start}`, `${start}~1..topic`],
  ['diff.external', 'notes', 'show', start],
  ['diff.conv.textconv', 'status', '-v'],
  ['filter.conv.smudge', 'archive', 'HEAD'],
  ['core.alternateRefsCommand', 'log', '--alternate-refs', '-1'],
  ['merge.conv.driver', 'log', '--remerge-diff', '-1'],
];

describe('3.9a a read on condition', () => {
  it.each(CASES)('while %s is unset, git %s %s runs', async (_key, ...args) => {
    const command = reading(repository, ...args);
    expect(await runner.heldBack(command, repository)).toBeUndefined();
    const { mtimeMs } = statSync(join(repository, '.git/objects'));
    expect((await runner.read(command, request)).failure).toBeUndefined();
    expect(statSync(join(repository, '.git/objects')).mtimeMs).toBe(mtimeMs);
  });

  it.each(CASES)('once %s is set, git %s %s does not', async (key, ...args) => {
    git(repository, 'config', key, program);
    const command = reading(repository, ...args);
    expect(await runner.heldBack(command, repository)).toEqual({
      effects: ['runs-program'],
      reason: `'${key.toLowerCase()}' is set, so this may run a program. Unset it, and this only reads.`,
      programs: [{ starts: 'now', text: `${key.toLowerCase()} = ${program}` }],
    });
    expect((await runner.read(command, request)).failure).toMatchObject({ reason: 'program-set' });
    expect(existsSync(ran)).toBe(false);
    git(repository, 'config', '--unset', key);
  });

  it('follows a link to a file with secrets by its real name', async () => {
    writeFileSync(join(repository, '.env'), '[a]\n\tkey = secret\n');
    symlinkSync('.env', join(repository, 'notes'));
    for (const args of [
      ['config', '--file', 'notes', '--list'],
      ['merge-file', '-p', 'notes', 'notes', 'notes'],
      ['blame', '--contents', 'notes', 'file.txt'],
    ]) {
      const command = reading(repository, ...args);
      expect(await runner.heldBack(command, repository)).toMatchObject({ effects: ['reveals-secret'] });
      expect(await runner.read(command, request)).toMatchObject({
        stdout: '',
        failure: { reason: 'leads-to-secrets' },
      });
    }
    expect((await runner.read(reading(repository, 'check-ignore', '-n', '-v', '.env'), request)).stdout).toContain(
      '.env',
    );
  });

  it('compares files, and no folders, which could hold more than their name says', async () => {
    mkdirSync(join(repository, 'one'));
    writeFileSync(join(repository, 'one/.env'), 'KEY=secret\n');
    const files = reading(repository, 'diff', '--no-index', '/dev/null', 'file.txt');
    expect((await runner.read(files, request)).stdout).toContain('+four');
    const folders = reading(repository, 'diff', '--no-index', '.git', 'one');
    expect(await runner.heldBack(folders, repository)).toMatchObject({ effects: ['reveals-secret'] });
    expect((await runner.read(folders, request)).failure).toMatchObject({ reason: 'leads-to-secrets' });
  });
});
