import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { type AgreeableCore, agreeableCore } from './host.ts';
import { parent, person, storage } from './processes.ts';

let made = 0;

function fresh(name: string): string {
  made += 1;
  const folder = newRepository(parent, `${name}${made}`);
  commit(folder, { 'a.txt': 'one\n' }, 'one');
  return folder;
}

const run = (core: AgreeableCore, folder: string, text: string) =>
  core.execute('git', text, { repository: folder, origin: 'cli' });

describe('B12 undo last is the last of the window', () => {
  it.each(['submodule', 'repository of its own'])('in a %s that git -C led to, and it says which', async kind => {
    const folder = fresh('outer');
    const inner = join(folder, 'sub');
    if (kind === 'submodule') {
      git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', fresh('inner'), 'sub');
      git(folder, 'commit', '-qm', 'with a submodule');
    } else {
      newRepository(folder, 'sub');
      commit(inner, { 'a.txt': 'one\n' }, 'one');
    }
    const core = await agreeableCore(folder, storage, person);
    await run(core, folder, 'git branch older');
    write(inner, { 'a.txt': 'mine\n' });
    const ran = await run(core, folder, 'git -C sub checkout -- a.txt');
    expect(ran).toMatchObject({ kind: 'ran', result: { ok: true } });
    // Another process knows of a submodule; of any other repository the one that wrote there does.
    const next = kind === 'submodule' ? await agreeableCore(folder, storage, person) : core;
    expect(await next.undoLast()).toMatchObject({ kind: 'undone', repository: inner });
    expect(git(inner, 'status', '--porcelain')).toBe(' M a.txt\n');
    expect(git(folder, 'branch', '--list', 'older')).not.toBe('');
    expect(await next.undoLast()).toMatchObject({ kind: 'undone', repository: folder });
    expect(git(folder, 'branch', '--list', 'older')).toBe('');
    core.dispose();
  });

  it('an id is found in whichever journal has it', async () => {
    const folder = fresh('outer');
    newRepository(folder, 'sub');
    commit(join(folder, 'sub'), { 'a.txt': 'one\n' }, 'one');
    const core = await agreeableCore(folder, storage, person);
    const ran = await run(core, folder, 'git -C sub branch new');
    const id = ran.kind === 'ran' ? ran.entry?.id : undefined;
    const undone = await (await core.writes()).undo({ repository: folder, id, origin: 'cli' });
    expect(undone).toMatchObject({ kind: 'undone', repository: join(folder, 'sub') });
    core.dispose();
  });
});

describe('C8 what left the machine is not undone, and nothing says it was', () => {
  function withRemote(): string {
    const folder = fresh('pushed');
    const remote = join(parent, `remote${made}.git`);
    git(parent, 'init', '-q', '--bare', remote);
    git(folder, 'remote', 'add', 'origin', remote);
    git(folder, 'push', '-q', '-u', 'origin', 'main');
    commit(folder, { 'b.txt': 'two\n' }, 'two');
    return folder;
  }

  it('a push: how to revert it is said, and it stays in force', async () => {
    const folder = withRemote();
    const core = await agreeableCore(folder, storage, person);
    await run(core, folder, 'git push -q origin main');
    const answer = await core.undoLast();
    expect(answer).toMatchObject({ kind: 'refused', code: 'only-remote' });
    expect(answer.reverts?.[0]).toMatch(/^git push --force-with-lease=/);
    expect(answer.message).toContain(answer.reverts?.[0]);
    expect(git(folder, 'rev-parse', 'origin/main')).toBe(git(folder, 'rev-parse', 'main'));
    const entries = await (await core.writes()).journal.list((await core.repositories.find(folder)) ?? never());
    expect(entries.map(({ command, undoes }) => [command, undoes])).toEqual([['git push -q origin main', null]]);
    // Through the gate like any other command.
    expect(await run(core, folder, answer.reverts?.[0] ?? '')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(git(folder, 'rev-parse', 'origin/main')).toBe(git(folder, 'rev-parse', 'main~1'));
    core.dispose();
  });

  it('a push that also changed something here: that part comes back, and the rest is said', async () => {
    const folder = withRemote();
    git(folder, 'switch', '-qc', 'side');
    const core = await agreeableCore(folder, storage, person);
    await run(core, folder, 'git push -q -u origin side');
    expect(git(folder, 'config', 'branch.side.remote')).toBe('origin\n');
    const answer = await core.undoLast();
    expect(answer).toMatchObject({ kind: 'undone', reverts: [expect.stringContaining('--delete')] });
    expect(answer.message).toContain('still there');
    expect(() => git(folder, 'config', 'branch.side.remote')).toThrow();
    core.dispose();
  });

  it('an undo that failed can be tried again', async () => {
    const folder = fresh('failing');
    write(folder, { 'a.txt': 'mine\n' });
    const core = await agreeableCore(folder, storage, person);
    await run(core, folder, 'git add a.txt');
    write(folder, { '.git/index.lock': '' });
    expect(await core.undoLast()).toMatchObject({ kind: 'failed', code: 'incomplete' });
    expect(existsSync(join(folder, '.git', 'index.lock'))).toBe(true);
    rmSync(join(folder, '.git', 'index.lock'));
    expect(await core.undoLast()).toMatchObject({ kind: 'undone' });
    expect(git(folder, 'status', '--porcelain')).toBe(' M a.txt\n');
    core.dispose();
  });
});

function never(): never {
  throw new Error('no repository');
}
