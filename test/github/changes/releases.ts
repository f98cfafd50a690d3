import { zeros } from '../git-data.ts';
import { Refusal } from '../refusal.ts';
import type { GitHubState } from '../state/state.ts';
import type { Asset, Gist, Release, Repository, User } from '../state/types.ts';
import { alreadyExists } from './conversations.ts';

/** Publishes a release; its tag is made when it is not there. */
export function addRelease(
  state: GitHubState,
  release: {
    repository: Repository;
    author: User;
    tagName: string;
    name?: string;
    body?: string;
    target?: string;
    isDraft?: boolean;
    isPrerelease?: boolean;
    latest?: boolean | undefined;
  },
): Release {
  const { repository, author, tagName, target = repository.defaultBranch, isDraft = false } = release;
  if (!repository.git.isValidRefName(`refs/tags/${tagName}`))
    throw new Refusal(422, 'Validation Failed', {
      errors: [{ resource: 'Release', code: 'custom', field: 'tag_name', message: 'tag_name is not a valid tag' }],
    });
  if (repository.releases.some(one => one.tagName === tagName && !one.isDraft))
    throw alreadyExists('Release', 'tag_name');
  const made = state.make<Release>('Release', {
    repository,
    name: release.name ?? '',
    tagName,
    target,
    body: release.body ?? '',
    author,
    isDraft,
    isPrerelease: release.isPrerelease ?? false,
    latest: release.latest,
    publishedAt: null,
    assets: [],
  });
  if (!isDraft) publish(state, made);
  repository.releases.push(made);
  return made;
}

export function publish(state: GitHubState, release: Release): void {
  const { repository, tagName, target } = release;
  const oid = repository.git.resolve(target);
  if (repository.git.ref(`refs/tags/${tagName}`) === undefined) {
    if (oid === undefined)
      throw new Refusal(422, 'Validation Failed', {
        errors: [{ resource: 'Release', code: 'invalid', field: 'target_commitish' }],
      });
    repository.git.moveRefs([{ name: `refs/tags/${tagName}`, after: oid, before: zeros }]);
  }
  release.isDraft = false;
  release.publishedAt = state.clock.stamp();
}

export function deleteRelease(state: GitHubState, release: Release): void {
  release.repository.releases = release.repository.releases.filter(one => one !== release);
  state.forget(release);
}

/** The one marked latest, else the newest that is neither draft nor pre-release. */
export function latestRelease(repository: Repository): Release | undefined {
  const public_ = repository.releases.filter(one => !one.isDraft && !one.isPrerelease && one.latest !== false);
  return public_.findLast(one => one.latest === true) ?? public_.at(-1);
}

export function addAsset(
  state: GitHubState,
  release: Release,
  asset: {
    name: string;
    content: Buffer;
    uploader: User;
    contentType?: string;
    label?: string | null;
    downloadedEvery?: number;
  },
): Asset {
  if (release.assets.some(one => one.name === asset.name)) throw alreadyExists('ReleaseAsset', 'name');
  const made = state.make<Asset>('ReleaseAsset', {
    name: asset.name,
    label: asset.label ?? null,
    contentType: asset.contentType ?? 'application/octet-stream',
    content: asset.content,
    uploader: asset.uploader,
    downloads: 0,
    downloadedEvery: asset.downloadedEvery ?? 0,
  });
  release.assets.push(made);
  return made;
}

/** Downloads by everybody: this count alone makes lists of releases churn. */
export function downloadsOf(state: GitHubState, asset: Asset): number {
  if (asset.downloadedEvery === 0) return asset.downloads;
  return asset.downloads + Math.floor((state.clock.now() - Date.parse(asset.createdAt)) / 1000 / asset.downloadedEvery);
}

export function addGist(
  state: GitHubState,
  gist: { owner: User; description?: string; isPublic?: boolean; files: Record<string, string> },
): Gist {
  const { owner, description = '', isPublic = false, files } = gist;
  const made = state.make<Gist>('Gist', {
    name: '',
    owner,
    description,
    isPublic,
    files: new Map(Object.entries(files)),
  });
  made.name = made.databaseId.toString(16).padStart(32, 'c0ffee');
  state.gists.push(made);
  return made;
}

export function deleteGist(state: GitHubState, gist: Gist): void {
  state.gists.splice(state.gists.indexOf(gist), 1);
  state.forget(gist);
}
