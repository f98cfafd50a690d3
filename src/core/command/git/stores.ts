import {
  asks,
  changes,
  changesFiles,
  destroys,
  destroysFiles,
  destroysRemote,
  downloads,
  installsProgram,
  opens,
  refusesTerminal,
  runs,
  sends,
  startsProgram,
} from '../acts.ts';
import {
  anything,
  each,
  group,
  leaf,
  type Node,
  none,
  type Objection,
  type OptionRows,
  objectTo,
  options,
  revs,
  upTo,
  type Walked,
  words,
  writes,
} from '../table.ts';
import { objectToHelper } from '../values.ts';
import { historyCondition, plainDiffsOnly } from './conditions.ts';
import { diffOptions, mergeDiffOptions, plainDiffs, redoesMerge, showsPatch, wholeWords } from './diff-options.ts';
import { countOption, prettyOptions, revisionOptions } from './revision-options.ts';

const patchOption = { acts: { '-p --patch': refusesTerminal('needs a terminal; name the files instead') } };

/** git-stash(1): without an action it stashes; list is a log and show a diff. */
const stashPush = writes(changesFiles('takes the changes out of the work tree'), {
  value: ['-m --message', '--pathspec-from-file'],
  ...patchOption,
});
const stash = group(
  {
    list: leaf({
      dialect: 'revisions',
      options: options(diffOptions, mergeDiffOptions, revisionOptions, countOption, prettyOptions, {
        flag: ['-r', '-t', '--source'],
        optional: ['--decorate'],
      }),
      forms: [{ takes: revs() }],
      dependsOn: ['refs'],
      harden: plainDiffs,
      showsContents: showsPatch(false),
      condition: historyCondition,
      scratchObjects: redoesMerge,
      check: wholeWords,
    }),
    show: leaf({
      dialect: 'revisions',
      options: options(diffOptions, mergeDiffOptions, {
        flag: ['--include-untracked', '--no-include-untracked', '--only-untracked', '-r', '-t'],
      }),
      forms: [{ takes: revs() }],
      dependsOn: ['refs'],
      showsContents: showsPatch(true),
      condition: historyCondition,
      scratchObjects: redoesMerge,
      check: wholeWords,
      // Any option of ours takes the place of the default --stat, so it has to be said.
      harden: walked => (walked.options.size > 0 ? plainDiffs : ['--stat', ...plainDiffs]),
    }),
    push: stashPush,
    save: stashPush,
    apply: changesFiles('applies a stash'),
    pop: changesFiles('applies a stash and drops it'),
    branch: changesFiles('creates a branch from a stash'),
    drop: destroys('deletes a stash'),
    clear: destroys('deletes every stash'),
    ...each('create store import', changes('writes stash objects')),
    export: destroys('writes over the ref it exports to'),
  },
  stashPush,
);

/** git-notes(1). */
const notes = group(
  {
    list: leaf({ options: options(), forms: [{ takes: words(0, 1) }], dependsOn: ['refs'] }),
    // It hands what the note is to a plain show, and a note can be a commit.
    show: leaf({
      options: options(),
      forms: [{ takes: words(0, 1) }],
      dependsOn: ['refs'],
      condition: () => plainDiffsOnly,
    }),
    'get-ref': leaf({ options: options(), forms: [{ takes: none }], dependsOn: ['config'] }),
    ...each(
      'add append copy merge',
      writes(changes('writes notes'), {
        acts: {
          '-f --force': destroys('overwrites a note'),
          '--abort': destroys('discards your conflict resolutions'),
        },
      }),
    ),
    edit: asks('opens an editor'),
    ...each('remove prune', destroys('removes notes')),
  },
  leaf({
    options: options({ value: ['--ref'] }),
    forms: [{ takes: none }],
    otherwise: changes('is not in a form known to read'),
    dependsOn: ['refs'],
  }),
  { value: ['--ref'] },
);

