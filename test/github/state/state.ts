import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { GitData, type Signature } from '../git-data.ts';
import type {
  Gist,
  Issue,
  Notification,
  Organization,
  Owner,
  Project,
  PullRequest,
  Repository,
  Team,
  Thing,
  User,
} from './types.ts';

/** Prefixes of global ids, as GitHub has them. */
const prefixes: Record<string, string> = {
  CheckRun: 'CR',
  DraftIssue: 'DI',
  Gist: 'G',
  Issue: 'I',
  IssueComment: 'IC',
  Label: 'LA',
  Milestone: 'MI',
  Organization: 'O',
  ProjectV2: 'PVT',
  ProjectV2Field: 'PVTF',
  ProjectV2Item: 'PVTI',
  ProjectV2SingleSelectField: 'PVTSSF',
  PullRequest: 'PR',
  PullRequestReview: 'PRR',
  PullRequestReviewComment: 'PRRC',
  PullRequestReviewThread: 'PRRT',
  Release: 'RE',
  ReleaseAsset: 'RA',
  Repository: 'R',
  RepositoryRuleset: 'RRS',
  StatusContext: 'SC',
  Team: 'T',
  User: 'U',
  Workflow: 'W',
  WorkflowRun: 'WFR',
};

const key = (...parts: string[]): string => parts.join('/').toLowerCase();

/** Everything this GitHub knows: one state behind REST and GraphQL. */
export class GitHubState {
  readonly users = new Map<string, User>();
  readonly organizations = new Map<string, Organization>();
  readonly repositories = new Map<string, Repository>();
  readonly gists: Gist[] = [];
  readonly projects: Project[] = [];
  readonly notifications: Notification[] = [];
  /** GitHub has retired classic projects; an old one still answers for them, with none. */
  classicProjects = false;
  readonly #things = new Map<string, Thing>();
  #last = 1000;

  constructor(
    readonly clock: Clock,
    /** Folder for the bare repositories. */
    readonly folder: string,
  ) {}

  nextNumber(): number {
    return ++this.#last;
  }

  /** A new thing with its ids and times; found by `node`. */
  make<T extends Thing>(
    typename: T['__typename'],
    rest: Omit<T, '__typename' | 'id' | 'databaseId' | 'createdAt' | 'updatedAt'>,
  ): T {
    const databaseId = this.nextNumber();
    const id = `${prefixes[typename] ?? 'X'}_kwDO${databaseId.toString(36).padStart(6, 'A')}`;
    const now = this.clock.stamp();
    const thing = { ...rest, __typename: typename, id, databaseId, createdAt: now, updatedAt: now } as unknown as T;
    this.#things.set(id, thing);
    return thing;
  }

  node(id: string): Thing | undefined {
    return this.#things.get(id);
  }

  forget(thing: Thing): void {
    this.#things.delete(thing.id);
  }

  touch(...things: Thing[]): void {
    for (const thing of things) thing.updatedAt = this.clock.stamp();
  }

  addUser(login: string, name: string | null = null): User {
    const user = this.make<User>('User', {
      login,
      name,
      email: `${login}@users.noreply.github.com`,
      bio: null,
      keys: [],
      gpgKeys: [],
    });
    this.users.set(key(login), user);
    return user;
  }

  addOrganization(login: string, name: string, members: Organization['members']): Organization {
    const organization = this.make<Organization>('Organization', {
      login,
      name,
      description: null,
      members,
      teams: [],
      variables: [],
      secrets: [],
    });
    this.organizations.set(key(login), organization);
    return organization;
  }

  addTeam(organization: Organization, slug: string, members: User[]): Team {
    const team = this.make<Team>('Team', { organization, slug, name: slug, members });
    organization.teams.push(team);
    return team;
  }

