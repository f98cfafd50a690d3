import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUnattended } from '../../../src/core/writes/unattended.ts';
import { git } from '../git/support.ts';
import { fingerprint, ownState, show } from '../sandbox/delivery.ts';
import { makeTools } from './fixture.ts';

const HERE = { type: 'local', path: '.' } as const;
const feature = { ...HERE, branch: 'feature' } as const;

/** What a model reads, with the ids of commits left out. */
const plain = (text: string) =>
  text.replaceAll(/\b[0-9a-f]{40}\b/g, 'OID').replaceAll(/\[[0-9a-f]{6}\]|"[0-9a-f]{6}"/g, 'ID');

async function deliverBy(target: { readonly type: string; readonly path: string }) {
  const tools = await makeTools();
  const { call, repository } = tools;
  git(repository, 'clone', '-q', '--bare', '.', 'backup.git');
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
  ] as const)
    git(join(repository, 'backup.git'), 'config', key, value);
  writeFileSync(join(repository, '.git/info/exclude'), 'backup.git\n');
  const before = ownState(repository);
  await call('sandbox_pull', { source: target.type === 'local' ? HERE : target });
  await call('sandbox_write', { path: 'docs/report.md', content: '# Report\n' });
  await call('sandbox_write', { path: 'tools/run', content: '#!/bin/sh\n', executable: true });
  await call('sandbox_write', { path: 'logo.bin', content: 'AAEC', encoding: 'base64' });
  await call('sandbox_write', { path: 'file.txt', content: 'two\n' });
  const staged = await call('sandbox_stage', { files: ['.'], message: 'Deliver' });
  const untouched = ownState(repository);
  const pushed = await call('sandbox_push', { commitId: staged.facts.shortId, target });
  return { ...tools, before, untouched, staged, pushed };
}

