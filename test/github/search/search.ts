import { rollup } from '../changes/actions.ts';
import { reviewDecision } from '../changes/pulls.ts';
import { NotModelled } from '../refusal.ts';
import { permissionOf } from '../state/access.ts';
import { fullName, type GitHubState, issuesOf, pullsOf } from '../state/state.ts';
import type { Issue, PullRequest, Repository, User } from '../state/types.ts';
import { filterBy, inRange, parseSearch, type Qualifiers, type SearchQuery, textsIn } from './query.ts';

interface Asker {
  viewer: User | undefined;
  state: GitHubState;
}

type Conversation = Issue | PullRequest;

const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();
const isLogin = (
  user: { login: string } | null | undefined,
  value: string,
  { viewer }: Pick<Asker, 'viewer'>,
): boolean => user != null && same(user.login, value === '@me' ? (viewer?.login ?? '') : value);
const mentions = (item: Conversation, value: string, asker: Asker): boolean => {
  const login = value === '@me' ? (asker.viewer?.login ?? '') : value;
  return [item.body, ...item.comments.map(({ body }) => body)].some(text => new RegExp(`@${login}\\b`, 'i').test(text));
};
const commented = (item: Conversation, value: string, asker: Asker): boolean =>
  item.comments.some(({ author }) => isLogin(author, value, asker));

function is(item: Conversation, value: string): boolean {
  switch (value.toLowerCase()) {
    case 'pr':
    case 'pull-request':
      return item.__typename === 'PullRequest';
    case 'issue':
      return item.__typename === 'Issue';
    case 'open':
      return item.state === 'OPEN';
    case 'closed':
      return item.state !== 'OPEN';
    case 'merged':
      return item.state === 'MERGED';
    case 'unmerged':
      return item.__typename === 'PullRequest' && item.state !== 'MERGED';
    case 'draft':
      return item.__typename === 'PullRequest' && item.isDraft;
    case 'locked':
      return item.locked;
    case 'unlocked':
      return !item.locked;
    case 'public':
      return item.repository.visibility === 'PUBLIC';
    case 'private':
      return item.repository.visibility === 'PRIVATE';
    default:
      throw new NotModelled(`search qualifier is:${value}`);
  }
}

function lacks(item: Conversation, value: string, { state }: Asker): boolean {
  if (value === 'assignee') return item.assignees.length === 0;
  if (value === 'label') return item.labels.length === 0;
  if (value === 'milestone') return item.milestone === null;
  if (value === 'project') return !state.projects.some(({ items }) => items.some(({ content }) => content === item));
  throw new NotModelled(`search qualifier no:${value}`);
}

const pull =
  (test: (item: PullRequest, value: string, asker: Asker) => boolean) =>
  (item: Conversation, value: string, asker: Asker) =>
    item.__typename === 'PullRequest' && test(item, value, asker);

const conversations: Qualifiers<Conversation, Asker> = {
  archived: (item, value) => item.repository.isArchived === (value === 'true'),
  repo: (item, value) => same(fullName(item.repository), value),
  user: (item, value) => same(item.repository.owner.login, value),
  org: (item, value) => same(item.repository.owner.login, value),
  is,
  type: is,
  state: is,
  no: lacks,
  author: (item, value, asker) => isLogin(item.author, value, asker),
  assignee: (item, value, asker) =>
    value === '*' ? item.assignees.length > 0 : item.assignees.some(one => isLogin(one, value, asker)),
  label: (item, value) =>
    value.split(',').some(name => item.labels.some(one => same(one.name, name.replaceAll('"', '')))),
  milestone: (item, value) => same(item.milestone?.title, value),
  mentions,
  commenter: commented,
  involves: (item, value, asker) =>
    isLogin(item.author, value, asker) ||
    item.assignees.some(one => isLogin(one, value, asker)) ||
    mentions(item, value, asker) ||
    commented(item, value, asker),
  comments: (item, value) => inRange(item.comments.length, value),
  reactions: (item, value) => inRange(item.reactions.length, value),
  interactions: (item, value) => inRange(item.reactions.length + item.comments.length, value),
  created: (item, value) => inRange(item.createdAt, value),
  updated: (item, value) => inRange(item.updatedAt, value),
  closed: (item, value) => item.closedAt !== null && inRange(item.closedAt, value),
  language: (item, value) => same(item.repository.language ?? '', value),
  team: (item, value) => [item.body, ...item.comments.map(({ body }) => body)].some(text => text.includes(`@${value}`)),
  // There are no apps that could have written anything.
  app: () => false,
  project: (item, value, { state }) =>
    state.projects.some(
      ({ owner, number, items }) =>
        `${owner.login}/${number}` === value && items.some(({ content }) => content === item),
    ),
  merged: pull((item, value) => item.mergedAt !== null && inRange(item.mergedAt, value)),
  draft: pull((item, value) => item.isDraft === (value === 'true')),
  base: pull((item, value) => same(item.baseRefName, value)),
  head: pull((item, value) => same(item.headRefName, value.replace(/^[^:]*:/, ''))),
  review: pull((item, value) => reviewWords[reviewDecision(item) ?? 'none'] === value),
  'review-requested': pull((item, value, asker) =>
    item.reviewRequests.some(one => one.__typename === 'User' && isLogin(one, value, asker)),
  ),
  'user-review-requested': pull((item, value, asker) =>
    item.reviewRequests.some(one => one.__typename === 'User' && isLogin(one, value, asker)),
  ),
  'reviewed-by': pull((item, value, asker) => item.reviews.some(({ author }) => isLogin(author, value, asker))),
  status: pull((item, value) => same(rollup(item.repository, item.headOid) ?? '', value)),
};

