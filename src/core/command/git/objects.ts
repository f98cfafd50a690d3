import { changes, destroys, overwritesFile, refusesProgram, reveals, runs, savesFile } from '../acts.ts';
import {
  each,
  group,
  inForce,
  leaf,
  type Node,
  none,
  objectTo,
  options,
  paths,
  revs,
  type ValueCheck,
  words,
} from '../table.ts';
import { objectToHelper } from '../values.ts';
import { unfiltered } from './conditions.ts';
import { abbreviation } from './diff-options.ts';
import { historyDependsOn } from './revision-options.ts';

/** git-cat-file(1): one object, or every object; what comes on standard input is empty. */
const catFile = leaf({
  options: options({
    flag: [
      '-e',
      '-p',
      '-s',
      '-t',
      '-z',
      '-Z',
      '--allow-unknown-type',
      '--batch-all-objects',
      '--buffer',
      '--follow-symlinks',
      '--mailmap --use-mailmap',
      '--unordered',
    ],
    optional: ['--batch', '--batch-check', '--batch-command'],
    acts: {
      '--filters': runs('runs the configured filter; use -p'),
      '--path': runs('is for --filters and --textconv, which run programs'),
      '--textconv': refusesProgram('runs the configured conversion program; use -p'),
    },
  }),
  forms: [{ takes: revs(0, 2) }],
  dependsOn: walked => historyDependsOn({ ...walked, positionals: walked.positionals.slice(-1), beforeDashes: 1 }),
  check: walked =>
    inForce(walked, '--batch-all-objects') && ['--batch', '--batch-command'].some(name => inForce(walked, name))
      ? objectTo(
          '--batch-all-objects',
          reveals('prints files that nobody names, secrets among them; use --batch-check'),
        )
      : undefined,
  showsContents: walked => inForce(walked, '-p') || !['-e', '-s', '-t'].some(name => inForce(walked, name)),
});

/** git-ls-tree(1). */
const lsTree = leaf({
  options: options({
    flag: [
      '-d',
      '-l --long',
      '-r',
      '-t',
      '-z',
      '--full-name',
      '--full-tree',
      '--name-only',
      '--name-status',
      '--object-only',
    ],
    value: ['--format'],
    checked: { '--abbrev': { optional: abbreviation } },
  }),
  forms: [{ takes: revs(1) }],
  dependsOn: walked => historyDependsOn({ ...walked, beforeDashes: 1 }),
  showsContents: false,
});

/** git-hash-object(1): only names an object unless told to write it. */
const hashObject = leaf({
  options: options({
    flag: ['--filters', '--literally', '--no-filters', '--stdin', '--stdin-paths'],
    value: ['-t'],
    checked: { '--path': 'path' },
    acts: { '-w': changes('writes the object; leave it out to see its name') },
  }),
  forms: [{ takes: paths() }],
  dependsOn: ['worktree'],
});

/** git-fsck(1). */
const fsck = leaf({
  options: options({
    flag: [
      '-v --verbose',
      '--cache',
      '--connectivity-only',
      '--dangling',
      '--full',
      '--name-objects',
      '--progress',
      '--references',
      '--reflogs',
      '--root',
      '--strict',
      '--tags',
      '--unreachable',
    ],
    acts: { '--lost-found': savesFile('writes what it finds into .git/lost-found') },
  }),
  forms: [{ takes: words() }],
  dependsOn: ['refs', 'index'],
});

/** git-count-objects(1), git-verify-pack(1). */
const countObjects = leaf({
  options: options({ flag: ['-H --human-readable', '-v --verbose'] }),
  forms: [{ takes: none }],
  dependsOn: ['refs', 'index'],
});
const verifyPack = leaf({
  options: options({ flag: ['-s --stat-only', '-v --verbose'], value: ['--object-format'] }),
  forms: [{ takes: paths(1) }],
  dependsOn: ['refs'],
});

