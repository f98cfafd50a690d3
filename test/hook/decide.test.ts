import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Decision, decide } from '../../src/hook/decide.ts';
import { git, temporaryFolder } from '../core/git/support.ts';
import { repository } from '../core/windows/support.ts';

const GUARD = '/s run --';
let root: string;
beforeEach(() => {
  root = repository();
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, 'a.txt'), 'a\n');
  git(root, 'add', 'a.txt');
  git(root, 'commit', '-q', '-m', 'First');
});

const decided = (
  line: string,
  { cwd = root, environment = {} }: { cwd?: string; environment?: object } = {},
): Promise<Decision> => decide({ line, cwd, project: root }, { ...environment }, GUARD, async () => undefined);
/** The decision in a word or two, or the line that runs instead. */
const inShort = async (line: string, more: { cwd?: string; environment?: object } = {}) => {
  const decision = await decided(line, more);
  if (decision.kind !== 'rewrite') return decision.kind;
  return `${decision.allowed ? '' : 'as usual: '}${decision.line}`;
};

describe('13.2 a line with nothing but reads is allowed', () => {
  it.each([
    'git status',
    'git log --oneline -5 | head -3',
    'cd sub && git status',
    'git status && echo --- && git diff 2>/dev/null || true',
    'git -C sub log -1',
    'git diff HEAD~0 -- a.txt; git branch -a',
    'GIT_PAGER=cat git show HEAD',
    'gh pr list',
    "git log --format='%h | %s' | wc -l",
  ])('%j', async line => {
    expect(await inShort(line)).toBe('allow');
  });
});

describe('a read that plain git may not do is guarded', () => {
  it.each([
    ['git grep x', '/s run -- git grep x'],
    ['git config --list', '/s run -- git config --list'],
    ['git remote -v | head', '/s run -- git remote -v | head'],
    ['git describe --dirty', '/s run -- git describe --dirty'],
    ['git ls-remote', '/s run -- git ls-remote'],
    ['git status; git grep x', 'git status; /s run -- git grep x'],
    ['git diff --no-index a.txt sub', '/s run -- git diff --no-index a.txt sub'],
  ])('%j', async (line, instead) => {
    expect(await inShort(line)).toBe(instead);
  });

  const traps: readonly (readonly [string, () => void])[] = [
    ['core.fsmonitor', () => git(root, 'config', 'core.fsmonitor', '/tmp/x')],
    ['diff.external', () => git(root, 'config', 'diff.external', '/tmp/x')],
    ['a textconv', () => git(root, 'config', 'diff.x.textconv', '/tmp/x')],
    ['a filter', () => git(root, 'config', 'filter.x.clean', '/tmp/x')],
    ['an include', () => git(root, 'config', 'include.path', '/tmp/x')],
    ['a pager', () => git(root, 'config', 'core.pager', '/tmp/x')],
    ['hooks elsewhere', () => git(root, 'config', 'core.hooksPath', 'sub')],
    ['an alias', () => git(root, 'config', 'alias.x', '!x')],
    ['a config of the work tree', () => git(root, 'config', 'extensions.worktreeConfig', 'true')],
    ['an address with a password', () => git(root, 'config', 'remote.origin.url', 'https://u:p@x.example/')],
    ['a helper for an address', () => git(root, 'config', 'remote.origin.url', 'ext::sh -c x')],
    ['a key nobody knows', () => git(root, 'config', 'x.y', 'z')],
    [
      'a line that goes on',
      () => appendFileSync(join(root, '.git/config'), '[user]\n\tname = a\\\n[core] fsmonitor = /tmp/x\n'),
    ],
    ['a key beside its heading', () => appendFileSync(join(root, '.git/config'), '[core] fsmonitor = /tmp/x\n')],
    ['a heading of old', () => appendFileSync(join(root, '.git/config'), '[diff.x]\n\ttextconv = /tmp/x\n')],
    ['capitals', () => appendFileSync(join(root, '.git/config'), '[CORE]\n\tFSMonitor = /tmp/x\n')],
    ['a hook of the index', () => writeFileSync(join(root, '.git/hooks/post-index-change'), '#!/bin/sh\n')],
    ['objects of another', () => writeFileSync(join(root, '.git/objects/info/alternates'), '/tmp/x\n')],
    [
      'a submodule',
      () => {
        const inner = join(root, 'inner');
        mkdirSync(inner);
        git(inner, 'init', '-q');
        git(inner, 'commit', '-q', '--allow-empty', '-m', 'Inner');
        git(root, 'add', 'inner');
      },
    ],
    [
      'a git directory elsewhere',
      () => {
        const other = repository();
        git(other, 'commit', '-q', '--allow-empty', '-m', 'Other');
        mkdirSync(join(root, 'sub/work'));
        writeFileSync(join(root, 'sub/work/.git'), `gitdir: ${join(other, '.git')}\n`);
      },
    ],
    [
      'a bare repository in the tree',
      () => {
        mkdirSync(join(root, 'sub/work'));
        git(join(root, 'sub/work'), 'init', '-q', '--bare');
      },
    ],
  ];
  it.each(traps)('with %s', async (name, set) => {
    set();
    const cwd = ['a git directory elsewhere', 'a bare repository in the tree'].includes(name)
      ? join(root, 'sub/work')
      : root;
    expect(await inShort('git status', { cwd })).toBe('/s run -- git status');
  });

  it.each(['GIT_DIR', 'GIT_CONFIG_COUNT', 'GIT_CONFIG_GLOBAL', 'GIT_EXTERNAL_DIFF', 'GIT_INDEX_FILE'])(
    'with %s in the environment',
    async name => {
      expect(await inShort('git status', { environment: { [name]: 'x' } })).toBe('/s run -- git status');
    },
  );

  it('where a path of it is a link out of the workspace', async () => {
    symlinkSync('/etc', join(root, 'etc'));
    expect(await inShort('git blame -- etc/passwd')).toBe('/s run -- git blame -- etc/passwd');
  });
});

