import {
  changes,
  changesFiles,
  destroys,
  destroysFiles,
  destroysRemote,
  downloads,
  opens,
  refusesProgram,
  refusesTerminal,
  runs,
  savesFile,
  sends,
} from '../acts.ts';
import { objectTo } from '../judge.ts';
import { type Act, inForce, type Node, type Objection, type OptionRows, type Walked, writes } from '../table.ts';
import { objectToSetting } from './config-keys.ts';

const otherSide = refusesProgram('names a program to run on the other side; leave it out');
const terminal = (instead: string) => refusesTerminal(`asks on a terminal; ${instead}`);
const downloadsFiles: Act = {
  says: 'downloads and checks out',
  effects: ['network', 'writes-repo', 'writes-files'],
  risk: 'local',
};
const rewrites = destroys('rewrites commits that exist');

/** Takes an address: `ext::` runs a program. */
const address =
  (base: Act, title: string) =>
  (walked: Walked): Objection => {
    const helper = walked.positionals.find(word => /^ext::/i.test(word));
    return helper
      ? objectTo(`'${helper}'`, refusesProgram('runs a program; use a remote or a URL'))
      : objectTo(title, base);
  };
const transportOptions = {
  value: [
    '-o --server-option --push-option',
    '-j --jobs',
    '--depth',
    '--deepen',
    '--shallow-since',
    '--shallow-exclude',
    '--refmap',
    '--negotiation-tip',
    '--filter',
  ],
} as const satisfies OptionRows;

/** push: a leading + or : in a refspec overwrites or deletes just as --force and --delete do. */
function push(walked: Walked): Objection {
  const [remote, ...refspecs] = walked.positionals;
  const refspec = refspecs.find(word => /^[+:]/.test(word));
  const base = address(sends('sends commits to a remote'), 'push')(walked);
  if (base.refused || !refspec || remote === undefined) return base;
  return objectTo(
    `'${refspec}'`,
    destroysRemote(refspec.startsWith('+') ? 'overwrites a remote branch' : 'deletes a remote branch'),
  );
}

