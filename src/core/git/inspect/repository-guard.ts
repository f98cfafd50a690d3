import { type AskGitOptions, type BeforeAsking, createAskGit } from '../ask-git.ts';
import { createGitVersions } from '../git-version.ts';
import { askAboutFilters, type FilterQuestions } from './ask-about-filters.ts';
import { createInspector } from './inspection.ts';
import { createKnown, type Known, type TrustStore } from './known.ts';
import { beforeAsking, createReadGuard, type ReadGuard } from './read-guard.ts';

export { createTrustFiles } from './trust-files.ts';

export interface RepositoryGuardOptions extends Omit<FilterQuestions, 'known'> {
  readonly git: NonNullable<AskGitOptions['git']>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The workspace folders. */
  readonly roots: () => readonly string[];
  readonly trust: TrustStore;
}

export interface RepositoryGuard {
  readonly guard: ReadGuard;
  /** The same for our own questions. */
  readonly before: BeforeAsking;
  readonly known: Known;
}

/** Puts the guard of reads together: it asks git itself, and remembers what the person has seen. */
export function createRepositoryGuard(options: RepositoryGuardOptions): RepositoryGuard {
  const { git, environment, roots, trust, show, allowed } = options;
  const ask = createAskGit({ git, environment, roots });
  const inspector = createInspector({ ask, environment });
  const versionOf = createGitVersions(ask, environment);
  const version = () => versionOf(git());
  const known = createKnown(trust, inspector);
  const home = environment.HOME ?? environment.USERPROFILE;
  const guard = askAboutFilters(createReadGuard({ inspector, known, roots, home, version }), { known, show, allowed });
  return { guard, before: beforeAsking(guard), known };
}
