import { appendFileSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Facet } from '../../../src/core/change.ts';
import { createRepositories, type RepositoriesOptions } from '../../../src/core/repository/repositories.ts';
import type { Hints } from '../../../src/core/repository/watch/hints.ts';
import type { WatchFolder } from '../../../src/core/repository/watch/watch-repository.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { commit, newRepository, write } from './support.ts';
import { fakeClock, heardAll, stopAfter, unexpected, until, watchTree } from './watch/support.ts';

const parent = temporaryFolder();
let folders = 0;
let folder: string;

beforeEach(() => {
  folder = join(parent, String(++folders));
  mkdirSync(folder);
});

const at = (...path: string[]) => join(folder, ...path);

function newRepo(name: string): string {
  const repo = newRepository(folder, name);
  commit(repo, { 'a.txt': 'a\n', 'src/b.txt': 'b\n' });
  return repo;
}

function newBare(): string {
  git(folder, 'init', '-q', '--bare', 'bare.git');
  return at('bare.git');
}

async function rig(roots: readonly string[], options: Partial<RepositoriesOptions> = {}) {
  const watched: string[] = [];
  const touched: [root: string, facets: readonly Facet[]][] = [];
  const hints: Hints[] = [];
  let sets = 0;
  const repositories = createRepositories({
    roots: () => roots,
    watchWorkTree: (place, changed) => {
      watched.push(place);
      return watchTree(place, changed);
    },
    reportError: unexpected,
    ...options,
  });
  stopAfter(repositories.dispose);
  repositories.listenSet(() => void sets++);
  repositories.listenTouched(change => {
    touched.push([change.root, [...change.facets].sort()]);
    hints.push(change.hints);
  });
  await repositories.refresh();
  const names = () => repositories.list().map(({ root }) => root);
  return { repositories, names, touched, hints, watched, sets: () => sets };
}

describe('the repositories of a window', () => {
  it('are those of the roots, in their order, none twice', async () => {
    const [one, two] = [newRepo('one'), newRepo('two')];
    symlinkSync(two, at('link'));
    const { repositories, names } = await rig([two, join(one, 'src'), at('link'), one, join(two, 'src')]);
    expect(names()).toEqual([two, one]);
    expect(repositories.list()[0]).toEqual({
      root: two,
      name: 'two',
      workTree: two,
      gitDirectory: join(two, '.git'),
      commonDirectory: join(two, '.git'),
    });
    expect(repositories.problem()).toBeUndefined();
  });

  it.each<[string, () => string[], object]>([
    ['no folder is open', () => [], { reason: 'no-folder', folder: '' }],
    ['the folder is no repository', () => [folder], { reason: 'not-a-repository' }],
    ['the folder is not there', () => [at('nowhere')], { reason: 'missing' }],
    ['it is bare', () => [newBare()], { reason: 'bare' }],
  ])('say why there is none: %s', async (_, roots, problem) => {
    const { repositories, names } = await rig(roots());
    expect(names()).toEqual([]);
    expect(repositories.problem()).toMatchObject(problem);
  });

  it('hear what changes, gathered and by root', async () => {
    const [one, two] = [newRepo('one'), newRepo('two')];
    const { touched } = await rig([one, two]);
    git(one, 'tag', 'v1');
    git(one, 'tag', 'v2');
    await until(() => touched.length > 0);
    expect(touched).toEqual([[one, ['refs']]]);
    write(two, { 'a.txt': 'changed\n' });
    await until(() => touched.length > 1);
    expect(touched[1]).toEqual([two, ['worktree']]);
  });

  it('hear which files changed, as long as nothing else did', async () => {
    const one = newRepo('one');
    const clock = fakeClock();
    let changed: (paths: readonly string[]) => void = () => {};
    const watchWorkTree: WatchFolder = (_, listener) => {
      changed = listener;
      return () => {};
    };
    const { hints } = await rig([one], { clock, watchWorkTree });
    const afterwards = async (...events: (readonly string[])[]) => {
      for (const paths of events) changed(paths);
      clock.pass(60_000);
      return hints.splice(0);
    };
    const [a, b] = [join(one, 'a.txt'), join(one, 'src', 'b.txt')];
    expect(await afterwards([a], [b], [a, join(one, '.git', 'x')])).toEqual([['a.txt', 'src/b.txt']]);
    expect(await afterwards([a], [])).toEqual([undefined]);
    expect(await afterwards([a, join(one, '.gitmodules')])).toEqual([undefined]);
    expect(await afterwards([a, join(folder, 'elsewhere')])).toEqual([undefined]);
    expect(await afterwards(Array.from({ length: 101 }, (_, i) => join(one, `${i}`)))).toEqual([undefined]);
    expect(await afterwards([a])).toEqual([['a.txt']]);
    git(one, 'tag', 'v1');
    await heardAll();
    expect(await afterwards([a])).toEqual([undefined]);
  });

  it('one listener that throws keeps no other from hearing', async () => {
    const one = newRepo('one');
    const failures: unknown[] = [];
    const { repositories } = await rig([one], { reportError: error => void failures.push(error) });
    const heard: string[] = [];
    repositories.listenTouched(() => {
      throw new Error('broken');
    });
    const leave = repositories.listenTouched(({ root }) => void heard.push(root));
    git(one, 'tag', 'v1');
    await until(() => heard.length > 0);
    expect(failures).toEqual([new Error('broken')]);
    leave();
  });

  it('are watched in the part that is open, when they lie around it', async () => {
    const one = newRepo('one');
    const { names, watched } = await rig([join(one, 'src')]);
    expect(names()).toEqual([one]);
    expect(watched).toEqual([join(one, 'src')]);
  });

  it('are not opened when they lie around the home folder', async () => {
    const one = newRepo('one');
    const home = process.env.HOME;
    process.env.HOME = join(one, 'src');
    mkdirSync(join(one, 'src', 'project'));
    try {
      const { repositories, names } = await rig([join(one, 'src', 'project')]);
      expect(names()).toEqual([]);
      expect(repositories.problem()).toMatchObject({ reason: 'outside' });
    } finally {
      process.env.HOME = home;
    }
  });

  it('are not woken by files of ours in their work tree', async () => {
    const one = newRepo('one');
    const { touched } = await rig([one], { ours: [join(one, 'storage')] });
    write(one, { 'storage/panels/x.json': '{}' });
    write(one, { 'storage/panels/x.json': '{ }' });
    await heardAll();
    git(one, 'tag', 'mark');
    await until(() => touched.length > 0);
    expect(touched).toEqual([[one, ['refs']]]);
  });
});