/** git-prune(1), git-prune-packed(1): what would go, shown by `--dry-run`. */
const prune = leaf({
  options: options({
    flag: ['-n --dry-run', '-v --verbose', '--exclude-promisor-objects', '--progress'],
    value: ['--expire'],
  }),
  forms: [{ with: ['--dry-run'], takes: words() }],
  otherwise: destroys('deletes unreachable objects; -n shows which'),
  dependsOn: ['refs'],
});
const prunePacked = leaf({
  options: options({ flag: ['-n --dry-run', '-q --quiet'] }),
  forms: [{ with: ['--dry-run'], takes: none }],
  otherwise: changes('deletes objects that are packed; -n shows which'),
  dependsOn: ['refs'],
});

const asksRemote: ValueCheck = (value, option) =>
  objectToHelper([value]) ?? objectTo(option, runs('asks another repository for an archive; leave it out'));

/** git-archive(1): to standard output, files as a checkout would write them; other formats are made by programs. */
const archive = leaf({
  options: options({
    flag: [
      ...['-0', '-1', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9'],
      '-l --list',
      '-v --verbose',
      '--worktree-attributes',
    ],
    value: ['--add-virtual-file', '--mtime', '--prefix'],
    checked: { '--add-file': 'path', '--format': { oneOf: ['tar', 'zip'] }, '--remote': asksRemote },
    acts: {
      '-o --output': overwritesFile('writes a file, over one of that name; without it the archive is printed'),
      '--exec': refusesProgram('names a program to run; leave it out'),
    },
  }),
  forms: [
    { with: ['--list'], takes: none },
    { without: ['--list'], takes: revs(1) },
  ],
  dependsOn: walked => (inForce(walked, '--list') ? ['config'] : historyDependsOn({ ...walked, beforeDashes: 1 })),
  condition: walked => (inForce(walked, '--list') ? undefined : unfiltered),
});

/** git-bundle(1). */
const bundle = group(
  {
    verify: leaf({
      options: options({ flag: ['-q --quiet'] }),
      forms: [{ takes: paths(1, 1) }],
      dependsOn: ['refs', 'worktree'],
    }),
    'list-heads': leaf({ options: options(), forms: [{ takes: paths(1) }], dependsOn: ['worktree'] }),
    create: overwritesFile('writes a file, over one of that name'),
    unbundle: changes('adds the objects of a bundle'),
  },
  savesFile('works on bundle files'),
);

/** git-commit-graph(1), git-multi-pack-index(1). */
const verifies = leaf({
  options: options({ flag: ['--progress', '--shallow'], checked: { '--object-dir': 'path' } }),
  forms: [{ takes: none }],
  dependsOn: ['refs'],
});
const commitGraph = group(
  { verify: verifies, write: changes('writes the commit graph') },
  changes('works on the commit graph'),
  {
    checked: { '--object-dir': 'path' },
  },
);
const multiPackIndex = group(
  { verify: verifies, ...each('write compact expire repack', changes('rewrites packs')) },
  changes('rewrites packs'),
  { flag: ['--progress'], checked: { '--object-dir': 'path' } },
);

/** git-repo(1), new in git 2.52; git-url-parse(1) and git-format-rev(1), newer still. */
const repo = group(
  {
    info: leaf({
      options: options({ flag: ['-z', '--all', '--keys'], value: ['--format'] }),
      forms: [{ takes: words() }],
      dependsOn: ['config'],
      guardAlias: true,
    }),
    structure: leaf({
      options: options({ flag: ['-z', '--progress'], value: ['--format'] }),
      forms: [{ takes: none }],
      dependsOn: ['refs'],
      guardAlias: true,
    }),
  },
  changes('is not in a form known to read'),
);
const urlParse = leaf({
  options: options({ value: ['-c --component'] }),
  forms: [{ takes: words(1) }],
  dependsOn: ['nothing'],
  guardAlias: true,
});

export const objects: Record<string, Node> = {
  'cat-file': catFile,
  'ls-tree': lsTree,
  'hash-object': hashObject,
  fsck,
  'fsck-objects': fsck,
  'count-objects': countObjects,
  'verify-pack': verifyPack,
  prune,
  'prune-packed': prunePacked,
  archive,
  bundle,
  'commit-graph': commitGraph,
  'multi-pack-index': multiPackIndex,
  repo,
  'url-parse': urlParse,
};