/** checkout: paths are overwritten with no way back; a lone word may be a branch, so only what looks like a path counts as one. */
function checkout(walked: Walked): Objection {
  const { positionals, beforeDashes } = walked;
  const creates = ['-b', '-B', '--orphan', '--detach', '--track'].some(name => walked.options.has(name));
  const named = positionals.find(word => word === '.' || /^(\.{1,2}\/|:)|[*?[]/.test(word));
  const path = positionals[beforeDashes] ?? named ?? (creates ? undefined : positionals[1]);
  return path === undefined
    ? objectTo('checkout', changesFiles('switches to another branch or commit'))
    : objectTo(`'${path}'`, destroysFiles('would be overwritten'));
}

/** rm: with --cached the files stay. */
const removes = (walked: Walked): Objection =>
  inForce(walked, '--cached')
    ? objectTo('rm --cached', changes('takes files out of the index'))
    : objectTo('rm', destroysFiles('deletes files'));

/** reset: moves the branch or the index; only the modes that touch files lose work. */
const reset = writes(changes('moves the branch or unstages files'), {
  value: ['--pathspec-from-file'],
  acts: {
    '-p --patch': terminal('name the files to reset'),
    '--hard': destroysFiles('discards uncommitted changes'),
    '--keep': destroysFiles('overwrites files in the work tree'),
    '--merge': destroysFiles('discards uncommitted changes'),
  },
});

const sequencer = (title: string) =>
  writes(
    { ...changesFiles('makes new commits'), effects: ['writes-repo', 'writes-files'] },
    {
      value: ['-m --mainline', '-s --strategy', '-S --gpg-sign', '-X --strategy-option', '--cleanup', '--empty'],
      acts: {
        '-e --edit': terminal(`leave it out; ${title} takes the message as it is`),
        '--skip': destroysFiles('drops a commit'),
        '--abort': destroysFiles('discards what was resolved so far'),
      },
    },
  );

const commit = writes(changes('records a commit'), {
  value: [
    '-C --reuse-message',
    '-c --reedit-message',
    '-F --file',
    '-m --message',
    '-t --template',
    '--author',
    '--cleanup',
    '--date',
    '--fixup',
    '--pathspec-from-file',
    '--squash',
    '--trailer',
  ],
  optional: ['-S --gpg-sign', '-u --untracked-files'],
  acts: {
    '-p --patch': terminal('stage with add and commit'),
    '--amend': destroys('replaces the last commit'),
    '--interactive': terminal('stage with add and commit'),
  },
});

const rebase = writes(destroysFiles('rewrites the commits of a branch'), {
  value: ['-C', '-s --strategy', '-X --strategy-option', '--empty', '--onto', '--whitespace'],
  optional: ['-S --gpg-sign', '-r --rebase-merges'],
  acts: {
    '-i --interactive': terminal('use rebase without it, or reset and commit'),
    '-x --exec': refusesProgram('runs a command after every commit; run it yourself'),
    '--edit-todo': terminal('abort and start again'),
  },
});

/** Even `add -n` writes: the index it has refreshed and, before git 2.39 or so, the objects. */
const add = writes(changes('records files in the index'), {
  value: ['--chmod', '--pathspec-from-file'],
  acts: {
    '-e --edit': terminal('name the files to add'),
    '-i --interactive': terminal('name the files to add'),
    '-p --patch': terminal('name the files to add'),
  },
});

/** Subcommands that have no read-only form, with what raises their risk or is refused. */
export const alwaysWrites: Record<string, Node> = {
  add,
  am: writes(changesFiles('applies patches as commits'), {
    value: ['-C', '-p', '--directory', '--exclude', '--include', '--patch-format', '--whitespace'],
    acts: {
      '-i --interactive': terminal('apply without it'),
      '--abort': destroysFiles('discards what was applied'),
      '--skip': destroysFiles('drops a patch'),
    },
  }),
  backfill: downloads('downloads missing objects'),
  checkout: writes(checkout, {
    optional: ['-t --track'],
    value: ['-b', '--conflict', '--orphan', '--pathspec-from-file'],
    flag: ['-d --detach'],
    acts: {
      '-B': destroysFiles('moves a branch that exists'),
      '-f --force': destroysFiles('discards uncommitted changes'),
      '-m --merge': changesFiles('merges uncommitted changes'),
      '-p --patch': terminal('name the files to restore'),
      '--ours': destroysFiles('overwrites files'),
      '--theirs': destroysFiles('overwrites files'),
    },
  }),
  'cherry-pick': sequencer('cherry-pick'),
  clone: writes(address({ ...downloadsFiles, says: 'downloads a repository' }, 'clone'), {
    value: [
      '-b --branch',
      '-j --jobs',
      '-o --origin',
      '--bundle-uri',
      '--depth',
      '--filter',
      '--reference',
      '--reference-if-able',
      '--ref-format',
      '--separate-git-dir',
      '--server-option',
      '--shallow-exclude',
      '--shallow-since',
    ],
    checked: { '-c --config': (setting, written) => objectToSetting(setting, written) },
    acts: { '-u --upload-pack': otherSide, '--template': refusesProgram('installs hooks from a folder; leave it out') },
  }),
  commit,
  difftool: writes(opens('opens a diff program; use diff'), {
    acts: { '-x --extcmd': refusesProgram('runs a program; use diff') },
  }),
  'fast-export': writes(runs('may rewrite and save marks'), {
    value: ['--anonymize-map', '--refspec'],
    acts: { '--export-marks': savesFile('writes a file') },
  }),
  fetch: writes(address(downloads('downloads objects and moves remote-tracking branches'), 'fetch'), {
    ...transportOptions,
    acts: {
      '-f --force': { ...downloads('overwrites local refs'), risk: 'destructive' },
      '-p --prune': downloads('deletes remote-tracking branches that are gone'),
      '--upload-pack': otherSide,
    },
  }),
  'fetch-pack': writes(downloads('downloads objects'), { acts: { '--exec': otherSide, '--upload-pack': otherSide } }),
  gc: writes(changes('repacks the repository'), {
    optional: ['--auto'],
    acts: { '--prune': destroys('deletes unreachable objects'), '--aggressive': changes('repacks the repository') },
  }),
  history: destroysFiles('rewrites commits'),
  init: writes(changesFiles('creates a repository'), {
    acts: { '--template': refusesProgram('installs hooks from a folder; leave it out') },
  }),
  'init-db': changesFiles('creates a repository'),
  merge: writes(changesFiles('merges commits into the branch'), {
    value: ['-F --file', '-m --message', '-s --strategy', '-X --strategy-option', '--cleanup', '--into-name'],
    optional: ['-S --gpg-sign'],
    acts: {
      '-e --edit': terminal('use -m'),
      '--abort': destroysFiles('discards what was resolved so far'),
      '--quit': changes('forgets the merge in progress'),
    },
  }),
  mergetool: opens('opens a merge program; edit the conflicted files instead'),
  mv: changesFiles('moves files'),
  pull: writes(address({ ...downloadsFiles, says: 'fetches and merges' }, 'pull'), {
    ...transportOptions,
    optional: ['-r --rebase', '-S --gpg-sign'],
    acts: {
      '-f --force': { ...downloadsFiles, says: 'overwrites local refs', risk: 'destructive' },
      '--upload-pack': otherSide,
    },
  }),
  push: writes(push, {
    value: ['-o --push-option', '--repo', '--recurse-submodules'],
    acts: {
      '-d --delete': destroysRemote('deletes remote branches'),
      '-f --force': destroysRemote('overwrites what is on the remote'),
      '--exec': otherSide,
      '--force-with-lease': destroysRemote('overwrites what is on the remote'),
      '--mirror': destroysRemote('makes the remote an exact copy'),
      '--prune': destroysRemote('deletes remote branches'),
      '--receive-pack': otherSide,
    },
  }),
  rebase,
  repack: changes('repacks the repository'),
  replay: rewrites,
  reset,
  restore: writes(destroysFiles('overwrites files'), {
    value: ['-s --source', '--conflict', '--pathspec-from-file'],
    acts: { '-p --patch': terminal('name the files to restore') },
  }),
  revert: sequencer('revert'),
  // Even its --dry-run moves the repositories of submodules.
  rm: writes(removes, { value: ['--pathspec-from-file'], flag: ['--cached'] }),
  'send-pack': writes(sends('sends objects to a remote'), {
    acts: {
      '--exec': otherSide,
      '--receive-pack': otherSide,
      '--force': destroysRemote('overwrites what is on the remote'),
    },
  }),
  stage: add,
  switch: writes(changesFiles('switches to another branch'), {
    value: ['-c --create', '--conflict', '--orphan'],
    acts: {
      '-C --force-create': destroysFiles('moves a branch that exists'),
      '-f --force --discard-changes': destroysFiles('discards uncommitted changes'),
    },
  }),
  'update-ref': writes(changes('moves a ref'), { value: ['-m'], acts: { '-d': destroys('deletes a ref') } }),
};
