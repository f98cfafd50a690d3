import {
  asks,
  changes,
  changesFiles,
  destroysFiles,
  destroysRemote,
  downloads,
  overwritesFile,
  refusesProgram,
  refusesSecret,
  runs,
  savesFile,
  sends,
  startsProgram,
} from '../acts.ts';
import { type Act, each, group, leaf, type Node, none, objectTo, options, upTo, writes } from '../table.ts';
import { objectToHelper } from '../values.ts';

/** git-column(1): puts its standard input, which is empty here, into columns. */
const column = leaf({
  options: options({
    optional: ['--mode'],
    value: ['--command', '--indent', '--nl'],
    checked: { '--padding': upTo(99), '--raw-mode': upTo(9999), '--width': upTo(9999) },
  }),
  forms: [{ takes: none }],
  dependsOn: ['nothing'],
});

/** Whoever asks gets what is served, and by hooks and configuration of the repository programs run. */
const serves = (says: string) => startsProgram(says, 'long-running', 'network');
const otherSystem = startsProgram(
  'works with another version control system, by its programs',
  'network',
  'writes-remote',
  'writes-repo',
  'writes-files',
);

/** git-read-tree(1): with -u or --reset the files go with it. */
const readTree = writes(changesFiles('replaces the index'), {
  acts: {
    '-u': destroysFiles('overwrites files in the work tree'),
    '--index-output': destroysFiles('writes over a file'),
    '--reset': destroysFiles('overwrites the index, and files with -u'),
  },
});

const mergesAnother: Act = {
  says: 'merges or splits another project',
  effects: ['network', 'writes-repo', 'writes-files'],
  risk: 'local',
};
const asksByScript = runs('runs a script that asks the remote; use log and diff --stat');
/** git-subtree(1), a script: push leaves the machine. */
const subtreePush = writes(({ positionals }) => {
  const forced = positionals.find(word => word.startsWith('+'));
  return forced
    ? objectTo(`'${forced}'`, destroysRemote('overwrites a remote branch'))
    : (objectToHelper(positionals) ?? objectTo('subtree push', sends('sends commits to a remote')));
});
const subtreeOptions = { value: ['-P --prefix', '-m --message', '-b --branch', '--annotate', '--onto'] };
const subtree = group(
  {
    push: subtreePush,
    ...each(
      'add pull',
      writes(({ positionals }) => objectToHelper(positionals) ?? objectTo('subtree', mergesAnother), subtreeOptions),
    ),
  },
  mergesAnother,
  subtreeOptions,
);

/** Whatever the person does in it is not asked about, and its tools are programs. */
const anyWindow = startsProgram(
  'opens a window in which anything can be done',
  'opens-ui',
  'writes-repo',
  'writes-files',
);

/** Plumbing, servers, other version control systems and windows: none of them only reads, whatever its options. */
export const plumbing: Record<string, Node> = {
  archimport: startsProgram('imports with other programs', 'writes-repo', 'writes-files'),
  'checkout-index': destroysFiles('overwrites files from the index'),
  'checkout--worker': destroysFiles('overwrites files from the index'),
  citool: anyWindow,
  column,
  'commit-tree': changes('writes a commit'),
  credential: refusesSecret('prints passwords; git asks the helper itself when it needs one'),
  'credential-cache': refusesSecret('prints passwords'),
  'credential-store': refusesSecret('prints passwords'),
  cvsexportcommit: startsProgram('exports with other programs', 'network', 'writes-remote', 'writes-files'),
  cvsimport: startsProgram('imports with other programs', 'network', 'writes-repo', 'writes-files'),
  cvsserver: serves('serves until it is stopped'),
  daemon: serves('serves until it is stopped'),
  'fast-import': destroysFiles('moves any refs, and writes over files of marks'),
  'filter-branch': startsProgram('runs programs to rewrite the whole history', 'writes-repo', 'writes-files'),
  'filter-repo': startsProgram('runs a program that rewrites the whole history', 'writes-repo', 'writes-files'),
  'fmt-merge-msg': changes('is not in a form known to read'),
  'for-each-repo': startsProgram('runs a git command in other repositories', 'writes-repo', 'writes-files'),
  'format-rev': runs('takes a format that may run gpg'),
  gui: anyWindow,
  'http-backend': serves('serves requests'),
  'http-fetch': downloads('downloads objects'),
  'http-push': destroysRemote('sends objects to a remote, over what is there'),
  'imap-send': startsProgram('sends mail, by a program where config names one', 'network', 'writes-remote'),
  'index-pack': writes(changesFiles('writes a pack index'), {
    acts: { '-o': destroysFiles('writes a file, over one of that name') },
  }),
  instaweb: startsProgram('starts a web server and a browser', 'network', 'opens-ui', 'writes-repo'),
  mailinfo: overwritesFile('writes the files it is given'),
  mailsplit: overwritesFile('writes numbered files'),
  'merge-index': startsProgram('runs a merge program', 'writes-repo', 'writes-files'),
  'merge-one-file': destroysFiles('overwrites or deletes a file'),
  mktag: changes('writes a tag object'),
  mktree: changes('writes a tree object'),
  p4: otherSystem,
  'pack-objects': savesFile('writes packs'),
  'pack-redundant': changes('is not in a form known to read'),
  'pack-refs': changes('rewrites how refs are stored'),
  quiltimport: changesFiles('imports patches'),
  'read-tree': readTree,
  'receive-pack': serves('serves a push'),
  'request-pull': writes(({ positionals }) => objectToHelper(positionals) ?? objectTo('request-pull', asksByScript)),
  'send-email': startsProgram('sends mail, by programs it is given', 'network', 'writes-remote'),
  'sh-i18n': asks('is for scripts'),
  'sh-setup': asks('is for scripts'),
  shell: startsProgram('runs a command of a server', 'interactive'),
  'show-index': asks('waits for a pack index'),
  svn: otherSystem,
  'unpack-file': savesFile('writes a file'),
  'unpack-objects': changes('writes objects'),
  'update-index': changes('changes the index'),
  'update-server-info': changes('writes files for serving'),
  'upload-archive': serves('serves an archive'),
  'upload-pack': serves('serves a fetch'),
  'web--browse': startsProgram('runs a browser', 'opens-ui'),
  'write-tree': changes('writes a tree object'),
  gitk: anyWindow,
  subtree,
  ...each(
    'merge-octopus merge-ours merge-recursive merge-recursive-ours merge-recursive-theirs merge-resolve merge-subtree',
    changesFiles('merges commits'),
  ),
  ...each('remote-http remote-https remote-ftp remote-ftps', startsProgram('is for git itself', 'network')),
  ...each('remote-ext remote-fd', refusesProgram('runs a program; use a remote or a URL')),
};
