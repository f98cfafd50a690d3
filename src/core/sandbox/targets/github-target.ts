import * as z from 'zod/mini';
import { mapInBatches } from '../../../shared/map-in-batches.ts';
import type { GitHubClient } from '../../github/client.ts';
import type { GitHubFailure } from '../../github/failure.ts';
import type { GitHubGitData } from '../../github/git-data.ts';
import { GITHUB_COM, type GitHubHosts } from '../../github/hosts.ts';
import type { GitHubRepository } from '../../github/remotes.ts';
import { blobOid } from '../../writes/journal/storage/disk.ts';
import { SandboxFailure } from '../failure.ts';
import { branchName } from './branch-name.ts';
import { treeOid } from './git-tree.ts';
import type { TreeEntry } from './tree.ts';

/** GitHub as a sandbox reaches it: by the tokens and the requests of Sluice, never by a token of its own. */
export interface SandboxGitHub {
  readonly client: GitHubClient;
  readonly gitData: () => Promise<GitHubGitData>;
  readonly hosts: Pick<GitHubHosts, 'all' | 'usual'>;
}

/** A repository on GitHub. */
export interface GitHubTarget {
  readonly type: 'github';
  readonly repository: GitHubRepository;
  /** As people read it. */
  readonly shown: string;
  readonly url: string;
  /** The name under which the sandbox notes where it has come from. */
  readonly key: string;
  readonly hash: 'sha1';
  readonly branch: string | undefined;
  readonly github: SandboxGitHub;
  /** Trees that were read: they never change. */
  readonly trees: Map<string, ReadonlyMap<string, TreeEntry>>;
}

const REPOSITORY = /^(?:([a-z\d.-]+\.[a-z\d-]+)\/)?([\w-]{1,100})\/([\w.-]{1,100})$/i;

export function openGitHubTarget(
  { repo, branch }: { readonly repo: string; readonly branch?: string | undefined },
  github: SandboxGitHub,
): GitHubTarget {
  const [, named, owner = '', name = ''] = REPOSITORY.exec(repo) ?? [];
  const host = named?.toLowerCase() ?? github.hosts.usual();
  const bad = (why: string, hint: string) =>
    new SandboxFailure('bad-target', `'${repo}' cannot be a target: ${why}.`, hint);
  if (owner === '' || /^\.+$/.test(name)) throw bad('it is no owner/name', 'Name it as owner/name, such as octo/demo.');
  if (!github.hosts.all().includes(host))
    throw bad(`${host} is no GitHub host that the person has named`, 'Ask them to add it to sluice.github.hosts.');
  return {
    type: 'github',
    repository: { host, owner, name },
    shown: `${owner}/${name} on ${host === GITHUB_COM ? 'GitHub' : host}`,
    url: `https://${host}/${owner}/${name}`,
    key: `${host}/${owner}/${name}`.toLowerCase(),
    hash: 'sha1',
    branch: branch === undefined ? undefined : branchName(branch),
    github,
    trees: new Map(),
  };
}

export const NO_AUTHENTICATION =
  'GitHub authentication required.\nEither:\n' +
  '- Set GITHUB_TOKEN, in the environment or the .env file of the workspace folder, or by "Sluice: Set GitHub Token…".\n' +
  '- Run `gh auth login` and switch sluice.github.useTokenOfGh on.';

/** A failure of GitHub as one of the sandbox; `state` says what became of the target. */
export function failureOf({ code, message, account }: GitHubFailure, state = ''): SandboxFailure {
  if (code === 'no-token' && account === undefined)
    return new SandboxFailure('github', NO_AUTHENTICATION, 'Tell the person: they have to do it.');
  return new SandboxFailure('github', `${message}${state && ` ${state}`}`);
}

const oid = z.string().check(z.regex(/^[0-9a-f]{40}$/));
const headNode = z.object({ target: z.nullable(z.object({ oid })) });

