import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAskGit } from '../../../src/core/git/ask-git.ts';
import { scratchVariables, withScratch } from '../../../src/core/git/scratch.ts';
import { commit, newRepository } from '../repository/support.ts';
import { environment, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const ask = createAskGit({ environment });

describe('a scratch folder', () => {
  it('takes what git writes and is gone afterwards', async () => {
    const repository = newRepository(folder);
    commit(repository, { a: '1\n' });
    const objects = join(repository, '.git', 'objects');
    const before = readdirSync(objects, { recursive: true });
    const seen = await withScratch(join(repository, '.git'), async scratch => {
      const tree = await ask(['mktree', '--missing'], repository, { scratch });
      const known = await ask(['cat-file', '-t', 'HEAD'], repository, { scratch });
      return { tree, known, wrote: readdirSync(scratch.objects).length > 0, place: scratch.objects };
    });
    expect([seen.tree.ok, seen.wrote, existsSync(seen.place)]).toEqual([true, true, false]);
    expect(seen.known).toMatchObject({ ok: true, text: 'commit\n' });
    expect(readdirSync(objects, { recursive: true })).toEqual(before);
  });

  it('is gone also when something fails', async () => {
    let place = '';
    const failing = withScratch(folder, async ({ objects }) => {
      place = objects;
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(existsSync(place)).toBe(false);
  });

  it('changes nothing else that git goes by', () => {
    expect(scratchVariables({ objects: '/o', over: '/r' })).toEqual({
      GIT_OBJECT_DIRECTORY: '/o',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: '/r',
    });
    expect(Object.keys(scratchVariables({ objects: '/o', over: '/r:"s"', index: '/i' }))).toEqual([
      'GIT_OBJECT_DIRECTORY',
      'GIT_ALTERNATE_OBJECT_DIRECTORIES',
      'GIT_INDEX_FILE',
    ]);
  });
});

describe('ask', () => {
  it('takes other exit codes for an answer only when told to', async () => {
    const repository = newRepository(folder, 'asked');
    const words = ['rev-parse', '--verify', '--quiet', 'nobody'];
    expect(await ask(words, repository)).toMatchObject({ ok: false, reason: 'failed' });
    expect(await ask(words, repository, { accepts: [1] })).toEqual({ ok: true, text: '', exitCode: 1 });
  });
});