/** git-worktree(1). */
const worktreeCommand = group(
  {
    list: leaf({
      options: options({ flag: ['-v --verbose', '-z', '--porcelain'], value: ['--expire'] }),
      forms: [{ takes: none }],
      dependsOn: ['refs'],
    }),
    prune: leaf({
      options: options({ flag: ['-n --dry-run', '-v --verbose'], value: ['--expire'] }),
      forms: [{ with: ['--dry-run'], takes: none }],
      otherwise: destroys('removes records of work trees, with what only they name; -n shows which'),
      dependsOn: ['refs'],
    }),
    add: writes(changesFiles('creates a work tree'), {
      value: ['-b', '--reason'],
      acts: {
        '-B': destroysFiles('moves a branch that exists'),
        '-f --force': destroysFiles('takes over a path or branch'),
      },
    }),
    ...each('lock unlock repair', changes('changes the records of work trees')),
    move: changesFiles('moves a work tree'),
    remove: destroysFiles('deletes a work tree'),
  },
  changesFiles('works on work trees'),
);

/** git-submodule(1). */
const recordsSubmodules = changes('changes how submodules are recorded');
const checksOutSubmodules = ({ positionals }: Walked): Objection =>
  objectToHelper(positionals) ??
  objectTo('submodule', {
    ...changesFiles('clones or checks out submodules'),
    effects: ['network', 'writes-repo', 'writes-files'],
  });
const submoduleStatus = leaf({
  options: options({ flag: ['-q --quiet', '--cached', '--recursive'] }),
  forms: [{ takes: revs() }],
  showsContents: false,
  dependsOn: ['refs', 'index', 'worktree'],
});
const submodule = group(
  {
    status: submoduleStatus,
    summary: leaf({
      options: options({
        flag: ['-q --quiet', '--cached', '--files'],
        checked: { '-n --summary-limit': { ...upTo(999_999), orMinusOne: true } },
      }),
      forms: [{ takes: revs() }],
      showsContents: false,
      dependsOn: ['refs', 'index', 'worktree'],
    }),
    ...each(
      'add update',
      writes(checksOutSubmodules, {
        acts: {
          '-f --force': destroysFiles('discards changes in submodules'),
          '--rebase': destroysFiles('rewrites commits in submodules'),
        },
      }),
    ),
    'set-url': writes(
      ({ positionals }) => objectToHelper(positionals) ?? objectTo('submodule set-url', recordsSubmodules),
    ),
    ...each('init set-branch sync absorbgitdirs', recordsSubmodules),
    deinit: destroysFiles('empties submodule work trees'),
    foreach: startsProgram('runs a command in every submodule; git -C <submodule> reads one of them'),
  },
  leaf({
    options: options({ flag: ['-q --quiet', '--cached'] }),
    forms: [{ takes: none }],
    dependsOn: ['refs', 'index', 'worktree'],
  }),
  { flag: ['-q --quiet', '--cached'] },
);

/** git-sparse-checkout(1). */
const sparseCheckout = group(
  {
    list: leaf({ options: options(), forms: [{ takes: none }], dependsOn: ['config'] }),
    'check-rules': leaf({
      options: options({ flag: ['-z', '--cone'], checked: { '--rules-file': 'path' } }),
      forms: [{ takes: none }],
      dependsOn: ['config'],
    }),
    ...each('init set add reapply disable', changesFiles('changes which files are checked out')),
    clean: destroysFiles('deletes files outside the sparse checkout'),
  },
  changesFiles('changes which files are checked out'),
);

/** git-bisect(1). */
const bisect = group(
  {
    log: leaf({ options: options(), forms: [{ takes: none }], dependsOn: ['refs'] }),
    terms: leaf({
      options: options({ flag: ['--term-bad', '--term-good', '--term-new', '--term-old'] }),
      forms: [{ takes: none }],
      dependsOn: ['refs'],
    }),
    ...each('visualize view', opens('opens a history browser; use log')),
    run: startsProgram('runs a command at every step', 'writes-repo', 'writes-files'),
    ...each('start bad good new old skip next reset replay', changesFiles('checks out another commit')),
  },
  changesFiles('searches by checking out commits'),
);

