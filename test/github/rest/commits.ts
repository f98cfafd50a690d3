import { Refusal } from '../refusal.ts';
import { fullName, type GitHubState } from '../state/state.ts';
import type { Repository } from '../state/types.ts';
import { repositoryApi, repositoryUrl } from '../urls.ts';
import { renderUser } from './render-people.ts';
import { one, type RestRequest, type Routes, repositoryOf } from './router.ts';

const read = { contents: 'read' } as const;

/** A commit with who GitHub thinks wrote it. */
export function renderCommit(state: GitHubState, repository: Repository, oid: string) {
  const commit = one(repository.git.commit(oid));
  const who = (email: string) => [...state.users.values()].find(user => user.email === email);
  const author = who(commit.author.email);
  const committer = who(commit.committer.email);
  return {
    sha: oid,
    node_id: `C_${repository.databaseId}_${oid}`,
    commit: {
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${repositoryApi(repository)}/git/trees/${commit.tree}` },
      url: `${repositoryApi(repository)}/git/commits/${oid}`,
      comment_count: 0,
      verification: { verified: false, reason: 'unsigned', signature: null, payload: null },
    },
    url: `${repositoryApi(repository)}/commits/${oid}`,
    html_url: `${repositoryUrl(repository)}/commit/${oid}`,
    author: author ? renderUser(author) : null,
    committer: committer ? renderUser(committer) : null,
    parents: commit.parents.map(sha => ({ sha, url: `${repositoryApi(repository)}/commits/${sha}` })),
  };
}

const headOf = (request: RestRequest, name = request.query.get('ref')): string => {
  const repository = repositoryOf(request);
  const wanted = name ?? repository.defaultBranch;
  const oid = repository.git.resolve(wanted);
  if (oid === undefined) throw new Refusal(404, `No commit found for the ref ${wanted}`);
  return oid;
};

function renderContent(
  repository: Repository,
  path: string,
  entry: { oid: string; type: string; size?: number },
  withContent: boolean,
) {
  const type = entry.type === 'tree' ? 'dir' : entry.type === 'commit' ? 'submodule' : 'file';
  return {
    type,
    name: path.split('/').at(-1),
    path,
    sha: entry.oid,
    size: entry.size ?? 0,
    url: `${repositoryApi(repository)}/contents/${path}?ref=${repository.defaultBranch}`,
    html_url: `${repositoryUrl(repository)}/blob/${repository.defaultBranch}/${path}`,
    git_url: `${repositoryApi(repository)}/git/blobs/${entry.oid}`,
    download_url:
      type === 'file'
        ? `https://raw.githubusercontent.com/${fullName(repository)}/${repository.defaultBranch}/${path}`
        : null,
    ...(withContent && {
      encoding: 'base64',
      content: repository.git.blob(entry.oid).toString('base64').replace(/.{60}/g, '$&\n'),
    }),
  };
}

function contentsAt(request: RestRequest, path: string) {
  const repository = repositoryOf(request);
  const head = headOf(request);
  const entry = one(repository.git.at(head, path));
  if (entry.type === 'tree')
    return {
      json: repository.git
        .tree(entry.oid)
        .map(child => renderContent(repository, path === '' ? child.path : `${path}/${child.path}`, child, false)),
    };
  if (request.accept.includes('raw'))
    return { raw: repository.git.blob(entry.oid), type: 'application/vnd.github.raw; charset=utf-8' };
  return { json: renderContent(repository, path, entry, true) };
}

const renderBranch = (repository: Repository, name: string) => ({
  name,
  commit: {
    sha: one(repository.git.branch(name)),
    url: `${repositoryApi(repository)}/commits/${repository.git.branch(name)}`,
  },
  protected: repository.protections.some(({ branch }) => branch === name),
});

const namesUnder = (repository: Repository, prefix: string): string[] =>
  [...repository.git.refs().keys()].filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length));

