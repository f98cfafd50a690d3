import * as z from 'zod/mini';
import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import { type Impact, unknownImpact } from '../../writes/impact/impact.ts';
import { quotedNames } from '../../writes/impact/wording.ts';
import { below, find } from './ask.ts';
import { type GhLine, type GhPlace, type GhWrite, ghWrite } from './record.ts';
import { inRepository } from './subject.ts';
import { loginOf, NOT_REVERTED, notifies, notThere, onGitHub, revertBy, titled } from './wording.ts';

const releaseSchema = z.object({
  id: z.number(),
  tag_name: z.string(),
  name: z.nullable(z.string()),
  draft: z.boolean(),
  prerelease: z.boolean(),
  author: z.nullable(z.object({ login: z.string() })),
  assets: z.array(z.object({ name: z.string(), size: z.number(), download_count: z.number() })),
});
type Release = z.infer<typeof releaseSchema>;

const releaseOf = (place: GhPlace, tag: string) =>
  find(place, `${below(place.repository, 'releases', 'tags')}/${encodeURIComponent(tag)}`, releaseSchema);

const described = ({ tag_name, name, draft, prerelease, author }: Release): string =>
  `the ${draft ? 'draft ' : ''}${prerelease ? 'pre-' : ''}release ${titled(tag_name)}${name ? ` (${titled(name)})` : ''} by ${loginOf(author)}`;

const boundTo = ({ id, name, draft, assets }: Release) => ({
  id,
  name,
  draft,
  assets: assets.map(asset => asset.name),
});

/** Works on the one release that the first word names. */
const withRelease =
  (impactOf: (line: GhLine, place: GhPlace, release: Release) => Impact | Promise<Impact>): GhWrite['impact'] =>
  async (line, place) => {
    const [tag = ''] = line.words;
    if (tag === '') return unknownImpact('gh would ask which release.');
    const release = await releaseOf(place, tag);
    return release === undefined
      ? notThere(place.repository, `release of ${titled(tag)} in ${inRepository(place)}`)
      : impactOf(line, place, release);
  };

const deleting = withRelease(({ walked }, place, release) => {
  const { assets, tag_name } = release;
  const downloads = assets.reduce((sum, { download_count }) => sum + download_count, 0);
  const files = assets.length === 0 ? '' : ` with ${plural(assets.length, 'file')} (${plural(downloads, 'download')})`;
  const tag = inForce(walked, '--cleanup-tag');
  return onGitHub(place.repository, {
    harms: [
      `${described(release)} of ${inRepository(place)} would be deleted${files}`,
      ...(tag ? [`the tag ${titled(tag_name)} would be deleted there`] : []),
    ],
    sentences: [...(tag ? [] : [`The tag ${titled(tag_name)} stays.`]), NOT_REVERTED],
    state: boundTo(release),
  });
});

const creating: GhWrite['impact'] = async ({ walked, words }, place) => {
  const [tag = '', ...files] = words;
  const { repository } = place;
  if (tag === '') return unknownImpact('gh would ask for a tag.');
  const there = await releaseOf(place, tag);
  const draft = inForce(walked, '--draft');
  const title = walked.options.get('--title');
  return onGitHub(repository, {
    refused: there !== undefined,
    sentences: [
      ...(there === undefined ? [] : [`GitHub would refuse: there is ${described(there)} already.`]),
      `${draft ? 'Makes a draft of a release' : 'Publishes a release'} of ${titled(tag)}${typeof title === 'string' ? `, ${titled(title)},` : ''} in ${inRepository(place)}.`,
      ...(files.length === 0 ? [] : [`Uploads ${quotedNames(files)}.`]),
      'Makes the tag on GitHub if there is none.',
      ...(draft ? [] : [notifies([], '', repository)]),
    ],
    state: { exists: there?.id },
    reverts: [revertBy(repository, 'release', 'delete', tag, '--yes')],
  });
};

const editing = withRelease(({ walked }, place, release) =>
  onGitHub(place.repository, {
    sentences: [
      `Edits ${described(release)} of ${inRepository(place)}.`,
      ...(release.draft && walked.options.get('--draft') === 'false' ? ['Publishes it.'] : []),
      'GitHub keeps no history of it.',
    ],
    state: boundTo(release),
  }),
);

const uploading = withRelease(({ walked, words: [, ...files] }, place, release) => {
  const names = files.map(file => file.split('#', 1)[0]?.split('/').at(-1) ?? file);
  const there = release.assets.filter(({ name }) => names.includes(name)).map(({ name }) => name);
  const overwrites = inForce(walked, '--clobber') && there.length > 0;
  return onGitHub(place.repository, {
    refused: there.length > 0 && !overwrites,
    harms: overwrites ? [`${quotedNames(there)} of ${described(release)} would be overwritten`] : [],
    sentences: [
      ...(there.length > 0 && !overwrites
        ? [`GitHub would refuse: the release has ${quotedNames(there)} already; --clobber overwrites.`]
        : []),
      `Uploads ${quotedNames(names)} to ${described(release)} of ${inRepository(place)}.`,
    ],
    state: boundTo(release),
    reverts: names
      .filter(name => !there.includes(name))
      .map(name => revertBy(place.repository, 'release', 'delete-asset', release.tag_name, name, '--yes')),
  });
});

const deletingAsset = withRelease(({ words: [, name = ''] }, place, release) => {
  const asset = release.assets.find(each => each.name === name);
  return asset === undefined
    ? notThere(place.repository, `file ${titled(name)} in ${described(release)}`)
    : onGitHub(place.repository, {
        harms: [
          `${titled(name)} of ${described(release)} would be deleted (${plural(asset.download_count, 'download')})`,
        ],
        sentences: [NOT_REVERTED],
        state: boundTo(release),
      });
});

const text = ['-n --notes', '-F --notes-file', '-t --title', '--discussion-category', '--notes-start-tag', '--target'];

export const releases: Readonly<Record<string, GhWrite>> = {
  'release create': ghWrite({
    options: {
      flag: ['-d --draft', '-p --prerelease', '--generate-notes', '--latest', '--notes-from-tag', '--verify-tag'],
      value: text,
    },
    most: Number.POSITIVE_INFINITY,
    impact: creating,
    examples: { remote: ['gh release create v2 --notes x'] },
  }),
  'release delete': ghWrite({
    options: { flag: ['-y --yes', '--cleanup-tag'] },
    impact: deleting,
    examples: { destructive: ['gh release delete v0.9.0 --yes', 'gh release delete v0.9.0 --cleanup-tag -y'] },
  }),
  'release delete-asset': ghWrite({
    options: { flag: ['-y --yes'] },
    most: 2,
    impact: deletingAsset,
    examples: { destructive: ['gh release delete-asset v0.9.0 demo.txt --yes'] },
  }),
  'release edit': ghWrite({
    options: { flag: ['--draft', '--latest', '--prerelease', '--verify-tag'], value: [...text, '--tag'] },
    impact: editing,
    examples: { destructive: ['gh release edit v0.9.0 --title x'] },
  }),
  'release upload': ghWrite({
    options: { flag: ['--clobber'] },
    most: Number.POSITIVE_INFINITY,
    impact: uploading,
    examples: { remote: ['gh release upload v0.9.0 a.zip'], destructive: ['gh release upload v0.9.0 a.zip --clobber'] },
  }),
};
