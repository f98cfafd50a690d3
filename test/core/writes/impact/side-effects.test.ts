import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { MutatingCommand } from '../../../../src/core/command/command.ts';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import { createImpactOf } from '../../../../src/core/writes/impact/impact-of.ts';
import { parseWrite } from '../../../../src/core/writes/parsed-write.ts';
import { commandOf } from '../../../support/verdict-of.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';

const home = temporaryFolder();

function fresh(): string {
  const repository = newRepository(temporaryFolder());
  commit(repository, { 'a.txt': 'one\n' });
  write(repository, { 'a.txt': 'two\n' });
  return repository;
}

function hook(folder: string, name: string, mode = 0o755): void {
  write(folder, { [name]: '#!/bin/sh\n' });
  chmodSync(join(folder, name), mode);
}

const sentencesOf = async (repository: string, text: string): Promise<readonly string[]> => {
  const command = commandOf(text, { roots: [repository], cwd: repository }) as MutatingCommand;
  const reader = createGitReader({ environment: { ...environment, HOME: home } });
  return (await createImpactOf({ git: reader, timeoutMs: () => 60_000 })(parseWrite(command, repository))).sentences;
};

it('hooks that a command may run are told by name, all of them, and others are not', async () => {
  const repository = fresh();
  const hooks = join(repository, '.git/hooks');
  for (const name of ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-push']) hook(hooks, name);
  hook(hooks, 'post-index-change', 0o644);
  expect((await sentencesOf(repository, 'git commit -am words')).at(-2)).toBe(
    'Hooks may run and change more: commit-msg, post-commit, pre-commit, prepare-commit-msg.',
  );
  expect(await sentencesOf(repository, 'git add a.txt')).toEqual(['Stages 1 file: 1 changed.']);
});

it('a hook may run before git refuses, and stage what is missing', async () => {
  const repository = fresh();
  hook(join(repository, '.git/hooks'), 'pre-commit');
  expect(await sentencesOf(repository, 'git commit -m words')).toEqual([
    'Git would refuse: there is nothing to commit.',
    'Hooks may run and change more: pre-commit.',
    'Files that hooks add stay after an undo.',
  ]);
});

it('hooks are told of a command that nobody can foresee', async () => {
  const repository = fresh();
  for (const name of ['pre-push', 'post-checkout']) hook(join(repository, '.git/hooks'), name);
  expect((await sentencesOf(repository, 'git frobnicate')).at(-2)).toBe(
    'Hooks may run and change more: post-checkout, pre-push.',
  );
  expect((await sentencesOf(repository, 'git -c a.b=c checkout a.txt')).at(-2)).toContain('post-checkout');
});

it.each(['hooks', '~/hooks'])('hooks are looked for where core.hooksPath leads: %s', async path => {
  const repository = fresh();
  git(repository, 'config', 'core.hooksPath', path);
  for (const folder of [home, repository]) hook(join(folder, 'hooks'), 'post-checkout');
  expect(await sentencesOf(repository, 'git restore a.txt')).toContain('Hooks may run and change more: post-checkout.');
});

it('hooks of the config are told by their names', async () => {
  const repository = fresh();
  git(repository, 'config', 'hook.format.event', 'pre-commit');
  git(repository, 'config', 'hook.format.command', 'format --all');
  git(repository, 'config', 'hook.send.event', 'pre-push');
  expect((await sentencesOf(repository, 'git commit -am words')).at(-2)).toBe('Hooks may run and change more: format.');
});

it('a linked work tree has the hooks of its repository', async () => {
  const repository = fresh();
  const linked = join(repository, '..', 'linked');
  git(repository, 'worktree', 'add', '-q', linked);
  hook(join(repository, '.git/hooks'), 'post-checkout');
  expect((await sentencesOf(linked, 'git switch -c topic')).at(-2)).toContain('post-checkout');
});
