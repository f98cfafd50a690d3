import { findLabel } from '../changes/conversations.ts';
import { latestRelease } from '../changes/releases.ts';
import { Refusal } from '../refusal.ts';
import { permissionOf } from '../state/access.ts';
import { fullName, issuesOf, pullsOf } from '../state/state.ts';
import type { Label, Milestone, Release, Repository, Ruleset } from '../state/types.ts';
import { pathOf, releaseUrl, repositoryUrl } from '../urls.ts';
import { commitNode, objectAt, refNode, refsOf } from './git-objects.ts';
import { filterIssues, filterPulls } from './lists.ts';
import { connect, demand, type Field, type Fields, ordered, type Tables } from './resolver.ts';

const always = (value: unknown) => () => value;

const settings = (name: keyof Repository['settings']) => (one: Repository) => one.settings[name];

const people = (one: Repository) => [
  ...(one.owner.__typename === 'User' ? [one.owner] : one.owner.members.map(member => member.user)),
  ...one.collaborators.map(({ user }) => user),
];

const templateFiles = (one: Repository, folder: string) => {
  const head = one.git.branch(one.defaultBranch);
  const tree = head === undefined ? undefined : one.git.at(head, folder);
  return tree === undefined || tree.type !== 'tree'
    ? []
    : one.git.tree(tree.oid).filter(({ type, path }) => type === 'blob' && path.endsWith('.md'));
};

const repository: Fields<Repository> = {
  nameWithOwner: fullName,
  url: repositoryUrl,
  resourcePath: one => pathOf(repositoryUrl(one)),
  sshUrl: one => `git@github.com:${fullName(one)}.git`,
  openGraphImageUrl: one => `https://opengraph.githubassets.com/${one.databaseId}/${fullName(one)}`,
  usesCustomOpenGraphImage: always(false),
  mirrorUrl: always(null),
  securityPolicyUrl: always(null),
  templateRepository: always(null),
  isBlankIssuesEnabled: always(true),
  isSecurityPolicyEnabled: always(false),
  isMirror: always(false),
  isUserConfigurationRepository: always(false),
  isLocked: always(false),
  isDisabled: always(false),
  isFork: one => one.parent !== null,
  isPrivate: one => one.visibility !== 'PUBLIC',
  isInOrganization: one => one.owner.__typename === 'Organization',
  isEmpty: one => one.git.refs().size === 0,
  hasIssuesEnabled: settings('hasIssuesEnabled'),
  hasProjectsEnabled: settings('hasProjectsEnabled'),
  hasWikiEnabled: settings('hasWikiEnabled'),
  hasDiscussionsEnabled: settings('hasDiscussionsEnabled'),
  mergeCommitAllowed: settings('mergeCommitAllowed'),
  squashMergeAllowed: settings('squashMergeAllowed'),
  rebaseMergeAllowed: settings('rebaseMergeAllowed'),
  autoMergeAllowed: settings('autoMergeAllowed'),
  deleteBranchOnMerge: settings('deleteBranchOnMerge'),
  forkCount: (one, _args, { state }) => [...state.repositories.values()].filter(({ parent }) => parent === one).length,
  forks: (one, args, { state, viewer }) =>
    connect(
      [...state.repositories.values()].filter(fork => fork.parent === one && permissionOf(viewer, fork) !== undefined),
      args,
    ),
  stargazerCount: one => one.stars.length + one.otherStars,
  stargazers: (one, args) => connect(one.stars, args),
  watchers: (one, args) => connect(one.watchers, args),
  codeOfConduct: always(null),
  contactLinks: always([]),
  fundingLinks: always([]),
  diskUsage: always(1),
  licenseInfo: one =>
    one.license && { ...one.license, nickname: null, spdxId: one.license.key.toUpperCase(), url: null },
  viewerCanAdminister: (one, _args, { viewer }) => permissionOf(viewer, one) === 'admin',
  viewerPermission: (one, _args, { viewer }) => permissionOf(viewer, one)?.toUpperCase() ?? null,
  viewerDefaultCommitEmail: (_one, _args, { viewer }) => viewer.email,
  viewerDefaultMergeMethod: always('MERGE'),
  viewerPossibleCommitEmails: (_one, _args, { viewer }) => [viewer.email],
  viewerHasStarred: (one, _args, { viewer }) => one.stars.includes(viewer),
  viewerSubscription: (one, _args, { viewer }) => (one.watchers.includes(viewer) ? 'SUBSCRIBED' : 'UNSUBSCRIBED'),
  repositoryTopics: (one, args) =>
    connect(
      one.topics.map(name => ({ topic: { name }, url: `https://github.com/topics/${name}` })),
      args,
    ),
  primaryLanguage: ({ language }) => language && { name: language, color: null },
  languages: ({ language }, args) => {
    const list = connect(language === null ? [] : [{ name: language }], args);
    return { ...list, edges: list.edges.map(edge => ({ ...edge, size: 1 })), totalSize: list.totalCount };
  },
  issueTemplates: one =>
    templateFiles(one, '.github/ISSUE_TEMPLATE').map(({ path, oid }) => ({
      name: path,
      filename: path,
      title: null,
      about: null,
      body: one.git.blob(oid).toString(),
    })),
  pullRequestTemplates: one =>
    templateFiles(one, '.github')
      .filter(({ path }) => path.toLowerCase() === 'pull_request_template.md')
      .map(({ path, oid }) => ({ filename: path, body: one.git.blob(oid).toString(), repository: one })),
  labels: (one, args) => {
    const needle = args.query?.toLowerCase() ?? '';
    const hits = one.labels.filter(({ name, description }) =>
      `${name}\n${description ?? ''}`.toLowerCase().includes(needle),
    );
    return connect(
      ordered(hits, args.orderBy, { NAME: label => label.name.toLowerCase(), CREATED_AT: label => label.createdAt }),
      args,
    );
  },
  label: (one, { name }) => findLabel(one, name) ?? null,
  milestones: (one, args) => {
    const needle = args.query?.toLowerCase() ?? '';
    const hits = one.milestones.filter(
      ({ state, title }) => (!args.states || args.states.includes(state)) && title.toLowerCase().includes(needle),
    );
    return connect(hits, args);
  },
  milestone: (one, { number }) => one.milestones.find(milestone => milestone.number === number) ?? null,
  latestRelease: one => latestRelease(one) ?? null,
  release: (one, { tagName }) => one.releases.find(release => release.tagName === tagName) ?? null,
  releases: (one, args) =>
    connect(
      ordered(one.releases, args.orderBy, { CREATED_AT: release => release.createdAt, NAME: release => release.name }),
      args,
    ),
  assignableUsers: (one, args) => connect([...new Set(people(one))], args),
  mentionableUsers: (one, args) => connect([...new Set(people(one))], args),
  collaborators: (one, args) => connect([...new Set(people(one))], args),
  projects: (_one, args) => connect([], args),
  projectsV2: (one, args, { state }) =>
    connect(
      state.projects.filter(({ owner }) => owner === one.owner),
      args,
    ),
  discussions: (_one, args) => connect([], args),
  defaultBranchRef: one => refNode(one, `refs/heads/${one.defaultBranch}`),
  ref: (one, { qualifiedName }) => refNode(one, qualifiedName),
  refs: (one, args) => refsOf(one, args),
  object: (one, args) => objectAt(one, args),
  issues: (one, args, context) => connect(filterIssues(issuesOf(one), args, context), args),
  issue: (one, { number }) => conversation(one, number, 'Issue'),
  pullRequests: (one, args) => connect(filterPulls(pullsOf(one), args), args),
  pullRequest: (one, { number }) => conversation(one, number, 'PullRequest'),
  issueOrPullRequest: (one, { number }) => conversation(one, number),
  pinnedIssues: (one, args) =>
    connect(
      issuesOf(one)
        .filter(issue => issue.isPinned)
        .map(issue => ({ __typename: 'PinnedIssue', issue })),
      args,
    ),
  rulesets: (one, args) => connect(one.rulesets, args),
  branchProtectionRules: (one, args) => connect(one.protections, args),
  vulnerabilityAlerts: (_one, args) => connect([], args),
};

