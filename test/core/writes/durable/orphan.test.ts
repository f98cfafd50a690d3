import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { git } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { buildProcess, gitsOf, leftBehind, parent, sluice } from './processes.ts';

beforeAll(buildProcess);

let made = 0;

/** A repository in which a commit waits in its hook until it is let go. */
function slow(): string {
  made += 1;
  const folder = newRepository(parent, `slow${made}`);
  commit(folder, { 'a.txt': 'one\n' }, 'one');
  write(folder, {
    '.git/hooks/pre-commit': '#!/bin/sh\nwhile ! test -e .git/go; do sleep 0.05; done\n',
    'a.txt': 'two\n',
  });
  chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
  return folder;
}

const letGo = (folder: string): void => write(folder, { '.git/go': '' });

const subject = (folder: string): string => git(folder, 'log', '-1', '--format=%s').trim();

describe('B11 Sluice dies and its git runs on', () => {
  it('nobody notes or undoes the command before git has ended; then undo takes it back', async () => {
    const folder = slow();
    const first = sluice(folder, 'run', "git commit -qam 'two'");
    await vi.waitUntil(() => gitsOf(folder).length > 0 && existsSync(join(folder, '.git', 'index.lock')), 20_000);
    first.child.kill('SIGKILL');
    await first.done;
    const early = await sluice(folder, 'undo').done;
    expect(early).toMatchObject({ kind: 'refused', code: 'running' });
    expect(subject(folder)).toBe('one');
    letGo(folder);
    await vi.waitUntil(() => subject(folder) === 'two', 10_000);
    await vi.waitUntil(() => gitsOf(folder).every(pid => !existsSync(`/proc/${pid}`)), 5000);
    expect(await sluice(folder, 'undo').done).toMatchObject({ kind: 'undone' });
    expect(subject(folder)).toBe('one');
    expect(git(folder, 'status', '--porcelain')).toBe(' M a.txt\n');
    expect(leftBehind(folder)).toEqual([]);
  });

  it('another write waits for it, and is told so', async () => {
    const folder = slow();
    const first = sluice(folder, 'run', "git commit -qam 'two'");
    await vi.waitUntil(() => gitsOf(folder).length > 0 && existsSync(join(folder, '.git', 'index.lock')), 20_000);
    first.child.kill('SIGKILL');
    await first.done;
    const second = sluice(folder, 'run', 'git tag after');
    await vi.waitUntil(() => second.printed().includes('a git that outlived'), 30_000);
    letGo(folder);
    expect((await second.done)?.kind).toBe('ran');
    expect(git(folder, 'log', '-1', '--format=%s', 'after').trim()).toBe('two');
    expect(await sluice(folder, 'undo').done).toMatchObject({ kind: 'undone' });
    expect(git(folder, 'tag')).toBe('');
    expect(subject(folder)).toBe('two');
  });
});

describe('B8 two processes', () => {
  it('run one after the other, so that undo of one does not touch what the other did', async () => {
    const folder = slow();
    const first = sluice(folder, 'run', "git commit -qam 'two'");
    await vi.waitUntil(() => gitsOf(folder).length > 0, 20_000);
    const second = sluice(folder, 'run', 'git branch side');
    await vi.waitUntil(() => /waits for another Sluice.*git commit/.test(second.printed()), 30_000);
    letGo(folder);
    expect((await first.done)?.kind).toBe('ran');
    expect((await second.done)?.kind).toBe('ran');
    await sluice(folder, 'undo').done;
    expect(git(folder, 'branch', '--format=%(refname:short)').trim()).toBe('main');
    expect(subject(folder)).toBe('two');
    await sluice(folder, 'undo').done;
    expect(subject(folder)).toBe('one');
  });
});
