import { destroysRemote, sends } from '../acts.ts';
import { each, inForce, type Node, type OptionRows, objectTo, paths, words } from '../table.ts';
import { host, repository } from './addresses.ts';
import { clones } from './clones.ts';
import {
  changing,
  family,
  format,
  json,
  oneItem,
  reads,
  repo,
  savesAnswer,
  savesOver,
  showsToAll,
  web,
} from './reads.ts';

/** gh-release-download(1): `-O -` prints the file. */
const download = reads(
  [
    repo,
    {
      flag: ['--clobber', '--skip-existing'],
      value: ['-A --archive', '-D --dir', '-p --pattern'],
      checked: { '-O --output': { oneOf: ['-'] } },
    },
  ],
  words(0, 1),
  {
    forms: [{ with: ['--output'], without: ['--clobber', '--dir'], takes: words(0, 1) }],
    otherwise: walked =>
      inForce(walked, '--clobber')
        ? objectTo('--clobber', savesOver('overwrites files'))
        : objectTo('release download', savesAnswer('saves the files of a release; with -O - it prints one')),
  },
);

const release = family(
  'release',
  {
    ...each(
      'list ls',
      reads([
        repo,
        json,
        { flag: ['--exclude-drafts', '--exclude-pre-releases'], value: ['-L --limit', '-O --order'] },
      ]),
    ),
    view: reads([repo, json, web], words(0, 1)),
    verify: reads([repo, format], words(0, 1)),
    // A tag may stand before the file, and is harmless when taken for one.
    'verify-asset': reads([repo, format], paths(1, 2)),
    ...each('create new', sends('publishes a release')),
    delete: destroysRemote('deletes a release'),
    'delete-asset': destroysRemote('deletes a file of a release'),
    download,
    edit: destroysRemote('edits a release, which keeps no history'),
    upload: changing(sends('uploads files'), {
      acts: { '--clobber': destroysRemote('overwrites files of a release') },
    }),
  },
  repo,
);

const trust = {
  flag: ['--bundle-from-oci', '--deny-self-hosted-runners', '--no-public-good'],
  value: [
    '-d --digest-alg',
    '-i --cert-identity-regex',
    '-L --limit',
    '-o --owner',
    '--cert-identity',
    '--cert-oidc-issuer',
    '--predicate-type',
    '--signer-digest',
    '--signer-repo',
    '--signer-workflow',
    '--source-digest',
    '--source-ref',
  ],
  checked: {
    '-b --bundle': 'path',
    '-R --repo': repository,
    '--custom-trusted-root': 'path',
    '--hostname': host,
  },
} as const satisfies OptionRows;

/** gh-attestation(1): an image (`oci://`) would be asked of the registry it names, so only files are read. */
const attestation = family('attestation', {
  verify: reads([format, trust], paths(1, 1), {
    check: ({ positionals: [artifact = ''] }) =>
      artifact.includes('://')
        ? {
            effects: ['network', 'reads-outside'],
            risk: 'local',
            reason: `'${artifact}' is asked of the registry it names`,
          }
        : undefined,
  }),
  'trusted-root': reads([{ flag: ['--verify-only'], checked: { '--hostname': host } }]),
  download: savesAnswer('saves attestations as files'),
  inspect: savesAnswer('is not in a form known to read'),
});

const gist = family('gist', {
  ...each(
    'list ls',
    reads([{ flag: ['--include-content', '--public', '--secret'], value: ['-L --limit', '--filter'] }]),
  ),
  view: reads([web, { flag: ['-r --raw', '--files'], value: ['-f --filename'] }], oneItem),
  clone: clones('gist clone', 'clones a gist'),
  ...each('create new', changing(sends('publishes a gist'), { acts: { '-p --public': showsToAll } })),
  delete: destroysRemote('deletes a gist'),
  edit: changing(sends('edits a gist'), { acts: { '-r --remove': destroysRemote('deletes a file of a gist') } }),
  rename: sends('renames a file of a gist'),
});

export const releases: Record<string, Node> = { ...each('attestation at', attestation), gist, release };