function conversation(one: Repository, number: number, type?: 'Issue' | 'PullRequest') {
  const item = one.conversations.get(number);
  if (item === undefined || (type !== undefined && item.__typename !== type)) {
    const words = { Issue: 'an Issue', PullRequest: 'a PullRequest' };
    throw new Refusal(
      404,
      `Could not resolve to ${type === undefined ? 'an issue or pull request' : words[type]} with the number of ${number}.`,
    );
  }
  return item;
}

const label: Fields<Label> = {
  url: one => `${repositoryUrl(one.repository)}/labels/${encodeURIComponent(one.name)}`,
  issues: (one, args, context) =>
    connect(
      filterIssues(
        issuesOf(one.repository).filter(issue => issue.labels.includes(one)),
        args,
        context,
      ),
      args,
    ),
};

const milestone: Fields<Milestone> = {
  closed: one => one.state === 'CLOSED',
  url: one => `${repositoryUrl(one.repository)}/milestone/${one.number}`,
};

const release: Fields<Release> = {
  url: releaseUrl,
  description: one => one.body,
  isLatest: one => latestRelease(one.repository) === one,
  tag: one => refNode(one.repository, `refs/tags/${one.tagName}`),
  tagCommit: one => {
    const oid = one.repository.git.resolve(one.tagName);
    return oid === undefined ? null : commitNode(one.repository, oid);
  },
  releaseAssets: (one, args) => connect(one.assets, args),
};

const ruleset: Fields<Ruleset> = {
  rules: ({ rules }, args) => connect(rules, args),
  conditions: ({ include }) => ({ refName: { include, exclude: [] } }),
};

/** What a fine-grained token must have to read these of a private repository. */
const permissions: Record<string, string> = {
  issue: 'issues',
  issueOrPullRequest: 'issues',
  issues: 'issues',
  label: 'issues',
  labels: 'issues',
  latestRelease: 'contents',
  milestone: 'issues',
  milestones: 'issues',
  object: 'contents',
  pullRequest: 'pull_requests',
  pullRequests: 'pull_requests',
  ref: 'contents',
  refs: 'contents',
  release: 'contents',
  releases: 'contents',
};

const guarded = Object.fromEntries(
  Object.entries(repository).map(([name, field]): [string, Field<Repository>] => {
    const permission = permissions[name];
    if (permission === undefined) return [name, field];
    return [
      name,
      (one, args, context) => {
        if (one.visibility !== 'PUBLIC') demand(context, { [permission]: 'read' });
        return field(one, args, context);
      },
    ];
  }),
);

export const repositories: Tables = {
  Repository: guarded,
  Label: label,
  Milestone: milestone,
  Release: release,
  RepositoryRuleset: ruleset,
};
