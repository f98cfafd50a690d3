import { describe, expect, it } from 'vitest';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { diffText } from '../../../src/core/sandbox/diff.ts';
import { mergeContents } from '../../../src/core/sandbox/merge.ts';
import { discard, findStaged, shortId, stage, unstagedFiles } from '../../../src/core/sandbox/stage.ts';
import { statusText } from '../../../src/core/sandbox/status-text.ts';
import { personal } from '../git/fixture.ts';
import { temporaryFolder } from '../git/support.ts';
import { inMemory, put, text } from './rig.ts';

const git = createGitReader({ environment: personal(temporaryFolder()) });
const now = () => Date.UTC(2025, 11, 6);
const lines = (...all: string[]) => `${all.join('\n')}\n`;

/** A sandbox with two files as if they had been pulled. */
async function pulled() {
  const sandbox = inMemory();
  await put(sandbox, { 'report.md': lines('# Report', 'one', 'two'), 'gone.txt': 'bye\n' });
  const bases = [...sandbox.state.files].map(
    ([path, { sha256, size, mode }]): [string, { sha256: string; size: number; mode: typeof mode }] => [
      path,
      { sha256, size, mode },
    ],
  );
  await sandbox.change(async () => ({ step: { bases }, result: undefined }));
  return sandbox;
}

