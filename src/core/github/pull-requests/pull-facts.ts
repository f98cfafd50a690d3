import * as z from 'zod/mini';
import type { GitHubClient } from '../client.ts';
import type { GitHubRepository } from '../remotes.ts';
import { type CheckCounts, checksOfRollup, countChecks, rollup } from './checks.ts';

/** A pull request by where it is. */
export interface PullRequest extends GitHubRepository {
  readonly number: number;
}

/** A pull request as a panel shows it beside what gh printed. */
export interface PullFacts {
  readonly head: string;
  readonly base: string;
  /** True when its author may not push to the repository. */
  readonly byOutsider: boolean;
  readonly checks: CheckCounts;
  /** How many checks more there are than were looked at. */
  readonly moreChecks: number;
  readonly decision: 'approved' | 'changes-requested' | 'review-required' | null;
  /** GitHub finds out when it is asked: it may lag. */
  readonly mergeable: 'yes' | 'conflicts' | 'unknown';
}

const ADDRESS = /^url:\t(https:\/\/[^\s/]+\/[\w-]+\/[\w.-]+\/pull\/\d{1,9})$/;
const PAGE = /^https:\/\/(?<host>[^/]+)\/(?<owner>[^/]+)\/(?<name>[^/]+)\/pull\/(?<number>\d+)$/;

/** The pull request that gh viewed, by the fields it prints first: the text under them may hold anything. */
export function pullOfOutput(output: string): PullRequest | undefined {
  for (const line of output.split('\n', 40)) {
    if (!/^[a-z][a-z -]*:\t/.test(line)) return undefined;
    const { host, owner, name, number } = PAGE.exec(ADDRESS.exec(line)?.[1] ?? '')?.groups ?? {};
    if (host && owner && name && number) return { host: host.toLowerCase(), owner, name, number: Number(number) };
  }
  return undefined;
}

const QUERY = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      authorAssociation baseRefName headRefName isCrossRepository mergeable reviewDecision
      headRepositoryOwner { login }
      commits(last: 1) { nodes { commit { statusCheckRollup { contexts(first: 100) { totalCount nodes {
        ... on CheckRun { name status conclusion }
        ... on StatusContext { context state }
      } } } } } }
    }
  }
}`;

const answer = z.object({
  repository: z.object({
    pullRequest: z.object({
      authorAssociation: z.string(),
      baseRefName: z.string(),
      headRefName: z.string(),
      isCrossRepository: z.boolean(),
      mergeable: z.string(),
      reviewDecision: z.nullable(z.string()),
      headRepositoryOwner: z.nullable(z.object({ login: z.string() })),
      commits: z.object({ nodes: z.array(z.object({ commit: z.object({ statusCheckRollup: rollup }) })) }),
    }),
  }),
});

const INSIDERS: ReadonlySet<string> = new Set(['COLLABORATOR', 'MEMBER', 'OWNER']);
const DECISIONS = new Map([
  ['APPROVED', 'approved'],
  ['CHANGES_REQUESTED', 'changes-requested'],
  ['REVIEW_REQUIRED', 'review-required'],
] as const);
const MERGEABLE = new Map([
  ['MERGEABLE', 'yes'],
  ['CONFLICTING', 'conflicts'],
] as const);

const inWords = <Word>(words: ReadonlyMap<string, Word>, word: string | null): Word | undefined =>
  word === null ? undefined : words.get(word);

/** Asks GitHub, by one query, for what gh prints nothing of; undefined when it does not answer. */
export async function readPullFacts(
  client: Pick<GitHubClient, 'query'>,
  { host, owner, name, number }: PullRequest,
  signal?: AbortSignal,
): Promise<PullFacts | undefined> {
  const answered = await client.query(host, QUERY, { owner, name, number }, signal);
  const parsed = answered.ok ? answer.safeParse(answered.data) : undefined;
  if (!parsed?.success) return undefined;
  const pull = parsed.data.repository.pullRequest;
  const found = pull.commits.nodes[0]?.commit.statusCheckRollup ?? null;
  const checks = checksOfRollup(found);
  const fork = pull.isCrossRepository ? `${pull.headRepositoryOwner?.login ?? 'unknown'}:` : '';
  return {
    head: `${fork}${pull.headRefName}`,
    base: pull.baseRefName,
    byOutsider: !INSIDERS.has(pull.authorAssociation),
    checks: countChecks(checks),
    moreChecks: Math.max(0, (found?.contexts.totalCount ?? 0) - checks.length),
    decision: inWords(DECISIONS, pull.reviewDecision) ?? null,
    mergeable: inWords(MERGEABLE, pull.mergeable) ?? 'unknown',
  };
}