describe('10.2 an agent with only the sandbox tools', () => {
  it.each([
    ['a local repository', feature, '.', 'feature'],
    ['a bare one', { type: 'local-bare', path: 'backup.git' }, 'backup.git', 'main'],
  ] as const)(
    'delivers a change of several files with their modes to %s, after review',
    async (_, target, folder, branch) => {
      const { repository, before, untouched, staged, pushed, asked } = await deliverBy(target);
      const there = join(repository, folder);
      expect(plain(staged.text)).toBe(
        [
          'Staged ID (4 files):',
          '  + /workspace/docs/report.md',
          '  M /workspace/file.txt',
          '  + /workspace/logo.bin',
          '  + /workspace/tools/run',
          'Next: sandbox_push({"commitId":ID,"target":{"type":"local","path":"."}})',
        ].join('\n'),
      );
      const commitSha = git(there, 'rev-parse', branch).trim();
      expect(pushed).toMatchObject({ status: 'done', facts: { result: { status: 'success', commitSha } } });
      expect(plain(pushed.text)).toMatch(new RegExp(`^Pushed to ${branch}: commit OID\\.\nUndo: git_undo\\(`));
      expect(git(there, 'ls-tree', '-r', '--format=%(objectmode) %(path)', branch).trim().split('\n')).toEqual([
        '100644 docs/report.md',
        '100644 file.txt',
        '100644 logo.bin',
        '100755 tools/run',
      ]);
      expect(show(there, `${branch}:file.txt`)).toBe('two\n');
      expect([untouched, ownState(repository)]).toEqual([before, before]);
      expect(asked).toMatchObject([{ kind: 'push', caller: { call: expect.any(String) } }]);
    },
  );

  it('reads, lists, compares and deletes what it wrote', async () => {
    const { call } = await makeTools();
    await call('sandbox_write', { path: 'a.txt', content: 'one\ntwo\nthree\n' });
    expect((await call('sandbox_read', { path: 'a.txt' })).text).toBe(
      '/workspace/a.txt (3 lines, mode 100644)\none\ntwo\nthree',
    );
    expect((await call('sandbox_read', { path: 'a.txt', fromLine: 2, count: 1 })).text).toBe(
      '/workspace/a.txt (3 lines, mode 100644): lines 2-2. Read on with fromLine 3.\ntwo',
    );
    expect((await call('sandbox_list', {})).text).toBe('1 file in /workspace\n/workspace/a.txt (0.0 KB)');
    expect((await call('sandbox_write', { path: 'run', content: '#!/bin/sh' })).text).toContain('executable: true');
    expect((await call('sandbox_diff', {})).text).toContain(
      '--- /dev/null\n+++ /workspace/a.txt\n@@ -0,0 +1,3 @@\n+one\n',
    );
    expect((await call('sandbox_delete', { path: '.' })).text).toBe('Deleted 2 files.');
    await call('sandbox_write', { path: 'b.bin', content: 'AAEC', encoding: 'base64' });
    expect((await call('sandbox_read', { path: 'b.bin' })).code).toBe('not-a-text');
  });

  it('10.5 is told of a conflict, of a no with its reason, and of what is never pushed', async () => {
    let answer: 'run' | 'declined' = 'declined';
    const { call, repository } = await makeTools({
      ui: { decide: async () => (answer === 'run' ? { kind: 'run' } : { kind: 'declined', reason: 'Not yet.' }) },
    });
    git(repository, 'branch', 'feature');
    await call('sandbox_pull', { source: feature });
    await call('sandbox_write', { path: 'a.txt', content: 'a\n' });
    const { facts } = await call('sandbox_stage', { files: ['a.txt'], message: 'a' });
    const push = (target: unknown) => call('sandbox_push', { commitId: facts.shortId, target });
    expect(await push(feature)).toMatchObject({
      status: 'declined',
      code: 'declined',
      text: expect.stringMatching(
        /^Error \(declined\): The person rejected this push. Nothing left the sandbox. Their reason: Not yet\.\n/,
      ),
    });
    expect(await push({ ...HERE, branch: 'main' })).toMatchObject({ status: 'refused', code: 'target-refused' });
    answer = 'run';
    const targetHead = git(repository, 'commit-tree', '-p', 'feature', '-m', 'x', 'feature^{tree}').trim();
    git(repository, 'update-ref', 'refs/heads/feature', targetHead);
    const conflict = await push(feature);
    expect(conflict).toMatchObject({
      status: 'done',
      facts: {
        result: {
          status: 'conflict',
          conflict: { reason: 'non-fast-forward', message: 'Target has new commits since your base', targetHead },
        },
      },
    });
    expect(conflict.text).toContain(
      'Not pushed (non-fast-forward): Target has new commits since your base.\nNext: sandbox_pull',
    );
    await call('sandbox_pull', { source: feature });
    await call('sandbox_discard', { commitId: facts.shortId });
    const again = await call('sandbox_stage', { files: ['.'], message: 'a' });
    expect(await call('sandbox_push', { commitId: again.facts.shortId, target: feature })).toMatchObject({
      facts: { result: { status: 'success' } },
    });
  });

  it('10.1 has a sandbox of its own: no session, door or name sees the files of another', async () => {
    const { call } = await makeTools();
    await call('sandbox_write', { path: 'a.txt', content: 'a' }, { session: 'one' });
    for (const other of [{ session: 'two' }, {}, { origin: 'mcp', session: 'one' }] as const)
      expect((await call('sandbox_list', {}, other)).facts.total).toBe(0);
    expect((await call('sandbox_list', { sandbox: 'mine' }, { session: 'one' })).facts.total).toBe(0);
    expect((await call('sandbox_list', {}, { session: 'one' })).facts.total).toBe(1);
    for (const sandbox of ['../one', 'a/b', 'A', ''])
      expect((await call('sandbox_list', { sandbox })).code).toBe('invalid-input');
  });

  it('changes nothing outside of it, whatever it is asked, and asks the person for nothing but a push', async () => {
    const { call, repository, asked } = await makeTools();
    const before = fingerprint(repository);
    for (const path of [
      '../../etc/x',
      '.git/hooks/pre-commit',
      '/workspace/../repo/file.txt',
      '.GIT/config',
      'git~1/x',
      'a\\..\\b',
    ])
      expect((await call('sandbox_write', { path, content: 'x' })).code).toBe('bad-path');
    await call('sandbox_write', { path: '.gitmodules', content: 'x' });
    await call('sandbox_delete', { path: 'file.txt' });
    await call('sandbox_pull', {});
    await call('sandbox_stage', { files: ['.'], message: 'x' });
    await call('sandbox_branches', { target: HERE });
    expect(fingerprint(repository)).toBe(before);
    expect(asked).toEqual([]);
  });

  it('8.11 a push is never made with nobody there, whatever was declared', async () => {
    const terms = {
      classes: new Set(['local', 'remote'] as const),
      mostWrites: 10,
      mostMinutes: 10,
      actor: 'night',
      roots: ['/'],
    };
    const { decide } = createUnattended({ terms, now: Date.now });
    const { call, repository } = await makeTools({ ui: { decide } });
    await call('sandbox_write', { path: 'a.txt', content: 'a' });
    const { facts } = await call('sandbox_stage', { files: ['.'], message: 'a' });
    const pushed = await call('sandbox_push', { commitId: facts.shortId, target: feature }, { allowMutation: true });
    expect(pushed).toMatchObject({ status: 'refused', code: 'not-unattended' });
    expect(git(repository, 'branch', '--list', 'feature')).toBe('');
  });

  it('a token in what it pulled is not shown, and is not pushed in another form', async () => {
    const { call, repository } = await makeTools();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await call('sandbox_write', { path: 'a.txt', content: `${token}\n` });
    expect((await call('sandbox_read', { path: 'a.txt' })).text).not.toContain(token);
    const { facts } = await call('sandbox_stage', { files: ['.'], message: 'a' });
    expect((await call('sandbox_diff', { commitId: facts.shortId })).text).not.toContain(token);
    await call('sandbox_push', { commitId: facts.shortId, target: feature });
    expect(show(repository, 'feature:a.txt')).toBe(`${token}\n`);
  });
});
