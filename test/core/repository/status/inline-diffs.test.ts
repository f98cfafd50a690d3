import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createInlineDiffs, hunkCommand, patchName } from '../../../../src/core/repository/status/inline-diffs.ts';
import { parseStatus, STATUS_ARGS } from '../../../../src/core/repository/status/parse-status.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository } from '../support.ts';
import { countingGit } from './scan-support.ts';

const folder = temporaryFolder();
const { git: reader } = countingGit();
const numbered = (...changed: readonly number[]) =>
  Array.from({ length: 40 }, (_, at) => `${at}${changed.includes(at) ? ' changed' : ''}\n`).join('');

let repository = '';
let count = 0;
beforeEach(() => {
  repository = newRepository(folder, `r${count++}`);
  commit(repository, { 'a.txt': numbered() });
});

const at = (name: string) => join(repository, name);
const place = (path = 'a.txt') => {
  const { files } = parseStatus(git(repository, ...STATUS_ARGS));
  const file = files.find(each => each.path === path);
  if (file === undefined) throw new Error(`${path} is not changed`);
  return { git: reader, workTree: repository, commit: 'HEAD', isHead: true, file };
};
const words = (command: string) => command.split(' ').slice(1);
const run = (action: 'stage' | 'unstage' | 'discard', patch: Buffer | undefined) => {
  writeFileSync(join(folder, 'p'), patch ?? '');
  git(repository, ...words(hunkCommand(action, join(folder, 'p'))));
};

describe('the diff of a file', () => {
  it('is in two halves where it is staged and changed again, and each hunk goes its way', async () => {
    const diffs = createInlineDiffs();
    writeFileSync(at('a.txt'), numbered(2, 20, 38));
    const first = await diffs.of(place());
    expect(first.parts.map(({ side }) => side)).toEqual(['unstaged']);
    run('stage', await diffs.patch(place(), { action: 'stage', diff: first.id, side: 'unstaged', hunk: 1 }));
    expect(git(repository, 'show', ':a.txt')).toBe(numbered(20));
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(numbered(2, 20, 38));

    const second = await diffs.of(place());
    expect(second.parts.map(({ side }) => side)).toEqual(['staged', 'unstaged']);
    run('discard', await diffs.patch(place(), { action: 'discard', diff: second.id, side: 'unstaged', hunk: 0 }));
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(numbered(20, 38));

    const third = await diffs.of(place());
    run('unstage', await diffs.patch(place(), { action: 'unstage', diff: third.id, side: 'staged', hunk: 0 }));
    expect(git(repository, 'show', ':a.txt')).toBe(numbered());
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(numbered(20, 38));
  });

  it('gives no patch once the file is another than was shown, or for another diff, half or hunk', async () => {
    const diffs = createInlineDiffs();
    writeFileSync(at('a.txt'), numbered(2, 20));
    const { id } = await diffs.of(place());
    const request = { action: 'stage', diff: id, side: 'unstaged', hunk: 0 } as const;
    expect(await diffs.patch(place(), request)).toBeDefined();
    expect(await diffs.patch(place(), { ...request, diff: id - 1 })).toBeUndefined();
    expect(await diffs.patch(place(), { ...request, side: 'staged' })).toBeUndefined();
    expect(await diffs.patch(place(), { ...request, action: 'unstage' })).toBeUndefined();
    expect(await diffs.patch(place(), { ...request, hunk: 2 })).toBeUndefined();
    writeFileSync(at('a.txt'), numbered(2, 20, 30));
    expect(await diffs.patch(place(), request)).toBeUndefined();
  });

  it('keeps every byte: other encodings, carriage returns, no newline at the end, lines that look like heads', async () => {
    const diffs = createInlineDiffs();
    const before = Buffer.from(`${numbered()}@@ -1 +1 @@\r\n--- a/x\ncaf\xe9 one`, 'latin1');
    const after = Buffer.from(`${numbered()}@@ -1 +1 @@\r\n--- a/y\ncaf\xe9 two`, 'latin1');
    writeFileSync(at('a.txt'), before);
    git(repository, 'commit', '-qam', 'latin1');
    writeFileSync(at('a.txt'), after);
    const { id } = await diffs.of(place());
    run('stage', await diffs.patch(place(), { action: 'stage', diff: id, side: 'unstaged', hunk: 0 }));
    git(repository, 'diff', '--quiet');
    git(repository, 'commit', '-qm', 'hunk');
    expect(readFileSync(at('a.txt'))).toEqual(after);
  });

  it('is one part without hunks to choose for a new file', async () => {
    writeFileSync(at('new.txt'), 'new\n');
    const { parts } = await createInlineDiffs().of(place('new.txt'));
    expect(parts).toMatchObject([{ side: null }]);
  });
});

it('a patch is called after its file, whatever that is called', () => {
  expect(patchName('src/engine.ts', 1)).toBe('engine.ts.hunk-2.patch');
  expect(patchName('x/; rm -rf ~', 0)).toBe('__rm_-rf__.hunk-1.patch');
});
