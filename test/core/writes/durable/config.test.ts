import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { agreeableCore } from './host.ts';
import { parent, person, storage } from './processes.ts';

let made = 0;

function dirty(): string {
  made += 1;
  const folder = newRepository(parent, `config${made}`);
  commit(folder, { 'a.txt': 'one\n' }, 'one');
  write(folder, { 'a.txt': 'mine\n' });
  return folder;
}

describe('B10 undo finds the repository whatever its config says', () => {
  it.each([
    ['git config core.bare true'],
    ['git config core.worktree ../elsewhere'],
    ['git config core.worktree /nowhere/at/all'],
    ['git config core.repositoryFormatVersion 99'],
    ['git config extensions.worktreeConfig true'],
    ['git config --replace-all core.bare true'],
  ])('%s', async command => {
    mkdirSync(join(parent, 'elsewhere'), { recursive: true });
    const folder = dirty();
    const config = readFileSync(join(folder, '.git', 'config'), 'utf8');
    const core = await agreeableCore(folder, storage, person);
    const ran = await core.execute('git', command, { repository: folder, origin: 'cli' });
    expect(ran).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(ran.kind === 'ran' && ran.entry?.outcome).toBe('ok');
    core.dispose();
    // As another window would find it.
    const next = await agreeableCore(folder, storage, person);
    expect(await next.undoLast()).toMatchObject({ kind: 'undone' });
    next.dispose();
    expect(readFileSync(join(folder, '.git', 'config'), 'utf8')).toBe(config);
    expect(git(folder, 'status', '--porcelain')).toBe(' M a.txt\n');
    expect(existsSync(join(parent, 'elsewhere', 'a.txt'))).toBe(false);
  });

  it('a config that somebody broke by hand is theirs: undo says so and changes nothing', async () => {
    const folder = dirty();
    const file = join(folder, '.git', 'config');
    const config = readFileSync(file, 'utf8');
    const core = await agreeableCore(folder, storage, person);
    await core.execute('git', 'git checkout -- a.txt', { repository: folder, origin: 'cli' });
    write(folder, { '.git/config': `${config}[broken\n` });
    expect(await core.undoLast()).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('repair it first'),
    });
    expect(readFileSync(file, 'utf8')).toContain('[broken');
    write(folder, { '.git/config': config });
    expect(await core.undoLast()).toMatchObject({ kind: 'undone', message: 'a.txt comes back as it was.' });
    core.dispose();
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('mine\n');
  });
});