describe('what changes something waits inside the command', () => {
  it.each([
    ['git push', '/s run -- git push'],
    [
      'cd sub && git add -A && git commit -m "a  \'b\'" 2>&1 | tail -3',
      'cd sub && /s run -- git add -A && /s run -- git commit -m "a  \'b\'" 2>&1 | tail -3',
    ],
    ['git status && git push --force', 'git status && /s run -- git push --force'],
    ['LC_ALL=C command git push', 'LC_ALL=C command /s run -- git push'],
    ['env NO_COLOR=1 /usr/bin/git push', 'env NO_COLOR=1 /s run -- git push'],
    ['gh pr merge 1', '/s run -- gh pr merge 1'],
    ['git push && npm test', 'as usual: /s run -- git push && npm test'],
    ['rm -rf x && git push', 'as usual: rm -rf x && /s run -- git push'],
    ['git add *.ts', 'as usual: /s run -- git add *.ts'],
    ['git log $X', 'as usual: /s run -- git log $X'],
    ['git push > out.txt', 'as usual: /s run -- git push > out.txt'],
    ['cd $X && git push', 'as usual: cd $X && /s run -- git push'],
    [
      'git commit -m "$(cat <<\'EOF\'\nOne\n\nTwo\nEOF\n)"',
      'as usual: /s run -- git commit -m "$(cat <<\'EOF\'\nOne\n\nTwo\nEOF\n)"',
    ],
  ])('%j', async (line, instead) => {
    expect(await inShort(line)).toBe(instead);
  });
});

describe('what is refused is denied, with what to do instead', () => {
  it.each([
    ['git rebase -i HEAD~2', 'git rebase -i'],
    ['git status && git grep -Ovi x', 'use -n or -l'],
    ['gh auth token', 'gh auth token'],
    ['git diff | git apply', 'standard input'],
    ['yes | gh repo delete', 'standard input'],
    ['git apply < x', 'standard input'],
  ])('%j', async (line, reason) => {
    expect(await decided(line)).toMatchObject({ kind: 'deny', reason: expect.stringContaining(reason) });
  });
});

describe('no opinion', () => {
  it.each([
    'ls -la',
    'npm test',
    'git log $(cat x)',
    'sh -c "git push"',
    'git status && cat /etc/passwd',
    'git status && rm x',
    'git log > out.txt',
    'git log | tee x',
    'git log | xargs rm',
    'cat a.txt | git status',
    'cd / && git status',
    'cd /; git status',
    'cd nowhere || cd /tmp; git status',
    '',
    'x'.repeat(100_000),
  ])('of %.60j', async line => {
    expect(await inShort(line)).not.toBe('allow');
    expect((await decided(line)).kind === 'rewrite' && (await decided(line))).toBe(false);
  });

  it('of a folder outside the one the client works in', async () => {
    const other = repository();
    expect(await inShort('git status', { cwd: other })).toBe('silent');
    expect(await inShort('git push', { cwd: other })).toBe('silent');
    expect(await inShort(`cd ${other} && git push`)).toBe('silent');
  });

  it('of a link that leads outside', async () => {
    symlinkSync(repository(), join(root, 'link'));
    expect(await inShort('cd link && git status')).toBe('silent');
  });

  it('but the repository is not left alone because the shell stands elsewhere', async () => {
    expect(await inShort(`git -C ${root} push`, { cwd: dirname(root) })).toBe(`/s run -- git -C ${root} push`);
    expect(await inShort(`cd .. && git -C ${root} push`)).toBe(`as usual: cd .. && /s run -- git -C ${root} push`);
  });

  it('of where CDPATH might lead', async () => {
    expect(await inShort('cd sub && git status', { environment: { CDPATH: temporaryFolder() } })).toBe(
      'as usual: cd sub && /s run -- git status',
    );
  });
});
