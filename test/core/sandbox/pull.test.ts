import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../git/support.ts';
import { deliver, fingerprint, HERE, show } from './delivery.ts';
import { put } from './rig.ts';

const branch = (name: string) => ({ ...HERE, branch: name });
const lines = (...all: string[]) => `${all.join('\n')}\n`;
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Commits files on a branch that nobody has checked out; null removes one. */
function commitOn(repository: string, name: string, files: Readonly<Record<string, string | null>>): void {
  const current = git(repository, 'symbolic-ref', '--short', 'HEAD').trim();
  git(repository, 'checkout', '-q', name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(repository, path, '..'), { recursive: true });
    if (content === null) git(repository, 'rm', '-q', path);
    else writeFileSync(join(repository, path), content);
  }
  git(repository, 'add', '.');
  git(repository, 'commit', '-qm', 'theirs');
  git(repository, 'checkout', '-q', current);
}

async function withBranch(files: Readonly<Record<string, string>>) {
  const delivery = await deliver();
  git(delivery.repository, 'branch', 'work');
  commitOn(delivery.repository, 'work', files);
  const pull = (paths?: readonly string[]) => delivery.side.pull(delivery.sandbox, { source: branch('work'), paths });
  const read = async (path: string) => (await delivery.sandbox.read(path)).toString();
  return { ...delivery, pull, read };
}

