import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { gitHubRemotes, repositoryOfAddress, repositoryOfRemotes } from '../../../src/core/github/remotes.ts';
import { temporaryFolder } from '../git/support.ts';

const demo = { host: 'github.com', owner: 'octo', name: 'demo' };

it.each([
  'https://github.com/octo/demo',
  'https://github.com/octo/demo.git',
  'https://user:secret@github.com/octo/demo.git/',
  'git@github.com:octo/demo.git',
  'ssh://git@github.com/octo/demo.git',
  'ssh://git@ssh.github.com:443/octo/demo.git',
  'git://GitHub.com/octo/demo',
])('%s names octo/demo', address => {
  expect(repositoryOfAddress(address)).toEqual(demo);
});

it.each(['../demo', '/srv/octo/demo.git', 'file:///srv/octo/demo', 'C:\\octo\\demo', 'https://github.com/octo', ''])(
  '%s names none',
  address => {
    expect(repositoryOfAddress(address)).toBeUndefined();
  },
);

const git = createGitReader();

/** A repository with these settings. */
function repositoryWith(...settings: readonly (readonly [key: string, value: string])[]): string {
  const folder = temporaryFolder();
  execFileSync('git', ['init', '-q', folder]);
  for (const [key, value] of settings) execFileSync('git', ['-C', folder, 'config', '--add', key, value]);
  return folder;
}

it('remotes come in the order in which gh prefers them, those of other hosts left out', async () => {
  const root = repositoryWith(
    ['remote.mine.url', 'git@github.com:me/demo.git'],
    ['remote.origin.url', 'git@github.com:octo/demo.git'],
    ['remote.origin.url', 'git@github.com:second/address.git'],
    ['remote.lab.url', 'git@gitlab.com:octo/demo.git'],
    ['remote.upstream.url', 'https://github.com/source/demo'],
  );
  const remotes = await gitHubRemotes(git, root, ['github.com']);
  expect(remotes.map(({ remote, owner }) => `${remote} ${owner}`)).toEqual([
    'upstream source',
    'origin octo',
    'mine me',
  ]);
  expect(repositoryOfRemotes(remotes)).toEqual({ ...demo, owner: 'source' });
});

it.each([
  ['base', demo],
  ['third/party', { host: 'github.com', owner: 'third', name: 'party' }],
])('what gh repo set-default noted goes first: %s', async (resolved, expected) => {
  const root = repositoryWith(
    ['remote.upstream.url', 'https://github.com/source/demo'],
    ['remote.origin.url', 'git@github.com:octo/demo.git'],
    ['remote.origin.gh-resolved', resolved],
  );
  expect(repositoryOfRemotes(await gitHubRemotes(git, root, ['github.com']))).toEqual(expected);
});

it('a folder with no remote has none', async () => {
  expect(await gitHubRemotes(git, repositoryWith(), ['github.com'])).toEqual([]);
  expect(repositoryOfRemotes([])).toBeUndefined();
});
