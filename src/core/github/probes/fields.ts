/** Where a change of a field is seen; a field that is in no such place may lag. */
export type Source = 'checks' | 'comments' | 'commits' | 'files' | 'head' | 'item' | 'requests' | 'reviews';

interface Field {
  readonly seenIn: readonly Source[];
  /** True when it can change although nothing moves; or the parts of it that can. */
  readonly lags?: true | readonly string[];
}

export type Fields = Readonly<Record<string, Field>>;

const item = { seenIn: ['item'] } as const satisfies Field;
const lags = { seenIn: ['item'], lags: true } as const satisfies Field;
const changes = { seenIn: ['head', 'files'] } as const satisfies Field;
/** Hiding a comment moves nothing of it. */
const comments = {
  seenIn: ['item', 'comments'],
  lags: ['comments.isMinimized', 'comments.minimizedReason'],
} as const satisfies Field;
const reviews = { seenIn: ['item', 'reviews'] } as const satisfies Field;

/** Fields of `--json` that issues and pull requests share. */
const CONVERSATION = {
  assignees: item,
  author: item,
  body: item,
  closed: item,
  closedAt: item,
  comments,
  createdAt: item,
  id: item,
  labels: item,
  milestone: item,
  number: item,
  projectCards: lags,
  projectItems: lags,
  reactionGroups: item,
  state: item,
  title: item,
  updatedAt: item,
  url: item,
} as const satisfies Fields;

export const ISSUE: Fields = {
  ...CONVERSATION,
  closedByPullRequestsReferences: lags,
  isPinned: lags,
  stateReason: item,
};

export const PULL_REQUEST: Fields = {
  ...CONVERSATION,
  additions: changes,
  autoMergeRequest: item,
  baseRefName: item,
  baseRefOid: lags,
  changedFiles: changes,
  closingIssuesReferences: lags,
  commits: { seenIn: ['head', 'commits'] },
  deletions: changes,
  files: changes,
  fullDatabaseId: item,
  headRefName: item,
  headRefOid: item,
  headRepository: lags,
  headRepositoryOwner: lags,
  isCrossRepository: item,
  isDraft: item,
  latestReviews: reviews,
  maintainerCanModify: lags,
  mergeCommit: item,
  mergeStateStatus: lags,
  mergeable: lags,
  mergedAt: item,
  mergedBy: item,
  potentialMergeCommit: lags,
  reviewDecision: { seenIn: ['item', 'reviews'], lags: true },
  reviewRequests: { seenIn: ['item', 'requests'] },
  reviews,
  statusCheckRollup: { seenIn: ['head', 'checks'] },
};

/** Fields that stand in a list of pull requests themselves: of a change of others only `updated_at` tells there. */
export const THEMSELVES: ReadonlySet<string> = new Set([
  'assignees',
  'author',
  'baseRefName',
  'body',
  'closed',
  'closedAt',
  'createdAt',
  'headRefName',
  'headRefOid',
  'id',
  'isDraft',
  'labels',
  'mergedAt',
  'milestone',
  'number',
  'state',
  'title',
  'url',
]);

/** Fields of `repo view --json` that `GET repos/{owner}/{repo}` has too. */
export const REPOSITORY: Fields = Object.fromEntries(
  [
    'createdAt',
    'defaultBranchRef',
    'description',
    'forkCount',
    'hasDiscussionsEnabled',
    'hasIssuesEnabled',
    'hasProjectsEnabled',
    'hasWikiEnabled',
    'homepageUrl',
    'id',
    'isArchived',
    'isFork',
    'isInOrganization',
    'isPrivate',
    'isTemplate',
    'licenseInfo',
    'name',
    'nameWithOwner',
    'owner',
    'primaryLanguage',
    'pushedAt',
    'repositoryTopics',
    'sshUrl',
    'stargazerCount',
    'updatedAt',
    'url',
    'viewerPermission',
    'visibility',
    'watchers',
  ].map(name => [name, item]),
);

export interface Printed {
  readonly seenIn: ReadonlySet<Source>;
  readonly mayLag: readonly string[];
}

/** What a list of fields needs; undefined when one of them is not known here. */
export function printedBy(table: Fields, names: readonly string[]): Printed | undefined {
  if (!names.every(name => Object.hasOwn(table, name))) return undefined;
  return {
    seenIn: new Set(names.flatMap(name => table[name]?.seenIn ?? [])),
    mayLag: names.flatMap(name => lagOf(table, name)),
  };
}

/** What a list and the checks of its heads tell. */
const IN_LIST: readonly Source[] = ['checks', 'head', 'item'];

/** The same in a list, where what is seen only by asking for each item lags. */
export function printedInList(table: Fields, names: readonly string[]): Printed | undefined {
  const printed = printedBy(table, names);
  const isSeen = (name: string) => table[name]?.seenIn.every(source => IN_LIST.includes(source));
  return printed && { ...printed, mayLag: names.flatMap(name => (isSeen(name) ? lagOf(table, name) : name)) };
}

function lagOf(table: Fields, name: string): readonly string[] {
  const lags = table[name]?.lags;
  return lags === true ? [name] : (lags ?? []);
}
