import {
  changes,
  changesFiles,
  destroys,
  destroysFiles,
  downloads,
  overwritesFile,
  refusesProgram,
  refusesTerminal,
  runs,
  startsProgram,
} from '../acts.ts';
import { objectTo } from '../judge.ts';
import {
  type Act,
  inForce,
  type Node,
  type Objection,
  type OptionRows,
  type ValueCheck,
  type Walked,
  writes,
} from '../table.ts';
import { objectToHelper } from '../values.ts';
import { objectToSetting } from './config-keys.ts';

const otherSide = refusesProgram('names a program to run on the other side; leave it out');
const terminal = (instead: string) => refusesTerminal(`needs a terminal; ${instead}`);
const downloadsFiles: Act = {
  says: 'downloads and checks out',
  effects: ['network', 'writes-repo', 'writes-files'],
  risk: 'local',
};
const rewrites = destroys('rewrites commits that exist');

/** The same write, and what its dry run does all the same, with the command that reads what it would have said. */
const withDryRun =
  (base: (walked: Walked) => Objection, title: string, says: string) =>
  (walked: Walked): Objection =>
    inForce(walked, '--dry-run') ? { ...base(walked), reason: `${title} --dry-run ${says}` } : base(walked);
const dryRun = { flag: ['-n --dry-run'] } as const satisfies OptionRows;
const writesIndex = (instead: string) => `still writes the index; ${instead}`;
const downloadsAllTheSame = 'still downloads objects; git ls-remote shows what is there';

/** Takes an address, which may run a program. */
const address =
  (base: Act, title: string) =>
  (walked: Walked): Objection =>
    objectToHelper(walked.positionals) ?? objectTo(title, base);

/** Fetches: into a ref of this repository, or less than the whole history, it takes away what was there. */
const fetching =
  (base: Act, title: string) =>
  (walked: Walked): Objection => {
    const helper = objectToHelper(walked.positionals);
    const prunes = inForce(walked, '--prune');
    const refspec = walked.positionals.find(
      word => /^\+?[^+:]*:(?!refs\/remotes\/)./.test(word) && (prunes || word.startsWith('+')),
    );
    if (helper || refspec === undefined) return helper ?? objectTo(title, base);
    return objectTo(`'${refspec}'`, { ...base, says: 'overwrites or deletes local refs', risk: 'destructive' });
  };
const fetches = fetching(downloads('downloads objects and moves remote-tracking branches'), 'fetch');
const always =
  (act: Act): ValueCheck =>
  (_value, written) =>
    objectTo(written, act);
const cuts = always({ ...destroys('cuts the history that is here'), effects: ['network', 'writes-repo'] });
const forces: Act = { ...downloads('overwrites local refs'), risk: 'destructive' };
const transportOptions = {
  value: ['-o --server-option --push-option', '-j --jobs', '--deepen', '--negotiation-tip', '--filter'],
  checked: {
    '--depth': cuts,
    '--refmap': always(forces),
    '--shallow-exclude': cuts,
    '--shallow-since': cuts,
  },
} as const satisfies OptionRows;
const transportActs = {
  '-f --force': forces,
  '-p --prune': downloads('deletes remote-tracking branches that are gone'),
  '-P --prune-tags': { ...forces, says: 'deletes tags the remote does not have' },
  '-u --update-head-ok': { ...forces, says: 'moves the branch under the work tree' },
  '--update-shallow': { ...forces, says: 'takes the cut history of the remote over' },
  '--upload-pack': otherSide,
} as const;

/** Strategies that git has itself: for any other it runs `git merge-<name>`, a program or an alias. */
const strategy: ValueCheck = (value, written) =>
  ['octopus', 'ort', 'ours', 'recursive', 'resolve', 'subtree'].includes(value)
    ? undefined
    : objectTo(`${written} ${value}`, startsProgram('runs a merge program that git does not bring along'));
const strategyOption = { checked: { '-s --strategy': strategy } } as const satisfies OptionRows;

