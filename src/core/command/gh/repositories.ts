import { asks, changes, destroysFiles, destroysRemote, downloads, lasts, opens, sends } from '../acts.ts';
import { each, type Node, none, words } from '../table.ts';
import { aRepository, changing, family, json, looks, reads, repo, savesAnswer, web } from './reads.ts';

/** Keys and links that a repository holds. */
const deployKey = family(
  'repo deploy-key',
  {
    ...each('list ls', reads([repo, json])),
    add: sends('lets a key into the repository'),
    delete: destroysRemote('deletes a key'),
  },
  repo,
);
const autolink = family(
  'repo autolink',
  {
    ...each('list ls', reads([repo, json, web])),
    view: reads([repo, json], words(1, 1)),
    ...each('create new', sends('creates an autolink')),
    delete: destroysRemote('deletes an autolink'),
  },
  repo,
);

const repoGroup = family('repo', {
  view: reads([json, web, { value: ['-b --branch'] }], aRepository),
  ...each(
    'list ls',
    reads(
      [
        json,
        {
          flag: ['--archived', '--fork', '--no-archived', '--private', '--public', '--source'],
          value: ['-L --limit', '-l --language', '--topic', '--visibility'],
        },
      ],
      words(0, 1),
    ),
  ),
  'set-default': looks('config', { flag: ['-u --unset', '-v --view'] }, undefined, {
    forms: [{ with: ['--view'], without: ['--unset'], takes: none }],
    otherwise: changes('sets the default repository in the git configuration; with --view it only reads'),
  }),
  'deploy-key': deployKey,
  autolink,
  gitignore: family('repo gitignore', {
    ...each('list ls', reads([])),
    view: reads([], words(1, 1)),
  }),
  license: family('repo license', {
    ...each('list ls', reads([])),
    view: reads([web], words(1, 1)),
  }),

  archive: destroysRemote('archives a repository'),
  clone: savesAnswer('clones a repository'),
  ...each('create new', sends('creates a repository')),
  credits: lasts('plays an animation'),
  delete: destroysRemote('deletes a repository'),
  edit: changing(sends('changes the settings of a repository'), {
    value: ['-d --description', '-h --homepage', '--add-topic', '--default-branch', '--remove-topic'],
    acts: { '--visibility': destroysRemote('changes who can see the repository') },
  }),
  fork: sends('forks a repository'),
  garden: asks('is a game for a terminal'),
  rename: sends('renames a repository'),
  sync: changing(
    walked =>
      walked.positionals.length > 0
        ? { ...sends(''), reason: `'${walked.positionals[0]}' would be updated on GitHub` }
        : { ...downloads(''), reason: 'repo sync updates the local branch' },
    {
      value: ['-b --branch', '-s --source'],
      acts: { '--force': destroysFiles('throws away commits the source does not have') },
    },
  ),
  unarchive: sends('unarchives a repository'),
});

/** gh-browse(1): prints an address when told to keep the browser shut. */
const browse = reads(
  [
    repo,
    {
      flag: [
        '-a --actions',
        '-n --no-browser',
        '-p --projects',
        '-r --releases',
        '-s --settings',
        '-w --wiki',
        '--blame',
      ],
      optional: ['-c --commit'],
      value: ['-b --branch'],
    },
  ],
  undefined,
  {
    forms: [{ with: ['--no-browser'], takes: words(0, 1) }],
    otherwise: opens('opens a browser; with --no-browser it prints the address'),
  },
);

const ruleset = family(
  'ruleset',
  {
    ...each('list ls', reads([repo, web, { flag: ['-p --parents'], value: ['-L --limit', '-o --org'] }])),
    view: reads([repo, web, { flag: ['-p --parents'], value: ['-o --org'] }], words(1, 1)),
    check: reads([repo, web, { flag: ['--default'] }], words(0, 1)),
  },
  repo,
);

export const repositories: Record<string, Node> = {
  browse,
  credits: lasts('plays an animation'),
  org: family('org', { ...each('list ls', reads([{ value: ['-L --limit'] }], words(0, 1))) }),
  repo: repoGroup,
  ...each('ruleset rs', ruleset),
};