describe('10.6 pull', () => {
  it('brings the files of a branch with their modes, and changes nothing but the sandbox', async () => {
    const { repository, sandbox, side, pull, read } = await withBranch({ 'docs/a.md': 'a\n', 'data.bin': 'x\0y' });
    git(repository, 'checkout', '-q', 'work');
    git(repository, 'update-index', '--chmod=+x', 'docs/a.md');
    git(repository, 'commit', '-qm', 'mode');
    git(repository, 'checkout', '-q', '-f', 'main');
    const before = fingerprint(repository);
    expect(await pull()).toMatchObject({
      pulled: ['/workspace/data.bin', '/workspace/docs/a.md', '/workspace/file.txt'],
      conflicts: [],
      skipped: [],
      branch: 'work',
    });
    expect(await read('data.bin')).toBe('x\0y');
    expect(sandbox.state.files.get('/workspace/docs/a.md')?.mode).toBe('100755');
    expect(await side.diff(sandbox, undefined)).toBe('Nothing has changed since it was staged or pulled.');
    expect(fingerprint(repository)).toBe(before);
    expect(await pull()).toMatchObject({ pulled: [] });
  });

  it('takes paths from the root of the repository, and a folder of their own', async () => {
    const { sandbox, side, pull } = await withBranch({ 'docs/a.md': 'a', 'docs/b/c.md': 'c', 'doc.txt': 'd' });
    expect((await pull(['docs/'])).pulled).toEqual(['/workspace/docs/a.md', '/workspace/docs/b/c.md']);
    await side.pull(sandbox, { source: branch('work'), paths: ['doc.txt'], zone: 'reference' });
    expect([...sandbox.state.files.keys()]).toContain('/reference/doc.txt');
    await expect(pull(['../x'])).rejects.toMatchObject({ code: 'bad-path' });
    await expect(side.pull(sandbox, { source: branch('nowhere') })).rejects.toMatchObject({ code: 'bad-branch' });
  });

  it('leaves out files with secrets, symlinks, submodules, and names that mean another file somewhere', async () => {
    const { repository, pull } = await withBranch({ '.env': 'TOKEN=x', 'keys/server.pem': 'x', 'a.txt': 'a' });
    git(repository, 'checkout', '-q', 'work');
    symlinkSync('/etc/passwd', join(repository, 'link'));
    git(repository, 'add', '.');
    const blob = git(repository, 'rev-parse', ':a.txt').trim();
    for (const path of ['aux.c', 'x:y', 'A.txt', 'trailing.', 'b\\c'])
      git(repository, '-c', 'core.protectNTFS=false', 'update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
    git(
      repository,
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${git(repository, 'rev-parse', 'HEAD').trim()},sub`,
    );
    git(repository, 'commit', '-qm', 'odd');
    git(repository, 'checkout', '-q', '-f', 'main');
    const { pulled, skipped } = await pull();
    expect(pulled).toEqual(['/workspace/A.txt', '/workspace/file.txt']);
    expect(skipped.map(({ path }) => path).sort()).toEqual(
      ['.env', 'a.txt', 'aux.c', 'b\\c', 'keys/server.pem', 'link', 'sub', 'trailing.', 'x:y']
        .map(path => `/workspace/${path}`)
        .sort(),
    );
    expect(skipped.find(({ path }) => path.endsWith('.env'))?.why).toContain('secrets');
  });

  it('merges by git itself where both sides changed other lines', async () => {
    const { repository, sandbox, pull, read } = await withBranch({ 'a.txt': lines(...LETTERS) });
    await pull();
    await put(sandbox, { 'a.txt': lines('A', ...LETTERS.slice(1)) });
    commitOn(repository, 'work', { 'a.txt': lines(...LETTERS.slice(0, -1), 'G') });
    expect(await pull()).toMatchObject({ pulled: ['/workspace/a.txt'], conflicts: [] });
    expect(await read('a.txt')).toBe(lines('A', 'b', 'c', 'd', 'e', 'f', 'G'));
  });

  it('diverged files get markers, are listed, and are not staged before they are resolved: the whole loop', async () => {
    const { repository, sandbox, side, pull, push, read, questions } = await withBranch({
      'report.md': lines('Revenue.'),
    });
    await pull();
    await put(sandbox, { 'report.md': lines('Revenue increased by 15% in Q4.'), 'new.md': 'new\n' });
    const first = await side.stage(sandbox, ['.'], 'Update quarterly report');
    commitOn(repository, 'work', { 'report.md': lines('Revenue grew 12% compared to Q3.') });
    expect(await side.push(sandbox, first.id, branch('work'), { origin: 'chat' })).toMatchObject({
      kind: 'conflict',
      conflict: { reason: 'non-fast-forward' },
    });
    expect(await pull(['report.md'])).toMatchObject({
      pulled: ['/workspace/report.md'],
      conflicts: ['/workspace/report.md'],
    });
    expect(await read('report.md')).toBe(
      lines(
        '<<<<<<< ours (sandbox)',
        'Revenue increased by 15% in Q4.',
        '=======',
        'Revenue grew 12% compared to Q3.',
        '>>>>>>> theirs (incoming)',
      ),
    );
    await expect(side.stage(sandbox, ['.'], 'again')).rejects.toMatchObject({ code: 'not-resolved' });
    expect(sandbox.state.staged.get(first.id)?.outdated).toBe(true);
    expect(await side.push(sandbox, first.id, branch('work'), { origin: 'chat' })).toMatchObject({ kind: 'conflict' });
    await side.discard(sandbox, first.id);
    expect(questions).toEqual([]);
    expect(
      await push(branch('work'), { 'report.md': lines('Revenue increased by 15% in Q4, building on 12% in Q3.') }),
    ).toMatchObject({ kind: 'pushed' });
    expect(git(repository, 'log', '--format=%s', '-3', 'work').trim().split('\n')).toEqual([
      'Add a report',
      'theirs',
      'theirs',
    ]);
    expect(show(repository, 'work:new.md')).toBe('new\n');
    expect(sandbox.state.unresolved.size).toBe(0);
  });

  it.each([
    ['changed here, removed there', 'mine\n', null, 'mine\n'],
    ['removed here, changed there', null, 'theirs\n', 'theirs\n'],
    ['no text', 'm\0', 't\0', 'm\0'],
  ])('%s is a conflict until it is written or deleted', async (_, ours, theirs, left) => {
    const { repository, sandbox, side, pull, read } = await withBranch({ 'a.txt': 'base\n' });
    await pull();
    if (ours === null) await sandbox.remove('a.txt');
    else await put(sandbox, { 'a.txt': ours });
    commitOn(repository, 'work', { 'a.txt': theirs });
    expect((await pull()).conflicts).toEqual(['/workspace/a.txt']);
    expect(await read('a.txt')).toBe(left);
    await put(sandbox, { 'b.txt': 'b' });
    await expect(side.stage(sandbox, ['.'], 'x')).rejects.toMatchObject({ code: 'not-resolved' });
    await put(sandbox, { 'a.txt': `${left} ` });
    expect((await side.stage(sandbox, ['.'], 'x')).files.map(({ path }) => path)).toEqual([
      '/workspace/a.txt',
      '/workspace/b.txt',
    ]);
  });

  it('what only one side removed goes, or stays gone', async () => {
    const { repository, sandbox, pull } = await withBranch({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    await pull();
    await sandbox.remove('a.txt');
    commitOn(repository, 'work', { 'b.txt': null });
    expect(await pull()).toMatchObject({ pulled: ['/workspace/b.txt'], conflicts: [] });
    expect([...sandbox.state.files.keys()].sort()).toEqual(['/workspace/c.txt', '/workspace/file.txt']);
  });

  it('a pull that does not fit changes nothing', async () => {
    const { repository, sandbox, pull } = await withBranch({ 'a.txt': 'a' });
    git(repository, 'checkout', '-q', 'work');
    writeFileSync(join(repository, 'big'), Buffer.alloc(101 * 1024 * 1024));
    git(repository, 'add', 'big');
    git(repository, 'commit', '-qm', 'big');
    git(repository, 'checkout', '-q', 'main');
    await expect(pull()).rejects.toMatchObject({
      code: 'quota',
      message: expect.stringContaining('/workspace/big has 101.0 MB'),
    });
    expect(sandbox.state.files.size).toBe(0);
    expect((await pull(['a.txt'])).pulled).toEqual(['/workspace/a.txt']);
  });

  it('a push to one branch after pulls from two begins where its files are from', async () => {
    const { repository, sandbox, side, push } = await withBranch({ 'templates/t.md': 'template\n' });
    await side.pull(sandbox, {});
    await side.pull(sandbox, { source: branch('work'), paths: ['templates'] });
    await put(sandbox, { 'file.txt': 'two\n' });
    const staged = await side.stage(sandbox, ['file.txt'], 'from main');
    const outcome = await side.push(sandbox, staged.id, branch('feature'), { origin: 'chat' });
    expect(outcome).toMatchObject({ kind: 'pushed' });
    expect(await push(HERE, { 'templates/t.md': 'changed\n' })).toMatchObject({ kind: 'pushed' });
    expect(show(repository, 'feature:file.txt')).toBe('two\n');
  });
});
