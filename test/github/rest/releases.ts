import * as change from '../changes/releases.ts';
import { notFound } from '../refusal.ts';
import { mayWrite } from '../state/access.ts';
import type { Gist, Release } from '../state/types.ts';
import { renderAsset, renderGist, renderRelease } from './render-releases.ts';
import { one, type RestRequest, type Routes, repositoryOf, text, viewerOf } from './router.ts';

const read = { contents: 'read' } as const;
const write = { contents: 'write' } as const;

/** Releases newest first; drafts only for those who may write. */
const visible = (request: RestRequest): Release[] => {
  const repository = repositoryOf(request);
  return repository.releases.filter(({ isDraft }) => !isDraft || mayWrite(request.viewer, repository)).reverse();
};
const releaseOf = (request: RestRequest): Release =>
  one(visible(request).find(({ databaseId }) => databaseId === Number(request.params.id)));
const render = (request: RestRequest) => (release: Release) => renderRelease(request.state, release);

/** `make_latest` is a word of three: true, false, legacy. */
const latest = (value: unknown): boolean | undefined =>
  value === 'true' ? true : value === 'false' ? false : undefined;

const assetOf = (request: RestRequest) => {
  const found = repositoryOf(request).releases.flatMap(release => release.assets.map(asset => ({ release, asset })));
  return one(found.find(({ asset }) => asset.databaseId === Number(request.params.asset)));
};

const gistOf = (request: RestRequest): Gist =>
  one(request.state.gists.find(({ name }) => name === request.params.gist));
const own = (request: RestRequest, gist: Gist): Gist => {
  if (gist.owner !== viewerOf(request)) throw notFound();
  return gist;
};

type Files = Record<string, { content?: string; filename?: string } | null>;

/** Releases with their files, and gists. */
export const releases: Routes = {
  'GET repos/:owner/:repo/releases': {
    needs: read,
    run: request => ({ list: { items: visible(request), render: render(request) } }),
  },
  'GET repos/:owner/:repo/releases/latest': {
    needs: read,
    run: request => ({ json: renderRelease(request.state, one(change.latestRelease(repositoryOf(request)))) }),
  },
  'GET repos/:owner/:repo/releases/tags/*tag': {
    needs: read,
    run: request => ({
      json: renderRelease(
        request.state,
        one(repositoryOf(request).releases.find(({ tagName, isDraft }) => !isDraft && tagName === request.params.tag)),
      ),
    }),
  },
  'GET repos/:owner/:repo/releases/:id': {
    needs: read,
    run: request => ({ json: renderRelease(request.state, releaseOf(request)) }),
  },
  'POST repos/:owner/:repo/releases': {
    needs: write,
    run: request => {
      const { body, state } = request;
      const repository = repositoryOf(request);
      const release = change.addRelease(state, {
        repository,
        author: viewerOf(request),
        tagName: text(body.tag_name) ?? '',
        name: text(body.name) ?? '',
        body: text(body.body) ?? '',
        target: text(body.target_commitish) ?? repository.defaultBranch,
        isDraft: body.draft === true,
        isPrerelease: body.prerelease === true,
        latest: latest(body.make_latest),
      });
      return { status: 201, json: renderRelease(state, release) };
    },
  },
  'PATCH repos/:owner/:repo/releases/:id': {
    needs: write,
    run: request => {
      const { body, state } = request;
      const release = releaseOf(request);
      release.name = text(body.name) ?? release.name;
      release.body = text(body.body) ?? release.body;
      release.tagName = text(body.tag_name) ?? release.tagName;
      release.target = text(body.target_commitish) ?? release.target;
      if (typeof body.prerelease === 'boolean') release.isPrerelease = body.prerelease;
      if (body.make_latest !== undefined) release.latest = latest(body.make_latest);
      if (body.draft === true) release.isDraft = true;
      if (body.draft === false && release.isDraft) change.publish(state, release);
      state.touch(release);
      return { json: renderRelease(state, release) };
    },
  },
  'DELETE repos/:owner/:repo/releases/:id': {
    needs: write,
    run: request => {
      change.deleteRelease(request.state, releaseOf(request));
      return { status: 204 };
    },
  },
  'POST repos/:owner/:repo/releases/generate-notes': {
    needs: write,
    run: request => ({
      json: {
        name: `${request.body.tag_name}`,
        body: `**Full Changelog**: https://github.com/${request.params.owner}/${request.params.repo}/commits/${request.body.tag_name}`,
      },
    }),
  },
  'GET repos/:owner/:repo/releases/:id/assets': {
    needs: read,
    run: request => {
      const release = releaseOf(request);
      return {
        list: {
          items: release.assets,
          render: (asset: (typeof release.assets)[number]) => renderAsset(request.state, release, asset),
        },
      };
    },
  },
  'POST repos/:owner/:repo/releases/:id/assets': {
    needs: write,
    run: request => {
      const release = releaseOf(request);
      const { query, raw, state } = request;
      const asset = change.addAsset(state, release, {
        name: query.get('name') ?? '',
        label: query.get('label'),
        content: raw,
        uploader: viewerOf(request),
      });
      return { status: 201, json: renderAsset(state, release, asset) };
    },
  },
  'GET repos/:owner/:repo/releases/assets/:asset': {
    needs: read,
    run: request => {
      const { asset, release } = assetOf(request);
      if (!request.accept.includes('octet-stream')) return { json: renderAsset(request.state, release, asset) };
      asset.downloads++;
      return { raw: asset.content, type: 'application/octet-stream' };
    },
  },
  'DELETE repos/:owner/:repo/releases/assets/:asset': {
    needs: write,
    run: request => {
      const { asset, release } = assetOf(request);
      release.assets = release.assets.filter(other => other !== asset);
      return { status: 204 };
    },
  },
  'GET gists': {
    needs: { gists: 'read' },
    run: request => ({
      list: { items: request.state.gists.filter(({ owner }) => owner === viewerOf(request)), render: renderGist },
    }),
  },
  'GET gists/:gist': { run: request => ({ json: renderGist(gistOf(request)) }) },
  'POST gists': {
    needs: { gists: 'write' },
    run: request => {
      const { body, state } = request;
      const files = Object.fromEntries(
        Object.entries((body.files ?? {}) as Files).map(([name, file]) => [name, file?.content ?? '']),
      );
      const gist = change.addGist(state, {
        owner: viewerOf(request),
        description: text(body.description) ?? '',
        isPublic: body.public === true,
        files,
      });
      return { status: 201, json: renderGist(gist) };
    },
  },
  'PATCH gists/:gist': editGist(),
  'POST gists/:gist': editGist(),
  'DELETE gists/:gist': {
    needs: { gists: 'write' },
    run: request => {
      change.deleteGist(request.state, own(request, gistOf(request)));
      return { status: 204 };
    },
  },
};

/** gh edits gists by POST, which GitHub takes for PATCH. */
function editGist() {
  return {
    needs: { gists: 'write' } as const,
    run: (request: RestRequest) => {
      const gist = own(request, gistOf(request));
      gist.description = text(request.body.description) ?? gist.description;
      for (const [name, file] of Object.entries((request.body.files ?? {}) as Files)) {
        const content = file?.content ?? gist.files.get(name) ?? '';
        if (file === null || (file.filename !== undefined && file.filename !== name)) gist.files.delete(name);
        if (file !== null) gist.files.set(file.filename ?? name, content);
      }
      request.state.touch(gist);
      return { json: renderGist(gist) };
    },
  };
}