/** What no branch can be called: git-check-ref-format(1). */
const NO_BRANCH = /^[.:]|[*?[\\ ]|\/$/;

/** checkout: paths are overwritten with no way back; a lone word may be a branch, so only what looks like a path counts as one. */
function checkout(walked: Walked): Objection {
  const { positionals, beforeDashes } = walked;
  const list = walked.options.get('--pathspec-from-file');
  const creates = ['-b', '-B', '--orphan', '--detach', '--track'].some(name => walked.options.has(name));
  const named = positionals.find(word => NO_BRANCH.test(word));
  const file =
    positionals.length === 1 && !creates ? positionals.find(word => /\.[a-z]\w{0,4}$/i.test(word)) : undefined;
  const path =
    positionals[beforeDashes] ??
    named ??
    file ??
    (list === undefined ? undefined : String(list)) ??
    (creates ? undefined : positionals[1]);
  return path === undefined
    ? objectTo('checkout', changesFiles('switches to another branch or commit'))
    : objectTo(`'${path}'`, destroysFiles('would be overwritten'));
}

const moves = objectTo('mv', changesFiles('moves files'));

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
      ...strategyOption,
      value: ['-m --mainline', '-S --gpg-sign', '-X --strategy-option', '--cleanup', '--empty'],
      acts: {
        '-e --edit': terminal(`leave it out; ${title} takes the message as it is`),
        '--skip': destroysFiles('drops a commit'),
        '--abort': destroysFiles('discards your conflict resolutions'),
      },
    },
  );

const commits = objectTo('commit', changes('records what is staged'));
const commit = writes(
  withDryRun(() => commits, 'commit', writesIndex('git status shows what it would record')),
  {
    flag: ['--dry-run'],
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
  },
);

const rebase = writes(destroysFiles('rewrites the commits of a branch'), {
  ...strategyOption,
  value: ['-C', '-X --strategy-option', '--empty', '--onto', '--whitespace'],
  optional: ['-S --gpg-sign', '-r --rebase-merges'],
  acts: {
    '-i --interactive': terminal(
      'use rebase --onto to move or drop commits, or reset --soft and commit -m to combine them',
    ),
    '-x --exec': refusesProgram('runs a command after every commit; run it yourself'),
    '--edit-todo': terminal('abort and start again'),
  },
});

/** update-ref: a ref that is there is moved with no question, unless the old value says that there is none. */
function updateRef({ positionals: [ref = '', , old = ''] }: Walked): Objection {
  const creates = /^0{40,}$/.test(old);
  return objectTo(`'${ref}'`, creates ? changes('would be created') : destroys('would be moved, wherever it is'));
}

/** Even `add -n` writes: the index it has refreshed and, before git 2.39 or so, the objects. */
const records = objectTo('add', changes('records files in the index'));
const add = writes(
  withDryRun(() => records, 'add', writesIndex('git status --short shows what it would add')),
  {
    ...dryRun,
    value: ['--chmod', '--pathspec-from-file'],
    acts: {
      '-e --edit': terminal('name the files to add'),
      '-i --interactive': terminal('name the files to add'),
      '-p --patch': terminal('name the files to add'),
    },
  },
);

const init = writes(changesFiles('creates a repository'), {
  acts: {
    '--shared': destroysFiles('lets other people of this machine write to the repository'),
    '--separate-git-dir': destroysFiles('moves the repository somewhere else'),
    '--template': refusesProgram('installs hooks from a folder; leave it out'),
  },
});

/** repack: with -a and -d what nothing reaches is in no pack any more, and with -A only as long as git likes. */
function repack(walked: Walked): Objection {
  const drops = walked.options.has('-a') && walked.options.has('-d');
  return objectTo('repack', drops ? destroys('deletes unreachable objects') : changes('repacks the repository'));
}