const reviewWords: Record<string, string> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
  REVIEW_REQUIRED: 'required',
  none: 'none',
};

const repositories: Qualifiers<Repository, Asker> = {
  archived: (item, value) => item.isArchived === (value === 'true'),
  repo: (item, value) => same(fullName(item), value),
  user: (item, value, asker) => isLogin(item.owner, value, asker),
  org: (item, value) => same(item.owner.login, value),
  is: (item, value) => same(item.visibility, value),
  fork: (item, value) => value === 'true' || (item.parent === null) === (value !== 'only'),
  language: (item, value) => same(item.language ?? '', value),
  topic: (item, value) => item.topics.includes(value.toLowerCase()),
  topics: (item, value) => inRange(item.topics.length, value),
  stars: (item, value) => inRange(item.stars.length + item.otherStars, value),
  forks: (item, value, { state }) =>
    inRange([...state.repositories.values()].filter(({ parent }) => parent === item).length, value),
  followers: (item, value) => inRange(item.watchers.length, value),
  size: (_item, value) => inRange(1, value),
  license: (item, value) => same(item.license?.key, value),
  created: (item, value) => inRange(item.createdAt, value),
  pushed: (item, value) => inRange(item.pushedAt, value),
  'good-first-issues': (item, value) =>
    inRange(issuesOf(item).filter(one => one.labels.some(({ name }) => name === 'good first issue')).length, value),
  'help-wanted-issues': (item, value) =>
    inRange(issuesOf(item).filter(one => one.labels.some(({ name }) => name === 'help wanted')).length, value),
};

export function visibleRepositories(state: GitHubState, viewer: User | undefined): Repository[] {
  return [...state.repositories.values()].filter(repository => permissionOf(viewer, repository) !== undefined);
}

const hasWords = (query: SearchQuery, ...texts: (string | null)[]): boolean =>
  query.words.every(word => texts.some(text => text?.toLowerCase().includes(word)));

/** Issues and pull requests, newest first unless told otherwise. */
export function searchConversations(state: GitHubState, text: string, viewer: User | undefined): Conversation[] {
  const query = parseSearch(text);
  const items = visibleRepositories(state, viewer).flatMap((repository): Conversation[] => {
    state.follow(repository);
    return [...issuesOf(repository), ...pullsOf(repository)];
  });
  const hits = filterBy(query, conversations, items, { viewer, state }).filter(item =>
    hasWords(
      query,
      ...textsIn(query, {
        title: item.title,
        body: item.body,
        comments: item.comments.map(one => one.body).join('\n'),
      }),
    ),
  );
  const [by = 'created', order = 'desc'] = query.sort?.split('-') ?? [];
  const sign = order === 'asc' ? 1 : -1;
  const rank = (item: Conversation): string | number =>
    by === 'updated' ? item.updatedAt : by === 'comments' ? item.comments.length : item.createdAt;
  return hits.sort((a, b) =>
    rank(a) === rank(b) ? sign * (a.databaseId - b.databaseId) : rank(a) < rank(b) ? -sign : sign,
  );
}

