import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import type { Origin } from '../../../../src/core/origin.ts';
import { createPolicy } from '../../../../src/core/writes/policy/policy.ts';
import { commandOf } from '../../../support/verdict-of.ts';
import { git, temporaryFolder } from '../../git/support.ts';

const folder = temporaryFolder();
const home = join(folder, 'home');
const root = join(folder, 'work');
const environment = { ...process.env, HOME: home };
const askPolicy = createPolicy({ git: createGitReader({ environment }), environment });

type Match = Readonly<Record<string, unknown>>;
const rule = (match: Match, answer = 'deny', reason = 'We agreed on it.') => ({ match, answer, reason });
const policyText = (...policy: readonly unknown[]) => JSON.stringify({ policy });
const write = (...policy: readonly unknown[]) => writeFile(join(root, '.sluice.json'), policyText(...policy));

async function ask(command: string, origin: Origin = 'cli') {
  const { verdict } = commandOf(command, { roots: [root], cwd: root });
  if (verdict.class === 'refused') return 'refused';
  const { restriction } = await askPolicy({
    ...{ kind: 'command', command, repository: root, origin },
    class: verdict.class,
  });
  return restriction?.kind ?? 'free';
}

async function fresh() {
  await rm(folder, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  git(folder, 'init', '-q', '-b', 'topic', 'work');
  await writeFile(join(root, 'a.txt'), 'a\n');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'one');
  git(root, 'branch', 'main');
  git(root, 'branch', 'release/1');
  git(folder, 'init', '-q', '--bare', 'there.git');
  git(root, 'remote', 'add', 'origin', join(folder, 'there.git'));
  git(root, 'push', '-q', 'origin', 'main', 'topic');
}
beforeAll(fresh);

const NO_FORCE = rule({ program: 'git', subcommand: 'push', options: '--force' });

describe('8.9 a push that overwrites is one however it is spelled', () => {
  it.each([
    'git push --force origin topic',
    'git push -f',
    'git push -qf origin topic',
    'git push --forc origin topic',
    'git push --force-with-lease origin topic',
    'git push --force-with-lease=topic origin topic',
    'git push origin +topic',
    'git push origin +refs/heads/topic:refs/heads/topic',
    'git push origin topic +main',
    'git push --mirror origin',
    'git push origin :topic',
    'git push --delete origin topic',
    'git push --prune origin',
    'git -C . push -f origin topic',
    'git --no-pager push -f origin topic',
    'git push --no-force --force origin topic',
    'git send-pack --force origin topic',
    'git push --frobnicate origin topic',
    'git -c remote.origin.push=+topic push origin',
  ])('%s', async command => {
    await write(NO_FORCE);
    expect(await ask(command)).toMatch(/^(?:deny|refused)$/);
  });

  it.each([
    'git push',
    'git push origin topic',
    'git push -u origin topic',
    'git push --force --no-force origin topic',
  ])('%s is not', async command => {
    git(root, 'push', '-qu', 'origin', 'topic');
    await write(NO_FORCE);
    expect(await ask(command)).toBe('free');
  });

  it('also by the config, or by an alias in any case, through others, or in a shell', async () => {
    await write(NO_FORCE);
    git(root, 'config', 'alias.pf', 'push -f');
    git(root, 'config', 'alias.again', 'pf origin');
    git(root, 'config', 'alias.sh', '!git push -f');
    git(root, 'config', 'alias.any', '!f() { git "$@"; }; f');
    git(root, 'config', 'alias.fine', 'push --dry-run');
    for (const name of ['pf', 'PF', 'again', 'sh', 'any']) expect(await ask(`git ${name} topic`), name).toBe('deny');
    expect(await ask('git fine origin topic')).toBe('free');
    expect(await ask('git push origin')).toBe('free');
    git(root, 'config', 'remote.origin.push', '+topic');
    expect(await ask('git push origin')).toBe('deny');
    git(root, 'config', '--unset', 'remote.origin.push');
    git(root, 'config', 'remote.origin.mirror', 'true');
    expect(await ask('git push origin')).toBe('deny');
    await fresh();
  });
});

