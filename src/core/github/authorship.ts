import * as z from 'zod/mini';
import type { ReadOnlyCommand } from '../command/command.ts';
import type { GitReader } from '../git/reader.ts';
import type { Authorship } from '../panels/panel-text.ts';
import type { GitHubClient } from './client.ts';
import { placeOfCommand } from './gh-runs.ts';
import type { GitHubHosts } from './hosts.ts';
import { createFindProbes } from './probes/find-probes.ts';
import { createLookups, type Lookup } from './probes/lookup.ts';
import { inRepository, part } from './probes/paths.ts';
import type { GitHubRemote, GitHubRepository } from './remotes.ts';

export interface AuthorshipOptions {
  readonly client: Pick<GitHubClient, 'get'>;
  readonly git: GitReader;
  readonly hosts: GitHubHosts;
  readonly remotesOf: (root: string) => Promise<readonly GitHubRemote[]>;
}

/** Finds out who wrote what a gh command prints; undefined where it is about no repository. */
export type FindAuthorship = (
  command: ReadOnlyCommand,
  root: string,
  signal?: AbortSignal,
) => Promise<Omit<Authorship, 'hides'> | undefined>;

/** Paths whose items name their authors. */
const AUTHORED = /^(?:issues|pulls)(?:\/\d+(?:\/(?:comments|reviews))?|\/comments\/\d+)?(?:\?|$)/;
/** What is printed beside these, and is written by whoever wrote them, or by who may push. */
const BESIDE =
  /^(?:commits\/[0-9a-f]+\/(?:check-runs|status)|git\/ref\/pull\/\d+\/head|pulls\/\d+\/(?:commits|files|requested_reviewers))(?:\?|$)/;
/** What only those can write who may push. */
const INSIDE = /^(?:actions\/(?:secrets|variables|workflows)|labels)(?:\?|$)/;
/** Fields that print what others wrote and no path covers. */
const BY_ANYBODY: ReadonlySet<string> = new Set([
  'annotations',
  'closedByPullRequestsReferences',
  'closingIssuesReferences',
  'comments',
  'commits',
  'headRepository',
  'latestReviews',
  'pull request',
  'reviews',
]);

const item = z.object({ author_association: z.string(), user: z.nullable(z.object({ login: z.string() })) });
const ITEMS = z.union([item, z.array(item)]);
const PERMISSION = z.object({ permission: z.string() });

/** They may push, or else look only: another question tells. */
const CLOSE: ReadonlySet<string> = new Set(['COLLABORATOR', 'MEMBER']);
const PUSHES: ReadonlySet<string> = new Set(['admin', 'maintain', 'write']);
const MOST_ASKED = 10;

type By = Authorship['by'];

/** Asks by the same conditional requests that tell whether an output has changed: what is printed is what they cover. */
export function createFindAuthorship({ client, git, hosts, remotesOf }: AuthorshipOptions): FindAuthorship {
  const lookups = createLookups(client);
  const findProbes = createFindProbes({ client, git, remotesOf, placeOf: placeOfCommand(hosts) });
  return async (command, root, signal) => {
    const probes = await findProbes(command, root, signal);
    if (probes === undefined) return undefined;
    const { host, mayLag, authored = [] } = probes;
    const paths = [...new Set([...probes.paths, ...authored])];
    const repository = repositoryOf(host, paths);
    if (repository === undefined) return undefined;
    const name = `${repository.owner}/${repository.name}`;
    // Whoever makes a repository may push there: of one that the person does not work with that says nothing.
    const isOurs = (await remotesOf(root)).some(remote => remote.host === host && isSame(remote, repository));
    const isCovered = !mayLag.some(field => BY_ANYBODY.has(field));
    const look = lookups(repository, signal);
    const by = isOurs && isCovered ? await authorsOf(look, repository, paths) : 'unknown';
    return { repository: name, by };
  };
}

/** The one repository that all paths lead to. */
function repositoryOf(host: string, paths: readonly string[]): GitHubRepository | undefined {
  const names = new Set(paths.map(path => /^repos\/([\w.-]+\/[\w.-]+)(?:[/?]|$)/.exec(path)?.[1]));
  const [only] = names;
  const [owner, name] = only?.split('/') ?? [];
  return names.size === 1 && owner && name ? { host, owner, name } : undefined;
}

const isSame = (one: GitHubRepository, other: GitHubRepository): boolean =>
  `${one.owner}/${one.name}`.toLowerCase() === `${other.owner}/${other.name}`.toLowerCase();

async function authorsOf(look: Lookup, repository: GitHubRepository, paths: readonly string[]): Promise<By> {
  const start = inRepository(repository).length + 1;
  const kinds = paths.map(path => path.slice(start));
  if (kinds.every(kind => INSIDE.test(kind))) return 'insiders';
  if (!kinds.every(kind => AUTHORED.test(kind) || BESIDE.test(kind))) return 'unknown';
  const authored = paths.filter((_, at) => AUTHORED.test(kinds[at] ?? ''));
  const answers = await Promise.all(authored.map(path => look(path, ITEMS)));
  if (answers.length === 0 || answers.includes(undefined)) return 'unknown';
  const items = answers.flatMap(answer => answer ?? []);
  const close = new Set<string>();
  for (const { author_association, user } of items) {
    if (author_association === 'OWNER') continue;
    if (user === null || !CLOSE.has(author_association)) return 'outsiders';
    close.add(user.login);
  }
  return mayAllPush(look, repository, [...close]);
}

async function mayAllPush(look: Lookup, repository: GitHubRepository, logins: readonly string[]): Promise<By> {
  if (logins.length > MOST_ASKED) return 'unknown';
  const paths = logins.map(login => inRepository(repository, `collaborators/${part(login)}/permission`));
  const found = await Promise.all(paths.map(path => look(path, PERMISSION)));
  if (found.some(each => each !== undefined && !PUSHES.has(each.permission))) return 'outsiders';
  return found.includes(undefined) ? 'unknown' : 'insiders';
}
