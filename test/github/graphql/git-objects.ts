import { checksOf, rollup, statusesOf } from '../changes/actions.ts';
import { type GitHubState, pullsOf } from '../state/state.ts';
import type { CheckRun, Repository, Run, StatusContext, Workflow } from '../state/types.ts';
import { pathOf, repositoryUrl, runUrl } from '../urls.ts';
import { type Args, connect, type Fields, nodeOf, type Tables } from './resolver.ts';

/** A commit, tree, blob or ref as GraphQL has it: which one, and of which repository. */
interface GitNode {
  __typename: 'Commit' | 'Tree' | 'Blob' | 'Tag' | 'Ref';
  id: string;
  repository: Repository;
  oid: string;
}

interface RefNode extends GitNode {
  qualified: string;
}

export const commitNode = (repository: Repository, oid: string): GitNode => ({
  __typename: 'Commit',
  id: `C_${repository.databaseId}_${oid}`,
  repository,
  oid,
});

/** A ref by its full name, or a branch or tag by its short one. */
export function refNode(repository: Repository, name: string): RefNode | null {
  const refs = repository.git.refs();
  const qualified = [name, `refs/heads/${name}`, `refs/tags/${name}`].find(one => refs.has(one));
  const oid = refs.get(qualified ?? '');
  if (qualified === undefined || oid === undefined) return null;
  return { __typename: 'Ref', id: refId(repository, qualified), repository, oid, qualified };
}

/** A ref's global id holds its repository and name: refs are not kept as things. */
const refId = (repository: Repository, qualified: string): string =>
  `REF_${repository.id}:${Buffer.from(qualified).toString('base64url')}`;
export function refOfId(id: string): { repositoryId: string; name: string } | undefined {
  const [, repositoryId, name] = /^REF_(R_\w+):([\w-]+)$/.exec(id) ?? [];
  return repositoryId === undefined || name === undefined
    ? undefined
    : { repositoryId, name: Buffer.from(name, 'base64url').toString() };
}

export function refsOf(repository: Repository, args: Args): unknown {
  const prefix = `${args.refPrefix ?? 'refs/heads/'}`;
  const needle = args.query ?? '';
  const names = [...repository.git.refs().keys()].filter(name => name.startsWith(prefix) && name.includes(needle));
  return connect(
    names.map(name => refNode(repository, name)),
    args,
  );
}

function objectOf(repository: Repository, oid: string): GitNode | null {
  const type = repository.git.typeOf(oid) as 'commit' | 'tree' | 'blob' | 'tag' | undefined;
  if (type === undefined) return null;
  const name = ({ commit: 'Commit', tree: 'Tree', blob: 'Blob', tag: 'Tag' } as const)[type];
  return name === 'Commit' ? commitNode(repository, oid) : { __typename: name, id: `${name}_${oid}`, repository, oid };
}

/** `object(expression: "main:README.md")` or by id. */
export function objectAt(repository: Repository, args: Args): GitNode | null {
  const { git } = repository;
  if (typeof args.oid === 'string') return objectOf(repository, args.oid);
  const [revision = '', path] = args.expression.split(':');
  const commit = git.resolve(revision === 'HEAD' ? repository.defaultBranch : revision);
  if (commit === undefined) return null;
  if (path === undefined) return objectOf(repository, commit);
  const entry = git.at(commit, path);
  return entry === undefined ? null : objectOf(repository, entry.oid);
}

