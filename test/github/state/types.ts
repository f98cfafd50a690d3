import type { GitData } from '../git-data.ts';

/** Things GitHub has an address for: a global id (GraphQL), a number (REST), and the GraphQL type's name. */
export interface Thing {
  __typename: string;
  id: string;
  databaseId: number;
  createdAt: string;
  updatedAt: string;
}

export interface User extends Thing {
  __typename: 'User';
  login: string;
  name: string | null;
  email: string;
  bio: string | null;
  keys: { id: number; title: string; key: string; createdAt: string }[];
  gpgKeys: { id: number; keyId: string; emails: string[]; createdAt: string }[];
}

export interface Team extends Thing {
  __typename: 'Team';
  organization: Organization;
  slug: string;
  name: string;
  members: User[];
}

export interface Organization extends Thing {
  __typename: 'Organization';
  login: string;
  name: string | null;
  description: string | null;
  members: { user: User; role: 'admin' | 'member' }[];
  teams: Team[];
  variables: Variable[];
  secrets: Secret[];
}

export type Owner = User | Organization;

export interface Label extends Thing {
  __typename: 'Label';
  repository: Repository;
  name: string;
  description: string | null;
  color: string;
  isDefault: boolean;
}

export interface Milestone extends Thing {
  __typename: 'Milestone';
  repository: Repository;
  number: number;
  title: string;
  description: string | null;
  state: 'OPEN' | 'CLOSED';
  dueOn: string | null;
  creator: User;
}

export interface Comment extends Thing {
  __typename: 'IssueComment';
  subject: Issue | PullRequest;
  author: User;
  body: string;
  edited: boolean;
  isMinimized: boolean;
  minimizedReason: string | null;
  reactions: Reaction[];
}

export const reactionContents = [
  'THUMBS_UP',
  'THUMBS_DOWN',
  'LAUGH',
  'HOORAY',
  'CONFUSED',
  'HEART',
  'ROCKET',
  'EYES',
] as const;

export interface Reaction {
  content: (typeof reactionContents)[number];
  user: User;
}

/** What issues and pull requests have in common. */
interface Conversation extends Thing {
  repository: Repository;
  number: number;
  title: string;
  body: string;
  author: User;
  labels: Label[];
  assignees: User[];
  milestone: Milestone | null;
  comments: Comment[];
  reactions: Reaction[];
  closedAt: string | null;
  closedBy: User | null;
  locked: boolean;
  lockReason: string | null;
}

export interface Issue extends Conversation {
  __typename: 'Issue';
  state: 'OPEN' | 'CLOSED';
  stateReason: 'COMPLETED' | 'NOT_PLANNED' | 'REOPENED' | 'DUPLICATE' | null;
  isPinned: boolean;
  linkedBranches: string[];
}

export interface PullRequest extends Conversation {
  __typename: 'PullRequest';
  state: 'OPEN' | 'CLOSED' | 'MERGED';
  baseRefName: string;
  headRefName: string;
  headRepository: Repository;
  /** The head as last seen; follows the branch while the pull request is open. */
  headOid: string;
  /** The base as it was when the pull request ended. */
  baseOid: string;
  isDraft: boolean;
  /** Computed only when asked for, and told only the next time. */
  mergeability: 'unknown' | 'asked' | 'MERGEABLE' | 'CONFLICTING';
  mergedAt: string | null;
  mergedBy: User | null;
  mergeCommit: string | null;
  maintainerCanModify: boolean;
  autoMerge: { enabledBy: User; enabledAt: string; method: string } | null;
  reviews: Review[];
  reviewThreads: ReviewThread[];
  reviewRequests: (User | Team)[];
}

export interface Review extends Thing {
  __typename: 'PullRequestReview';
  pullRequest: PullRequest;
  author: User;
  body: string;
  state: 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';
  submittedAt: string;
  commitOid: string;
}

export interface ReviewComment extends Thing {
  __typename: 'PullRequestReviewComment';
  thread: ReviewThread;
  author: User;
  body: string;
}

export interface ReviewThread extends Thing {
  __typename: 'PullRequestReviewThread';
  pullRequest: PullRequest;
  path: string;
  line: number;
  isResolved: boolean;
  resolvedBy: User | null;
  comments: ReviewComment[];
}

export type CheckStatus = 'QUEUED' | 'IN_PROGRESS' | 'COMPLETED';
export type Conclusion = 'SUCCESS' | 'FAILURE' | 'NEUTRAL' | 'CANCELLED' | 'SKIPPED' | 'TIMED_OUT' | 'ACTION_REQUIRED';

export interface CheckRun extends Thing {
  __typename: 'CheckRun';
  repository: Repository;
  headOid: string;
  name: string;
  status: CheckStatus;
  conclusion: Conclusion | null;
  startedAt: string | null;
  completedAt: string | null;
  detailsUrl: string;
  /** The job of GitHub Actions it stands for. */
  job: Job | null;
  annotations: { path: string; line: number; level: 'notice' | 'warning' | 'failure'; message: string }[];
}

export interface StatusContext extends Thing {
  __typename: 'StatusContext';
  repository: Repository;
  headOid: string;
  context: string;
  state: 'ERROR' | 'EXPECTED' | 'FAILURE' | 'PENDING' | 'SUCCESS';
  description: string | null;
  targetUrl: string | null;
  creator: User;
}

export interface Workflow extends Thing {
  __typename: 'Workflow';
  repository: Repository;
  name: string;
  path: string;
  state: 'active' | 'disabled_manually';
}

