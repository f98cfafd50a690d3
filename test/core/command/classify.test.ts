import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import { subcommands } from '../../../src/core/command/git/subcommands.ts';
import { isAct, isGroup, type Node } from '../../../src/core/command/table.ts';
import { isSealedCommand } from '../../../src/core/seals.ts';
import fc from '../../support/fast-check.ts';
import { commandOf, commandsIn, verdictOf, workspace } from '../../support/verdict-of.ts';

describe('everyday reads need no click', () => {
  const reads = commandsIn(new URL('everyday-reads.txt', import.meta.url));
  it('there are at least 400, all different', () => {
    expect(reads.length).toBeGreaterThanOrEqual(400);
    expect(new Set(reads).size).toBe(reads.length);
  });
  it.each(reads)('%s', command => {
    const verdict = verdictOf(command);
    expect(`${verdict.class}: ${verdict.reason}`).toMatch(/^read-only: /);
  });
});

describe('3.1 the reason names the word that decided', () => {
  it.each([
    ['git log --output=x', '--output writes a file, over one of that name; leave it out to see the output'],
    ['git branch feature', "'feature' would create a branch; with --list it only reads"],
    ['git branch -v feature', "'feature' would create a branch; with --list it only reads"],
    ['git log --frob', 'unknown option --frob; leave it out'],
    ['git branch -vZ', 'unknown option -Z in -vZ; leave it out'],
    ['git tag v2', "'v2' would create a tag; with --list it only reads"],
    ['git config user.name Bob', "'user.name' would be set"],
    [
      'git symbolic-ref HEAD refs/heads/x',
      "'refs/heads/x' would become what 'HEAD' points to; name one ref to read it",
    ],
    ['git branch --format --list x', "'--list' stands where --format takes its value; attach the value to the option"],
    ['git -C /etc log', '-C /etc is outside the workspace; add its folder to the workspace to read it'],
    [
      'git diff --no-index a /etc/passwd',
      "'/etc/passwd' is outside the workspace; add its folder to the workspace to read it",
    ],
    ['git commit -m x', 'commit records what is staged'],
    ['git stash pop', 'stash pop applies a stash and drops it'],
    ['git reset --hard', '--hard discards uncommitted changes'],
    ['git push origin :old', "':old' deletes a remote branch"],
    ['git checkout -- src', "'src' would be overwritten"],
    ['git frob', "Sluice doesn't know the subcommand 'frob'; it may be an alias or an extension"],
    ['git branch --list x', 'branch with --list only reads'],
    ['git log', 'log only reads'],
  ])('%s: %s', (command, reason) => expect(verdictOf(command).reason).toBe(reason));
});

describe('3.3 effects', () => {
  it.each([
    ['git log', []],
    ['git ls-remote origin', ['network']],
    ['git ls-remote --get-url origin', []],
    ['git remote show origin', ['network']],
    ['git remote show -n origin', []],
    ['git log --output=x', ['writes-files']],
    ['git commit -m x', ['writes-repo']],
    ['git push', ['network', 'writes-remote']],
    ['git fetch', ['network', 'writes-repo']],
    ['git difftool', ['runs-program', 'opens-ui']],
    ['git tag -v x', ['runs-program']],
    ['git daemon', ['runs-program', 'long-running', 'network']],
    ['git add -p', ['interactive']],
    ['git credential fill', ['reveals-secret']],
    ['git -C /etc log', ['reads-outside']],
    ['git -C /etc commit -m x', ['reads-outside', 'writes-repo']],
    ['git submodule update', ['network', 'writes-repo', 'writes-files']],
  ])('%s', (command, effects) => expect([...verdictOf(command).effects].sort()).toEqual([...effects].sort()));

  it('read-only means no effect but the network, and nothing else means that', () => {
    const words = [...subcommands.keys()].flatMap(name => [
      name,
      `${name} -v`,
      `${name} --all x`,
      `${name} list`,
      `${name} show`,
    ]);
    for (const text of words) {
      const verdict = verdictOf(`git ${text}`);
      const harmless = verdict.effects.every(effect => effect === 'network');
      expect([text, verdict.class === 'read-only']).toEqual([text, harmless]);
    }
  });
});

describe('3.7 what the output depends on', () => {
  const sha = '1234567890123456789012345678901234567890';
  it.each([
    [`git show ${sha}`, ['nothing']],
    [`git log ${sha}`, ['nothing']],
    [`git log ${sha} HEAD`, ['refs']],
    [`git log --all ${sha}`, ['refs']],
    [`git diff ${sha} ${sha}`, ['nothing']],
    [`git diff ${sha}..${sha}`, ['nothing']],
    [`git diff ${sha}`, ['refs', 'index', 'worktree']],
    ['git show 1234567', ['refs']],
    ['git show', ['refs']],
    ['git log', ['refs']],
    ['git diff', ['index', 'worktree']],
    ['git diff -- src', ['index', 'worktree']],
    ['git diff --cached', ['refs', 'index']],
    ['git diff HEAD', ['refs', 'index', 'worktree']],
    ['git diff --no-index a b', ['worktree']],
    ['git status', ['refs', 'index', 'worktree']],
    ['git ls-files', ['index', 'worktree']],
    ['git branch', ['refs', 'config']],
    ['git config -l', ['config']],
    ['git ls-remote', ['remote', 'config']],
    ['git remote -v', ['config']],
    ['git --version', ['nothing']],
    [`git cat-file -p ${sha}`, ['nothing']],
    ['git describe', ['refs']],
    ['git describe --dirty', ['refs', 'index', 'worktree']],
  ])('%s', (command, dependsOn) => expect(verdictOf(command).dependsOn).toEqual(dependsOn));
});