describe('repositories that come and go', () => {
  it('git init, rm -rf .git and git init again', async () => {
    mkdirSync(at('new'));
    const { repositories, names, sets, touched } = await rig([at('new')]);
    expect(repositories.problem()).toMatchObject({ reason: 'not-a-repository' });
    git(at('new'), 'init', '-q');
    await until(() => names().length === 1);
    expect([repositories.problem(), sets()]).toEqual([undefined, 1]);
    rmSync(at('new', '.git'), { recursive: true });
    await until(() => names().length === 0);
    expect(repositories.problem()).toMatchObject({ reason: 'not-a-repository' });
    touched.length = 0;
    git(at('new'), 'init', '-q');
    await until(() => names().length === 1 && touched.length > 0);
    expect(touched[0]).toEqual([at('new'), ['config', 'index', 'refs', 'worktree']]);
  });

  it('a git directory that is filled slowly', async () => {
    mkdirSync(at('new'));
    const { names } = await rig([at('new')]);
    git(folder, 'init', '-q', 'made');
    renameSync(at('made', '.git', 'HEAD'), at('made', 'HEAD'));
    renameSync(at('made', '.git'), at('new', '.git'));
    await heardAll();
    expect(names()).toEqual([]);
    renameSync(at('made', 'HEAD'), at('new', '.git', 'HEAD'));
    await until(() => names().length === 1);
  });

  it('a clone', async () => {
    const one = newRepo('one');
    mkdirSync(at('new'));
    const { names, touched } = await rig([at('new')]);
    git(folder, 'clone', '-q', one, 'new');
    await until(() => names().length === 1);
    touched.length = 0;
    git(at('new'), 'branch', 'topic');
    await until(() => touched.some(([, facets]) => facets.includes('refs')));
  });

  it.each(['at once', 'later'])('a root that is removed and cloned again %s', async when => {
    const one = newRepo('one');
    git(folder, 'clone', '-q', one, 'root');
    const { names, touched } = await rig([at('root')]);
    rmSync(at('root'), { recursive: true });
    if (when === 'later') await until(() => names().length === 0);
    git(folder, 'clone', '-q', one, 'root');
    await until(() => names().length === 1 && touched.some(([, facets]) => facets.includes('config')));
    await heardAll();
    touched.length = 0;
    git(at('root'), 'tag', 'after');
    await until(() => touched.some(([, facets]) => facets.includes('refs')));
    write(at('root'), { 'src/b.txt': 'edited\n' });
    await until(() => touched.some(([, facets]) => facets.includes('worktree')));
  });

  it('roots that are added and taken away', async () => {
    const [one, two] = [newRepo('one'), newRepo('two')];
    const roots = [one];
    const { repositories, names, sets, touched } = await rig(roots);
    roots.push(two);
    await repositories.refresh();
    expect([names(), sets()]).toEqual([[one, two], 2]);
    await repositories.refresh();
    expect(sets()).toBe(2);
    roots.shift();
    await repositories.refresh();
    expect([names(), sets()]).toEqual([[two], 3]);
    touched.length = 0;
    git(one, 'tag', 'unheard');
    git(two, 'tag', 'heard');
    await until(() => touched.length > 0);
    expect(touched).toEqual([[two, ['refs']]]);
  });

  it('one that becomes bare', async () => {
    const one = newRepo('one');
    const { repositories, names } = await rig([one]);
    git(one, 'config', 'core.bare', 'true');
    await until(() => names().length === 0);
    expect(repositories.problem()).toMatchObject({ reason: 'bare' });
  });

  it('nothing after the end', async () => {
    const one = newRepo('one');
    const { repositories, names, touched, sets } = await rig([one]);
    repositories.dispose();
    git(one, 'tag', 'v1');
    await heardAll();
    await repositories.refresh();
    expect([names(), touched, sets()]).toEqual([[], [], 1]);
    expect(await repositories.find(one)).toBeUndefined();
  });
});

