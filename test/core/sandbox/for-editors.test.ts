import { describe, expect, it } from 'vitest';
import { targetFromSetting } from '../../../src/core/sandbox/targets/target.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { deliver, HERE } from './delivery.ts';
import { inMemory, onDisk, put, text } from './rig.ts';

describe('a sandbox that another process has open', () => {
  it('can be looked at as it is now, and not be opened; given back it can', async () => {
    const folder = temporaryFolder();
    const [theirs, ours] = [onDisk(folder), onDisk(folder)];
    const sandbox = await theirs.open('mcp-1');
    await put(sandbox, { 'a.txt': 'one\n' });
    const first = await ours.look('mcp-1');
    expect(await ours.look('mcp-1')).toBe(first);
    await put(sandbox, { 'a.txt': 'two\n' });
    const { state, contents } = await ours.look('mcp-1');
    const name = state.files.get('/workspace/a.txt')?.sha256 ?? '';
    expect((await contents.get(name, 'a.txt')).toString()).toBe('two\n');
    await expect(ours.open('mcp-1')).rejects.toMatchObject({ code: 'sandbox-in-use' });
    await theirs.release('mcp-1');
    await put(await ours.open('mcp-1'), { 'a.txt': 'three\n' });
    await expect(put(sandbox, { 'a.txt': 'four\n' })).rejects.toMatchObject({ code: 'sandbox-in-use' });
    await ours.close();
  });
});

describe('a folder of a sandbox', () => {
  it('is moved whole or not at all, and takes the place of another only when it may', async () => {
    const sandbox = inMemory();
    await put(sandbox, { 'a/x.txt': 'x', 'a/deep/y.txt': 'y', 'b/z.txt': 'z' });
    await expect(sandbox.rename('a', 'b')).rejects.toMatchObject({ code: 'bad-path' });
    await expect(sandbox.rename('a', '.git')).rejects.toMatchObject({ code: 'bad-path' });
    expect([...sandbox.state.files.keys()].sort()).toEqual([
      '/workspace/a/deep/y.txt',
      '/workspace/a/x.txt',
      '/workspace/b/z.txt',
    ]);
    await sandbox.rename('a', 'b', true);
    expect([...sandbox.state.files.keys()].sort()).toEqual(['/workspace/b/deep/y.txt', '/workspace/b/x.txt']);
    await sandbox.rename('b', 'B');
    expect((await sandbox.read('B/deep/y.txt')).toString()).toBe('y');
    await sandbox.write([{ path: 'run', bytes: text('#!'), executable: true }]);
    await sandbox.rename('run', 'bin/run');
    expect(sandbox.state.files.get('/workspace/bin/run')?.mode).toBe('100755');
  });
});

describe('a rejected commit', () => {
  it('says so to its agent, and to the person when it is pushed again as it is', async () => {
    const answers = ['Too long.', undefined];
    const { push, questions, call, sandbox } = await deliver(() => ({ kind: 'declined', reason: answers.shift() }));
    await push({ ...HERE, branch: 'feature' }, { 'a.txt': 'a\n' });
    expect([...sandbox.state.staged.values()].map(({ rejected }) => rejected)).toEqual(['Too long.']);
    await push({ ...HERE, branch: 'feature' });
    expect(questions.map(({ note }) => note)).toEqual([
      null,
      'You rejected this commit before, and nothing in it has changed.',
    ]);
    expect((await call('sandbox_status', { sandbox: 'other' })).text).not.toContain('Rejected');
  });
});

describe('what the person has set', () => {
  it('an agent’s pull is put before the person, who sees what it asks for; a no gives the agent nothing', async () => {
    const no = { kind: 'declined', reason: 'Not these.' } as const;
    const { side, sandbox, questions, call } = await deliver(() => no, { settings: { asksBeforePull: true } });
    const pulled = side.pull(sandbox, { paths: ['file.txt'] }, { origin: 'mcp' });
    await expect(pulled).rejects.toThrow('The person did not allow this pull. Not these.');
    expect(await call('sandbox_pull', { paths: ['file.txt'] })).toMatchObject({ status: 'refused' });
    expect(questions.map(({ kind }) => kind)).toEqual(['pull', 'pull']);
    expect(questions[0]?.text).toMatch(/^Pull file\.txt from .* into the sandbox test$/);
    expect(sandbox.state.files.size).toBe(0);
    await side.pull(sandbox, { paths: ['file.txt'] }, { origin: 'view' });
    expect(sandbox.state.files.size).toBe(1);
    expect(questions).toHaveLength(2);
  });

  it('a new sandbox begins with the paths that are wanted, and is of use without them', async () => {
    const { sandbox } = await deliver(undefined, { settings: { sandboxPulls: ['file.txt'] } });
    expect([...sandbox.state.files.keys()]).toEqual(['/workspace/file.txt']);
    const { sandbox: other } = await deliver(undefined, { settings: { sandboxPulls: ['../..'] } });
    expect(other.state.files.size).toBe(0);
    await put(other, { 'a.txt': 'a\n' });
  });

  it('a new branch is named by the template; one that git takes no name from is refused', async () => {
    const { push, repository } = await deliver(undefined, { settings: { sandboxBranch: 'agents/{timestamp}' } });
    await push(HERE, { 'a.txt': 'a\n' });
    expect(git(repository, 'branch', '--format=%(refname:short)')).toMatch(/^agents\/\d{8}-\d{6}$/m);
    const { push: pushByOther } = await deliver(undefined, { settings: { sandboxBranch: '../{timestamp}' } });
    await expect(pushByOther(HERE, { 'a.txt': 'a\n' })).rejects.toMatchObject({ code: 'bad-branch' });
  });

  it('a sandbox holds no more than it may', async () => {
    const { sandbox } = await deliver(undefined, { settings: { sandboxBytes: 1000 } });
    await expect(put(sandbox, { 'a.txt': 'x'.repeat(1001) })).rejects.toMatchObject({ code: 'quota' });
  });

  it.each([
    ['', undefined],
    ['.', { type: 'local', path: '.' }],
    ['libs/core#next', { type: 'local', path: 'libs/core', branch: 'next' }],
    ['../store.git', { type: 'local-bare', path: '../store.git' }],
    ['github:octo/demo#next', { type: 'github', repo: 'octo/demo', branch: 'next' }],
    ['.git', { type: 'local', path: '.git' }],
  ])('the default target %j is %j', (text, target) => {
    expect(targetFromSetting(text)).toEqual(target);
  });
});
