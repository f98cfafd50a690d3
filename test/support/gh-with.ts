import type { GhAccess } from '../../src/core/git/environment.ts';
import type { FindGhRun } from '../../src/core/git/gh-run.ts';

/** A gh that has the same access for every command, and whose failures stand as they are. */
export const ghWith =
  (access: GhAccess): FindGhRun =>
  async () => ({ access, explain: async result => result });
