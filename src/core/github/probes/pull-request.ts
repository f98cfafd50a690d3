import * as z from 'zod/mini';
import type { GitReader } from '../../git/reader.ts';
import { repositoryOfAddress } from '../remotes.ts';
import type { RepositoryCall } from './call.ts';
import { inRepository, part, pathWith } from './paths.ts';

/** The pull request a command is about. */
export interface ChosenPull {
  readonly number: number;
  /** True when a branch chose it: a newer pull request of that branch would take its place. */
  readonly byBranch: boolean;
}

/** The number in `12`, `#12` or an address of the item. */
export function numberIn(word: string): number | undefined {
  const [, number] =
    /^#?(\d+)$/.exec(word) ?? /^https?:\/\/[^/]+\/[^/]+\/[^/]+\/(?:pull|issues)\/(\d+)(?:[/?#]|$)/.exec(word) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The one that is named by number, address or branch, or that belongs to the branch that is checked out. */
export async function chosenPull(call: RepositoryCall): Promise<ChosenPull | undefined> {
  const [word] = call.words.positionals;
  const number = word === undefined ? undefined : numberIn(word);
  if (number !== undefined) return { number, byBranch: false };
  const branch = word ?? (await currentBranch(call));
  return branch === undefined ? undefined : pullOfBranch(call, branch);
}

const PULLS = z.array(z.object({ number: z.number(), state: z.string() }));

/** `owner:branch`, or a branch of this repository; of several pull requests an open one, then the newest. */
async function pullOfBranch({ look, repository }: RepositoryCall, branch: string): Promise<ChosenPull | undefined> {
  const head = branch.includes(':') ? branch : `${repository.owner}:${branch}`;
  const pulls = await look(pathWith(inRepository(repository, 'pulls'), { head, state: 'all', per_page: 100 }), PULLS);
  const chosen = pulls?.find(({ state }) => state === 'open') ?? pulls?.[0];
  return chosen && { number: chosen.number, byBranch: true };
}

/** The branch that is checked out, under the name and owner it has where it is pushed. */
async function currentBranch({ git, root, repository }: RepositoryCall): Promise<string | undefined> {
  const branch = (await git.tryRead(['symbolic-ref', '--quiet', 'HEAD'], root))?.trim().replace(/^refs\/heads\//, '');
  if (branch === undefined || branch === '') return undefined;
  const [remote, merge] = await Promise.all([
    setting(git, root, `branch.${branch}.remote`),
    setting(git, root, `branch.${branch}.merge`),
  ]);
  const address = remote === undefined ? undefined : ((await setting(git, root, `remote.${remote}.url`)) ?? remote);
  const { owner } = (address === undefined ? undefined : repositoryOfAddress(address)) ?? repository;
  const pushed = address !== undefined && merge?.startsWith('refs/heads/') ? merge.slice('refs/heads/'.length) : branch;
  return `${owner}:${pushed}`;
}

const setting = async (git: GitReader, root: string, key: string): Promise<string | undefined> =>
  (await git.tryRead(['config', '--get', key], root))?.replace(/\n$/, '');

const REF = z.object({ object: z.object({ sha: z.string() }) });

/** The newest commit of a pull request, by a ref that only a push moves: itself changes with every counter of the repository. */
export async function headOf({ look, repository }: RepositoryCall, number: number) {
  const path = inRepository(repository, `git/ref/pull/${part(number)}/head`);
  const sha = (await look(path, REF))?.object.sha;
  return sha === undefined ? undefined : { path, sha };
}