const ref: Fields<RefNode> = {
  name: ({ qualified }) => qualified.replace(/^refs\/(heads|tags)\//, ''),
  prefix: ({ qualified }) => /^refs\/(heads|tags)\//.exec(qualified)?.[0] ?? 'refs/',
  target: ({ repository, oid }) => objectOf(repository, oid),
  branchProtectionRule: ({ repository, qualified }) =>
    repository.protections.find(({ branch }) => `refs/heads/${branch}` === qualified) ?? null,
  refUpdateRule: ({ repository, qualified }) => {
    const found = repository.protections.find(({ branch }) => `refs/heads/${branch}` === qualified);
    return found ? { requiresSignatures: found.signatures === true } : null;
  },
  associatedPullRequests: ({ repository, qualified }, args) =>
    connect(
      pullsOf(repository).filter(
        pull => `refs/heads/${pull.headRefName}` === qualified && (!args.states || args.states.includes(pull.state)),
      ),
      args,
    ),
};

const of = ({ repository, oid }: GitNode) => {
  const commit = repository.git.commit(oid);
  if (commit === undefined) throw new Error(`There is no commit ${oid}.`);
  return commit;
};

const commit: Fields<GitNode> = {
  abbreviatedOid: ({ oid }) => oid.slice(0, 7),
  message: node => of(node).message,
  messageHeadline: node => of(node).message.split('\n')[0],
  messageBody: node => of(node).message.split('\n').slice(1).join('\n').trim(),
  authoredDate: node => of(node).author.date,
  committedDate: node => of(node).committer.date,
  author: (node, _args, { state }) => ({ ...of(node).author, user: userOf(state, of(node).author.email) }),
  committer: (node, _args, { state }) => ({ ...of(node).committer, user: userOf(state, of(node).committer.email) }),
  authors: (node, args, { state }) =>
    connect([{ ...of(node).author, user: userOf(state, of(node).author.email) }], args),
  parents: (node, args) =>
    connect(
      of(node).parents.map(oid => commitNode(node.repository, oid)),
      args,
    ),
  tree: node => ({ __typename: 'Tree', id: `Tree_${of(node).tree}`, repository: node.repository, oid: of(node).tree }),
  history: ({ repository, oid }, args) =>
    connect(
      repository.git.history(oid).map(one => commitNode(repository, one)),
      args,
    ),
  url: ({ repository, oid }) => `${repositoryUrl(repository)}/commit/${oid}`,
  commitUrl: ({ repository, oid }) => `${repositoryUrl(repository)}/commit/${oid}`,
  statusCheckRollup: ({ repository, oid }) => {
    const state = rollup(repository, oid);
    return state === null ? null : { __typename: 'StatusCheckRollup', id: `SCR_${oid}`, state, repository, oid };
  },
  associatedPullRequests: ({ repository, oid }, args) =>
    connect(
      pullsOf(repository).filter(pull => pull.headOid === oid || pull.mergeCommit === oid),
      args,
    ),
};

const userOf = (state: GitHubState, email: string) =>
  [...state.users.values()].find(user => user.email === email) ?? null;

const blob: Fields<GitNode> = {
  text: ({ repository, oid }) => repository.git.blob(oid).toString(),
  byteSize: ({ repository, oid }) => repository.git.blob(oid).length,
  isBinary: ({ repository, oid }) => repository.git.blob(oid).includes(0),
  isTruncated: () => false,
};

const tree: Fields<GitNode> = {
  entries: ({ repository, oid }) =>
    repository.git.tree(oid).map(entry => ({
      name: entry.path,
      path: entry.path,
      oid: entry.oid,
      type: entry.type,
      mode: Number.parseInt(entry.mode, 8),
    })),
};

/** Checks and statuses of a commit together, with their counts by state. */
const statusCheckRollup: Fields<{ repository: Repository; oid: string }> = {
  contexts: ({ repository, oid }, args) => {
    const checks = checksOf(repository, oid);
    const statuses = statusesOf(repository, oid);
    return {
      ...connect([...checks, ...statuses], args),
      checkRunCount: checks.length,
      checkRunCountsByState: countsBy(
        checkStates,
        checks.map(({ status, conclusion }) => conclusion ?? status),
      ),
      statusContextCount: statuses.length,
      statusContextCountsByState: countsBy(
        statusStates,
        statuses.map(({ state }) => state),
      ),
    };
  },
  commit: ({ repository, oid }) => commitNode(repository, oid),
};

const checkStates =
  'ACTION_REQUIRED CANCELLED COMPLETED FAILURE IN_PROGRESS NEUTRAL PENDING QUEUED SKIPPED STALE STARTUP_FAILURE SUCCESS TIMED_OUT WAITING';
const statusStates = 'ERROR EXPECTED FAILURE PENDING SUCCESS';

/** Every state with its count, also those nothing is in: gh takes a list without any for no answer. */
const countsBy = (all: string, states: string[]): { state: string; count: number }[] =>
  all.split(' ').map(state => ({ state, count: states.filter(one => one === state).length }));

/** Whether the branch the pull request goes to demands the check. */
function required(repository: Repository, name: string, args: Args, context: Parameters<typeof nodeOf>[0]): boolean {
  const id = typeof args.pullRequestId === 'string' ? args.pullRequestId : undefined;
  const number = typeof args.pullRequestNumber === 'number' ? args.pullRequestNumber : undefined;
  const pull =
    pullsOf(repository).find(one => one.id === id || one.number === number) ??
    (id ? nodeOf(context, id, 'PullRequest') : undefined);
  const base = (pull as { baseRefName?: string } | undefined)?.baseRefName;
  return repository.protections.some(({ branch, requiredChecks }) => branch === base && requiredChecks.includes(name));
}

const checkRun: Fields<CheckRun> = {
  isRequired: (one, args, context) => required(one.repository, one.name, args, context),
  url: one => one.detailsUrl,
  permalink: one => one.detailsUrl,
  checkSuite: one => ({
    __typename: 'CheckSuite',
    id: `CS_${one.id}`,
    createdAt: one.createdAt,
    status: one.status,
    conclusion: one.conclusion,
    repository: one.repository,
    app: {
      name: one.job === null ? 'Example CI' : 'GitHub Actions',
      slug: one.job === null ? 'example-ci' : 'github-actions',
    },
    workflowRun: one.job?.run ?? null,
  }),
};

const statusContext: Fields<StatusContext> = {
  isRequired: (one, args, context) => required(one.repository, one.context, args, context),
  commit: one => commitNode(one.repository, one.headOid),
};

const workflowRun: Fields<Run> = {
  runNumber: one => one.number,
  url: runUrl,
  resourcePath: one => pathOf(runUrl(one)),
};

const workflow: Fields<Workflow> = {
  url: one => `${repositoryUrl(one.repository)}/actions/workflows/${one.path.split('/').at(-1)}`,
  state: one => one.state.toUpperCase(),
};

const protection: Fields<Repository['protections'][number]> = {
  pattern: one => one.branch,
  requiresStrictStatusChecks: one => one.strict,
  requiresStatusChecks: one => one.requiredChecks.length > 0,
  requiredStatusCheckContexts: one => one.requiredChecks,
  requiresApprovingReviews: one => one.reviews > 0,
  requiredApprovingReviewCount: one => (one.reviews > 0 ? one.reviews : null),
};

export const gitObjects: Tables = {
  Ref: ref,
  Commit: commit,
  Blob: blob,
  Tree: tree,
  StatusCheckRollup: statusCheckRollup,
  CheckRun: checkRun,
  StatusContext: statusContext,
  WorkflowRun: workflowRun,
  Workflow: workflow,
  BranchProtectionRule: protection,
};
