import { addItem } from '../../../../github/changes/projects.ts';
import * as releases from '../../../../github/changes/releases.ts';
import { conversationsOf, type Edits, withOne } from './place.ts';

/** Projects. */
export const PROJECTS: Edits = {
  addProjectItem: withOne(conversationsOf, (item, { github, sample }) => addItem(github.state, sample.project, item)),
  setProjectField: withOne(
    ({ sample }) => sample.project.items,
    (item, { github, sample }, chance) => {
      item.values.set('Status', chance.one(['Todo', 'In Progress', 'Done']) ?? 'Done');
      github.state.touch(item, sample.project);
    },
  ),
  renameProject: ({ github, sample }, chance) => {
    sample.project.title = chance.word();
    github.state.touch(sample.project);
  },
};

/** Releases and gists. */
export const RELEASES: Edits = {
  addRelease: ({ github, sample }, chance) =>
    releases.addRelease(github.state, {
      ...{ repository: sample.demo, author: sample.monalisa, tagName: chance.word(), name: chance.word() },
      ...{ isDraft: chance.one([true, false]) ?? false },
    }),
  publish: withOne(
    ({ sample }) => sample.demo.releases.filter(({ isDraft }) => isDraft),
    (release, { github }) => releases.publish(github.state, release),
  ),
  editRelease: withOne(
    ({ sample }) => sample.demo.releases,
    (release, { github }, chance) => {
      Object.assign(release, { [chance.one(['name', 'body']) ?? 'name']: chance.word() });
      github.state.touch(release);
    },
  ),
  setPrerelease: withOne(
    ({ sample }) => sample.demo.releases,
    release => {
      release.isPrerelease = !release.isPrerelease;
    },
  ),
  setLatest: withOne(
    ({ sample }) => sample.demo.releases,
    (release, _place, chance) => {
      release.latest = chance.one([true, false, undefined]);
    },
  ),
  download: withOne(
    ({ sample }) => sample.demo.releases.flatMap(({ assets }) => assets),
    asset => {
      asset.downloads += 1;
    },
  ),
  deleteAsset: withOne(
    ({ sample }) => sample.demo.releases,
    release => {
      release.assets = release.assets.slice(0, 1);
    },
  ),
  addAsset: withOne(
    ({ sample }) => sample.demo.releases,
    (release, { github, sample }, chance) =>
      releases.addAsset(github.state, release, {
        name: chance.word(),
        content: Buffer.from('x'),
        uploader: sample.hubot,
      }),
  ),
  deleteRelease: withOne(
    ({ sample }) => sample.demo.releases.slice(2),
    (release, { github }) => releases.deleteRelease(github.state, release),
  ),
  addGist: ({ github, sample }, chance) =>
    releases.addGist(github.state, {
      ...{ owner: sample.monalisa, description: chance.word(), isPublic: chance.one([true, false]) ?? false },
      files: { [`${chance.word()}.md`]: chance.word() },
    }),
  editGist: ({ github, sample }, chance) => {
    sample.gist.files.set('notes.md', chance.word());
    sample.gist.description = chance.word();
    github.state.touch(sample.gist);
  },
  deleteGist: withOne(
    ({ github, sample }) => github.state.gists.filter(gist => gist !== sample.gist),
    (gist, { github }) => releases.deleteGist(github.state, gist),
  ),
};

/** Repositories and their counters. */
export const REPOSITORIES: Edits = {
  star: ({ sample }) => {
    sample.demo.otherStars += 1;
  },
  watch: ({ sample: { demo, outsider } }) => {
    demo.watchers = demo.watchers.includes(outsider)
      ? demo.watchers.filter(one => one !== outsider)
      : [...demo.watchers, outsider];
  },
  fork: ({ github, sample }, chance) =>
    github.state.addRepository(sample.hubot, chance.word(), { parent: sample.demo }),
  addRepository: ({ github, sample }, chance) =>
    github.state.addRepository(chance.one([sample.octo, sample.monalisa]) ?? sample.octo, chance.word(), {
      ...{ description: chance.word(), visibility: chance.one(['PUBLIC', 'PRIVATE'] as const) ?? 'PUBLIC' },
    }),
  describeRepository: ({ github, sample: { demo } }, chance) => {
    Object.assign(demo, {
      description: chance.word(),
      homepageUrl: 'https://example.com',
      topics: chance.some(['a', 'b', 'c']),
    });
    github.state.touch(demo);
  },
  setSettings: ({ github, sample: { demo } }, chance) => {
    demo.settings.hasWikiEnabled = !demo.settings.hasWikiEnabled;
    demo.isTemplate = chance.one([true, false]) ?? false;
    github.state.touch(demo);
  },
  archive: ({ github, sample: { dotfiles } }) => {
    dotfiles.isArchived = !dotfiles.isArchived;
    github.state.touch(dotfiles);
  },
  setVisibility: ({ github, sample: { dotfiles } }) => {
    dotfiles.visibility = dotfiles.visibility === 'PRIVATE' ? 'PUBLIC' : 'PRIVATE';
    github.state.touch(dotfiles);
  },
};

/** Secrets, variables, caches and keys. */
export const SECRETS: Edits = {
  setSecret: ({ github: { clock }, sample: { demo } }, chance) => {
    demo.secrets.push({ name: chance.word().toUpperCase(), createdAt: clock.stamp(), updatedAt: clock.stamp() });
  },
  setVariable: ({ github: { clock }, sample: { demo, octo } }, chance) => {
    for (const { variables } of [demo, octo])
      variables.push({
        ...{ name: chance.word().toUpperCase(), value: 'x' },
        createdAt: clock.stamp(),
        updatedAt: clock.stamp(),
      });
  },
  changeVariable: ({ github: { clock }, sample: { demo } }, chance) => {
    const [variable] = demo.variables;
    Object.assign(variable ?? {}, { value: chance.word(), updatedAt: clock.stamp() });
  },
  addCache: ({ github: { clock }, sample: { demo } }, chance) => {
    const id = demo.caches.length + 1000;
    demo.caches.push({
      ...{ id, key: chance.word(), ref: 'refs/heads/main', size: 7 },
      createdAt: clock.stamp(),
      usedAt: clock.stamp(),
    });
  },
  useCache: withOne(
    ({ sample }) => sample.demo.caches,
    (cache, { github }) => {
      cache.usedAt = github.clock.stamp();
    },
  ),
  addKey: ({ github: { clock }, sample: { demo, monalisa } }, chance) => {
    const key = { title: chance.word(), key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample', createdAt: clock.stamp() };
    monalisa.keys.push({ id: monalisa.keys.length + 200, ...key });
    demo.deployKeys.push({ id: demo.deployKeys.length + 300, readOnly: false, ...key });
  },
};
