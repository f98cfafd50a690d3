import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { newRepository, write } from '../../repository/support.ts';
import { journalWith, recorded, repositoryAt, runGit, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();

/** A repository of seven commits to clone from, one a day; `old` is the third. */
const makeOrigin = (): string => {
  const origin = newRepository(mkdtempSync(join(parent, 'origin-')), 'origin');
  for (let day = 1; day <= 7; day += 1) {
    write(origin, { 'a.txt': `${day}\n`, 'only/b.txt': `of ${day}\n` });
    git(origin, 'add', '-A');
    const env = { ...environment, GIT_COMMITTER_DATE: `2020-01-0${day}T12:00:00Z` };
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-qm', `day ${day}`], {
      cwd: origin,
      env,
    });
    if (day === 3) git(origin, 'tag', '-am', 'a tag', 'old');
  }
  return origin;
};
const origin = makeOrigin();

/** Ways to have a clone of the origin: where the person works in it. */
const PLACES: Readonly<Record<string, (options: readonly string[]) => string>> = {
  'a clone': cloned,
  'a linked work tree': options => {
    const clone = cloned(options);
    git(clone, 'worktree', 'add', '-q', '../linked', '-b', 'linked', '--track', 'origin/main');
    return join(clone, '../linked');
  },
  'a submodule': options => {
    const outer = newRepository(mkdtempSync(join(parent, 'outer-')), 'outer');
    git(outer, 'clone', '-q', ...options, `file://${origin}`, 'sub');
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${origin}`, 'sub');
    git(outer, 'submodule', '--quiet', 'absorbgitdirs');
    return join(outer, 'sub');
  },
};

function cloned(options: readonly string[]): string {
  const folder = join(mkdtempSync(join(parent, 'clone-')), 'clone');
  git(parent, 'clone', '-q', ...options, `file://${origin}`, folder);
  return folder;
}

const history = (folder: string): string => git(folder, 'rev-list', 'HEAD');

/** What only a reflog leads to goes for good. */
function emptyOut(folder: string): void {
  git(folder, 'reflog', 'expire', '--expire=now', '--all');
  git(folder, 'gc', '-q', '--prune=now');
}

async function shallowIn(folder: string): Promise<string> {
  const file = join((await repositoryAt(folder)).commonDirectory, 'shallow');
  return existsSync(file) ? readFileSync(file, 'utf8') : 'none';
}

/** Git does not tidy a commit graph that a shallow file has put out of use. */
const WHOLE = ['-c', 'core.commitGraph=false', 'fsck', '--full', '--no-dangling'];

const CASES = [
  { options: [], words: ['fetch', '--depth=1'], cuts: true },
  { options: ['--depth=5'], words: ['fetch', '--depth=2'], cuts: true },
  { options: ['--depth=2'], words: ['pull', '--unshallow'], cuts: false },
];
const MORE = [
  { options: [], words: ['fetch', '--depth', '3', 'origin', 'main'], cuts: true },
  { options: [], words: ['fetch', '--shallow-since=2020-01-05'], cuts: true },
  { options: ['--no-tags'], words: ['fetch', '--shallow-exclude=old'], cuts: true },
  { options: [], words: ['pull', '--depth=2', '--no-rebase'], cuts: true },
  { options: ['--depth=2'], words: ['fetch', '--deepen=3'], cuts: false },
  { options: ['--depth=2'], words: ['fetch', '--unshallow'], cuts: false },
];
const all = Object.keys(PLACES).flatMap(place =>
  (place === 'a clone' ? [...CASES, ...MORE] : CASES).map(each => ({ ...each, place })),
);

it.each(all)('$words in $place made with $options', async ({ place, options, words, cuts }) => {
  const folder = PLACES[place]?.(options) ?? '';
  const before = [history(folder), await shallowIn(folder)] as const;
  const result = await recorded(journal, folder, words);
  expect(result).toMatchObject({ kind: 'ran', result: { ok: true } });
  const after = [history(folder), await shallowIn(folder)] as const;
  expect(after[1]).not.toBe(before[1]);
  expect(after[0].length < before[0].length).toBe(cuts);
  emptyOut(folder);
  await undone(journal, folder);
  emptyOut(folder);
  expect([history(folder), await shallowIn(folder)]).toEqual(before);
  expect(runGit(folder, WHOLE)).toMatchObject({ ok: true });
  const [newest] = await journal.list(await repositoryAt(folder));
  await undone(journal, folder, newest?.id);
  emptyOut(folder);
  expect([history(folder), await shallowIn(folder)]).toEqual(after);
  expect(runGit(folder, WHOLE)).toMatchObject({ ok: true });
});
