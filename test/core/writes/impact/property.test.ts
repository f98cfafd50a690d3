import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import fc from '../../../support/fast-check.ts';
import { full } from '../../../support/full.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { agrees, fixture } from './reality.ts';

const folder = temporaryFolder();
const NAMES = ['a', 'b', 'd', 'd/x', 'd/y', 'e x/ü', 'i.log'];

interface Step {
  readonly name: string;
  readonly does: 'write' | 'revert' | 'delete' | 'stage' | 'unstage';
}

const steps = fc.array(
  fc.record<Step>({
    name: fc.constantFrom(...NAMES),
    does: fc.constantFrom('write', 'write', 'revert', 'delete', 'stage', 'stage', 'unstage'),
  }),
  { maxLength: 10 },
);
/** A name cannot be a file and a folder in one tree. */
const tree = fc
  .subarray(NAMES.slice(0, 6), { minLength: 1 })
  .map(names => (names.includes('d/x') || names.includes('d/y') ? names.filter(name => name !== 'd') : names));

/** Two branches with these files, and a work tree to which all that has happened. Every content is of its own. */
function dirty(main: readonly string[], other: readonly string[], all: readonly Step[]): string {
  const repository = fixture(folder);
  commit(repository, { '.gitignore': '*.log\n' });
  git(repository, 'checkout', '-qb', 'other');
  commit(repository, Object.fromEntries(other.map(name => [name, `${name} of other\n`])));
  git(repository, 'checkout', '-q', 'main');
  commit(
    repository,
    Object.fromEntries(
      main.map(name => [name, `${name} of ${other.includes(name) && name < 'd' ? 'other' : 'main'}\n`]),
    ),
  );
  for (const [at, { name, does }] of all.entries()) {
    if (does === 'write') put(repository, name, `${name} ${at}\n`);
    else if (does === 'revert') put(repository, name, `${name} of main\n`);
    else if (does === 'delete' && existsSync(join(repository, name)))
      rmSync(join(repository, name), { recursive: true });
    else
      attempt(
        repository,
        ...(does === 'stage' ? ['add', '-f', '-A', '--', name] : ['rm', '-rfq', '--cached', '--', name]),
      );
  }
  return repository;
}

/** Writes a file, whatever is in its place. */
function put(repository: string, name: string, text: string): void {
  const parent = join(repository, name.split('/')[0] ?? '');
  if (existsSync(parent) && statSync(parent).isDirectory() !== name.includes('/')) rmSync(parent, { recursive: true });
  write(repository, { [name]: text });
}

/** Not every step is possible everywhere. */
function attempt(repository: string, ...words: string[]): void {
  try {
    git(repository, ...words);
  } catch (error) {
    if (!/did not match/.test(String((error as { stderr?: string }).stderr))) throw error;
  }
}

describe('what is said to be lost is what is lost', () => {
  it.each([
    [['reset', '--hard']],
    [['reset', '--hard', 'other']],
    [['checkout', '-f', 'other']],
    [['checkout', 'other']],
    [['checkout', 'other', '--', '.']],
    [['restore', '.']],
    [['restore', '-s', 'other', '.']],
    [['clean', '-fdx']],
    [['rm', '-rfq', '.']],
  ])('%j', async words => {
    const property = fc.asyncProperty(tree, tree, steps, async (main, other, all) => {
      // To clean, a file counts even if its content happens to be in a commit.
      const happened = words[0] === 'clean' ? all.filter(({ does }) => does !== 'unstage' && does !== 'revert') : all;
      const repository = dirty(main, other, happened);
      await agrees(repository, words);
      rmSync(join(repository, '..'), { recursive: true });
    });
    await fc.assert(property, { numRuns: full ? 60 : 6 });
  });
});
