import { asks, changes, destroysRemote, downloads, lasts, opens, sends } from '../acts.ts';
import { each, type Node, none, type Objection, objectTo, type Walked, words } from '../table.ts';
import { clones, passesToClone } from './clones.ts';
import { alsoHere, aRepository, changing, family, json, looks, reads, repo, showsToAll, web } from './reads.ts';

/** Keys and links that a repository holds. */
const deployKey = family(
  'repo deploy-key',
  {
    ...each('list ls', reads([repo, json])),
    add: destroysRemote('gives anyone with the key access to the repository'),
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

/** Texts can be set back; of any other option what hangs on it is not known. */
function editsRepository({ found, unplaced }: Walked): Objection {
  const mild = unplaced === 0 && found.length > 0 && found.every(({ option }) => option.act === undefined);
  return objectTo(
    'repo edit',
    mild ? sends('changes texts of a repository') : destroysRemote('changes the settings of a repository'),
  );
}

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
  clone: clones('repo clone', 'clones a repository'),
  ...each(
    'create new',
    changing(sends('creates a repository'), {
      value: ['-r --remote'],
      acts: {
        '-c --clone': alsoHere(sends('clones it here')),
        '-s --source': alsoHere(sends('makes it from a folder here, and adds a remote')),
        '--public': showsToAll,
        '--push': alsoHere(sends('pushes to it')),
      },
    }),
  ),
  credits: lasts('plays an animation'),
  delete: destroysRemote('deletes a repository'),
  edit: changing(editsRepository, {
    value: ['-d --description', '-h --homepage', '--add-topic', '--remove-topic'],
    acts: { '--visibility': destroysRemote('changes who can see the repository') },
  }),
  fork: passesToClone('repo fork', alsoHere(sends('forks a repository, and may add a remote or clone it here'))),
  garden: asks('is a game for a terminal'),
  // The remote here that leads to it gets the new address.
  rename: alsoHere(destroysRemote('renames a repository, and its address')),
  sync: changing(
    walked =>
      walked.positionals.length > 0
        ? { ...sends(''), reason: `'${walked.positionals[0]}' would be updated on GitHub` }
        : { ...downloads(''), reason: 'repo sync updates the local branch' },
    {
      value: ['-b --branch', '-s --source'],
      acts: {
        '--force': {
          ...destroysRemote('discards commits the source does not have'),
          effects: ['network', 'writes-remote', 'writes-repo', 'writes-files'],
        },
      },
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