export function searchRepositories(state: GitHubState, text: string, viewer: User | undefined): Repository[] {
  const query = parseSearch(text);
  return filterBy(query, repositories, visibleRepositories(state, viewer), { viewer, state }).filter(item =>
    hasWords(
      query,
      ...textsIn(query, { name: item.name, description: item.description ?? '', topics: item.topics.join(' ') }),
    ),
  );
}

export interface CodeHit {
  repository: Repository;
  path: string;
  oid: string;
  fragment: string;
  at: number;
}

const code: Qualifiers<CodeHit, Asker> = {
  repo: (hit, value) => same(fullName(hit.repository), value),
  user: (hit, value) => same(hit.repository.owner.login, value),
  org: (hit, value) => same(hit.repository.owner.login, value),
  extension: (hit, value) => hit.path.endsWith(`.${value.replace(/^\./, '')}`),
  filename: (hit, value) => hit.path.split('/').at(-1) === value,
  language: (hit, value) => same(hit.repository.language ?? '', value),
  path: (hit, value) => hit.path.startsWith(value),
  size: (hit, value) => inRange(hit.fragment.length, value),
};

/** Lines of the default branches that have all the words. */
export function searchCode(state: GitHubState, text: string, viewer: User | undefined): CodeHit[] {
  const query = parseSearch(text);
  const hits = visibleRepositories(state, viewer).flatMap(repository => {
    const head = repository.git.branch(repository.defaultBranch);
    if (head === undefined) return [];
    return repository.git
      .tree(head, true)
      .filter(({ type }) => type === 'blob')
      .flatMap(({ path, oid }) => {
        const content = repository.git.blob(oid).toString();
        const line = content.split('\n').find(one => hasWords(query, one)) ?? '';
        const hit = {
          repository,
          path,
          oid,
          fragment: line,
          at: Math.max(0, line.toLowerCase().indexOf(query.words[0] ?? '')),
        };
        return line === '' ? [] : [hit];
      });
  });
  return filterBy(query, code, hits, { viewer, state });
}

export interface CommitHit {
  repository: Repository;
  oid: string;
}

export function searchCommits(state: GitHubState, text: string, viewer: User | undefined): CommitHit[] {
  const query = parseSearch(text);
  const commit = ({ repository, oid }: CommitHit) => repository.git.commit(oid);
  const table: Qualifiers<CommitHit, Asker> = {
    repo: (hit, value) => same(fullName(hit.repository), value),
    user: (hit, value) => same(hit.repository.owner.login, value),
    org: (hit, value) => same(hit.repository.owner.login, value),
    author: (hit, value, asker) =>
      same(commit(hit)?.author.email.split('@')[0], value === '@me' ? (asker.viewer?.login ?? '') : value),
    committer: (hit, value) => same(commit(hit)?.committer.email.split('@')[0], value),
    'author-name': (hit, value) => same(commit(hit)?.author.name, value),
    'author-email': (hit, value) => same(commit(hit)?.author.email, value),
    'committer-name': (hit, value) => same(commit(hit)?.committer.name, value),
    'committer-email': (hit, value) => same(commit(hit)?.committer.email, value),
    'author-date': (hit, value) => inRange(commit(hit)?.author.date ?? '', value),
    'committer-date': (hit, value) => inRange(commit(hit)?.committer.date ?? '', value),
    hash: (hit, value) => hit.oid.startsWith(value),
    parent: (hit, value) => commit(hit)?.parents.some(one => one.startsWith(value)) ?? false,
    tree: (hit, value) => commit(hit)?.tree.startsWith(value) ?? false,
    merge: (hit, value) => (commit(hit)?.parents.length ?? 0) > 1 === (value === 'true'),
    is: (hit, value) => same(hit.repository.visibility, value),
  };
  const all = visibleRepositories(state, viewer).flatMap(repository => {
    const head = repository.git.branch(repository.defaultBranch);
    return head === undefined ? [] : repository.git.history(head).map(oid => ({ repository, oid }));
  });
  return filterBy(query, table, all, { viewer, state }).filter(hit => hasWords(query, commit(hit)?.message ?? ''));
}
