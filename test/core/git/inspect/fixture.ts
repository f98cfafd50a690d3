import { join } from 'node:path';
import { createRepositoryGuard } from '../../../../src/core/git/inspect/repository-guard.ts';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import { makeRunner, memoryStore, personal, reading } from '../fixture.ts';

const silent = { show: async () => {}, allowed: () => {} };

/** A runner, and our own questions, for a person who trusts the repository of a fixture's folder when `trust` is called. */
export function guardedReads(folder: string, roots = [join(folder, 'repo')], gitPath = 'git') {
  const repository = join(folder, 'repo');
  const environment = personal(folder);
  const { guard, known, before } = createRepositoryGuard({
    git: () => gitPath,
    environment,
    roots: () => roots,
    trust: memoryStore(),
    ...silent,
  });
  const { runner } = makeRunner(folder, { guard, roots: () => roots, programs: () => ({ git: gitPath, gh: 'gh' }) });
  const reader = createGitReader({ environment, before });
  const read = (...args: string[]) => runner.read(reading(repository, ...args), { repository, origin: 'cli' });
  return { guard, known, read, reader, trust: () => known.trust(repository) };
}
