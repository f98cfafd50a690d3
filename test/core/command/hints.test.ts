import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../support/verdict-of.ts';

describe('3.1 what looks like a read and asks says what would be one', () => {
  it.each([
    ['git add -n .', 'git status --short'],
    ['git add --dry-run src', 'git status --short'],
    ['git commit --dry-run -a', 'git status'],
    ['git rm -n f', 'git ls-files'],
    ['git mv -n f g', 'git ls-files'],
    ['git fetch --dry-run', 'git ls-remote'],
    ['git pull --dry-run', 'git ls-remote'],
    ['git push', '--dry-run'],
    ['git push -n --recurse-submodules=check', '--recurse-submodules=no'],
    ['git merge-tree main topic', 'git diff'],
    ['git rerere status', 'git status'],
    ["git submodule foreach 'git status'", 'git -C'],
    ['git lfs env', 'git config --get-regexp lfs'],
    ['git --git-dir=.git describe --dirty', 'use -C'],
    ['git --config-env=log.date=X log', 'use -c'],
    ['git -c http.sslVerify=false ls-remote', 'leave it out'],
    ['git ls-remote file://host/x', 'without file://'],
    ['git hook list a b', 'with 1 name it only reads'],
    ['git diff --no-index a', 'with --no-index and at least 2 names'],
    ['git cat-file --batch-all-objects --batch', '--batch-check'],
  ])('%s: %s', (command, hint) => {
    const { class: found, reason } = verdictOf(command);
    expect(found).toBe('mutating');
    expect(reason).toContain(hint);
  });

  it.each([
    'git -c core.fileMode=false diff',
    'git -c core.preloadIndex=true status',
    'git -c core.untrackedCache=false status',
    'git -c core.commitGraph=false log',
    'git -c protocol.version=2 ls-remote',
    'git -c diff.external= diff',
  ])('no question is asked for a setting that does not matter: %s', command =>
    expect(verdictOf(command).class).toBe('read-only'),
  );
});
