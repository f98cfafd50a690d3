import { createAskGit } from '../../src/core/git/ask-git.ts';
import { createGitVersions } from '../../src/core/git/git-version.ts';
import { createInspector } from '../../src/core/git/inspect/inspection.ts';
import { createReadGuard, type ReadGuard } from '../../src/core/git/inspect/read-guard.ts';

/** For a person who has seen everything. */
export function allKnown(
  roots: () => readonly string[],
  environment: Record<string, string>,
  git = 'git',
  /** Whether places and files outside the workspace were there when it was trusted. */
  outside = false,
): ReadGuard {
  const ask = createAskGit({ git: () => git, environment });
  const inspector = createInspector({ ask, environment });
  const versionOf = createGitVersions(ask, environment);
  const known = { hasFilter: () => true, hasPlace: () => outside, hasLine: () => outside };
  return createReadGuard({ inspector, known, roots, home: environment.HOME, version: () => versionOf(git) });
}