/** git-rerere(1). */
const rerere = group(
  {
    ...each('status remaining diff', changes('makes the rr-cache folder; git status and git diff show conflicts')),
    ...each('clear forget gc', destroys('forgets recorded resolutions')),
  },
  changesFiles('records or replays conflict resolutions'),
);

/**
 * git-lfs(1), a program of its own that git starts. It refreshes the index, so it is given a copy, and it marks a
 * repository it sees for the first time, so it must have seen it; env and logs make folders all the same.
 */
const lfsRead = (rows: OptionRows, takes = none) =>
  leaf({
    dialect: 'pflag',
    options: options(rows),
    forms: [{ takes }],
    otherwise: runs('runs git-lfs in a form not known to read'),
    dependsOn: ['refs', 'index', 'worktree', 'config'],
    needsSetting: 'lfs.repositoryformatversion',
    copyIndex: () => true,
    guardAlias: true,
  });
const lfsHooks = installsProgram('changes attributes, hooks or filters, which git runs', 'writes-repo', 'writes-files');
const lfs = group(
  {
    'ls-files': lfsRead(
      {
        flag: ['-a --all', '-d --debug', '-D --deleted', '-j --json', '-l --long', '-n --name-only', '-s --size'],
        value: ['-I --include', '-X --exclude'],
      },
      words(0, 2),
    ),
    status: lfsRead({ flag: ['-j --json', '-p --porcelain'] }),
    track: { ...lfsRead({}), otherwise: lfsHooks },
    version: { ...lfsRead({}), needsSetting: '', copyIndex: () => false },
    ...each('env logs', changes('makes the folders of Git LFS; git config --get-regexp lfs shows its settings')),
    ...each(
      'fetch pull',
      writes(
        { ...downloads('downloads large files'), effects: ['network', 'writes-repo', 'writes-files'] },
        { acts: { '-p --prune': destroysFiles('deletes large files that are old') } },
        'pflag',
      ),
    ),
    push: sends('uploads large files'),
    ...each('install update', lfsHooks),
    ...each('uninstall untrack', changesFiles('changes attributes, hooks or configuration')),
    ...each('lock locks', sends('asks the server about locks or changes them')),
    unlock: destroysRemote("gives up a lock, with --force another's"),
    ...each('migrate prune dedup checkout', destroysFiles('rewrites or deletes large files')),
  },
  startsProgram('runs git-lfs in a form not known to read', ...anything),
);

/** git-maintenance(1), git-hook(1), git-replace(1). */
const maintenance = group(
  {
    run: changes('rewrites how objects are stored'),
    ...each('start register', installsProgram('has git run on a schedule, by crontab or the like', 'writes-repo')),
    ...each('stop unregister', changes('ends a schedule')),
  },
  changes('rewrites how objects are stored'),
);
const hook = group(
  {
    list: leaf({
      options: options({ flag: ['-z', '--allow-unknown-hook-name', '--show-scope'] }),
      forms: [{ takes: words(1, 1) }],
      dependsOn: ['config'],
      guardAlias: true,
    }),
    run: startsProgram('runs a hook'),
  },
  startsProgram('runs a hook'),
);
const replace = leaf({
  options: options({
    flag: ['-l --list'],
    value: ['--format'],
    flagActs: {
      '-d --delete': destroys('deletes replacements'),
      '-e --edit': refusesTerminal('opens an editor'),
      '-f --force': destroys('overwrites a replacement'),
      '-g --graft': changes('replaces an object'),
    },
    acts: {
      '--convert-graft-file': changes('replaces objects'),
      '--raw': changes('replaces an object'),
    },
  }),
  forms: [{ with: ['--list'], takes: words(0, 1) }, { takes: none }],
  otherwise: changes('replaces an object'),
  dependsOn: ['refs'],
});

export const stores: Record<string, Node> = {
  stash,
  notes,
  worktree: worktreeCommand,
  submodule,
  'sparse-checkout': sparseCheckout,
  bisect,
  rerere,
  lfs,
  maintenance,
  hook,
  replace,
};
