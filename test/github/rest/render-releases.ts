import { downloadsOf } from '../changes/releases.ts';
import { fullName, type GitHubState } from '../state/state.ts';
import type { Asset, Gist, Release } from '../state/types.ts';
import { api, gistUrl, releaseUrl, repositoryApi, repositoryUrl } from '../urls.ts';
import { renderUser } from './render-people.ts';

export function renderAsset(state: GitHubState, release: Release, one: Asset) {
  return {
    url: `${repositoryApi(release.repository)}/releases/assets/${one.databaseId}`,
    browser_download_url: `${repositoryUrl(release.repository)}/releases/download/${release.tagName}/${one.name}`,
    id: one.databaseId,
    node_id: one.id,
    name: one.name,
    label: one.label,
    state: 'uploaded',
    content_type: one.contentType,
    size: one.content.length,
    download_count: downloadsOf(state, one),
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    uploader: renderUser(one.uploader),
  };
}

export function renderRelease(state: GitHubState, one: Release) {
  const self = `${repositoryApi(one.repository)}/releases/${one.databaseId}`;
  return {
    url: self,
    assets_url: `${self}/assets`,
    upload_url: `https://uploads.github.com/repos/${fullName(one.repository)}/releases/${one.databaseId}/assets{?name,label}`,
    html_url: releaseUrl(one),
    id: one.databaseId,
    node_id: one.id,
    author: renderUser(one.author),
    tag_name: one.tagName,
    target_commitish: one.target,
    name: one.name,
    draft: one.isDraft,
    prerelease: one.isPrerelease,
    created_at: one.createdAt,
    published_at: one.publishedAt,
    assets: one.assets.map(asset => renderAsset(state, one, asset)),
    tarball_url: `${repositoryApi(one.repository)}/tarball/${one.tagName}`,
    zipball_url: `${repositoryApi(one.repository)}/zipball/${one.tagName}`,
    body: one.body,
  };
}

export function renderGist(one: Gist) {
  const files = [...one.files].map(([filename, content]) => [
    filename,
    {
      filename,
      type: 'text/plain',
      language: null,
      raw_url: `https://gist.githubusercontent.com/${one.owner.login}/${one.name}/raw/${filename}`,
      size: Buffer.byteLength(content),
      truncated: false,
      content,
    },
  ]);
  return {
    url: `${api}/gists/${one.name}`,
    id: one.name,
    node_id: one.id,
    html_url: gistUrl(one),
    git_pull_url: `${gistUrl(one)}.git`,
    files: Object.fromEntries(files),
    public: one.isPublic,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    description: one.description,
    comments: 0,
    owner: renderUser(one.owner),
  };
}