const repositoryFacts = z.object({
  viewer: z.object({ login: z.string() }),
  repository: z.object({
    id: z.string(),
    nameWithOwner: z.string(),
    isArchived: z.boolean(),
    viewerPermission: z.nullable(z.string()),
    defaultBranchRef: z.nullable(z.object({ name: z.string(), target: z.nullable(z.object({ oid })) })),
    ref: z.nullable(
      z.object({
        target: z.nullable(z.object({ oid })),
        refUpdateRule: z.nullable(z.object({ requiresSignatures: z.boolean() })),
        associatedPullRequests: z.object({ nodes: z.array(z.object({ number: z.int() })) }),
      }),
    ),
    refs: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
  }),
});

export type RepositoryFacts = z.infer<typeof repositoryFacts>;

const FACTS = `query($owner: String!, $name: String!, $ref: String!, $similar: String!) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    id nameWithOwner isArchived viewerPermission
    defaultBranchRef { name target { oid } }
    ref(qualifiedName: $ref) {
      target { oid }
      refUpdateRule { requiresSignatures }
      associatedPullRequests(states: OPEN, first: 1) { nodes { number } }
    }
    refs(refPrefix: "refs/heads/", query: $similar, first: 100) { nodes { name } }
  }
}`;

/** What there is to know of a repository before a push to one of its branches. */
export async function readFacts(target: GitHubTarget, branch: string): Promise<RepositoryFacts> {
  const { owner, name } = target.repository;
  const facts = await query(
    target,
    FACTS,
    { owner, name, ref: `refs/heads/${branch}`, similar: branch },
    repositoryFacts,
  );
  const { nameWithOwner } = facts.repository;
  if (nameWithOwner.toLowerCase() === `${owner}/${name}`.toLowerCase()) return facts;
  throw new SandboxFailure(
    'bad-target',
    `${owner}/${name} is now called ${nameWithOwner}.`,
    'Ask the person whether that is the repository they mean.',
  );
}

async function query<T>(
  { github, repository }: GitHubTarget,
  text: string,
  variables: Readonly<Record<string, unknown>>,
  schema: z.ZodMiniType<T>,
): Promise<T> {
  const answer = await github.client.query(repository.host, text, variables);
  if (!answer.ok) throw failureOf(answer.failure);
  return schema.parse(answer.data);
}

const branchPage = z.object({
  repository: z.object({
    defaultBranchRef: z.nullable(z.object({ name: z.string() })),
    refs: z.object({
      nodes: z.array(z.intersection(z.object({ name: z.string() }), headNode)),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
    }),
  }),
});

type BranchPage = z.infer<typeof branchPage>;

const BRANCHES = `query($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name }
    refs(refPrefix: "refs/heads/", first: 100, after: $after) { nodes { name target { oid } } pageInfo { hasNextPage endCursor } }
  }
}`;

/** Pages of a hundred. */
const MOST_PAGES = 20;

/** The branches by name, and the default one. */
export async function readGitHubBranches(
  target: GitHubTarget,
): Promise<{ readonly commits: ReadonlyMap<string, string>; readonly current: string | undefined }> {
  const { owner, name } = target.repository;
  const readPage = (after: string | null) => query(target, BRANCHES, { owner, name, after }, branchPage);
  const commits = new Map<string, string>();
  for (let page = 1, after: string | null = null; ; page += 1) {
    const { defaultBranchRef, refs }: BranchPage['repository'] = (await readPage(after)).repository;
    for (const each of refs.nodes) if (each.target) commits.set(each.name, each.target.oid);
    after = refs.pageInfo.endCursor;
    if (!refs.pageInfo.hasNextPage || page === MOST_PAGES) return { commits, current: defaultBranchRef?.name };
  }
}

/** The answer to a GET below the repository; undefined where GitHub has nothing there. */
async function find<T>(
  { github, repository: { host, owner, name } }: GitHubTarget,
  path: string,
  schema: z.ZodMiniType<T>,
): Promise<T | undefined> {
  const whole = `repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/${path}`;
  const answer = await github.client.get(host, whole);
  if (answer.kind === 'changed') return schema.parse(answer.data);
  if (answer.kind === 'failed' && answer.failure.code === 'not-found') return undefined;
  throw answer.kind === 'failed'
    ? failureOf(answer.failure)
    : new SandboxFailure('github', 'GitHub sent no answer.', 'Try again.');
}

const rules = z.array(z.object({ type: z.string() }));