describe('8.9 a branch that nobody may touch is found wherever it is named', () => {
  beforeEach(() => write(rule({ branch: 'release/*', origin: 'agents' })));

  it.each([
    'git branch -D release/1',
    'git branch -f release/1 topic',
    'git branch -D RELEASE/1',
    'git branch -m topic release/2',
    'git branch release/2',
    'git checkout -b release/2',
    'git checkout -brelease/2',
    'git switch -c release/2',
    'git switch --create=release/2',
    'git switch --force-create release/1',
    'git checkout -B release/1 topic',
    'git worktree add -b release/2 ../other',
    'git update-ref refs/heads/release/1 topic',
    'git symbolic-ref refs/heads/release/1 refs/heads/topic',
    'git push origin topic:release/1',
    'git push origin topic:heads/release/1',
    'git push origin topic:refs/heads/release/1',
    'git push . topic:release/1',
    'git push origin :release/1',
    'git push origin release/1',
    'git push --all origin',
    'git push origin refs/heads/*:refs/heads/*',
    'git push origin :',
    'git fetch . topic:release/1',
    'git fetch . +topic:refs/heads/release/1',
    'git pull . topic:release/1',
    'git rebase topic release/1',
    'git rebase --update-refs main',
    'git stash branch release/2',
    'git branch -f @{-1} topic',
    'git fast-import',
    'gh api -X DELETE repos/o/r/git/refs/heads/release/1',
    'gh pr merge 3',
    'gh pr close 3 --delete-branch',
  ])('%s', async command => {
    expect(await ask(command)).toMatch(/^(?:deny|refused)$/);
  });

  it.each([
    'git commit -m words',
    'git push origin topic',
    'git branch topic2 release/1',
    'git merge release/1',
    'git rebase release/1',
    'git switch release/1',
    'git fetch origin',
    'git tag v1 release/1',
    'gh issue close 3',
    'gh pr close 3',
  ])('%s touches none', async command => {
    expect(await ask(command)).toBe('free');
  });

  it('and where it is checked out, in a linked work tree too', async () => {
    git(root, 'worktree', 'add', '-q', '../linked', 'release/1');
    expect(await ask(`git -C ${join(folder, 'linked')} commit -m words`)).toBe('deny');
    git(root, 'worktree', 'remove', '--force', '../linked');
    git(root, 'switch', '-q', 'release/1');
    await write(rule({ branch: 'release/*', origin: 'agents' }));
    for (const command of [
      'git commit -m x',
      'git reset --hard HEAD',
      'git cherry-pick topic',
      'git add a.txt',
      'git merge main',
    ])
      expect(await ask(command), command).toBe('deny');
    expect(await ask('git commit -m x', 'palette')).toBe('free');
    expect(await ask('git switch topic')).toBe('free');
    git(root, 'switch', '-q', 'topic');
  });

  it('and when an unfinished rebase ends on it', async () => {
    await mkdir(join(root, '.git', 'rebase-merge'));
    await writeFile(join(root, '.git', 'rebase-merge', 'head-name'), 'refs/heads/release/1\n');
    expect(await ask('git rebase --continue')).toBe('deny');
    await fresh();
  });
});

describe('8.9 options and subcommands by the tables', () => {
  it.each([
    ['git add -A', 'deny'],
    ['git add --all', 'deny'],
    ['git add -vA', 'deny'],
    ['git add --al', 'deny'],
    ['git add --no-ignore-removal', 'deny'],
    ['git add .', 'deny'],
    ['git add :/', 'deny'],
    ['git stage -A', 'deny'],
    ['git add -A --no-all a.txt', 'free'],
    ['git add a.txt', 'free'],
    ['git commit -a -m x', 'free'],
  ])('no `git add -A`: %s: %s', async (command, answer) => {
    await write(rule({ program: 'git', subcommand: 'add', options: ['-A'] }));
    expect(await ask(command)).toBe(answer);
  });

  it.each([
    ['git commit --no-verify -m x', 'deny'],
    ['git commit -nm x', 'deny'],
    ['git commit -m --no-verify', 'free'],
    ['git commit -m x -- --no-verify', 'free'],
    ['git push --no-verify origin topic', 'free'],
  ])('no skipping of hooks: %s: %s', async (command, answer) => {
    await write(rule({ subcommand: 'commit', options: '--no-verify' }));
    expect(await ask(command)).toBe(answer);
  });

  it.each([
    ['git stash drop', 'deny'],
    ['git stash -q drop', 'deny'],
    ['git stash', 'free'],
    ['git stash pop', 'free'],
    ['gh pr merge 3 --admin', 'deny'],
    ['gh -R o/r pr merge 3 --admin', 'deny'],
    ['gh pr merge 3 --squash', 'free'],
    ['gh pr merge 3 --delete-branch', 'free'],
    ['gh pr list', 'free'],
    ['gh pr ls', 'free'],
    ['gh issue ls', 'ask'],
    ['gh issue list --limit 3', 'ask'],
  ])('%s: %s', async (command, answer) => {
    await write(
      rule({ subcommand: 'stash drop' }),
      rule({ program: 'gh', subcommand: 'pr merge', options: '--admin' }),
      rule({ program: 'gh', subcommand: 'issue list' }, 'ask-always'),
    );
    expect(await ask(command)).toBe(answer);
  });

  it('a rule that names no subcommand leaves reads alone', async () => {
    await write(rule({ origin: 'agents' }));
    expect(await ask('git status')).toBe('free');
    expect(await ask('git commit -m x')).toBe('deny');
  });
});