export interface Step {
  number: number;
  name: string;
  status: CheckStatus;
  conclusion: Conclusion | null;
  log: string[];
}

export interface Job {
  databaseId: number;
  run: Run;
  name: string;
  attempt: number;
  status: CheckStatus;
  conclusion: Conclusion | null;
  startedAt: string;
  completedAt: string | null;
  steps: Step[];
  check: CheckRun;
}

export interface Run extends Thing {
  __typename: 'WorkflowRun';
  repository: Repository;
  workflow: Workflow;
  number: number;
  attempt: number;
  title: string;
  event: string;
  headBranch: string;
  headOid: string;
  actor: User;
  status: CheckStatus;
  conclusion: Conclusion | null;
  startedAt: string;
  /** Jobs of every attempt. */
  jobs: Job[];
}

export interface Asset extends Thing {
  __typename: 'ReleaseAsset';
  name: string;
  label: string | null;
  contentType: string;
  content: Buffer;
  uploader: User;
  downloads: number;
  /** Somebody out there downloads it every so many seconds; nobody when 0. */
  downloadedEvery: number;
}

export interface Release extends Thing {
  __typename: 'Release';
  repository: Repository;
  name: string;
  tagName: string;
  target: string;
  body: string;
  author: User;
  isDraft: boolean;
  isPrerelease: boolean;
  /** Said to be the latest, or not to be, by whoever made it. */
  latest: boolean | undefined;
  publishedAt: string | null;
  assets: Asset[];
}

export interface Gist extends Thing {
  __typename: 'Gist';
  /** Name in the address. */
  name: string;
  owner: User;
  description: string;
  isPublic: boolean;
  files: Map<string, string>;
}

export interface Secret {
  name: string;
  createdAt: string;
  updatedAt: string;
}

export interface Variable extends Secret {
  value: string;
}

export interface ActionsCache {
  id: number;
  key: string;
  ref: string;
  size: number;
  createdAt: string;
  usedAt: string;
}

export interface Ruleset extends Thing {
  __typename: 'RepositoryRuleset';
  name: string;
  target: 'BRANCH' | 'TAG';
  enforcement: 'ACTIVE' | 'DISABLED' | 'EVALUATE';
  source: Repository;
  include: string[];
  rules: { type: string; parameters?: Record<string, unknown> }[];
}

export interface Protection {
  branch: string;
  reviews: number;
  requiredChecks: string[];
  strict: boolean;
  /** True when it takes signed commits alone. */
  signatures?: boolean;
}

export interface Environment {
  name: string;
  secrets: Secret[];
  variables: Variable[];
}

export interface Notification {
  id: number;
  reason: string;
  unread: boolean;
  updatedAt: string;
  subject: Issue | PullRequest;
  user: User;
}

export interface ProjectField extends Thing {
  __typename: 'ProjectV2Field' | 'ProjectV2SingleSelectField';
  name: string;
  dataType: string;
  options: { id: string; name: string }[];
}

export interface DraftIssue extends Thing {
  __typename: 'DraftIssue';
  title: string;
  body: string;
}

export interface ProjectItem extends Thing {
  __typename: 'ProjectV2Item';
  project: Project;
  content: Issue | PullRequest | DraftIssue;
  isArchived: boolean;
  /** Values of single-select and text fields by field name. */
  values: Map<string, string>;
}

export interface Project extends Thing {
  __typename: 'ProjectV2';
  owner: Owner;
  creator: User;
  number: number;
  title: string;
  shortDescription: string | null;
  readme: string | null;
  public: boolean;
  closed: boolean;
  fields: ProjectField[];
  items: ProjectItem[];
}

export interface Repository extends Thing {
  __typename: 'Repository';
  owner: Owner;
  name: string;
  description: string | null;
  homepageUrl: string | null;
  visibility: 'PUBLIC' | 'PRIVATE' | 'INTERNAL';
  isArchived: boolean;
  isTemplate: boolean;
  parent: Repository | null;
  defaultBranch: string;
  pushedAt: string;
  topics: string[];
  language: string | null;
  license: { key: string; name: string } | null;
  stars: User[];
  /** Stars of people who are not modelled. */
  otherStars: number;
  watchers: User[];
  collaborators: { user: User; permission: 'admin' | 'maintain' | 'write' | 'triage' | 'read' }[];
  settings: RepositorySettings;
  git: GitData;
  labels: Label[];
  milestones: Milestone[];
  /** Issues and pull requests by number, which they share. */
  conversations: Map<number, Issue | PullRequest>;
  checks: CheckRun[];
  statuses: StatusContext[];
  workflows: Workflow[];
  runs: Run[];
  releases: Release[];
  secrets: Secret[];
  variables: Variable[];
  environments: Environment[];
  caches: ActionsCache[];
  rulesets: Ruleset[];
  protections: Protection[];
  deployKeys: { id: number; title: string; key: string; readOnly: boolean; createdAt: string }[];
  autolinks: { id: number; prefix: string; template: string; alphanumeric: boolean }[];
}

export interface RepositorySettings {
  hasIssuesEnabled: boolean;
  hasProjectsEnabled: boolean;
  hasWikiEnabled: boolean;
  hasDiscussionsEnabled: boolean;
  mergeCommitAllowed: boolean;
  squashMergeAllowed: boolean;
  rebaseMergeAllowed: boolean;
  autoMergeAllowed: boolean;
  deleteBranchOnMerge: boolean;
  allowForking: boolean;
  allowUpdateBranch: boolean;
}
