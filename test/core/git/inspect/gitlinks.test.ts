import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { gitlinksOf } from '../../../../src/core/git/inspect/gitlinks.ts';
import { makeRepository, personal } from '../fixture.ts';
import { git, temporaryFolder } from '../support.ts';

/** The submodules that are found in a repository, and how often git was asked for them. */
async function found(change: (repository: string, folder: string) => unknown) {
  const folder = temporaryFolder();
  const repository = makeRepository(folder);
  change(repository, folder);
  let asked = 0;
  const ask = createAskGit({
    environment: personal(folder),
    started: () => {
      asked += 1;
    },
  });
  const gitDirectory = join(repository, '.git');
  const { value } = await gitlinksOf(
    { gitDirectory, commonDirectory: gitDirectory, linked: false, top: repository },
    ask,
  );
  return { value: value.map(path => path.slice(repository.length + 1)), asked };
}

const addFile = (repository: string, name: string) => {
  writeFileSync(join(repository, name), '');
  git(repository, 'add', name);
};
const addSubmodule = (repository: string, name: string) => {
  const oid = git(repository, 'rev-parse', 'HEAD').trim();
  git(repository, 'update-index', '--add', '--cacheinfo', `160000,${oid},${name}`);
};

describe('the submodules of an index', () => {
  it('are looked for without a process where there are none, whatever files are called', async () => {
    expect(await found(() => {})).toEqual({ value: [], asked: 0 });
    expect(await found(repository => addFile(repository, 'link.ts'))).toEqual({ value: [], asked: 0 });
  });

  it('are found, also in an index that is in two files', async () => {
    expect(await found(repository => addSubmodule(repository, 'sub'))).toEqual({ value: ['sub'], asked: 1 });
    const split = (repository: string) => {
      addSubmodule(repository, 'sub');
      git(repository, 'update-index', '--split-index');
    };
    expect(await found(split)).toEqual({ value: ['sub'], asked: 1 });
  });
});