describe('3.8 risk', () => {
  it.each([
    ['git commit -m x', 'local'],
    ['git commit --amend', 'destructive'],
    ['git add .', 'local'],
    ['git reset HEAD~1', 'local'],
    ['git reset --hard', 'destructive'],
    ['git reset --har', 'destructive'],
    ['git clean -f', 'destructive'],
    ['git clean -f -e -n', 'destructive'],
    ['git clean --frob', 'destructive'],
    ['git push', 'remote'],
    ['git push --force', 'destructive'],
    ['git push -f', 'destructive'],
    ['git push -uf origin x', 'destructive'],
    ['git push --force-with-lease', 'destructive'],
    ['git push --force-with-lease=main:abc', 'destructive'],
    ['git push origin +main', 'destructive'],
    ['git push origin :main', 'destructive'],
    ['git push --delete origin x', 'destructive'],
    ['git push --mirror', 'destructive'],
    ['git push origin main:main', 'remote'],
    ['git branch -d x', 'local'],
    ['git branch -D x', 'destructive'],
    ['git branch -d -f x', 'destructive'],
    ['git stash', 'local'],
    ['git stash drop', 'destructive'],
    ['git stash clear', 'destructive'],
    ['git checkout main', 'local'],
    ['git checkout -b x', 'local'],
    ['git checkout -b x origin/x', 'local'],
    ['git checkout -- .', 'destructive'],
    ['git checkout .', 'destructive'],
    ['git checkout main README.md', 'destructive'],
    ['git checkout -f', 'destructive'],
    ['git restore README.md', 'destructive'],
    ['git reflog expire --all', 'destructive'],
    ['git gc', 'local'],
    ['git gc --prune=now', 'destructive'],
    ['git filter-branch', 'destructive'],
    ['git tag -d v1', 'destructive'],
    ['git worktree remove x', 'destructive'],
    ['git rm x', 'destructive'],
    ['git rm --cached x', 'local'],
    ['git rebase main', 'destructive'],
    ['git fetch', 'local'],
    ['git update-ref -d refs/heads/x', 'destructive'],
  ])('%s is %s', (command, risk) => expect(verdictOf(command).risk).toBe(risk));
});

describe('how a read is hardened', () => {
  const hardened = (text: string) => {
    const command = commandOf(text);
    if (!('hardening' in command)) throw new Error(`${text} is not a read`);
    return command.hardening;
  };
  it.each([
    ['git log -1', 'log --no-ext-diff --no-textconv -1'],
    ['git -C src log', '-C src log --no-ext-diff --no-textconv'],
    ['git stash show', 'stash show --stat --no-ext-diff --no-textconv'],
    ['git stash show -p', 'stash show --no-ext-diff --no-textconv -p'],
    ['git reflog', 'reflog --no-ext-diff --no-textconv'],
    ['git reflog show main', 'reflog show --no-ext-diff --no-textconv main'],
    ['git shortlog -sn', 'shortlog HEAD -sn'],
    ['git shortlog -sn main', 'shortlog -sn main'],
    ['git ls-remote origin', 'ls-remote --upload-pack=git-upload-pack origin'],
    ['git whatchanged', '-c alias.whatchanged=whatchanged whatchanged --no-ext-diff --no-textconv'],
    ['git last-modified', '-c alias.last-modified=last-modified last-modified'],
    ['git status', 'status'],
    // To an older git false is a program.
    ['git -c core.fsmonitor=false status', '-c core.fsmonitor= status'],
    ['git -c CORE.FSMONITOR=0 status', '-c CORE.FSMONITOR= status'],
  ])('%s runs as git %s', (text, expected) => expect(hardened(text).args.join(' ')).toBe(expected));

  it('names the paths the runner must look behind', () => {
    expect(hardened('git blame --contents=a b').paths).toEqual(['a', 'b']);
    expect(hardened('git --git-dir=x/.git config -f y -l').paths).toEqual(['x/.git', 'y']);
    expect(hardened('git -C src log').cwd).toBe('src');
  });
  it('gives a copy of the index to what would rewrite it', () => {
    expect([hardened('git describe').copyIndex, hardened('git describe --dirty').copyIndex]).toEqual([false, true]);
    expect(verdictOf('git --git-dir=x/.git describe --dirty').class).toBe('mutating');
  });
});