describe('8.9 nobody switches a rule off', () => {
  beforeEach(fresh);

  it('by removing, emptying or loosening the file: what is committed holds, and the person is told', async () => {
    await write(NO_FORCE);
    git(root, 'add', '.sluice.json');
    git(root, 'commit', '-qm', 'policy');
    const forced = 'git push -f origin topic';
    for (const change of [() => rm(join(root, '.sluice.json')), () => write(), () => write(rule({ program: 'gh' }))]) {
      await change();
      expect(await ask(forced)).toBe('deny');
      expect(await ask('git commit -am x')).toBe('ask');
    }
  });

  it('by going to a branch without it: that of the default branch of origin holds', async () => {
    git(root, 'switch', '-q', 'main');
    await write(NO_FORCE);
    git(root, 'add', '.sluice.json');
    git(root, 'commit', '-qm', 'policy');
    git(root, 'push', '-q', 'origin', 'main');
    git(root, 'remote', 'set-head', 'origin', 'main');
    git(root, 'switch', '-q', 'topic');
    expect(await ask('git push -f origin topic')).toBe('deny');
  });

  it('by replacing the committed file for those who read it', async () => {
    await write(NO_FORCE);
    git(root, 'add', '.sluice.json');
    git(root, 'commit', '-qm', 'policy');
    await write();
    const empty = git(root, 'hash-object', '-w', '.sluice.json').trim();
    git(root, 'replace', git(root, 'rev-parse', 'HEAD:.sluice.json').trim(), empty);
    expect(await ask('git push -f origin topic')).toBe('deny');
  });

  it('by a file that cannot be read: agents are denied every write, a person is asked, reads run', async () => {
    const link = () => symlink('/dev/zero', join(root, '.sluice.json'));
    const texts = [
      '{',
      '{}',
      '{"policy":{}}',
      policyText({ match: {}, answer: 'allow', reason: 'x' }),
      policyText(rule({ any: 1 })),
    ];
    for (const text of [
      ...texts,
      policyText(rule({ options: '--force' })),
      policyText(rule({}, 'deny', 'a\nb')),
      link,
    ]) {
      await rm(join(root, '.sluice.json'), { force: true });
      await (typeof text === 'string' ? writeFile(join(root, '.sluice.json'), text) : text());
      const name = String(text);
      expect(await ask('git add a.txt'), name).toBe('deny');
      expect(await ask('git add a.txt', 'view'), name).toBe('ask');
      expect(await ask('git status'), name).toBe('free');
    }
  });

  it('by working from a folder below, or by -C and --git-dir from elsewhere', async () => {
    await mkdir(join(root, 'below'));
    await write(NO_FORCE);
    const asked = async (repository: string, command: string) => {
      const answer = await askPolicy({ kind: 'command', command, repository, origin: 'cli', class: 'mutating' });
      return answer.restriction?.kind;
    };
    expect(await asked(join(root, 'below'), 'git push -f origin topic')).toBe('deny');
    expect(await asked(folder, 'git -C work push -f origin topic')).toBe('deny');
    expect(await asked(folder, 'git --git-dir=work/.git push -f origin topic')).toBe('deny');
  });

  it('the person has rules of their own, for every repository', async () => {
    await writeFile(join(home, '.sluice.json'), policyText(NO_FORCE));
    expect(await ask('git push -f origin topic')).toBe('deny');
  });
});
