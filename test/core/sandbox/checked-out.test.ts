import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../src/core/writes/question.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { type Delivery, deliver, fingerprint } from './delivery.ts';
import { text } from './rig.ts';

const MAIN = { type: 'local', path: '.', branch: 'main' } as const;
const ALLOWED = { updatesCheckedOut: true };

const write = (repository: string, files: Readonly<Record<string, string>>) => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(repository, dirname(path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
};

const commit = (repository: string, files: Readonly<Record<string, string>>) => {
  write(repository, files);
  git(repository, 'add', '-A');
  git(repository, 'commit', '-qm', 'more');
};

const head = (repository: string) => git(repository, 'rev-parse', 'HEAD').trim();
const status = (repository: string) => git(repository, 'status', '--porcelain', '-uall', '--ignored');

/** All that a person has there: what lies in the work tree, what the index says of it, and where the branches are. */
const stateOf = (repository: string): string =>
  [
    fingerprint(join(repository, 'docs')),
    ...['file.txt', 'gone.txt', 'report.txt'].map(name =>
      statSync(join(repository, name), { throwIfNoEntry: false })?.isFile()
        ? readFileSync(join(repository, name), 'hex')
        : '-',
    ),
    git(repository, 'ls-files', '--stage', '-v'),
    git(repository, 'for-each-ref', 'refs/heads'),
    status(repository),
  ].join('\n');

interface Course extends Delivery {
  readonly pushAll: () => ReturnType<Delivery['push']>;
}

/** A repository with main checked out, and a sandbox that changes, adds and deletes files of it. */
async function course(
  decide?: (question: Question, repository: string) => void,
  given: Parameters<typeof deliver>[1] = {},
  prepare: (repository: string) => void = () => {},
): Promise<Course> {
  let at = '';
  const delivery = await deliver(
    question => {
      decide?.(question, at);
      return { kind: 'run' };
    },
    { ...given, settings: { ...ALLOWED, ...given.settings } },
  );
  const { repository, sandbox, side } = delivery;
  at = repository;
  commit(repository, { 'docs/kept.md': 'kept\n', 'gone.txt': 'gone\n', 'docs/sub/a.txt': 'a\n' });
  prepare(repository);
  await side.pull(sandbox, {});
  await sandbox.remove('gone.txt');
  await sandbox.write([{ path: 'docs/new/run.sh', bytes: text('#!/bin/sh\n'), executable: true }]);
  return { ...delivery, pushAll: () => delivery.push(MAIN, { 'file.txt': 'two\n', 'report.txt': 'report\n' }) };
}

describe('10.3 a push to the branch that is checked out', () => {
  it('moves branch, index and files together, says which, and undo brings all of it back', async () => {
    const { repository, pushAll, questions, call } = await course();
    write(repository, { 'mine.txt': 'untracked\n' });
    const before = stateOf(repository);
    const outcome = await pushAll();
    expect(outcome).toMatchObject({ kind: 'pushed', branch: 'main', commitSha: head(repository) });
    expect(status(repository)).toBe('?? mine.txt\n');
    expect(git(repository, 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/main');
    expect(readFileSync(join(repository, 'file.txt'), 'utf8')).toBe('two\n');
    expect(existsSync(join(repository, 'gone.txt'))).toBe(false);
    expect(statSync(join(repository, 'docs/new/run.sh')).mode & 0o100).toBe(0o100);
    expect(git(repository, 'fsck', '--strict', '--no-dangling')).toBe('');
    const [question] = questions;
    expect((await question?.impact)?.sentences).toContain(
      `main is checked out in ${repository}: its index and these files there change too: docs/new/run.sh, file.txt, gone.txt (removed), report.txt.`,
    );
    expect(question).toMatchObject({
      effects: ['writes-repo', 'writes-files'],
      recovery: 'Undo puts the branch, the index and the files back.',
    });
    expect((await call('git_undo', { id: (outcome as { entry: string }).entry })).text).not.toContain('Error');
    expect(stateOf(repository)).toBe(before);
  });

  it('is refused unless the person has chosen it, and where another work tree has it too', async () => {
    const refused = await course(undefined, { settings: { updatesCheckedOut: false } });
    await expect(refused.pushAll()).rejects.toThrow('it is checked out in');
    const twice = await course();
    git(twice.repository, 'worktree', 'add', '-qf', '../linked', 'main');
    await expect(twice.pushAll()).rejects.toThrow('linked');
    expect(twice.questions).toEqual([]);
  });

  const OBSTACLES: Readonly<Record<string, [(repository: string) => void, string]>> = {
    'a change that is not staged': [at => write(at, { 'docs/kept.md': 'mine\n' }), 'docs/kept.md has changes'],
    'a change that is staged': [
      at => {
        write(at, { 'docs/kept.md': 'mine\n' });
        git(at, 'add', '-A');
      },
      'docs/kept.md has changes',
    ],
    'a file that is gone': [at => rmSync(join(at, 'docs/kept.md')), 'docs/kept.md has changes'],
    'a merge in progress': [at => writeFileSync(join(at, '.git/MERGE_HEAD'), head(at)), 'a merge is in progress'],
    'an untracked file in the way': [at => write(at, { 'report.txt': 'mine\n' }), 'report.txt is there'],
    'an ignored file in the way': [
      at => {
        writeFileSync(join(at, '.git/info/exclude'), 'report.txt\n');
        write(at, { 'report.txt': 'mine\n' });
      },
      'report.txt is there',
    ],
    'a file where a folder goes': [at => write(at, { 'docs/new': 'mine\n' }), 'docs/new is there'],
    'a link where a folder goes': [at => symlinkSync('..', join(at, 'docs/new')), 'docs/new is there'],
    'a dead link in the way': [at => symlinkSync('nowhere', join(at, 'report.txt')), 'report.txt is there'],
    'a folder in the way': [at => mkdirSync(join(at, 'report.txt')), 'report.txt is there'],
    'a folder with files in the way': [at => write(at, { 'report.txt/a': 'mine\n' }), 'report.txt/a is there'],
    'a file in another case': [at => write(at, { 'Report.txt': 'mine\n' }), 'Report.txt is there'],
    'a folder in another case': [at => write(at, { 'docs/NEW/a': 'mine\n' }), 'docs/NEW is there'],
    'a link in the place of a tracked folder': [
      at => {
        renameSync(join(at, 'docs'), join(at, 'elsewhere'));
        symlinkSync('elsewhere', join(at, 'docs'));
      },
      'has changes',
    ],
    'a file that is skipped': [at => git(at, 'update-index', '--skip-worktree', 'file.txt'), 'not to look at file.txt'],
    'a file that counts as unchanged': [
      at => {
        git(at, 'update-index', '--assume-unchanged', 'file.txt');
        write(at, { 'file.txt': 'mine\n' });
      },
      'not to look at file.txt',
    ],
    'a sparse checkout': [at => git(at, 'config', 'core.sparseCheckout', 'true'), 'sparse'],
    'a filter in a file of attributes that nobody tracks': [
      at => write(at, { '.gitattributes': '*.txt filter=mine\n' }),
      'a filter or an encoding applies to file.txt',
    ],
    'a filter of the repository': [
      at => writeFileSync(join(at, '.git/info/attributes'), 'report.txt filter=mine\n'),
      'applies to report.txt',
    ],
    'an encoding': [
      at => writeFileSync(join(at, '.git/info/attributes'), 'report.txt working-tree-encoding=UTF-16\n'),
      'applies to report.txt',
    ],
    'a change of the same size and time': [
      at => {
        const file = join(at, 'file.txt');
        git(at, 'config', 'core.trustctime', 'false');
        git(at, 'config', 'core.checkStat', 'minimal');
        const old = new Date(1_000_000_000_000);
        utimesSync(file, old, old);
        git(at, 'update-index', '--refresh');
        writeFileSync(file, 'eno\n');
        utimesSync(file, old, old);
        expect(git(at, 'status', '--porcelain')).toBe('');
      },
      'file.txt has changes',
    ],
  };

  it.each(Object.entries(OBSTACLES))(
    'is refused with the reason for %s, and nobody is asked',
    async (_, [stand, why]) => {
      const { repository, pushAll, questions } = await course();
      stand(repository);
      const before = stateOf(repository);
      await expect(pushAll()).rejects.toThrow(why);
      expect(questions).toEqual([]);
      expect(stateOf(repository)).toBe(before);
    },
  );

  const LATE = ['a change that is not staged', 'an ignored file in the way', 'a filter of the repository'];
  const late = Object.entries(OBSTACLES).filter(([name]) => LATE.includes(name));

  it.each(late)('is refused for %s that comes with the yes', async (_, [stand, why]) => {
    let before = '';
    const { repository, pushAll, questions } = await course((_question, at) => {
      stand(at);
      before = stateOf(at);
    });
    await expect(pushAll()).rejects.toThrow(why);
    expect(questions).toHaveLength(1);
    expect(stateOf(repository)).toBe(before);
  });

  it.each(['.gitattributes', 'docs/.gitmodules'])('is refused for a commit with %s', async path => {
    const { push } = await course();
    await expect(push(MAIN, { [path]: '* text\n' })).rejects.toThrow(`${path} changes how git reads other files`);
  });

  it('a branch that moves with the yes is a conflict, and another that is checked out then stays as it is', async () => {
    const moved = await course((_, at) => git(at, 'commit', '-q', '--allow-empty', '-m', 'mine'));
    expect(await moved.pushAll()).toMatchObject({ kind: 'conflict' });
    expect(git(moved.repository, 'log', '-1', '--format=%s').trim()).toBe('mine');
    // With nothing checked out that would follow, it is another push, and asked about again.
    const switched = await course((_, at) => {
      if (git(at, 'symbolic-ref', 'HEAD').includes('main')) git(at, 'switch', '-qc', 'other');
    });
    const start = head(switched.repository);
    expect(await switched.pushAll()).toMatchObject({ kind: 'pushed' });
    expect(switched.questions).toHaveLength(2);
    expect(head(switched.repository)).toBe(start);
    expect(status(switched.repository)).toBe('');
  });

  it('runs no hook and no program, whatever the config says, and converts line ends as git does', async () => {
    const { folder, repository, pushAll } = await course(undefined, {}, at => {
      git(at, 'config', 'core.autocrlf', 'true');
    });
    const ran = join(folder, 'ran');
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\ntouch '${ran}'\ncat\n`, { mode: 0o755 });
    for (const hook of ['post-merge', 'post-checkout', 'reference-transaction', 'post-index-change', 'pre-auto-gc'])
      writeFileSync(join(repository, '.git/hooks', hook), `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
    for (const [key, value] of [
      ['core.fsmonitor', program],
      ['filter.mine.smudge', program],
      ['merge.verifySignatures', 'true'],
      ['branch.main.mergeOptions', '--squash --no-ff --autostash'],
      ['gpg.program', program],
    ] as const)
      git(repository, 'config', key, value);
    expect((await pushAll()).kind).toBe('pushed');
    expect(existsSync(ran)).toBe(false);
    expect(readFileSync(join(repository, 'report.txt'), 'utf8')).toBe('report\r\n');
    git(repository, 'config', 'core.fsmonitor', 'false');
    expect(status(repository)).toBe('');
  });

  /** A git that does something of the test's around the step that writes files, and may be cut off there. */
  const around = (script: string): string => {
    const path = join(temporaryFolder(), 'git');
    writeFileSync(path, `#!/bin/sh\ncase " $* " in *" merge --ff-only "*)\n${script}\n;; esac\nexec git "$@"\n`);
    chmodSync(path, 0o755);
    return path;
  };

  it.each([
    ['an untracked file', 'echo mine >report.txt'],
    ['an ignored file', 'echo report.txt >>.git/info/exclude; echo mine >report.txt'],
    ['a changed file', 'echo mine >file.txt'],
    ['a link in the place of a folder', 'ln -s .. docs/new'],
    ['a branch that moved', 'git commit -q --allow-empty -m mine'],
  ])('git itself writes nothing over %s that comes right before', async (_, script) => {
    let after = '';
    const { repository, pushAll } = await course(undefined, { settings: { gitPath: around(`${script}\n`) } });
    const start = head(repository);
    await expect(pushAll()).rejects.toThrow(/git merge/);
    after = git(repository, 'log', '--format=%s', `${start}..main`);
    expect(after.trim()).toBe(script.includes('commit') ? 'mine' : '');
    if (script.includes('report.txt')) expect(readFileSync(join(repository, 'report.txt'), 'utf8')).toBe('mine\n');
    if (script.includes('>file.txt')) expect(readFileSync(join(repository, 'file.txt'), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(repository, 'gone.txt'), 'utf8')).toBe('gone\n');
    expect(existsSync(join(repository, 'run.sh'))).toBe(false);
  });

  it.each([
    ['before it begins', 'kill -9 $$'],
    [
      'with some files written',
      'rm gone.txt; echo two >file.txt; mkdir docs/new; echo "#!/bin/sh" >docs/new/run.sh; chmod 755 docs/new/run.sh; kill -9 $$',
    ],
    [
      'with files and index written',
      'git -c core.hooksPath=/dev/null read-tree -m -u HEAD "$(for last; do :; done; echo $last)"; kill -9 $$',
    ],
  ])('a git that is killed %s leaves the branch, and undo brings the rest back', async (_, script) => {
    const { repository, pushAll, call } = await course(undefined, { settings: { gitPath: around(script) } });
    const before = stateOf(repository);
    await expect(pushAll()).rejects.toThrow(/git merge/);
    if (stateOf(repository) !== before) await call('git_undo', {});
    expect(stateOf(repository)).toBe(before);
  });

  it('a git that is killed when all is done has pushed', async () => {
    const { repository, pushAll } = await course(undefined, { settings: { gitPath: around('git "$@"; kill -9 $$') } });
    expect(await pushAll()).toMatchObject({ kind: 'pushed', commitSha: head(repository) });
    expect(status(repository)).toBe('');
  });
});
