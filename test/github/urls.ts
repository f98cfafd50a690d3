import { fullName } from './state/state.ts';
import type {
  Comment,
  Gist,
  Issue,
  Owner,
  Project,
  PullRequest,
  Release,
  Repository,
  Review,
  Run,
  Team,
} from './state/types.ts';

/** Addresses of things: on the web for people, below the API for programs. */
export const web = 'https://github.com';
export const api = 'https://api.github.com';

export const ownerUrl = (owner: Owner): string => `${web}/${owner.login}`;
export const repositoryUrl = (repository: Repository): string => `${web}/${fullName(repository)}`;
export const repositoryApi = (repository: Repository): string => `${api}/repos/${fullName(repository)}`;
export const conversationUrl = (item: Issue | PullRequest): string =>
  `${repositoryUrl(item.repository)}/${item.__typename === 'PullRequest' ? 'pull' : 'issues'}/${item.number}`;
export const commentUrl = (comment: Comment): string =>
  `${conversationUrl(comment.subject)}#issuecomment-${comment.databaseId}`;
export const reviewUrl = (review: Review): string =>
  `${conversationUrl(review.pullRequest)}#pullrequestreview-${review.databaseId}`;
export const releaseUrl = (release: Release): string =>
  `${repositoryUrl(release.repository)}/releases/tag/${release.isDraft ? `untagged-${release.databaseId}` : release.tagName}`;
export const runUrl = (run: Run): string => `${repositoryUrl(run.repository)}/actions/runs/${run.databaseId}`;
export const gistUrl = (gist: Gist): string => `https://gist.github.com/${gist.name}`;
export const teamUrl = (team: Team): string => `${web}/orgs/${team.organization.login}/teams/${team.slug}`;
export const projectUrl = (project: Project): string =>
  `${web}/${project.owner.__typename === 'User' ? 'users' : 'orgs'}/${project.owner.login}/projects/${project.number}`;
export const pathOf = (url: string): string => new URL(url).pathname;
