import * as z from 'zod/mini';
import { failureOfQuery, failureOfRest } from './answers.ts';
import { addressBelow } from './api-address.ts';
import { type AskGitHubOptions, createAskGitHub, type Reply } from './ask-github.ts';
import type { GitHubFailure } from './failure.ts';
import { gitHubFailure } from './failure-text.ts';
import type { GitHubRepository } from './remotes.ts';

export type GitDataAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: GitHubFailure };

/** A path of a new tree: a blob that is there, a text GitHub is to make one of, or null for what goes. */
export interface NewTreeEntry {
  readonly path: string;
  readonly mode: '100644' | '100755';
  readonly blob: { readonly oid: string } | { readonly text: string } | null;
}

export interface NewCommit {
  readonly message: string;
  readonly tree: string;
  readonly parent: string;
  /** Also the committer. */
  readonly author: { readonly name: string; readonly email: string; readonly date: string };
}

/** A commit as GitHub has made it. */
export interface MadeCommit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
}

export interface BranchMove {
  /** The repository's node id. */
  readonly repositoryId: string;
  readonly ref: string;
  /** Where it must be; null where it must not exist. */
  readonly before: string | null;
  readonly after: string;
}

export interface SignedCommit {
  readonly branch: string;
  /** Where the branch must be. */
  readonly before: string;
  readonly message: string;
  readonly additions: readonly { readonly path: string; readonly bytes: Buffer }[];
  readonly deletions: readonly string[];
}

/**
 * All that Sluice itself writes to GitHub: objects, which nobody sees before a branch leads to them, and a branch under
 * compare-and-swap. It never throws; a failure of the last two leaves open whether the branch has moved.
 */
export interface GitHubGitData {
  createBlob(repository: GitHubRepository, bytes: Buffer, signal?: AbortSignal): Promise<GitDataAnswer<string>>;
  /** The tree that the entries make of another one. */
  createTree(
    repository: GitHubRepository,
    base: string,
    entries: readonly NewTreeEntry[],
    signal?: AbortSignal,
  ): Promise<GitDataAnswer<string>>;
  createCommit(
    repository: GitHubRepository,
    commit: NewCommit,
    signal?: AbortSignal,
  ): Promise<GitDataAnswer<MadeCommit>>;
  moveBranch(repository: GitHubRepository, move: BranchMove): Promise<GitDataAnswer<undefined>>;
  /** A commit that GitHub signs and makes in the name of the token's owner; answers with its id. */
  commitOnBranch(repository: GitHubRepository, commit: SignedCommit): Promise<GitDataAnswer<string>>;
}

/** What is sent may be large, and the network slow. */
const TIMEOUT_MS = 300_000;
const ZEROS = '0'.repeat(40);

const oid = z.string().check(z.regex(/^[0-9a-f]{40}$/));
const object = z.object({ sha: oid });
const madeCommit = z.pipe(
  z.object({
    sha: oid,
    message: z.string(),
    tree: object,
    parents: z.array(object),
    author: z.object({ name: z.string(), email: z.string() }),
  }),
  z.transform(
    ({ sha, message, tree, parents, author }): MadeCommit => ({
      ...{ oid: sha, message, author, tree: tree.sha },
      parents: parents.map(each => each.sha),
    }),
  ),
);
const madeOnBranch = z.object({ createCommitOnBranch: z.object({ commit: z.object({ oid }) }) });

const MOVE_BRANCH =
  'mutation($repositoryId: ID!, $update: RefUpdate!) { updateRefs(input: {repositoryId: $repositoryId, refUpdates: [$update]}) { clientMutationId } }';
const COMMIT_ON_BRANCH =
  'mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }';

export function createGitData(options: AskGitHubOptions): GitHubGitData {
  const ask = createAskGitHub(options);

  const post = async <T>(
    { host, owner, name }: GitHubRepository,
    what: string,
    body: Readonly<Record<string, unknown>>,
    schema: z.ZodMiniType<T>,
    signal: AbortSignal | undefined,
  ): Promise<GitDataAnswer<T>> => {
    const path = ['repos', owner, name, 'git', what].map(encodeURIComponent).join('/');
    const reply = await ask({
      ...{ host, owner, what: path, signal, failureOf: failureOfRest, timeoutMs: TIMEOUT_MS },
      requestTo({ rest }) {
        const url = addressBelow(rest, path);
        return url === undefined ? undefined : { method: 'POST', url, body };
      },
    });
    return answerOf(reply, data => schema.safeParse(data), host);
  };

  /** Once it is sent it cannot be taken back: no signal stops it. */
  const mutate = async <T>(
    { host, owner }: GitHubRepository,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    schema: z.ZodMiniType<T>,
  ): Promise<GitDataAnswer<T>> => {
    const reply = await ask({
      ...{ host, owner, what: 'the move of the branch', failureOf: failureOfQuery },
      ...{ signal: undefined, timeoutMs: TIMEOUT_MS },
      requestTo: ({ graphql }) => ({ method: 'POST', url: graphql, body: { query, variables } }),
    });
    return answerOf(reply, data => schema.safeParse((data as { data?: unknown }).data), host);
  };

  return {
    async createBlob(repository, bytes, signal) {
      const body = { content: bytes.toString('base64'), encoding: 'base64' };
      const made = await post(repository, 'blobs', body, object, signal);
      return made.ok ? { ok: true, value: made.value.sha } : made;
    },
    async createTree(repository, base, entries, signal) {
      const tree = entries.map(({ path, mode, blob }) => ({
        ...{ path, mode, type: 'blob' },
        ...(blob !== null && 'text' in blob ? { content: blob.text } : { sha: blob?.oid ?? null }),
      }));
      const made = await post(repository, 'trees', { base_tree: base, tree }, object, signal);
      return made.ok ? { ok: true, value: made.value.sha } : made;
    },
    createCommit(repository, { message, tree, parent, author }, signal) {
      const body = { message, tree, parents: [parent], author, committer: author };
      return post(repository, 'commits', body, madeCommit, signal);
    },
    async moveBranch(repository, { repositoryId, ref, before, after }) {
      const update = { name: ref, beforeOid: before ?? ZEROS, afterOid: after, force: false };
      const moved = await mutate(repository, MOVE_BRANCH, { repositoryId, update }, z.unknown());
      return moved.ok ? { ok: true, value: undefined } : moved;
    },
    async commitOnBranch(repository, { branch, before, message, additions, deletions }) {
      const [headline = '', ...rest] = message.split('\n');
      const input = {
        branch: { repositoryNameWithOwner: `${repository.owner}/${repository.name}`, branchName: branch },
        expectedHeadOid: before,
        message: { headline, body: rest.join('\n').trim() },
        fileChanges: {
          additions: additions.map(({ path, bytes }) => ({ path, contents: bytes.toString('base64') })),
          deletions: deletions.map(path => ({ path })),
        },
      };
      const made = await mutate(repository, COMMIT_ON_BRANCH, { input }, madeOnBranch);
      return made.ok ? { ok: true, value: made.value.createCommitOnBranch.commit.oid } : made;
    },
  };
}

function answerOf<T>(
  reply: Reply,
  parse: (data: unknown) => { success: true; data: T } | { success: false },
  host: string,
): GitDataAnswer<T> {
  if (!reply.ok) return { ok: false, failure: reply.failure };
  const parsed = parse(reply.answer.data);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, failure: gitHubFailure('server-error', { host, status: reply.answer.status }) };
}
