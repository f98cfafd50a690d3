import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGitReader } from '../../src/core/git/reader.ts';
import { type Impact, impact } from '../../src/core/writes/impact/impact.ts';
import { createPreviews } from '../../src/vscode/gate/preview.ts';
import { environment, git, temporaryFolder } from '../core/git/support.ts';
import { commit, newRepository, write } from '../core/repository/support.ts';
import { predict } from '../core/writes/impact/reality.ts';
import { commandsRun } from './vscode-module.ts';

const previews = createPreviews({
  git: createGitReader({ environment }),
  outputs: { open: () => Promise.reject(new Error('no list is asked for')) } as never,
  forDisplay: text => text,
  review: () => Promise.reject(new Error('nothing is staged')),
});

interface Side {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

/** The files of the preview that was opened: what is on the old side of each, and on the new. */
async function sidesOf(repository: string, found: Impact): Promise<Record<string, readonly [string, string]>> {
  commandsRun.length = 0;
  await previews.show({ text: 'git x', repository, risk: 'destructive' }, found);
  const [name, , triples] = commandsRun[0] ?? [];
  expect(name).toBe('vscode.changes');
  const files = triples as readonly (readonly [Side, Side | undefined, Side | undefined])[];
  return Object.fromEntries(
    files.map(([{ path }, old, now]) => [path.slice(repository.length + 1), [shown(old), shown(now)] as const]),
  );
}

function shown(side: Side | undefined): string {
  if (side === undefined) return 'nothing';
  if (side.scheme === 'file') return 'disk';
  const { ref } = JSON.parse(side.query) as { readonly ref: string };
  return ref === '' ? 'index' : (names.get(ref) ?? ref);
}

const names = new Map<string, string>();
let repository: string;
beforeEach(() => {
  repository = newRepository(temporaryFolder());
  commit(repository, { 'a.txt': 'first\n', 'b.txt': '1\n' }, 'first');
  commit(repository, { 'a.txt': 'second\n' }, 'second');
  names.clear();
  for (const [ref, name] of [
    ['HEAD', 'HEAD'],
    ['HEAD~1', 'HEAD~1'],
    ['HEAD^{tree}', 'HEAD'],
    ['HEAD~1^{tree}', 'HEAD~1'],
  ] as const)
    names.set(git(repository, 'rev-parse', ref).trim(), name);
});

describe('what would go is on the old side', () => {
  it.each<[string, readonly [string, string]]>([
    ['reset --hard', ['disk', 'HEAD']],
    ['reset --hard HEAD~1', ['disk', 'HEAD~1']],
    ['checkout -f HEAD~1', ['disk', 'HEAD~1']],
    ['checkout -- a.txt', ['disk', 'index']],
    ['restore --source=HEAD~1 a.txt', ['disk', 'HEAD~1']],
    ['rm -f a.txt', ['disk', 'nothing']],
    ['mv -f b.txt a.txt', ['disk', 'nothing']],
  ])('git %s', async (words, sides) => {
    write(repository, { 'a.txt': 'mine\n' });
    expect(await sidesOf(repository, await predict(repository, words.split(' ')))).toEqual({ 'a.txt': sides });
  });

  it.each<[string, readonly [string, string]]>([
    ['reset', ['index', 'HEAD']],
    ['restore --staged a.txt', ['index', 'HEAD']],
  ])('git %s', async (words, sides) => {
    write(repository, { 'a.txt': 'mine\n' });
    git(repository, 'add', 'a.txt');
    expect(await sidesOf(repository, await predict(repository, words.split(' ')))).toEqual({ 'a.txt': sides });
  });

  it('git clean', async () => {
    write(repository, { 'loose.txt': 'mine\n' });
    const found = await predict(repository, ['clean', '-f']);
    expect(await sidesOf(repository, found)).toEqual({ 'loose.txt': ['disk', 'nothing'] });
  });

  it('git stash drop', async () => {
    write(repository, { 'a.txt': 'mine\n' });
    git(repository, 'stash');
    names.set(git(repository, 'rev-parse', 'stash').trim(), 'stash');
    const found = await predict(repository, ['stash', 'drop']);
    expect(await sidesOf(repository, found)).toEqual({ 'a.txt': ['stash', 'HEAD'] });
  });
});

describe('what would come is on the new side', () => {
  it.each<[string, readonly [string, string]]>([
    ['add a.txt', ['index', 'disk']],
    ['commit -am words', ['HEAD', 'disk']],
  ])('git %s', async (words, sides) => {
    write(repository, { 'a.txt': 'mine\n' });
    expect(await sidesOf(repository, await predict(repository, words.split(' ')))).toEqual({ 'a.txt': sides });
  });
});

it('what is to be written is on the new side, with all that hides in it spelled out; a link out of the repository is not followed', async () => {
  const opened: Record<string, string> = {};
  const { show } = createPreviews({
    git: createGitReader({ environment }),
    review: () => Promise.reject(new Error('nothing is staged')),
    outputs: {
      open: async (name: string, text: string) => {
        opened[name] = text;
        return { scheme: 'sluice-output', path: `/${name}` };
      },
    } as never,
    forDisplay: text => text.replaceAll('\u202e', '\\u202e'),
  });
  const outside = join(temporaryFolder(), 'secret');
  writeFileSync(outside, 'secret');
  symlinkSync(outside, join(repository, 'link'));
  commandsRun.length = 0;
  const files = [
    { path: 'a.txt', text: 'new \u202e\n' },
    { path: 'b.txt', text: null },
    { path: 'link', text: 'x' },
  ];
  await show(
    { text: 'Resolve', repository, risk: 'local' },
    impact({ preview: { kind: 'contents', files, patch: '' } }),
  );
  const [name, , triples] = commandsRun[0] ?? [];
  expect(name).toBe('vscode.changes');
  const sides = (triples as readonly (readonly [Side, Side | undefined, Side | undefined])[]).map(([, old, made]) => [
    old?.scheme,
    made?.path,
  ]);
  expect(sides).toEqual([
    ['file', '/to-be-written/a.txt'],
    ['file', undefined],
    [undefined, '/to-be-written/link'],
  ]);
  expect(opened['to-be-written/a.txt']).toBe('new \\u202e\n');
});