/** Whether the rules of a repository demand signed commits of a branch, be it there or not. */
export async function demandsSignatures(target: GitHubTarget, branch: string): Promise<boolean> {
  const path = `rules/branches/${branch.split('/').map(encodeURIComponent).join('/')}?per_page=100`;
  return ((await find(target, path, rules)) ?? []).some(({ type }) => type === 'required_signatures');
}

const object = z.object({ sha: oid });
const commitObject = z.object({ sha: oid, message: z.string(), tree: object, parents: z.array(object) });

export interface CommitOnGitHub {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** A commit; undefined when it is not there. */
export async function readCommit(target: GitHubTarget, commit: string): Promise<CommitOnGitHub | undefined> {
  const found = await find(target, `git/commits/${commit}`, commitObject);
  return found && { tree: found.tree.sha, message: found.message, parents: found.parents.map(({ sha }) => sha) };
}

const treeObject = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: oid, size: z.optional(z.number()) }),
  ),
});

/** Every file of a tree by its path, if what GitHub lists is all of it. */
export async function readGitHubTree(target: GitHubTarget, tree: string): Promise<ReadonlyMap<string, TreeEntry>> {
  const known = target.trees.get(tree);
  if (known !== undefined) return known;
  const found = await find(target, `git/trees/${tree}?recursive=1`, treeObject);
  if (found?.truncated)
    throw new SandboxFailure(
      'target-refused',
      `${target.shown} has more files than GitHub lists at once.`,
      'Push to the local repository, and ask the person to push from there.',
    );
  const files = (found?.tree ?? []).filter(({ type }) => type !== 'tree');
  const entries = new Map(files.map(({ path, mode, sha, size = 0 }) => [path, { mode, oid: sha, size }]));
  if (found === undefined || treeOid(entries) !== tree)
    throw new SandboxFailure('github', `GitHub did not list the tree ${tree} as it is.`, 'Try again.');
  target.trees.set(tree, entries);
  return entries;
}

const BLOBS_AT_ONCE = 50;
/** A text that is longer GitHub cuts in the answer to a query. */
const LONGEST_TEXT = 100_000;
/** Read at the same time. */
const AT_ONCE = 4;

const blobTexts = z.object({
  repository: z.record(z.string(), z.nullable(z.object({ text: z.nullable(z.optional(z.string())) }))),
});
const blobObject = z.object({ content: z.string(), encoding: z.string() });

/** The contents of blobs by their ids, each checked against its id. Texts come many at a time, the others one by one. */
export async function readGitHubBlobs(
  target: GitHubTarget,
  entries: readonly Pick<TreeEntry, 'oid' | 'size'>[],
): Promise<ReadonlyMap<string, Buffer>> {
  const { owner, name } = target.repository;
  const found = new Map<string, Buffer>();
  const wanted = new Map(entries.map(({ oid: each, size }) => [each, size]));
  const short = [...wanted].filter(([, size]) => size <= LONGEST_TEXT).map(([each]) => each);
  const batches = Array.from({ length: Math.ceil(short.length / BLOBS_AT_ONCE) }, (_, at) =>
    short.slice(at * BLOBS_AT_ONCE, (at + 1) * BLOBS_AT_ONCE),
  );
  await mapInBatches(
    batches,
    async batch => {
      const fields = batch.map(each => `b${each}: object(oid: "${each}") { ... on Blob { text } }`);
      const text = `query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${fields.join(' ')} } }`;
      const { repository } = await query(target, text, { owner, name }, blobTexts);
      for (const each of batch) {
        const bytes = Buffer.from(repository[`b${each}`]?.text ?? '');
        if (blobOid(bytes, 'sha1') === each) found.set(each, bytes);
      }
    },
    AT_ONCE,
  );
  await mapInBatches(
    [...wanted.keys()].filter(each => !found.has(each)),
    async each => {
      const blob = await find(target, `git/blobs/${each}`, blobObject);
      const bytes = Buffer.from(blob?.content ?? '', 'base64');
      if (blob?.encoding !== 'base64' || blobOid(bytes, 'sha1') !== each)
        throw new SandboxFailure('github', `GitHub did not send the blob ${each} as it is.`, 'Try again.');
      found.set(each, bytes);
    },
    AT_ONCE,
  );
  return found;
}