/** pull: rebasing, it makes the commits that are only here anew. */
function pull(walked: Walked): Objection {
  const how = walked.options.get('--rebase') ?? false;
  const rebases = how !== false && how !== 'false';
  const rewritten: Act = { ...downloadsFiles, says: 'rewrites your commits', risk: 'destructive' };
  return fetching(
    rebases ? rewritten : { ...downloadsFiles, says: 'fetches and merges' },
    rebases ? '--rebase' : 'pull',
  )(walked);
}

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
      '-m --merge': destroysFiles('merges uncommitted changes, and staged ones may be lost'),
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
    checked: { '-c --config': objectToSetting },
    acts: { '-u --upload-pack': otherSide, '--template': refusesProgram('installs hooks from a folder; leave it out') },
  }),
  commit,
  difftool: writes(startsProgram('opens a diff program; use diff', 'opens-ui'), {
    acts: { '-x --extcmd': refusesProgram('runs a program; use diff') },
  }),
  'fast-export': writes(runs('may rewrite and save marks'), {
    value: ['--anonymize-map', '--refspec'],
    acts: { '--export-marks': overwritesFile('writes a file') },
  }),
  fetch: writes(withDryRun(fetches, 'fetch', downloadsAllTheSame), {
    ...transportOptions,
    flag: ['--dry-run'],
    acts: transportActs,
  }),
  'fetch-pack': writes(downloads('downloads objects'), { acts: { '--exec': otherSide, '--upload-pack': otherSide } }),
  gc: writes(changes('repacks the repository'), {
    optional: ['--auto'],
    acts: {
      '--aggressive': changes('repacks the repository'),
      '--expire-to': destroysFiles('moves unreachable objects away'),
      '--prune': destroys('deletes unreachable objects'),
    },
  }),
  history: destroysFiles('rewrites commits'),
  init,
  'init-db': init,
  merge: writes(changesFiles('merges commits into the branch'), {
    ...strategyOption,
    value: ['-F --file', '-m --message', '-X --strategy-option', '--cleanup', '--into-name'],
    optional: ['-S --gpg-sign'],
    acts: {
      '-e --edit': terminal('use -m'),
      '--abort': destroysFiles('discards your conflict resolutions'),
      '--quit': changes('forgets the merge in progress'),
    },
  }),
  mergetool: startsProgram('opens a merge program; edit the conflicted files instead', 'opens-ui'),
  mv: writes(
    withDryRun(() => moves, 'mv', writesIndex('git ls-files shows the files')),
    {
      ...dryRun,
      acts: { '-f --force': destroysFiles('overwrites files') },
    },
  ),
  pull: writes(withDryRun(pull, 'pull', downloadsAllTheSame), {
    ...transportOptions,
    flag: ['--dry-run'],
    checked: { ...transportOptions.checked, ...strategyOption.checked },
    optional: ['-r --rebase', '-S --gpg-sign'],
    acts: transportActs,
  }),
  rebase,
  repack: writes(repack, {
    flag: ['-a', '-d'],
    acts: {
      '--cruft-expiration': destroys('deletes unreachable objects'),
      '--expire-to': destroysFiles('moves unreachable objects away'),
      '--filter': destroys('leaves objects out'),
      '--filter-to': destroysFiles('moves objects away'),
      '--unpack-unreachable': destroys('deletes unreachable objects'),
    },
  }),
  replay: rewrites,
  reset,
  restore: writes(destroysFiles('overwrites files'), {
    value: ['-s --source', '--conflict', '--pathspec-from-file'],
    acts: { '-p --patch': terminal('name the files to restore') },
  }),
  revert: sequencer('revert'),
  rm: writes(withDryRun(removes, 'rm', 'still moves repositories of submodules; git ls-files shows the files'), {
    value: ['--pathspec-from-file'],
    flag: [...dryRun.flag, '--cached'],
  }),
  stage: add,
  switch: writes(changesFiles('switches to another branch'), {
    value: ['-c --create', '--conflict', '--orphan'],
    acts: {
      '-C --force-create': destroysFiles('moves a branch that exists'),
      '-f --force --discard-changes': destroysFiles('discards uncommitted changes'),
      '-m --merge': destroysFiles('merges uncommitted changes, and staged ones may be lost'),
    },
  }),
  'update-ref': writes(updateRef, {
    value: ['-m'],
    acts: { '-d': destroys('deletes a ref'), '--stdin': destroys('moves or deletes any refs') },
  }),
};
