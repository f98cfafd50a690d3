import { makeTree, updateRefs } from '../changes/git.ts';
import { zeros } from '../git-data.ts';
import { Refusal } from '../refusal.ts';
import type { Repository } from '../state/types.ts';
import { repositoryApi, repositoryUrl } from '../urls.ts';
import { one, type RestRequest, type Routes, repositoryOf, text, viewerOf } from './router.ts';

const read = { contents: 'read' } as const;
const write = { contents: 'write' } as const;

function renderRef(repository: Repository, ref: string) {
  const sha = one(repository.git.ref(ref));
  const type = repository.git.typeOf(sha);
  return {
    ref,
    node_id: `REF_${ref}`,
    url: `${repositoryApi(repository)}/git/${ref}`,
    object: { sha, type, url: `${repositoryApi(repository)}/git/${type}s/${sha}` },
  };
}

function renderGitCommit(repository: Repository, oid: string) {
  const commit = one(repository.git.commit(oid));
  return {
    sha: oid,
    node_id: `C_${oid}`,
    url: `${repositoryApi(repository)}/git/commits/${oid}`,
    html_url: `${repositoryUrl(repository)}/commit/${oid}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { sha: commit.tree, url: `${repositoryApi(repository)}/git/trees/${commit.tree}` },
    parents: commit.parents.map(sha => ({ sha, url: `${repositoryApi(repository)}/git/commits/${sha}` })),
    verification: { verified: false, reason: 'unsigned', signature: null, payload: null },
  };
}

function renderTree(repository: Repository, sha: string, recursive: boolean) {
  const tree = repository.git.tree(sha, recursive).map(({ path, mode, type, oid, size }) => ({
    path,
    mode,
    type,
    sha: oid,
    ...(size !== undefined && { size }),
    url: `${repositoryApi(repository)}/git/${type}s/${oid}`,
  }));
  return { sha, url: `${repositoryApi(repository)}/git/trees/${sha}`, tree, truncated: false };
}

interface Entry {
  path?: string;
  mode?: string;
  sha?: string | null;
  content?: string;
}

const refIn = (request: RestRequest): string => `refs/${request.params.ref}`;
const sha = (value: unknown, name: string): string => {
  if (typeof value === 'string' && /^[0-9a-f]{40}$/.test(value)) return value;
  throw new Refusal(422, `${name} is not a valid SHA`);
};

/** Git data: objects and refs, with the checks GitHub makes of them. */
export const gitData: Routes = {
  'POST repos/:owner/:repo/git/blobs': {
    needs: write,
    run: request => {
      const { content, encoding } = request.body;
      if (typeof content !== 'string') throw new Refusal(422, 'content is missing');
      const repository = repositoryOf(request);
      const oid = repository.git.writeBlob(Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'));
      return { status: 201, json: { sha: oid, url: `${repositoryApi(repository)}/git/blobs/${oid}` } };
    },
  },
  'GET repos/:owner/:repo/git/blobs/:sha': {
    needs: read,
    run: request => {
      const repository = repositoryOf(request);
      const oid = request.params.sha ?? '';
      if (repository.git.typeOf(oid) !== 'blob') one(undefined);
      const content = repository.git.blob(oid);
      if (request.accept.includes('raw')) return { raw: content, type: 'application/vnd.github.raw; charset=utf-8' };
      return {
        json: {
          sha: oid,
          node_id: `B_${oid}`,
          size: content.length,
          url: `${repositoryApi(repository)}/git/blobs/${oid}`,
          content: content.toString('base64').replace(/.{60}/g, '$&\n'),
          encoding: 'base64',
        },
      };
    },
  },
  'POST repos/:owner/:repo/git/trees': {
    needs: write,
    run: request => {
      const repository = repositoryOf(request);
      const { tree, base_tree: base } = request.body;
      if (!Array.isArray(tree)) throw new Refusal(422, 'Invalid tree info');
      const entries = (tree as Entry[]).map(({ path = '', mode = '', sha: oid, content }) => {
        if (content !== undefined && oid != null) throw new Refusal(422, 'tree.sha and tree.content are exclusive');
        if (content === undefined && oid === undefined) throw new Refusal(422, 'Must supply tree.sha or tree.content');
        return { path, mode, oid: content === undefined ? (oid ?? null) : repository.git.writeBlob(content) };
      });
      const made = makeTree(repository, entries, text(base));
      return { status: 201, json: renderTree(repository, made, false) };
    },
  },
  'GET repos/:owner/:repo/git/trees/*sha': {
    needs: read,
    run: request => {
      const repository = repositoryOf(request);
      const name = request.params.sha ?? '';
      const commit = repository.git.resolve(name);
      const oid = commit === undefined ? name : one(repository.git.commit(commit)).tree;
      if (repository.git.typeOf(oid) !== 'tree') one(undefined);
      return { json: renderTree(repository, oid, request.query.has('recursive')) };
    },
  },
  'POST repos/:owner/:repo/git/commits': {
    needs: write,
    run: request => {
      const { state, body } = request;
      const repository = repositoryOf(request);
      const { git } = repository;
      const { message } = body;
      if (typeof message !== 'string') throw new Refusal(422, 'message is missing');
      const tree = sha(body.tree, 'tree');
      if (git.typeOf(tree) !== 'tree') throw new Refusal(422, 'Tree SHA does not exist');
      const parents = ((body.parents ?? []) as unknown[]).map(parent => sha(parent, 'parents'));
      if (parents.some(parent => git.typeOf(parent) !== 'commit'))
        throw new Refusal(422, 'Parent SHA does not exist or is not a commit object');
      const author = { ...state.signature(viewerOf(request)), ...(body.author as object) };
      const committer = { ...author, ...(body.committer as object) };
      const oid = git.writeCommit({ tree, parents, message, author, committer });
      return { status: 201, json: renderGitCommit(repository, oid) };
    },
  },
  'GET repos/:owner/:repo/git/commits/:sha': {
    needs: read,
    run: request => ({ json: renderGitCommit(repositoryOf(request), request.params.sha ?? '') }),
  },
  'GET repos/:owner/:repo/git/ref/*ref': {
    needs: read,
    run: request => ({ json: renderRef(repositoryOf(request), refIn(request)) }),
  },
  'GET repos/:owner/:repo/git/refs': { needs: read, run: request => listRefs(request, 'refs/') },
  'GET repos/:owner/:repo/git/refs/*ref': {
    needs: read,
    run: request =>
      repositoryOf(request).git.ref(refIn(request)) === undefined
        ? listRefs(request, refIn(request))
        : { json: renderRef(repositoryOf(request), refIn(request)) },
  },
  'GET repos/:owner/:repo/git/matching-refs/*ref': { needs: read, run: request => listRefs(request, refIn(request)) },
  'POST repos/:owner/:repo/git/refs': {
    needs: write,
    run: request => {
      const repository = repositoryOf(request);
      const ref = `${request.body.ref}`;
      const oid = sha(request.body.sha, 'sha');
      if (repository.git.ref(ref) !== undefined) throw new Refusal(422, 'Reference already exists');
      updateRefs(request.state, repository, [{ name: ref, after: oid, before: zeros }]);
      return { status: 201, json: renderRef(repository, ref) };
    },
  },
  'PATCH repos/:owner/:repo/git/refs/*ref': {
    needs: write,
    run: request => {
      const repository = repositoryOf(request);
      if (repository.git.ref(refIn(request)) === undefined) throw new Refusal(422, 'Reference does not exist');
      updateRefs(request.state, repository, [
        { name: refIn(request), after: sha(request.body.sha, 'sha'), force: request.body.force === true },
      ]);
      return { json: renderRef(repository, refIn(request)) };
    },
  },
  'DELETE repos/:owner/:repo/git/refs/*ref': {
    needs: write,
    run: request => {
      updateRefs(request.state, repositoryOf(request), [{ name: refIn(request), after: zeros }]);
      return { status: 204 };
    },
  },
};

function listRefs(request: RestRequest, prefix: string) {
  const repository = repositoryOf(request);
  const items = [...repository.git.refs().keys()].filter(name => name.startsWith(prefix));
  return { list: { items, render: (name: string) => renderRef(repository, name) } };
}
