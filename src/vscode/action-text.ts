import { l10n } from 'vscode';

/** Texts of what people do in views and by commands, loaded with the first of it. */
export const ACTION_TEXT = {
  commits: {
    compareTitle: (commit: string) => l10n.t('Compare {0} with…', commit),
    comparePlaceholder: l10n.t('Choose a branch or tag'),
    checkOutTitle: l10n.t('Check out a branch or the commit'),
    detached: (commit: string) => l10n.t('{0}, on no branch', commit),
    aboutDetached: l10n.t('Detaches HEAD. New commits belong to no branch until you make one.'),
    resetTitle: (commit: string) => l10n.t('Reset the current branch to {0}', commit),
    resetModes: {
      mixed: l10n.t('Keeps your files. Unstages what is staged.'),
      soft: l10n.t('Keeps your files and what is staged.'),
      hard: l10n.t('Discards uncommitted changes.'),
    },
  },

  /** Everything the journal has of one entry. */
  entry: {
    inRepository: (path: string) => l10n.t('in {0}', path),
    ran: (time: string, origin: string, outcome: string) => l10n.t('{0}, by {1}: {2}', time, origin, outcome),
    undone: l10n.t('It has since been undone.'),
    undoneHere: l10n.t('It has since been undone on this machine. What left it is still there.'),
    undoneInPart: l10n.t('A part of it has since been undone.'),
    nothingChanged: l10n.t('Nothing changed.'),
    changes: l10n.t('What changed'),
    reverts: l10n.t('Commands that revert what left this machine'),
    notSaved: l10n.t('What Undo cannot restore'),
  },

  checkpoints: {
    checkpoint: l10n.t('checkpoint'),
    narrowed: (search: string) => l10n.t('Only: {0}', search),
    noRepository: l10n.t('There is no repository to work in.'),
    none: l10n.t('There is no checkpoint. Save one with Save Checkpoint….'),
    labelTitle: l10n.t('Label'),
    labelPrompt: l10n.t('It stays in the journal as long as it has a label.'),
    suggested: (time: string) => l10n.t('checkpoint of {0}', time),
    saved: (label: string) => l10n.t('Saved “{0}”.', label),
    labelled: (label: string) => l10n.t('Labelled “{0}”.', label),
    removed: l10n.t('The label is gone. The entry expires like any other.'),
    notSaved: (what: string) => l10n.t('Not saved: {0}.', what),
    returnTitle: l10n.t('Return to a checkpoint'),
    findTitle: l10n.t('Find in the journal'),
    findPlaceholder: l10n.t('Type words to look for, and choose which entries'),
    filters: {
      all: l10n.t('All'),
      mine: l10n.t('Mine'),
      agents: l10n.t('By agents'),
      foreign: l10n.t('Made outside Sluice'),
      remote: l10n.t('Left this machine'),
      labelled: l10n.t('Labelled'),
    },
  },

  conflicts: {
    /** Names a few of the files. */
    stopped: (command: string, files: readonly string[]) => {
      const [first = '', second = ''] = files;
      if (files.length === 1)
        return l10n.t('{0} stopped at a conflict in {1}. Resolve it, then continue.', command, first);
      if (files.length === 2)
        return l10n.t('{0} stopped at conflicts in {1} and {2}. Resolve them, then continue.', command, first, second);
      const more = files.length - 2;
      return l10n.t(
        '{0} stopped at conflicts in {1}, {2} and {3} more. Resolve them, then continue.',
        command,
        first,
        second,
        more,
      );
    },
    open: l10n.t('Open Files'),
    continue: l10n.t('Continue'),
    abort: l10n.t('Abort'),
  },

  diffBase: {
    title: (current: string) => l10n.t('Compare the work tree with… (now {0})', current),
    placeholder: l10n.t('A branch, tag or commit, for example main or HEAD~5'),
    asTyped: l10n.t('as typed'),
    refs: l10n.t('refs'),
    head: l10n.t('the last commit: shows what is not committed yet'),
  },

  journal: {
    undoing: l10n.t('Sluice: undoing'),
    undoneSoFar: (done: number, total: number) => l10n.t('{0} of {1} files', done, total),
  },

  links: {
    notACommit: (value: string) => l10n.t('{0} is not a commit.', value),
    noGitHubRemote: (issue: string) =>
      l10n.t('Sluice cannot open {0}: this repository has no remote on GitHub.', issue),
    notInWorkTree: (path: string) => l10n.t('{0} is not in the work tree.', path),
    outsideRepository: (path: string) => l10n.t('{0} points outside the repository.', path),
    notAFile: (path: string) => l10n.t('{0} is neither a file nor a folder, so it cannot be opened.', path),
    notAWebAddress: (value: string) => l10n.t('{0} is not a web address.', value),
  },

  moveStatus: {
    title: l10n.t('Move the status view to…'),
    own: { label: l10n.t('A place of its own'), description: l10n.t('in the activity bar, with the whole height') },
    sourceControl: { label: l10n.t('Source Control'), description: l10n.t('beside the editor’s own list of changes') },
  },

  newFilter: {
    question: (name: string, program: string) =>
      l10n.t('Reads run without the new filter “{0}” until you allow its program: {1}', name, program),
    allow: l10n.t('Allow Filter'),
  },

  panels: {
    choose: l10n.t('Choose a panel'),
    export: (id: string) => l10n.t('Export {0}', id),
    exported: (id: string, path: string) => l10n.t('Exported {0} to {1}.', id, path),
    copied: l10n.t('Copied'),
    outputIsWhole: (id: string) => l10n.t('{0} already shows the full output.', id),
    notSaved: l10n.t('The full output is not saved any more. Refresh the panel and search again.'),
  },

  hunk: {
    stage: (path: string) => l10n.t('Staged a hunk of {0}.', path),
    unstage: (path: string) => l10n.t('Unstaged a hunk of {0}.', path),
    discard: (path: string) => l10n.t('Discarded a hunk of {0}.', path),
  },

  report: {
    finished: (command: string) => l10n.t('Ran {0}.', command),
    failed: (command: string) => l10n.t('{0} failed.', command),
    showOutput: l10n.t('Show Output'),
    noToken: l10n.t(
      'GitHub token not configured. Set one here, as GITHUB_TOKEN in the .env file of the workspace folder, or in the environment.',
    ),
    setToken: l10n.t('Set GitHub Token…'),
  },

  repositories: {
    choose: l10n.t('Choose a repository'),
  },

  runCommand: {
    noRepository: l10n.t('There is no git repository in this window.'),
    noRepositoryIn: (folder: string) => l10n.t('There is no git repository in this window ({0}).', folder),
  },

  status: {
    noConflict: l10n.t('This file is not in conflict any more.'),
    diffTitle: (file: string, base: string) => l10n.t('{0} ({1} ↔ work tree)', file, base),
    configure: l10n.t('Configure the status view'),
    showDiffs: l10n.t('Show diffs'),
    aboutDiffs: l10n.t('Expand a file to see its diff in place'),
    showLog: l10n.t('Show log'),
    logArguments: l10n.t('Log arguments…'),
    logArgumentsTitle: l10n.t('Arguments for git log in the status view'),
    logArgumentsPrompt: l10n.t('For example -10 --oneline. Leave empty to use the default.'),
    compareWith: l10n.t('Compare with…'),
  },
} as const;
