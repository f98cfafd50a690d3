import type { GitReader } from '../git/reader.ts';
import { disk } from './files.ts';
import type { OpenRepository } from './locate.ts';
import { type Operation, operationsIn, rootRefsOf } from './operation.ts';

/** What a merge, pick or stash left for the person to do. */
export interface OpenConflicts {
  /** From the root of the work tree. */
  readonly files: readonly string[];
  /** The operation they are of; undefined for a stash, which leaves none. */
  readonly operation: Operation | undefined;
}

/** The conflicts that are open in a repository; undefined when there are none. */
export async function openConflicts(git: GitReader, repository: OpenRepository): Promise<OpenConflicts | undefined> {
  const { workTree, gitDirectory } = repository;
  const answer = await git.read(['diff', '--name-only', '-z', '--diff-filter=U', '--'], workTree);
  const files = answer.ok ? [...new Set(answer.text.split('\0').filter(Boolean))] : [];
  if (files.length === 0) return undefined;
  const [operation] = await operationsIn(gitDirectory, disk, rootRefsOf(git, workTree));
  return { files, operation };
}
