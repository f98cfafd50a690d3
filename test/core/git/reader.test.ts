import { expect, it } from 'vitest';
import type { GitAnswer } from '../../../src/core/git/ask-git.ts';
import { GitFailure, type GitReader, readerFrom } from '../../../src/core/git/reader.ts';
import { createGitWriter, type GitWriter, gitFrom, withOptions } from '../../../src/core/git/writer.ts';
import { makeRepository, personal } from './fixture.ts';
import { git, temporaryFolder } from './support.ts';

/** A reader that tells what would have been started. */
function recorder(answer: GitAnswer = { ok: true, text: '' }) {
  const started: string[] = [];
  const reader = readerFrom(async args => {
    started.push(args.join(' '));
    return answer;
  });
  return { started, reader };
}

const WRITES = [
  ['reset', '--hard'],
  ['-c', 'alias.status=!evil', 'status'],
  ['clean', '-fd'],
  ['clean', '-n', '--no-dry-run'],
  ['commit-tree', 'HEAD^{tree}'],
  ['config', '--local', 'user.name', 'x'],
  ['config', 'user.name', 'x'],
  ['diff', '--output=x'],
  ['fsck', '--lost-found'],
  ['hash-object', '-w', '--stdin'],
  ['merge-file', 'a', 'b', 'c'],
  ['mktree'],
  ['prune'],
  ['stash'],
  ['symbolic-ref', 'HEAD', 'refs/heads/x'],
  ['symbolic-ref', '--quiet', 'HEAD', 'refs/heads/x'],
  ['update-ref', 'refs/heads/x', 'HEAD'],
  ['worktree', 'add', 'x'],
  ['write-tree'],
  ['constructor'],
  [],
];

it.each(WRITES)('the reader does not start git %s %s', async (...args) => {
  const { started, reader } = recorder();
  // As a word that was computed would get past the types.
  const words = args as unknown as ['status'];
  expect(await reader.read(words, '/')).toMatchObject({ ok: false, reason: 'not-a-read' });
  await expect(reader.readOrThrow(words, '/')).rejects.toThrow(GitFailure);
  await expect(reader.tryRead(words, '/')).rejects.toThrow(GitFailure);
  expect(started).toEqual([]);
});

it.each([
  ['merge-file', '-p', '-q', 'a', 'b', 'c'],
  ['symbolic-ref', 'HEAD'],
  ['symbolic-ref', '--quiet', 'HEAD'],
])('the reader starts git %s %s', async (...args) => {
  const { started, reader } = recorder();
  expect(await reader.read(args as unknown as ['status'], '/')).toMatchObject({ ok: true });
  expect(started).toEqual([args.join(' ')]);
});

it('options of all questions and writes give way to those of one', async () => {
  const asked: unknown[] = [];
  const git = withOptions(
    gitFrom(async (_args, _cwd, options) => {
      asked.push(options);
      return { ok: true, text: '' };
    }),
    { timeoutMs: 1, literalPaths: true },
  );
  await git.readOrThrow(['status'], '/');
  await git.write(['mktree'], '/', { timeoutMs: 2 });
  expect(asked).toEqual([
    { timeoutMs: 1, literalPaths: true },
    {
      timeoutMs: 2,
      literalPaths: true,
      writes: true,
      config: expect.arrayContaining([['core.fsync', 'objects,reference']]),
    },
  ]);
  await expect(git.readOrThrow(['reset', '--hard'] as unknown as ['status'], '/')).rejects.toThrow(GitFailure);
});

it('what writes does not compile', () => {
  const wrong = (reader: GitReader, writer: GitWriter) => [
    // @ts-expect-error reset is no read
    reader.read(['reset', '--hard'], '/'),
    // @ts-expect-error without -n it deletes
    reader.read(['clean', '-fd'], '/'),
    // @ts-expect-error with two words it writes
    reader.read(['config', 'user.name', 'x'], '/'),
    // @ts-expect-error it writes an object, so it needs a scratch folder
    reader.read(['write-tree'], '/'),
    // @ts-expect-error only plumbing of our own is written
    writer.write(['reset', '--hard'], '/'),
    // @ts-expect-error a stash is stored, never applied
    writer.write(['stash', 'pop'], '/'),
  ];
  expect(wrong).toBeTypeOf('function');
});

it('an answer of no is undefined, any other failure throws', async () => {
  const no = recorder({ ok: false, reason: 'failed', message: 'no' }).reader;
  expect(await no.tryRead(['rev-parse', 'x'], '/')).toBeUndefined();
  const slow = recorder({ ok: false, reason: 'timed-out', message: 'git took too long and was stopped.' }).reader;
  await expect(slow.tryRead(['rev-parse', 'x'], '/')).rejects.toThrow('git rev-parse: git took too long');
});

it('the writer moves a ref of ours and nothing else', async () => {
  const folder = temporaryFolder();
  const repository = makeRepository(folder);
  const writer = createGitWriter({ environment: personal(folder) });
  await writer.write(['update-ref', 'refs/sluice/test', 'HEAD'], repository);
  expect(git(repository, 'rev-parse', 'refs/sluice/test')).toBe(git(repository, 'rev-parse', 'HEAD'));
  for (const args of [['reset', '--hard'], ['stash', 'pop'], ['commit', '-m', 'x'], []])
    await expect(writer.write(args as unknown as ['mktree'], repository)).rejects.toThrow('none of our own writes');
});