describe('find', () => {
  it('opens what is nested in a root, once, and hears of it', async () => {
    const one = newRepo('one');
    git(one, 'worktree', 'add', '-q', 'linked');
    const linked = join(one, 'linked');
    const { repositories, names, touched, sets } = await rig([one]);
    const found = await Promise.all(
      ['linked', 'linked/src/b.txt', 'linked/not/yet/there.txt'].map(path => repositories.find(join(one, path))),
    );
    expect(found.map(repository => repository?.root)).toEqual([linked, linked, linked]);
    expect([names(), sets()]).toEqual([[one, linked], 2]);
    git(linked, 'commit', '-q', '--allow-empty', '-m', 'there');
    await until(() => touched.some(([root, facets]) => root === linked && facets.includes('refs')));
    await repositories.refresh();
    expect(names()).toEqual([one, linked]);
    git(one, 'worktree', 'remove', linked);
    await until(() => names().length === 1);
    expect(names()).toEqual([one]);
  });

  it('gives the repository of a root for what is in it', async () => {
    const one = newRepo('one');
    const { repositories } = await rig([join(one, 'src')]);
    expect(await repositories.find(join(one, 'src', 'b.txt'))).toBe(repositories.list()[0]);
  });

  it('opens nothing outside', async () => {
    const [one, two] = [newRepo('one'), newRepo('two')];
    newRepository(parent, String(folders));
    symlinkSync(two, join(one, 'link'));
    const { repositories, names } = await rig([one]);
    for (const path of [two, join(one, 'link'), join(one, 'link', 'a.txt'), join(one, '..'), '/', at('a.txt')])
      expect(await repositories.find(path), path).toBeUndefined();
    expect(names()).toEqual([one]);
  });
});

describe('a repository that came in with the files opens no folder outside', () => {
  it.each(['/', '..', '../..', '../two'])('by core.worktree = %s', async where => {
    const one = newRepo('one');
    newRepo('two');
    appendFileSync(join(one, '.git', 'config'), `[core]\n\tworktree = ${where === '/' ? where : `../${where}`}\n`);
    for (const root of [one, join(one, 'src')]) {
      const { repositories, names } = await rig([root]);
      expect(names()).toEqual([]);
      expect(repositories.problem()).toEqual({ reason: 'outside', folder: realpathSync(root) });
    }
  });

  it('by a .git file that leads to another work tree’s', async () => {
    const secret = newRepo('secret');
    git(secret, 'worktree', 'add', '-q', at('linked'));
    for (const target of [join(secret, '.git'), join(secret, '.git', 'worktrees', 'linked')]) {
      mkdirSync(at('planted'), { recursive: true });
      writeFileSync(at('planted', '.git'), `gitdir: ${target}\n`);
      const { repositories } = await rig([at('planted')]);
      expect(repositories.problem()).toEqual({ reason: 'outside', folder: at('planted') });
    }
  });

  it('while a linked work tree and a git directory kept elsewhere open as ever', async () => {
    const main = newRepo('main');
    git(main, 'worktree', 'add', '-q', at('linked'));
    git(folder, 'init', '-q', '--separate-git-dir', at('kept'), 'separate');
    const { names } = await rig([at('linked'), at('separate')]);
    expect(names()).toEqual([at('linked'), at('separate')]);
  });
});