describe('tables', () => {
  it('every subcommand the installed git lists is known', () => {
    const listed = execFileSync('git', ['--list-cmds=main,others,nohelpers'], { encoding: 'utf8' }).split('\n');
    const internal = /--|^remote-|^credential-|^env-|^sh-|^http-|^gui|^web|^$/;
    expect(listed.filter(name => !internal.test(name) && !subcommands.has(name))).toEqual([]);
  });

  it('subcommands of newer gits are known', () => {
    const newer = 'backfill diff-pairs diagnose format-rev history hook last-modified refs replay repo url-parse';
    expect(newer.split(' ').filter(name => !subcommands.has(name))).toEqual([]);
  });

  it('no reading option is the beginning of an acting one: a git that lacks the first takes it for the second', () => {
    const visit = (node: Node, path: string): string[] => {
      if (isAct(node)) return [];
      const inner = isGroup(node) ? [...Object.entries(node.actions), ['…', node.fallback] as const] : [];
      const names = node.dialect === 'parse-options' ? [...node.options] : [];
      const acting = names.filter(([, option]) => option.act).map(([name]) => name);
      const mistaken = names
        .filter(([name, { act }]) => !act && name.startsWith('--') && acting.some(other => other.startsWith(name)))
        .map(([name]) => `${path} ${name}`);
      return [...mistaken, ...inner.flatMap(([name, action]) => visit(action, `${path} ${name}`))];
    };
    // grep has had --text longer than --textconv.
    expect([...subcommands].flatMap(([name, node]) => visit(node, name))).toEqual(['grep --text']);
  });

  it('no option both reads and acts, and every act says what it does', () => {
    const visit = (node: Node, path: string): void => {
      if (isAct(node)) return void expect([path, node.says]).not.toEqual([path, '']);
      for (const [name, option] of node.options) {
        expect([path, name, option.name.startsWith('-')]).toEqual([path, name, true]);
        if (option.act)
          expect([path, name, option.act.effects.some(effect => effect !== 'network')]).toEqual([path, name, true]);
      }
      const names = new Set([...node.options.values()].map(option => option.name));
      const formNames = isGroup(node)
        ? []
        : node.forms.flatMap(form => [...(form.with ?? []), ...(form.without ?? [])]);
      expect([path, formNames.filter(name => !names.has(name))]).toEqual([path, []]);
      if (isGroup(node)) visit(node.fallback, `${path} …`);
      if (isGroup(node)) for (const [name, action] of Object.entries(node.actions)) visit(action, `${path} ${name}`);
    };
    for (const [name, node] of subcommands) visit(node, name);
  });
});

describe('whatever the words', () => {
  const word = fc.oneof(
    fc.constantFrom(...subcommands.keys()),
    fc.constantFrom(
      '--',
      '-',
      '-C',
      '-c',
      '--output=x',
      '-vD',
      '--list',
      '..',
      '/',
      'HEAD',
      '--no-list',
      '-O',
      'ext::x',
      '%G?',
      '',
    ),
    fc.string({ unit: 'grapheme' }),
  );
  it('classify never throws and is always the same', () => {
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom('git' as const, 'gh' as const), (args, program) => {
        const first = classify(program, args, workspace);
        expect(classify(program, args, workspace).verdict).toEqual(first.verdict);
        expect(first.verdict.reason).not.toBe('');
      }),
      { numRuns: 3000 },
    );
  });

  it('a read with an acting option added is never still a read', () => {
    const reads = [
      'log',
      'diff',
      'show HEAD',
      'reflog',
      'stash list',
      'stash show',
      'diff-tree HEAD',
      'blame README.md',
    ];
    const at = fc.nat(3);
    fc.assert(
      fc.property(fc.constantFrom(...reads), fc.constantFrom('--output=x', '--textconv'), at, (read, act, place) => {
        const [subcommand = '', ...rest] = read.split(' ');
        const isGrouped = subcommand === 'stash';
        const args = [subcommand, ...rest];
        args.splice(Math.max(Math.min(place, args.length), isGrouped ? 2 : 1), 0, act);
        expect([args.join(' '), classify('git', args, workspace).verdict.class]).not.toEqual([
          args.join(' '),
          'read-only',
        ]);
      }),
    );
  });
});

describe('only classify makes commands', () => {
  it('tells its own from a copy', () => {
    const command = commandOf('git log');
    expect(isSealedCommand(command)).toBe(true);
    expect(isSealedCommand({ ...command })).toBe(false);
    expect(isSealedCommand(JSON.parse(JSON.stringify(command)))).toBe(false);
  });
  it('what it made cannot be changed', () => {
    const command = commandOf('git log');
    expect(() => Object.assign(command, { program: 'gh' })).toThrow(TypeError);
    expect(() => (command.args as string[]).push('--output=x')).toThrow(TypeError);
    if ('hardening' in command)
      expect(() => (command.hardening.args as string[]).push('--output=x')).toThrow(TypeError);
  });
});
