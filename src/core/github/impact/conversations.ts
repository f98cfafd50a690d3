import * as z from 'zod/mini';
import { query } from './ask.ts';
import type { GhPlace } from './record.ts';

const login = z.nullable(z.object({ login: z.string() }));
const nodes = <T extends z.core.$ZodType>(of: T) => z.object({ nodes: z.array(of) });

const shared = {
  __typename: z.enum(['Issue', 'PullRequest']),
  id: z.string(),
  number: z.number(),
  title: z.string(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  locked: z.boolean(),
  author: login,
  assignees: nodes(z.object({ login: z.string() })),
  labels: z.nullable(nodes(z.object({ name: z.string() }))),
  milestone: z.nullable(z.object({ title: z.string() })),
  participants: nodes(z.object({ login: z.string() })),
  comments: z.object({ totalCount: z.number() }),
};

const issueSchema = z.object({ ...shared, isPinned: z.nullable(z.boolean()) });

const checkSchema = z.object({
  name: z.optional(z.string()),
  status: z.optional(z.string()),
  conclusion: z.optional(z.nullable(z.string())),
  context: z.optional(z.string()),
  state: z.optional(z.string()),
  isRequired: z.boolean(),
});

const rollupSchema = z.nullable(
  z.object({ state: z.string(), contexts: z.object({ totalCount: z.number(), nodes: z.array(checkSchema) }) }),
);

const pullSchema = z.object({
  ...shared,
  isDraft: z.boolean(),
  baseRefName: z.string(),
  headRefName: z.string(),
  headRefOid: z.string(),
  isCrossRepository: z.boolean(),
  headRepository: z.nullable(z.object({ nameWithOwner: z.string() })),
  mergeable: z.string(),
  mergeStateStatus: z.string(),
  reviewDecision: z.nullable(z.string()),
  reviewRequests: z.nullable(
    nodes(
      z.object({
        requestedReviewer: z.nullable(z.object({ login: z.optional(z.string()), slug: z.optional(z.string()) })),
      }),
    ),
  ),
  latestReviews: z.nullable(nodes(z.object({ author: login, state: z.string() }))),
  baseRef: z.nullable(z.object({ branchProtectionRule: z.nullable(z.object({ pattern: z.string() })) })),
  headRef: z.nullable(z.object({ id: z.string() })),
  commits: z.object({
    totalCount: z.number(),
    nodes: z.array(z.object({ commit: z.object({ statusCheckRollup: rollupSchema }) })),
  }),
  closingIssuesReferences: z.nullable(nodes(z.object({ number: z.number() }))),
});

export type Issue = z.infer<typeof issueSchema>;
export type PullRequest = z.infer<typeof pullSchema>;

/** Someone who looks, and the repository around what is looked at. */
export interface Around {
  readonly viewer: string;
  readonly deletesBranchOnMerge: boolean;
}

const SHARED = `__typename id number title state locked author { login } milestone { title }
  assignees(first: 20) { nodes { login } } labels(first: 50) { nodes { name } }
  participants(first: 50) { nodes { login } } comments { totalCount }`;
const ISSUE = `${SHARED} isPinned`;
const PULL = `${SHARED} isDraft baseRefName headRefName headRefOid isCrossRepository headRepository { nameWithOwner }
  mergeable mergeStateStatus reviewDecision
  reviewRequests(first: 20) { nodes { requestedReviewer { __typename ... on User { login } ... on Team { slug } } } }
  latestReviews(first: 20) { nodes { author { login } state } }
  baseRef { branchProtectionRule { pattern } } headRef { id }
  closingIssuesReferences(first: 10) { nodes { number } }
  commits(last: 1) { totalCount nodes { commit { statusCheckRollup { state contexts(first: 100) { totalCount nodes {
    __typename
    ... on CheckRun { name status conclusion isRequired(pullRequestNumber: $number) }
    ... on StatusContext { context state isRequired(pullRequestNumber: $number) }
  } } } } } }`;

const around = { viewer: z.object({ login: z.string() }) };
const asQuery = (fields: string) =>
  `query($owner: String!, $name: String!, $number: Int!) { viewer { login }
    repository(owner: $owner, name: $name) { deleteBranchOnMerge ${fields} } }`;

/** One pull request with everything that decides what may be done with it. */
export async function pullRequest(place: GhPlace, number: number): Promise<Around & { readonly pull: PullRequest }> {
  const schema = z.object({
    ...around,
    repository: z.object({ deleteBranchOnMerge: z.boolean(), pullRequest: pullSchema }),
  });
  const text = asQuery(`pullRequest(number: $number) { ${PULL} }`);
  const { viewer, repository } = await query(place, text, variables(place, { number }), schema);
  return {
    viewer: viewer.login,
    deletesBranchOnMerge: repository.deleteBranchOnMerge,
    pull: repository.pullRequest,
  };
}

/** One issue; a pull request is found as such, for gh takes either by its number in some commands. */
export async function issueOrPull(
  place: GhPlace,
  number: number,
): Promise<Pick<Around, 'viewer'> & { readonly item: Issue | PullRequest }> {
  const schema = z.object({
    ...around,
    repository: z.object({ issueOrPullRequest: z.union([pullSchema, issueSchema]) }),
  });
  const text = asQuery(
    `issueOrPullRequest(number: $number) { __typename ... on Issue { ${ISSUE} } ... on PullRequest { ${PULL} } }`,
  );
  const { viewer, repository } = await query(place, text, variables(place, { number }), schema);
  return { viewer: viewer.login, item: repository.issueOrPullRequest };
}

/**
 * The number of the pull request of a branch, as gh chooses among several: an open one, else the newest. A branch without an
 * owner is one of the repository itself: anybody can open one from a fork whose branch has the same name.
 */
export async function numberOfBranch(place: GhPlace, branch: string): Promise<number | undefined> {
  const [, owner, head = branch] = /^([^:/]+):(.+)$/.exec(branch) ?? [];
  const found = z.object({
    number: z.number(),
    state: z.string(),
    isCrossRepository: z.boolean(),
    headRepositoryOwner: login,
  });
  const schema = z.object({ repository: z.object({ pullRequests: nodes(found) }) });
  const text = `query($owner: String!, $name: String!, $head: String!) { repository(owner: $owner, name: $name) {
    pullRequests(headRefName: $head, first: 30, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { number state isCrossRepository headRepositoryOwner { login } } } } }`;
  const { repository } = await query(place, text, variables(place, { head }), schema);
  const { nodes: all } = repository.pullRequests;
  const fitting = all.filter(({ isCrossRepository, headRepositoryOwner }) =>
    isCrossRepository ? headRepositoryOwner?.login === owner : owner === undefined,
  );
  return (fitting.find(({ state }) => state === 'OPEN') ?? fitting[0])?.number;
}

const variables = ({ repository: { owner, name } }: GhPlace, more: Readonly<Record<string, unknown>>) => ({
  owner,
  name,
  ...more,
});
