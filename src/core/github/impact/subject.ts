import { gitHubRemotes } from '../remotes.ts';
import { type Issue, numberOfBranch, type PullRequest } from './conversations.ts';
import { itemAt } from './find-repository.ts';
import type { GhLine, GhPlace } from './record.ts';
import { loginOf, nameOf, titled } from './wording.ts';

/** The number that a word names by itself: `12`, `#12`, `+12` as gh reads numbers, or the address of an item. */
export function numberIn(word: string): number | undefined {
  const plain = /^#?\+?(\d{1,15})$/.exec(word)?.[1];
  return plain === undefined ? itemAt(word)?.number : Number(plain);
}

/** The number of the pull request a command is about: by its number or address, by its branch, or that of the branch checked out. */
export async function pullNumber({ words: [word] }: GhLine, place: GhPlace): Promise<number | undefined> {
  const number = word === undefined ? undefined : numberIn(word);
  if (number !== undefined) return number;
  const branch = word ?? (await branchHere(place));
  return branch === undefined ? undefined : typeof branch === 'number' ? branch : numberOfBranch(place, branch);
}

/** The branch on GitHub that the one checked out follows, with its owner if that is a fork; a number where it follows a pull request itself. */
async function branchHere({ git, cwd, hosts, repository }: GhPlace): Promise<string | number | undefined> {
  const head = (await git.tryRead(['symbolic-ref', '--quiet', '--short', 'HEAD'], cwd))?.trim();
  if (head === undefined || head === '') return undefined;
  const merge = (await git.tryRead(['config', '--get', `branch.${head}.merge`], cwd))?.trim() ?? '';
  const number = /^refs\/pull\/(\d+)\/head$/.exec(merge)?.[1];
  if (number !== undefined) return Number(number);
  const branch = merge.startsWith('refs/heads/') ? merge.slice('refs/heads/'.length) : head;
  const followed = (await git.tryRead(['config', '--get', `branch.${head}.remote`], cwd))?.trim();
  const remote = (await gitHubRemotes(git, cwd, hosts)).find(each => each.remote === followed);
  const isFork = remote !== undefined && remote.owner.toLowerCase() !== repository.owner.toLowerCase();
  return isFork ? `${remote.owner}:${branch}` : branch;
}

/** `pull request #4 'Fix the crash' by hubot`. */
export const described = ({ __typename, number, title, author }: Issue | PullRequest): string =>
  `${__typename === 'Issue' ? 'issue' : 'pull request'} #${number} ${titled(title)} by ${loginOf(author)}`;

/** Everybody who hears of a change of it by being part of it. */
export const peopleOf = (item: Issue | PullRequest): readonly string[] => [
  ...(item.author === null ? [] : [item.author.login]),
  ...item.participants.nodes.map(({ login }) => login),
  ...item.assignees.nodes.map(({ login }) => login),
  ...('reviewRequests' in item ? reviewersAsked(item) : []),
];

/** Whose review of a pull request is asked for. */
export const reviewersAsked = ({ reviewRequests }: PullRequest): readonly string[] =>
  (reviewRequests?.nodes ?? []).flatMap(({ requestedReviewer }) => {
    const { login, slug } = requestedReviewer ?? {};
    return login === undefined ? (slug === undefined ? [] : [`the team ${slug}`]) : [login];
  });

export const inRepository = ({ repository }: GhPlace): string => nameOf(repository);
