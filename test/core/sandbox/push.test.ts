import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/core/sandbox/files/contents.ts';
import { git } from '../git/support.ts';
import { deliver, fingerprint, HERE, ownState, show } from './delivery.ts';
import { put, text } from './rig.ts';

const head = (repository: string, branch = 'HEAD') => git(repository, 'rev-parse', branch).trim();
const branch = (name: string) => ({ ...HERE, branch: name });

describe('10.3 a push to a local repository', () => {
  it('makes one commit on a new branch; index and work tree stay as they are, and undo takes the branch away', async () => {
    const { repository, sandbox, side, push, questions, call } = await deliver();
    writeFileSync(join(repository, 'file.txt'), 'not staged\n');
    writeFileSync(join(repository, 'mine.txt'), 'staged\n');
    git(repository, 'add', 'mine.txt');
    const before = ownState(repository);
    const start = head(repository);
    await side.pull(sandbox, {});
    await sandbox.write([{ path: 'run.sh', bytes: text('#!/bin/sh\n'), executable: true }]);
    await sandbox.rename('file.txt', 'docs/renamed.txt');
    const outcome = await push(branch('feature/report'), { 'docs/report.md': '# Report\n', 'data.bin': 'a\0b' });
    expect(outcome).toMatchObject({
      kind: 'pushed',
      branch: 'feature/report',
      commitSha: head(repository, 'feature/report'),
    });
    expect(git(repository, 'log', '-1', '--format=%P|%an <%ae>|%cn|%B', 'feature/report').trim()).toBe(
      `${start}|Ada <ada@example.com>|Ada|Add a report`,
    );
    expect(
      git(repository, 'ls-tree', '-r', '--format=%(objectmode) %(path)', 'feature/report').trim().split('\n'),
    ).toEqual(['100644 data.bin', '100644 docs/renamed.txt', '100644 docs/report.md', '100755 run.sh']);
    expect(git(repository, 'diff', '-M', '--name-status', start, 'feature/report')).toContain(
      'R100\tfile.txt\tdocs/renamed.txt',
    );
    expect(git(repository, 'fsck', '--strict', '--no-dangling')).toBe('');
    expect(ownState(repository)).toBe(before);
    expect(sandbox.state.staged.size).toBe(0);
    expect(questions).toMatchObject([
      {
        kind: 'push',
        text: expect.stringMatching(/^Push [0-9a-f]{6} "Add a report" to feature\/report in /),
        risk: 'local',
        editable: false,
      },
    ]);
    const { entry } = outcome as { entry: string };
    expect((await call('git_undo', { id: entry })).text).not.toContain('Error');
    expect(git(repository, 'branch', '--list', 'feature/report')).toBe('');
    expect(ownState(repository)).toBe(before);
  });

  it('the question says where it goes, what is new, each file with its size, and shows the difference', async () => {
    const { repository, sandbox, side, push, questions } = await deliver();
    await side.pull(sandbox, {});
    await sandbox.write([{ path: 'run.sh', bytes: text('#!/bin/sh\n'), executable: true }]);
    await push(branch('feature'), { 'file.txt': 'two\n' });
    const [question] = questions;
    const { sentences, files, preview } = (await question?.impact) ?? {};
    expect(sentences).toEqual([
      `Makes one commit of 2 files on feature, a new branch from ${head(repository).slice(0, 7)}.`,
      'The author is Ada <ada@example.com>. It is not signed, and no hook runs.',
    ]);
    expect(files?.items).toEqual(['M /workspace/file.txt (0.0 KB)', '+ /workspace/run.sh (0.0 KB, executable)']);
    expect(preview).toMatchObject({ kind: 'patch', text: expect.stringContaining('-one\n+two\n') });
    expect(question?.note).toBeNull();
    expect(await question?.shape).toBeNull();
    await push(branch('feature'), { 'file.txt': 'three\n' });
    expect((await questions[1]?.impact)?.sentences[0]).toBe('Makes one commit of 1 file on feature.');
    expect(git(repository, 'rev-list', '--count', 'feature').trim()).toBe('3');
  });

  it('nothing at all changes before the yes, nor by a no', async () => {
    let seen = '';
    const { repository, sandbox, side, push } = await deliver(() => {
      seen = fingerprint(repository);
      return { kind: 'declined', reason: 'Not yet.' };
    });
    await side.pull(sandbox, {});
    const before = fingerprint(repository);
    const outcome = await push(branch('feature'), { a: '1' });
    expect(outcome).toEqual({ kind: 'declined', reason: 'Not yet.' });
    expect(seen).toBe(before);
    expect(fingerprint(repository)).toBe(before);
    expect(sandbox.state.staged.size).toBe(1);
  });

  it('moves a branch whose old value undo brings back', async () => {
    const { repository, push, call } = await deliver();
    git(repository, 'branch', 'feature');
    const old = head(repository, 'feature');
    const first = await push(branch('feature'), { a: '1' });
    expect(head(repository, 'feature')).not.toBe(old);
    await call('git_undo', { id: (first as { entry: string }).entry });
    expect(head(repository, 'feature')).toBe(old);
  });

  it('without a branch makes one by the template, without colons', async () => {
    const { push } = await deliver();
    expect(await push(HERE, { a: '1' })).toMatchObject({
      kind: 'pushed',
      branch: expect.stringMatching(/^worker-\d{8}-\d{6}$/),
    });
  });

  it('runs no hook and no filter, whatever the config says', async () => {
    const { folder, repository, sandbox, side, push } = await deliver();
    const ran = join(folder, 'ran');
    for (const hook of [
      'pre-commit',
      'post-commit',
      'commit-msg',
      'reference-transaction',
      'post-index-change',
      'post-update',
    ]) {
      writeFileSync(join(repository, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> '${ran}'\n`);
      chmodSync(join(repository, '.git/hooks', hook), 0o755);
    }
    git(repository, 'config', 'filter.evil.clean', `echo clean >> '${ran}'; cat`);
    git(repository, 'config', 'filter.evil.smudge', `echo smudge >> '${ran}'; cat`);
    git(repository, 'config', 'filter.evil.process', `echo process >> '${ran}'; cat`);
    git(repository, 'config', 'core.fsmonitor', `echo fsmonitor >> '${ran}'; false`);
    git(repository, 'config', 'diff.external', `echo diff >> '${ran}'; true`);
    git(repository, 'config', 'commit.gpgSign', 'true');
    git(repository, 'config', 'gpg.program', `${join(folder, 'gpg')}`);
    await side.pull(sandbox, {});
    await push(branch('feature'), { '.gitattributes': '* filter=evil\n', a: '1' });
    await side.pull(sandbox, { source: branch('feature') });
    await push(branch('feature'), { a: '2' });
    expect(existsSync(ran)).toBe(false);
    expect(git(repository, 'cat-file', 'commit', 'feature')).not.toContain('gpgsig');
  });

  it('says which filters and line ends are not applied, what is large, and what is a pointer of Git LFS', async () => {
    const { repository, sandbox, side, push, questions } = await deliver();
    writeFileSync(join(repository, '.gitattributes'), '*.txt text\n*.bin filter=lfs\n*.id ident\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-qm', 'attributes');
    await side.pull(sandbox, {});
    await sandbox.write([{ path: 'big.iso', bytes: Buffer.alloc(11 * 1024 * 1024) }]);
    await push(branch('feature'), {
      'crlf.txt': 'a\r\nb\r\n',
      'lf.txt': 'a\n',
      'a.bin': 'bytes',
      'x.id': '$Id$',
      'b.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
    });
    expect((await questions[0]?.impact)?.sentences.slice(1, -1)).toEqual([
      'Larger than 10.0 MB, which every clone will carry: /workspace/big.iso',
      'The filters that .gitattributes names are not applied; the file goes in as it is: /workspace/a.bin, /workspace/x.id',
      'CRLF line ends go in as they are, though .gitattributes would turn them to LF: /workspace/crlf.txt',
      'Pointers of Git LFS, pushed without what they stand for: /workspace/b.bin',
    ]);
    expect(show(repository, 'feature:crlf.txt')).toBe('a\r\nb\r\n');
  });

  it('main, master, production and the default branch are marked, however they are written, and never allowed for a session', async () => {
    const { folder, repository, push, questions } = await deliver();
    git(folder, 'clone', '-q', '--bare', 'repo', 'origin.git');
    git(repository, 'remote', 'add', 'origin', join(folder, 'origin.git'));
    git(repository, 'fetch', '-q', 'origin');
    git(repository, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD');
    git(repository, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    git(repository, 'checkout', '-q', '-b', 'elsewhere');
    git(repository, 'branch', '-D', 'main');
    for (const [at, name] of ['Main', 'master', 'production', 'trunk'].entries()) {
      await push(branch(name), { [`file${at}`]: name });
      expect(questions[at]?.note).toBe(`Others build on ${name}: look twice.`);
    }
    expect(await Promise.all(questions.map(({ shape }) => shape))).toEqual([null, null, null, null]);
  });

  it.each([
    ['the branch that is checked out', 'main', () => {}],
    [
      'one that is checked out in a linked work tree',
      'other',
      (repository: string) => git(repository, 'worktree', 'add', '-q', '-b', 'other', '../linked'),
    ],
    [
      'one in the middle of a rebase',
      'other',
      (repository: string) => {
        git(repository, 'checkout', '-q', '-b', 'other');
        git(repository, 'checkout', '-q', '--detach');
        mkdirSync(join(repository, '.git/rebase-merge'));
        writeFileSync(join(repository, '.git/rebase-merge/head-name'), 'refs/heads/other\n');
      },
    ],
    [
      'one that leads to another branch',
      'other',
      (repository: string) => {
        git(repository, 'branch', 'real');
        git(repository, 'symbolic-ref', 'refs/heads/other', 'refs/heads/real');
      },
    ],
    [
      'one beside a branch that is the same on some disk',
      'Topic',
      (repository: string) => git(repository, 'branch', 'topic'),
    ],
    ['one below another', 'topic/a', (repository: string) => git(repository, 'branch', 'topic')],
  ])('refuses %s, and asks nobody', async (_, name, prepare) => {
    const { repository, push, questions } = await deliver();
    prepare(repository);
    const refs = git(repository, 'for-each-ref');
    await expect(push(branch(name), { a: '1' })).rejects.toMatchObject({ code: 'target-refused' });
    expect(questions).toEqual([]);
    expect(git(repository, 'for-each-ref')).toBe(refs);
  });

  it.each([
    '-f',
    'a b',
    'a..b',
    'a:b',
    'a.lock',
    'HEAD',
    '@',
    'refs/heads/main',
    'a\u200bb',
    '.a',
    'a/',
    '/a',
    'a~1',
    'a^',
    'a*',
    'a\\b',
    'a@{1}',
    'a//b',
    'ma\u00adin',
    '',
  ])('refuses the branch name %j', async name => {
    const { push, core } = await deliver();
    await expect(push(branch(name), { a: '1' })).rejects.toMatchObject({ code: 'bad-branch' });
    core.dispose();
  });

  it.each([
    ['a symlink', 'link/x', (repository: string) => symlinkSync('/etc', join(repository, 'link'))],
    ['a symlink written otherwise', 'LINK/x', (repository: string) => symlinkSync('/etc', join(repository, 'link'))],
    ['a symlink itself', 'link', (repository: string) => symlinkSync('a', join(repository, 'link'))],
    [
      'a chain of symlinks',
      'one/x',
      (repository: string) => {
        symlinkSync('two', join(repository, 'one'));
        symlinkSync('.git', join(repository, 'two'));
      },
    ],
    [
      'a submodule',
      'sub/x',
      (repository: string) => {
        git(repository, 'init', '-q', 'sub');
        git(join(repository, 'sub'), 'commit', '-q', '--allow-empty', '-m', 'x');
      },
    ],
    ['a file that is the same on some disk', 'FILE.txt', () => {}],
    [
      'a file in place of a folder',
      'dir',
      (repository: string) => {
        mkdirSync(join(repository, 'dir'));
        writeFileSync(join(repository, 'dir/a'), '');
      },
    ],
    ['a folder in place of a file', 'file.txt/a', () => {}],
  ])('refuses a path through %s', async (_, path, prepare) => {
    const { repository, push, questions } = await deliver();
    prepare(repository);
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'prepared');
    await expect(push(branch('feature'), { [path]: '1' })).rejects.toMatchObject({ code: 'target-refused' });
    expect(questions).toEqual([]);
  });

  it('a replaced object, a graft or an alternate index of the environment changes nothing of what is pushed', async () => {
    const { repository, push } = await deliver();
    const real = head(repository);
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'fake');
    const fake = head(repository);
    git(repository, 'reset', '-q', '--hard', real);
    git(repository, 'replace', real, fake);
    await push(branch('feature'), { a: '1' });
    expect(git(repository, '--no-replace-objects', 'rev-parse', 'feature^').trim()).toBe(real);
  });

  it('works in a sha-256 repository, in a linked work tree, and before the first commit of a bare one', async () => {
    const { folder, repository, push } = await deliver();
    git(repository, 'init', '-q', '--bare', 'bare.git');
    git(repository, 'init', '-q', '--object-format=sha256', 'wide');
    git(join(repository, 'wide'), 'config', 'user.name', 'Ada');
    git(join(repository, 'wide'), 'config', 'user.email', 'ada@example.com');
    git(join(repository, 'wide'), 'commit', '-q', '--allow-empty', '-m', 'first');
    git(repository, 'worktree', 'add', '-q', 'linked');
    expect(folder).not.toBe('');
    expect(await push({ type: 'local', path: 'wide', branch: 'feature' }, { a: '1' })).toMatchObject({
      kind: 'pushed',
      commitSha: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(show(join(repository, 'wide'), 'feature:a')).toBe('1');
    expect(await push({ type: 'local', path: 'linked', branch: 'other' }, { b: '1' })).toMatchObject({
      kind: 'pushed',
    });
    expect(show(repository, 'other:b')).toBe('1');
    git(join(repository, 'bare.git'), 'config', 'user.name', 'Ada');
    git(join(repository, 'bare.git'), 'config', 'user.email', 'ada@example.com');
    expect(await push({ type: 'local-bare', path: 'bare.git' }, { c: '1' })).toMatchObject({
      kind: 'pushed',
      branch: 'main',
    });
    expect(git(join(repository, 'bare.git'), 'rev-list', '--count', 'main').trim()).toBe('1');
    expect(git(join(repository, 'bare.git'), 'fsck', '--strict', '--no-dangling')).toBe('');
  });
});

describe('10.3 where a push may go', () => {
  it.each([
    ['outside of the workspace', { type: 'local', path: '../other' }],
    ['through a symlink out of it', { type: 'local', path: 'out' }],
    ['nowhere', { type: 'local', path: 'nowhere' }],
    ['a bare repository outside', { type: 'local-bare', path: '../bare.git' }],
    ['the git directory of a work tree as if it were bare', { type: 'local-bare', path: '.git' }],
    ['a folder that is no repository', { type: 'local-bare', path: 'folder' }],
    ['the git directory of a linked work tree', { type: 'local-bare', path: '.git/worktrees/linked' }],
  ] as const)('not %s', async (_, target) => {
    const { folder, repository, push, side, sandbox, questions } = await deliver();
    git(folder, 'init', '-q', 'other');
    git(folder, 'init', '-q', '--bare', 'bare.git');
    symlinkSync(join(folder, 'other'), join(repository, 'out'));
    mkdirSync(join(repository, 'folder'));
    git(repository, 'worktree', 'add', '-q', '../linked');
    await expect(push(target, { a: '1' })).rejects.toMatchObject({ code: 'bad-target' });
    await expect(side.pull(sandbox, { source: target })).rejects.toMatchObject({ code: 'bad-target' });
    await expect(side.branches(target)).rejects.toMatchObject({ code: 'bad-target' });
    expect(questions).toEqual([]);
  });

  it('a bare repository gets the commit on its default branch, and the journal of the workspace has what reverts it', async () => {
    const { repository, side, sandbox, push, questions, core } = await deliver();
    git(repository, 'clone', '-q', '--bare', '.', 'backup.git');
    const backup = join(repository, 'backup.git');
    for (const [key, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@example.com'],
    ] as const)
      git(backup, 'config', key, value);
    const target = { type: 'local-bare', path: 'backup.git' } as const;
    expect(await side.branches(target)).toEqual({ branches: ['main'], current: 'main' });
    await side.pull(sandbox, { source: target });
    const old = head(backup, 'main');
    const outcome = await push(target, { a: '1' });
    expect(outcome).toMatchObject({ kind: 'pushed', branch: 'main', commitSha: head(backup, 'main') });
    expect(questions[0]).toMatchObject({ risk: 'remote', note: 'Others build on main: look twice.' });
    const { journal } = await core.writes();
    const found = core.repositories.list()[0];
    const [entry] = found ? await journal.list(found) : [];
    expect(entry).toMatchObject({
      id: (outcome as { entry: string }).entry,
      reverts: [`git push --force-with-lease=refs/heads/main:${head(backup, 'main')} ${backup} ${old}:refs/heads/main`],
    });
    git(
      repository,
      'push',
      '-q',
      `--force-with-lease=refs/heads/main:${head(backup, 'main')}`,
      backup,
      `${old}:refs/heads/main`,
    );
    expect(head(backup, 'main')).toBe(old);
  });
});

describe('10.5 what was approved is what is pushed', () => {
  it('a target that has moved since the base is a conflict, and nobody is asked', async () => {
    const { repository, side, sandbox, push, questions } = await deliver();
    git(repository, 'branch', 'feature');
    await side.pull(sandbox, { source: branch('feature') });
    git(repository, 'checkout', '-q', 'feature');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'another');
    git(repository, 'checkout', '-q', 'main');
    expect(await push(branch('feature'), { a: '1' })).toEqual({
      kind: 'conflict',
      conflict: {
        reason: 'non-fast-forward',
        message: 'Target has new commits since your base',
        targetHead: head(repository, 'feature'),
      },
    });
    expect(questions).toEqual([]);
  });

  it('a file that is there already is never overwritten by one that was not made from it', async () => {
    const { repository, push, questions } = await deliver();
    git(repository, 'branch', 'feature');
    expect(await push(branch('feature'), { 'file.txt': 'mine\n' })).toMatchObject({
      kind: 'conflict',
      conflict: { reason: 'other', message: expect.stringContaining('/workspace/file.txt is in the target already') },
    });
    expect(questions).toEqual([]);
  });

  it('a branch that moves while the person reads is a conflict, and stays as it was', async () => {
    let repository = '';
    const made = await deliver(() => {
      git(repository, 'commit-tree', '-p', 'feature', '-m', 'theirs', 'feature^{tree}');
      git(
        repository,
        'update-ref',
        'refs/heads/feature',
        git(repository, 'commit-tree', '-p', 'feature', '-m', 'theirs', 'feature^{tree}').trim(),
      );
      return { kind: 'run' };
    });
    ({ repository } = made);
    git(repository, 'branch', 'feature');
    await made.side.pull(made.sandbox, { source: branch('feature') });
    expect(await made.push(branch('feature'), { a: '1' })).toMatchObject({
      kind: 'conflict',
      conflict: { reason: 'non-fast-forward' },
    });
    expect(git(repository, 'log', '-1', '--format=%s', 'feature').trim()).toBe('theirs');
    expect(made.questions).toHaveLength(1);
  });

  it('a new branch that turns up meanwhile is not overwritten: it is asked about again as what it is now', async () => {
    let repository = '';
    const made = await deliver(() => {
      if (!git(repository, 'branch', '--list', 'feature')) git(repository, 'branch', 'feature');
      return { kind: 'run' };
    });
    ({ repository } = made);
    expect(await made.push(branch('feature'), { a: '1' })).toMatchObject({ kind: 'pushed' });
    expect(made.questions.map(({ note }) => note)).toEqual([
      null,
      'The target or the sandbox changed while this waited. Check again what will be pushed.',
    ]);
  });

  it('in whose name it is made, and what is in it, are those that were shown', async () => {
    let repository = '';
    const made = await deliver(() => {
      git(repository, 'config', 'user.name', 'Mallory');
      return { kind: 'run' };
    });
    ({ repository } = made);
    await made.push(branch('feature'), { a: '1' });
    expect(made.questions).toHaveLength(2);
    expect((await made.questions[1]?.impact)?.sentences.at(-1)).toContain('Mallory');
  });

  it('10.7a a content that is missing or another is named, before and after the yes, and nothing is pushed', async () => {
    let damage = () => {};
    const { folder, repository, sandbox, push, questions } = await deliver(() => {
      damage();
      return { kind: 'run' };
    });
    await push(branch('other'), { b: '2' });
    const places = () => {
      const root = join(folder, 'state', 'sandboxes');
      const [workspace = ''] = readdirSync(root);
      const name = sha256(text('1'));
      return join(root, workspace, 'test', 'contents', name.slice(0, 2), name.slice(2));
    };
    damage = () => writeFileSync(places(), '2');
    await expect(push(branch('feature'), { a: '1' })).rejects.toMatchObject({
      code: 'sandbox-damaged',
      message: expect.stringMatching(
        /^The content of \/workspace\/a of staged commit [0-9a-f]{6} is not what was written/,
      ),
    });
    expect(questions).toHaveLength(2);
    rmSync(places());
    await expect(push(branch('feature'))).rejects.toMatchObject({
      code: 'sandbox-damaged',
      message: expect.stringContaining('is missing'),
    });
    expect(questions).toHaveLength(2);
    expect(git(repository, 'branch', '--list', 'feature')).toBe('');
    await put(sandbox, { a: '1' });
    damage = () => {};
    expect(await push(branch('feature'))).toMatchObject({ kind: 'pushed' });
  });

  it('a commit that was discarded or replaced meanwhile is not pushed', async () => {
    let discard = async () => {};
    const { repository, side, sandbox, push } = await deliver(async () => {
      await discard();
      return { kind: 'run' };
    });
    discard = async () => void (await side.discard(sandbox, [...sandbox.state.staged.keys()][0] ?? ''));
    await expect(push(branch('feature'), { a: '1' })).rejects.toMatchObject({ code: 'no-such-commit' });
    expect(git(repository, 'branch', '--list', 'feature')).toBe('');
  });

  it('a push that was not noted before a kill is found to be done', async () => {
    const { repository, side, sandbox, push, questions } = await deliver();
    git(repository, 'branch', 'feature');
    await side.pull(sandbox, { source: branch('feature') });
    await put(sandbox, { a: '1' });
    const staged = await side.stage(sandbox, ['.'], 'Add a report');
    const before = structuredClone(sandbox.state);
    const first = await push(branch('feature'));
    await sandbox.change(async () => ({
      step: { staged: [[staged.id, staged]], bases: [['/workspace/a', null]], sources: [...before.sources] },
      result: undefined,
    }));
    expect(await push(branch('feature'))).toMatchObject({
      kind: 'pushed',
      commitSha: (first as { commitSha: string }).commitSha,
    });
    expect(questions).toHaveLength(1);
    expect(git(repository, 'rev-list', '--count', 'feature').trim()).toBe('2');
  });

  it('8.4 where nobody can be asked nothing is pushed', async () => {
    const { repository, push } = await deliver(() => ({
      kind: 'denied',
      code: 'nobody-to-ask',
      message: 'Nobody is there.',
    }));
    expect(await push(branch('feature'), { a: '1' })).toEqual({
      kind: 'refused',
      message: 'Nobody is there.',
      denied: 'nobody-to-ask',
    });
    expect(git(repository, 'branch', '--list', 'feature')).toBe('');
  });

  it('a listener may forbid it or say something to it', async () => {
    const { core, push, questions } = await deliver();
    const stop = core.listenRuns({
      name: 'Rules',
      willRun: ({ kind }) => (kind === 'push' ? { deny: 'Not from here.' } : undefined),
    });
    expect(await push(branch('feature'), { a: '1' })).toEqual({
      kind: 'refused',
      message: 'Rules does not allow it: Not from here.',
    });
    expect(questions).toEqual([]);
    stop();
    core.listenRuns({ name: 'Rules', willRun: () => ({ ask: 'Look.' }) });
    await push(branch('feature'));
    expect(questions[0]?.note).toBe('Rules wants you to decide: Look.');
  });
});

it('10.3 a repository without a name to commit in says so', async () => {
  const { repository, push } = await deliver();
  git(repository, 'config', '--unset', 'user.name');
  await expect(push(branch('feature'), { a: '1' })).rejects.toMatchObject({
    code: 'target-refused',
    message: expect.stringContaining('user.name'),
  });
  expect(readFileSync(join(repository, 'file.txt'), 'utf8')).toBe('one\n');
});
