import type { Issue, PullRequest } from '../state/types.ts';
import { type Args, type Context, ordered } from './resolver.ts';

const times = {
  CREATED_AT: (item: Issue | PullRequest) => item.createdAt,
  UPDATED_AT: (item: Issue | PullRequest) => item.updatedAt,
  COMMENTS: (item: Issue | PullRequest) => item.comments.length,
};

const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** Issues as `repository.issues(…)` chooses and sorts them. */
export function filterIssues(issues: Issue[], args: Args, { viewer }: Context): Issue[] {
  const filter = args.filterBy ?? {};
  const states = args.states ?? filter.states;
  const labels = args.labels ?? filter.labels;
  const login = (value: string): string => (value === '@me' ? viewer.login : value);
  const milestone = filter.milestoneNumber ?? filter.milestone;
  const chosen = issues.filter(
    issue =>
      (!states || states.includes(issue.state)) &&
      (!labels || labels.length === 0 || labels.some(name => issue.labels.some(label => same(label.name, name)))) &&
      (filter.assignee == null ||
        (filter.assignee === '*'
          ? issue.assignees.length > 0
          : issue.assignees.some(one => same(one.login, login(filter.assignee ?? ''))))) &&
      (filter.createdBy == null || same(issue.author.login, login(filter.createdBy))) &&
      (filter.mentioned == null ||
        new RegExp(`@${login(filter.mentioned)}\\b`, 'i').test(
          [issue.body, ...issue.comments.map(({ body }) => body)].join('\n'),
        )) &&
      (milestone == null ||
        (milestone === '*' ? issue.milestone !== null : `${issue.milestone?.number}` === milestone)),
  );
  return ordered(chosen, args.orderBy, times);
}

/** Pull requests as `repository.pullRequests(…)` chooses and sorts them. */
export function filterPulls(pulls: PullRequest[], args: Args): PullRequest[] {
  const chosen = pulls.filter(
    pull =>
      (!args.states || args.states.includes(pull.state)) &&
      (!args.labels || args.labels.some(name => pull.labels.some(label => same(label.name, name)))) &&
      (args.headRefName == null || pull.headRefName === args.headRefName) &&
      (args.baseRefName == null || pull.baseRefName === args.baseRefName),
  );
  return ordered(chosen, args.orderBy, times);
}
