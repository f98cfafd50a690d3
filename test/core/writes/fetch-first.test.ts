import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { git } from '../git/support.ts';
import { commit } from '../repository/support.ts';
import { forgetful, newRepository, person, rig } from './rig.ts';

const yes = { kind: 'run' } as const;
const fetch = { kind: 'fetch' } as const;

let folder: string;
let repository: string;
/** `origin` has a commit that was not fetched yet. */
beforeEach(() => {
  ({ folder, repository } = newRepository());
  git(folder, 'clone', '-q', '--bare', repository, 'remote.git');
  git(repository, 'remote', 'add', 'origin', join(folder, 'remote.git'));
  git(repository, 'fetch', '-q', 'origin');
  git(repository, 'branch', '-q', '-u', 'origin/main');
  git(folder, 'clone', '-q', 'remote.git', 'other');
  commit(join(folder, 'other'), { 'theirs.txt': 't\n' }, 'theirs');
  git(join(folder, 'other'), 'push', '-q', 'origin', 'main');
});

describe('8.2 a pull of what nobody has looked at', () => {
  it('says when was last looked, and asks again with what a fetch brought', async () => {
    const ui = person([fetch, yes]);
    const { execute, request } = rig(folder, ui, forgetful);
    expect(await execute('git', 'git pull', request)).toMatchObject({ kind: 'ran', result: { ok: true } });
    const [before, after] = await Promise.all(ui.asked.map(({ impact }) => impact));
    expect(ui.asked.map(({ text, note }) => [text, note])).toEqual([
      ['git pull', null],
      ['git pull', 'git fetch origin has run. Check again what will change.'],
    ]);
    expect(before?.sentences[0]).toMatch(
      /^Nothing new as of the last fetch from origin \(.+ UTC\); fetch first to see what has come since\.$/,
    );
    expect(before?.addresses).toEqual([join(folder, 'remote.git')]);
    expect(after?.sentences[0]).toBe('Fast-forwards by 1 commit of origin/main (1 file).');
    expect(git(repository, 'log', '-1', '--format=%s')).toBe('theirs\n');
  });

  it('runs nothing more when the person says no after the fetch', async () => {
    const { execute, request } = rig(folder, person([fetch, { kind: 'declined' }]), forgetful);
    expect((await execute('git', 'git pull', request)).kind).toBe('declined');
    expect(git(repository, 'log', '-1', '--format=%s', 'main')).toBe('first\n');
    expect(git(repository, 'log', '-1', '--format=%s', 'origin/main')).toBe('theirs\n');
  });

  it('asks about a fetch that could do harm', async () => {
    git(repository, 'config', '--add', 'remote.origin.fetch', '+refs/heads/*:refs/heads/theirs/*');
    const ui = person([fetch, { kind: 'declined' }, { kind: 'declined' }]);
    const { execute, request } = rig(folder, ui, forgetful);
    expect((await execute('git', 'git pull', request)).kind).toBe('declined');
    expect(ui.asked.map(({ text }) => text)).toEqual(['git pull', 'git fetch origin', 'git pull']);
    expect(git(repository, 'log', '-1', '--format=%s', 'origin/main')).toBe('first\n');
  });

  it('says why a fetch failed', async () => {
    renameSync(join(folder, 'remote.git'), join(folder, 'moved.git'));
    const ui = person([fetch, { kind: 'declined' }]);
    const { execute, request } = rig(folder, ui, forgetful);
    await execute('git', 'git pull', request);
    expect(ui.asked[1]?.note).toMatch(/^git fetch origin did not succeed\. ./);
  });

  it('is no choice where there is nothing to fetch from', async () => {
    const ui = person([fetch]);
    const { execute, request } = rig(folder, ui, forgetful);
    expect((await execute('git', 'git branch new', request)).kind).toBe('declined');
  });

  it('gives no time that is not that of a fetch from there', async () => {
    git(folder, 'init', '-q', '--bare', 'elsewhere.git');
    git(repository, 'push', '-q', join(folder, 'elsewhere.git'), 'main');
    git(repository, 'fetch', '-q', join(folder, 'elsewhere.git'), 'main');
    const ui = person([{ kind: 'declined' }]);
    const { execute, request } = rig(folder, ui, forgetful);
    await execute('git', 'git pull', request);
    expect((await ui.asked[0]?.impact)?.sentences[0]).toMatch(/^Nothing new as of the last fetch from origin; /);
  });
});