  addRepository(owner: Owner, name: string, more: Partial<Repository> = {}): Repository {
    const defaultBranch = more.defaultBranch ?? 'main';
    const repository = this.make<Repository>('Repository', {
      owner,
      name,
      description: null,
      homepageUrl: null,
      visibility: 'PUBLIC',
      isArchived: false,
      isTemplate: false,
      parent: null,
      defaultBranch,
      pushedAt: this.clock.stamp(),
      topics: [],
      language: null,
      license: null,
      stars: [],
      otherStars: 0,
      watchers: [],
      collaborators: [],
      settings: {
        hasIssuesEnabled: true,
        hasProjectsEnabled: true,
        hasWikiEnabled: true,
        hasDiscussionsEnabled: false,
        mergeCommitAllowed: true,
        squashMergeAllowed: true,
        rebaseMergeAllowed: true,
        autoMergeAllowed: false,
        deleteBranchOnMerge: false,
        allowForking: true,
        allowUpdateBranch: false,
      },
      git: GitData.create(join(this.folder, owner.login, `${name}.git`), defaultBranch),
      labels: [],
      milestones: [],
      conversations: new Map(),
      checks: [],
      statuses: [],
      workflows: [],
      runs: [],
      releases: [],
      secrets: [],
      variables: [],
      environments: [],
      caches: [],
      rulesets: [],
      protections: [],
      deployKeys: [],
      autolinks: [],
      ...more,
    });
    this.repositories.set(key(owner.login, name), repository);
    return repository;
  }

  removeRepository(repository: Repository): void {
    this.repositories.delete(key(repository.owner.login, repository.name));
    this.forget(repository);
  }

  renameRepository(repository: Repository, name: string): void {
    this.repositories.delete(key(repository.owner.login, repository.name));
    repository.name = name;
    this.repositories.set(key(repository.owner.login, name), repository);
  }

  user(login: string): User | undefined {
    return this.users.get(key(login));
  }

  organization(login: string): Organization | undefined {
    return this.organizations.get(key(login));
  }

  owner(login: string): Owner | undefined {
    return this.user(login) ?? this.organization(login);
  }

  /** The repository, after a look at whether its branches have moved. */
  repository(owner: string, name: string): Repository | undefined {
    const repository = this.repositories.get(key(owner, name.replace(/\.git$/, '')));
    if (repository !== undefined) this.follow(repository);
    return repository;
  }

  /** Lets open pull requests follow their branches: a push moves `updated_at`, and mergeability must be found anew. */
  follow(repository: Repository): void {
    const open = pullsOf(repository).filter(({ state }) => state === 'OPEN');
    const refs = open.length > 0 ? repository.git.refs() : new Map<string, string>();
    for (const item of open) {
      const isOwn = item.headRepository === repository;
      const head = isOwn
        ? refs.get(`refs/heads/${item.headRefName}`)
        : item.headRepository.git.branch(item.headRefName);
      const base = refs.get(`refs/heads/${item.baseRefName}`);
      if (base !== undefined && base !== item.baseOid) {
        item.baseOid = base;
        item.mergeability = 'unknown';
      }
      if (head === undefined) {
        // Its branch was deleted.
        item.state = 'CLOSED';
        item.closedAt = this.clock.stamp();
        this.touch(item);
      }
      if (head === undefined || head === item.headOid) continue;
      item.headOid = head;
      item.mergeability = 'unknown';
      repository.git.moveRefs([{ name: `refs/pull/${item.number}/head`, after: head }]);
      item.headRepository.pushedAt = this.clock.stamp();
      this.touch(item);
    }
  }

  organizationsOf(user: User): Organization[] {
    return [...this.organizations.values()].filter(({ members }) => members.some(member => member.user === user));
  }

  signature(user: User): Signature {
    return { name: user.name ?? user.login, email: user.email, date: this.clock.stamp() };
  }
}

export const fullName = (repository: Repository): string => `${repository.owner.login}/${repository.name}`;

export function issuesOf(repository: Repository): Issue[] {
  return [...repository.conversations.values()].filter(item => item.__typename === 'Issue');
}

export function pullsOf(repository: Repository): PullRequest[] {
  return [...repository.conversations.values()].filter(item => item.__typename === 'PullRequest');
}

export function nextConversationNumber(repository: Repository): number {
  return Math.max(0, ...repository.conversations.keys()) + 1;
}