/** Commits, comparisons, branches, tags and files. */
export const commits: Routes = {
  'GET repos/:owner/:repo/commits': {
    query: ['sha'],
    needs: read,
    run: request => {
      const repository = repositoryOf(request);
      if (repository.git.refs().size === 0) throw new Refusal(409, 'Git Repository is empty.');
      const items = repository.git.history(headOf(request, request.query.get('sha')));
      return { list: { items, render: (oid: string) => renderCommit(request.state, repository, oid) } };
    },
  },
  'GET repos/:owner/:repo/commits/:ref': {
    needs: read,
    run: request => {
      const repository = repositoryOf(request);
      const oid = repository.git.resolve(request.params.ref ?? '');
      if (oid === undefined) throw new Refusal(422, `No commit found for SHA: ${request.params.ref}`);
      if (request.accept.includes('.sha')) return { raw: oid, type: 'application/vnd.github.v3.sha; charset=utf-8' };
      const [parent] = repository.git.commit(oid)?.parents ?? [];
      const files = parent === undefined ? [] : repository.git.changedFiles(parent, oid);
      const count = (key: 'additions' | 'deletions') => files.reduce((sum, file) => sum + file[key], 0);
      const stats = {
        additions: count('additions'),
        deletions: count('deletions'),
        total: count('additions') + count('deletions'),
      };
      return {
        json: {
          ...renderCommit(request.state, repository, oid),
          stats,
          files: files.map(file => ({
            sha: file.oid,
            filename: file.path,
            status: file.status,
            additions: file.additions,
            deletions: file.deletions,
          })),
        },
      };
    },
  },
  'GET repos/:owner/:repo/compare/*range': {
    needs: read,
    run: request => {
      const repository = repositoryOf(request);
      const [from = '', to = ''] = (request.params.range ?? '').split('...');
      const base = headOf(request, from.replace(/^[^:]*:/, ''));
      const head = headOf(request, to.replace(/^[^:]*:/, ''));
      const ahead = repository.git.between(base, head);
      const behind = repository.git.between(head, base);
      const status =
        ahead.length === 0
          ? behind.length === 0
            ? 'identical'
            : 'behind'
          : behind.length === 0
            ? 'ahead'
            : 'diverged';
      const mergeBase = one(repository.git.mergeBase(base, head));
      return {
        json: {
          status,
          ahead_by: ahead.length,
          behind_by: behind.length,
          total_commits: ahead.length,
          base_commit: renderCommit(request.state, repository, base),
          merge_base_commit: renderCommit(request.state, repository, mergeBase),
          commits: ahead.map(oid => renderCommit(request.state, repository, oid)),
          files: repository.git.changedFiles(mergeBase, head).map(file => ({
            sha: file.oid,
            filename: file.path,
            status: file.status,
            additions: file.additions,
            deletions: file.deletions,
          })),
        },
      };
    },
  },
  'GET repos/:owner/:repo/branches': {
    needs: read,
    run: request => {
      const repository = repositoryOf(request);
      return {
        list: {
          items: namesUnder(repository, 'refs/heads/'),
          render: (name: string) => renderBranch(repository, name),
        },
      };
    },
  },
  'GET repos/:owner/:repo/branches/*branch': {
    needs: read,
    run: request => ({ json: renderBranch(repositoryOf(request), request.params.branch ?? '') }),
  },
  'GET repos/:owner/:repo/tags': {
    needs: read,
    run: request => {
      const repository = repositoryOf(request);
      const render = (name: string) => ({
        name,
        commit: { sha: one(repository.git.resolve(name)) },
        node_id: `REF_${name}`,
      });
      return { list: { items: namesUnder(repository, 'refs/tags/'), render } };
    },
  },
  'GET repos/:owner/:repo/readme': {
    needs: read,
    run: request => {
      const repository = repositoryOf(request);
      const head = repository.git.resolve(request.query.get('ref') ?? repository.defaultBranch);
      const files = head === undefined ? [] : repository.git.tree(head);
      return contentsAt(request, one(files.find(({ path }) => /^readme(\.\w+)?$/i.test(path))).path);
    },
  },
  'GET repos/:owner/:repo/contents': { needs: read, run: request => contentsAt(request, '') },
  'GET repos/:owner/:repo/contents/*path': {
    needs: read,
    run: request => contentsAt(request, request.params.path ?? ''),
  },
};
