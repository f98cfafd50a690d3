import { Refusal } from '../refusal.ts';
import {
  type CodeHit,
  type CommitHit,
  searchCode,
  searchCommits,
  searchConversations,
  searchRepositories,
} from '../search/search.ts';
import type { Issue, PullRequest, Repository } from '../state/types.ts';
import { repositoryApi, repositoryUrl } from '../urls.ts';
import { renderCommit } from './commits.ts';
import { renderIssue, renderLabel, renderRepository } from './render.ts';
import type { RestRequest, Routes } from './router.ts';

const queryOf = ({ query }: RestRequest): string => {
  const text = query.get('q');
  if (!text)
    throw new Refusal(422, 'Validation Failed', { errors: [{ resource: 'Search', field: 'q', code: 'missing' }] });
  const sort = query.get('sort');
  return sort ? `${text} sort:${sort}-${query.get('order') ?? 'desc'}` : text;
};

const wrap = { incomplete_results: false };

/** Search, each kind with its own small bucket of a minute. */
export const search: Routes = {
  'GET search/issues': {
    run: request => ({
      list: {
        items: searchConversations(request.state, queryOf(request), request.viewer),
        render: (item: Issue | PullRequest) => ({ ...renderIssue(item), score: 1 }),
        key: 'items',
        wrap,
      },
    }),
  },
  'GET search/repositories': {
    run: request => ({
      list: {
        items: searchRepositories(request.state, queryOf(request), request.viewer),
        render: (repository: Repository) => ({
          ...renderRepository(request.state, repository, request.viewer),
          score: 1,
        }),
        key: 'items',
        wrap,
      },
    }),
  },
  'GET search/commits': {
    run: request => ({
      list: {
        items: searchCommits(request.state, queryOf(request), request.viewer),
        render: ({ repository, oid }: CommitHit) => ({
          ...renderCommit(request.state, repository, oid),
          repository: renderRepository(request.state, repository, request.viewer),
          score: 1,
        }),
        key: 'items',
        wrap,
      },
    }),
  },
  'GET search/code': {
    run: request => ({
      list: {
        items: searchCode(request.state, queryOf(request), request.viewer),
        render: ({ repository, path, oid, fragment, at }: CodeHit) => ({
          name: path.split('/').at(-1),
          path,
          sha: oid,
          url: `${repositoryApi(repository)}/contents/${path}`,
          html_url: `${repositoryUrl(repository)}/blob/${repository.git.branch(repository.defaultBranch)}/${path}`,
          repository: renderRepository(request.state, repository, request.viewer),
          score: 1,
          text_matches: [
            {
              object_type: 'FileContent',
              property: 'content',
              fragment,
              matches: [{ text: fragment.slice(at), indices: [at, fragment.length] }],
            },
          ],
        }),
        key: 'items',
        wrap,
      },
    }),
  },
  'GET search/labels': {
    run: request => {
      const repository = [...request.state.repositories.values()].find(
        ({ databaseId }) => `${databaseId}` === request.query.get('repository_id'),
      );
      const needle = queryOf(request).toLowerCase();
      return {
        list: {
          items: (repository?.labels ?? []).filter(({ name }) => name.toLowerCase().includes(needle)),
          render: renderLabel,
          key: 'items',
          wrap,
        },
      };
    },
  },
};
