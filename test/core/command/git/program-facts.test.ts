import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictOf, workspace } from '../../../support/verdict-of.ts';
import { makeRepository } from '../../git/fixture.ts';
import { git, temporaryFolder } from '../../git/support.ts';

/** Ways to a program that no manual page calls one, run with real git before their verdict is asked for. */
describe('what git does', () => {
  const tries = (repository: string, words: readonly string[]) => {
    try {
      execFileSync('git', ['-C', repository, ...words], { stdio: 'ignore' });
    } catch {
      // Most of them fail afterwards: what they did is done.
    }
  };

  it('mv carries a file into .git/hooks before it fails, and is refused', () => {
    const repository = makeRepository(temporaryFolder());
    writeFileSync(join(repository, 'evil'), '#!/bin/sh\n');
    chmodSync(join(repository, 'evil'), 0o755);
    git(repository, 'add', 'evil');
    tries(repository, ['mv', 'evil', '.git/hooks/pre-commit']);
    expect(existsSync(join(repository, '.git/hooks/pre-commit'))).toBe(true);
    expect(verdictOf('git mv evil .git/hooks/pre-commit').class).toBe('refused');
  });

  it('checkout writes hooks by --work-tree, and is refused', () => {
    const repository = makeRepository(temporaryFolder());
    tries(repository, ['--work-tree=.git/hooks', 'checkout', 'HEAD', '--', 'file.txt']);
    expect(existsSync(join(repository, '.git/hooks/file.txt'))).toBe(true);
    expect(verdictOf('git --work-tree=.git/hooks checkout HEAD -- file.txt').class).toBe('refused');
  });

  it('a merge strategy is a program or an alias, and so is its verdict', () => {
    const repository = makeRepository(temporaryFolder());
    const mark = join(repository, 'mark');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'second');
    git(repository, 'config', 'alias.merge-evil', `!touch '${mark}'`);
    tries(repository, ['cherry-pick', '--allow-empty', '--strategy=evil', 'HEAD']);
    expect(existsSync(mark)).toBe(true);
    expect(verdictOf('git cherry-pick --strategy=evil HEAD')).toMatchObject({ programs: [{ starts: 'now' }] });
  });

  it('a rename of a section makes an alias, and so is its verdict', () => {
    const repository = makeRepository(temporaryFolder());
    const mark = join(repository, 'mark');
    git(repository, 'config', 'foo.zap', `!touch '${mark}'`);
    git(repository, 'config', '--rename-section', 'foo', 'alias');
    tries(repository, ['zap']);
    expect(existsSync(mark)).toBe(true);
    expect(verdictOf('git config --rename-section foo alias', workspace)).toMatchObject({
      programs: [{ starts: 'later', text: 'section foo → alias' }],
    });
  });

  it('the format of a todo list adds commands to it, and is refused', () => {
    const repository = makeRepository(temporaryFolder());
    const mark = join(repository, 'mark');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'second');
    const format = `rebase.instructionFormat=%s%nexec touch '${mark}'`;
    tries(repository, ['-c', format, 'rebase', '-q', '--force-rebase', '--keep-empty', 'HEAD~1']);
    expect(existsSync(mark)).toBe(true);
    expect(verdictOf(`git -c "${format}" rebase HEAD~1`).class).toBe('refused');
  });
});
