import { environmentFor } from '../git/environment.ts';
import { findProgram } from '../git/programs.ts';
import { type GitHubRemote, repositoryOfRemotes } from './remotes.ts';
import type { TokenOfGhOptions } from './tokens/from-gh.ts';
import type { Tokens } from './tokens/tokens.ts';

/** What keeps the gh commands of a repository from answering, in the order in which a person would mend it. */
export type GitHubProblem = 'gh-missing' | 'no-remote' | 'no-token';

/** Why gh could not answer for a repository, found out without asking GitHub; undefined when it could. */
export type FindGitHubProblem = (root: string) => Promise<GitHubProblem | undefined>;

export interface FindGitHubProblemOptions extends TokenOfGhOptions {
  readonly remotesOf: (root: string) => Promise<readonly GitHubRemote[]>;
  readonly tokens: Pick<Tokens, 'facts'>;
}

export function createFindGitHubProblem({
  gh,
  environment,
  roots,
  remotesOf,
  tokens,
}: FindGitHubProblemOptions): FindGitHubProblem {
  return async root => {
    const env = environmentFor({ program: 'git', kind: 'read', inherited: environment, roots: roots() });
    if ((await findProgram(gh(), env)) === undefined) return 'gh-missing';
    const repository = repositoryOfRemotes(await remotesOf(root));
    if (repository === undefined) return 'no-remote';
    const facts = await tokens.facts(repository.host, repository.owner);
    return facts.some(({ state }) => state !== 'rejected') ? undefined : 'no-token';
  };
}