describe('10.4 staged commits', () => {
  it('status, diff and discard are as the background document has them', async () => {
    const sandbox = await pulled();
    await put(sandbox, { 'report.md': lines('# Report', 'one', 'three'), 'charts/revenue.svg': lines('<svg/>') });
    await sandbox.remove('gone.txt');
    expect(statusText(sandbox.state)).toBe(
      [
        'Sandbox Status:',
        '  Modified:',
        '    /workspace/report.md (0.0 KB)',
        '  New:',
        '    /workspace/charts/revenue.svg (0.0 KB)',
        '  Deleted:',
        '    /workspace/gone.txt',
      ].join('\n'),
    );
    const commit = await stage(sandbox, ['.'], 'Add quarterly report\n\nWith a chart.', now);
    expect(commit).toMatchObject({
      createdAt: now(),
      files: [
        {
          path: '/workspace/charts/revenue.svg',
          operation: 'create',
          content: { size: 7, mode: '100644' },
          base: null,
        },
        { path: '/workspace/gone.txt', operation: 'delete', content: null, base: { size: 4 } },
        { path: '/workspace/report.md', operation: 'update', content: { size: 19 }, base: { size: 17 } },
      ],
    });
    expect(commit.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(statusText(sandbox.state)).toBe(
      [
        'Sandbox Status:',
        '  Nothing has changed since it was staged or pulled.',
        '',
        'Staged Commits:',
        `  [${shortId(commit)}] "Add quarterly report" (3 files)`,
        '    + /workspace/charts/revenue.svg',
        '    - /workspace/gone.txt',
        '    M /workspace/report.md',
      ].join('\n'),
    );
    expect(await diffText(git, sandbox, commit)).toBe(
      lines(
        `Staged commit: ${shortId(commit)} "Add quarterly report"`,
        '',
        '--- /dev/null',
        '+++ /workspace/charts/revenue.svg',
        '@@ -0,0 +1 @@',
        '+<svg/>',
        '',
        '--- a/workspace/gone.txt',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-bye',
        '',
        '--- a/workspace/report.md',
        '+++ b/workspace/report.md',
        '@@ -1,3 +1,3 @@',
        ' # Report',
        ' one',
        '-two',
        '+three',
      ),
    );
    await discard(sandbox, shortId(commit));
    expect(unstagedFiles(sandbox.state)).toHaveLength(3);
    expect(() => findStaged(sandbox.state, commit.id)).toThrow(expect.objectContaining({ code: 'no-such-commit' }));
  });

  it('a second commit is built on the first, and a file may change again after it was staged', async () => {
    const sandbox = await pulled();
    await put(sandbox, { 'report.md': '2\n' });
    const first = await stage(sandbox, ['report.md'], 'first', now);
    await put(sandbox, { 'report.md': '3\n' });
    expect(unstagedFiles(sandbox.state)).toMatchObject([{ path: '/workspace/report.md', status: 'modified' }]);
    expect(await diffText(git, sandbox, undefined)).toContain('-2\n+3\n');
    expect(await diffText(git, sandbox, first)).toContain('+2\n');
    const second = await stage(sandbox, ['report.md'], 'second', now);
    expect(second.files).toMatchObject([{ operation: 'update', base: first.files[0]?.content }]);
    await put(sandbox, { 'report.md': lines('# Report', 'one', 'two') });
    expect(unstagedFiles(sandbox.state)).toMatchObject([{ status: 'modified' }]);
  });

  it('modes, contents that are no text, and texts without a last newline show as what they are', async () => {
    const sandbox = await pulled();
    await sandbox.write([
      { path: 'report.md', bytes: text(lines('# Report', 'one', 'two')), executable: true },
      { path: 'logo.png', bytes: Buffer.from([0x89, 0, 1, 2]) },
      { path: 'run', bytes: text('#!/bin/sh'), executable: true },
      { path: 'diff --git a', bytes: text('diff --git a/000000 b/000000\n@@ -1 +1 @@\n') },
    ]);
    const commit = await stage(sandbox, ['report.md', 'logo.png', 'run', 'diff --git a'], 'modes', now);
    const shown = await diffText(git, sandbox, commit);
    expect(shown).toContain('old mode 100644\nnew mode 100755\n--- a/workspace/report.md');
    expect(shown).toContain('+++ /workspace/logo.png\nBinary file (none → 0.0 KB).');
    expect(shown).toContain(
      'new file mode 100755\n--- /dev/null\n+++ /workspace/run\n@@ -0,0 +1 @@\n+#!/bin/sh\n\\ No newline',
    );
    expect(shown).toContain(
      '+++ /workspace/diff --git a\n@@ -0,0 +1,2 @@\n+diff --git a/000000 b/000000\n+@@ -1 +1 @@\n',
    );
  });

  it('nothing is staged that has not changed, is not there, or has a conflict left', async () => {
    const sandbox = await pulled();
    await expect(stage(sandbox, ['report.md'], 'x', now)).rejects.toMatchObject({ code: 'nothing-to-stage' });
    await expect(stage(sandbox, ['nowhere.md'], 'x', now)).rejects.toMatchObject({ code: 'no-such-file' });
    await expect(stage(sandbox, [], 'x', now)).rejects.toMatchObject({ code: 'nothing-to-stage' });
    await put(sandbox, { 'report.md': lines('a', '<<<<<<< ours (sandbox)', 'b') });
    await expect(stage(sandbox, ['.'], 'x', now)).rejects.toMatchObject({
      code: 'not-resolved',
      message: expect.stringContaining('/workspace/report.md'),
    });
    await put(sandbox, { 'report.md': lines('a', '    <<<<<<< ours (sandbox) in a text') });
    await stage(sandbox, ['.'], 'x', now);
  });
});

describe('10.6 merge', () => {
  const merge = (ours: string, base: string, theirs: string) =>
    mergeContents(git, { ours: text(ours), base: text(base), theirs: text(theirs) });

  it('is clean where the sides changed other lines', async () => {
    const merged = await merge('A\nb\nc\nd\ne\n', 'a\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n');
    expect({ ...merged, content: merged?.content.toString() }).toEqual({ status: 'clean', content: 'A\nb\nc\nd\nE\n' });
  });

  it('has the markers of the sandbox where they changed the same', async () => {
    const merged = await merge('Revenue increased by 15% in Q4.\n', 'Revenue.\n', 'Revenue grew 12% compared to Q3.\n');
    expect({ ...merged, content: merged?.content.toString() }).toEqual({
      status: 'conflict',
      content: lines(
        '<<<<<<< ours (sandbox)',
        'Revenue increased by 15% in Q4.',
        '=======',
        'Revenue grew 12% compared to Q3.',
        '>>>>>>> theirs (incoming)',
      ),
    });
  });

  it('is none of what is no text', async () => {
    expect(await merge('a\0', 'b', 'c')).toBeUndefined();
  });
});
