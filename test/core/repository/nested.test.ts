import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NestedOptions } from '../../../src/core/repository/nested.ts';
import { createRepositories } from '../../../src/core/repository/repositories.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { commit, newRepository } from './support.ts';
import { stopAfter, unexpected, until } from './watch/support.ts';

const parent = temporaryFolder();
let folders = 0;
let folder: string;
const at = (...path: string[]) => join(folder, ...path);

beforeEach(() => {
  folder = join(parent, String(++folders));
  mkdirSync(folder);
});

function newRepo(...path: string[]): string {
  const name = path.pop() ?? '';
  mkdirSync(at(...path), { recursive: true });
  const repo = newRepository(at(...path), name);
  commit(repo, { 'a.txt': 'a\n' });
  return repo;
}

async function rig(nested: NestedOptions = { depth: 1, ignored: ['node_modules'] }, roots = [folder]) {
  const repositories = createRepositories({
    roots: () => roots,
    watchWorkTree: () => () => {},
    nested: () => nested,
    reportError: unexpected,
  });
  stopAfter(repositories.dispose);
  await repositories.refresh();
  return { repositories, names: () => repositories.list().map(({ root }) => root) };
}

describe('repositories below a workspace folder', () => {
  it('are found as deep as the setting says, in order', async () => {
    const [b, a, deep] = [newRepo('b'), newRepo('a'), newRepo('packages', 'deep')];
    expect((await rig()).names()).toEqual([a, b]);
    expect((await rig({ depth: 2, ignored: [] })).names()).toEqual([a, b, deep]);
    expect((await rig({ depth: 0, ignored: [] })).names()).toEqual([]);
  });

  it('come after the repository of the folder itself', async () => {
    newRepository(parent, String(folders));
    const inner = newRepo('inner');
    expect((await rig()).names()).toEqual([folder, inner]);
  });

  it('are not looked for where they are ignored, nor through links', async () => {
    newRepo('node_modules', 'dependency');
    const outside = newRepository(parent, `outside-${folders}`);
    symlinkSync(outside, at('link'));
    const one = newRepo('one');
    expect((await rig({ depth: 3, ignored: ['node_modules'] })).names()).toEqual([one]);
  });

  it('leave a folder whose .git leads to another work tree’s alone', async () => {
    const secret = newRepository(parent, `secret-${folders}`);
    mkdirSync(at('planted'));
    writeFileSync(at('planted', '.git'), `gitdir: ${join(secret, '.git')}\n`);
    expect((await rig()).names()).toEqual([]);
  });

  it('are submodules and linked work trees too, however deep, inside the workspace only', async () => {
    const main = newRepo('main');
    const library = newRepository(parent, `library-${folders}`);
    commit(library, { 'l.txt': 'l\n' });
    git(main, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'third/party/library');
    git(main, 'worktree', 'add', '-q', at('trees', 'of', 'side'));
    git(main, 'worktree', 'add', '-q', join(parent, `elsewhere-${folders}`));
    expect((await rig()).names()).toEqual([main, join(main, 'third/party/library'), at('trees/of/side')]);
  });

  it('that come and go are noticed', async () => {
    const one = newRepo('one');
    const { names } = await rig();
    expect(names()).toEqual([one]);
    const two = newRepo('two');
    await until(() => names().length === 2);
    expect(names()).toEqual([one, two]);
    mkdirSync(at('plain'));
    git(at('plain'), 'init', '-q');
    await until(() => names().length === 3);
    rmSync(two, { recursive: true });
    await until(() => names().length === 2);
    expect(names()).toEqual([one, at('plain')]);
  });
});
