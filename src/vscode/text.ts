import { l10n } from 'vscode';
import type { Origin } from '../core/origin.ts';
import type { PanelState } from '../core/panels/panel.ts';
import type { Entry } from '../core/writes/journal/storage/entry.ts';

/** Every text that a window may need at once; those about commands and the gate's are loaded with the first of either. */
export const TEXT = {
  undo: l10n.t('Undo'),

  runCommand: {
    noRepository: l10n.t('There is no git repository in this window.'),
    noRepositoryIn: (folder: string) => l10n.t('There is no git repository in this window ({0}).', folder),
  },

  newFilter: {
    question: (name: string, program: string) =>
      l10n.t('Reads run without the new filter “{0}” until you allow its program: {1}', name, program),
    allow: l10n.t('Allow Filter'),
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

  running: {
    name: l10n.t('Sluice: running command'),
    tooltip: (commands: readonly string[]) => l10n.t('Running:\n{0}\n\nClick to cancel.', commands.join('\n')),
    label: (commands: readonly string[]) => l10n.t('Running {0}. Activate to cancel.', commands.join(', ')),
    chooseToCancel: l10n.t('Choose the commands to cancel'),
  },

  panels: {
    choose: l10n.t('Choose a panel'),
    open: l10n.t('Open Panel'),
    export: (id: string) => l10n.t('Export {0}', id),
    exported: (id: string, path: string) => l10n.t('Exported {0} to {1}.', id, path),
    outputIsWhole: (id: string) => l10n.t('{0} already shows the full output.', id),
    copied: l10n.t('Copied'),
    notSaved: l10n.t('The full output is not saved any more. Refresh the panel and search again.'),
    inRepository: (name: string) => l10n.t('in {0}', name),
    notRunYet: l10n.t('not run yet'),
    agents: l10n.t('Looked at by agents'),
    aboutAgents: l10n.t(
      'What agents have read. A click opens it and makes it yours; the rest closes an hour after its last read.',
    ),
    /** What a program calls itself, if it does; it may call itself anything. */
    readBy: (name: string, origin: string, time: string) =>
      name === ''
        ? l10n.t('read by an agent ({0}) at {1}', origin, time)
        : l10n.t('read by “{0}” ({1}) at {2}', name, origin, time),
    refreshedAt: (time: string) => l10n.t('refreshed at {0}', time),
  },

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

  repositories: {
    choose: l10n.t('Choose a repository'),
  },

  status: {
    title: l10n.t('Sluice Status'),
    lookAgain: l10n.t('This file has changed since. Check the hunk again.'),
    tooMany: l10n.t('These are too many files to name. Choose a folder, or clear the filter.'),
    conflicts: (count: number) => (count === 1 ? l10n.t('1 conflicted file') : l10n.t('{0} conflicted files', count)),
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

  moveStatus: {
    title: l10n.t('Move the status view to…'),
    own: { label: l10n.t('A place of its own'), description: l10n.t('in the activity bar, with the whole height') },
    sourceControl: { label: l10n.t('Source Control'), description: l10n.t('beside the editor’s own list of changes') },
  },

  diffBase: {
    title: (current: string) => l10n.t('Compare the work tree with… (now {0})', current),
    placeholder: l10n.t('A branch, tag or commit, for example main or HEAD~5'),
    asTyped: l10n.t('as typed'),
    refs: l10n.t('refs'),
    head: l10n.t('the last commit: shows what is not committed yet'),
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

  documents: {
    notInRepository: l10n.t('This file is not in an open repository.'),
  },

  journal: {
    waiting: (count: number) => l10n.t('Sluice: {0} waiting for you', count),
    running: (count: number) =>
      count === 1 ? l10n.t('Sluice: 1 command is running') : l10n.t('Sluice: {0} commands are running', count),
    /** Only what changed something is in the journal. */
    plan: (count: number) => (count === 1 ? l10n.t('Plan with 1 change') : l10n.t('Plan with {0} changes', count)),
    /** How much all snapshots take on disk at most. */
    holds: (megabytes: number) => l10n.t('{0} MB saved', megabytes),
    showChanges: l10n.t('Show What Changed'),
    toRevert: (command: string) => l10n.t('To revert: {0}', command),
    notSaved: (path: string) => l10n.t('Not saved: {0}', path),
    copied: (commands: readonly string[]) => {
      const [only = ''] = commands;
      if (commands.length === 1) return l10n.t('Copied {0}. Run it only if you are sure.', only);
      return l10n.t('Copied {0} commands. Run them only if you are sure.', commands.length);
    },
    undone: l10n.t('undone'),
    undoneHere: l10n.t('undone here, not on the remote'),
    undoneInPart: l10n.t('undone in part'),
    undoAgain: l10n.t('Undo Again'),
    show: l10n.t('Show Journal'),
    undoing: l10n.t('Sluice: undoing'),
    undoneSoFar: (done: number, total: number) => l10n.t('{0} of {1} files', done, total),
    showRevert: l10n.t('Show How to Revert…'),
    revertTitle: l10n.t('Sluice: revert what left this machine'),
    revertPlaceholder: l10n.t('Choose the command to run; you are asked again before it runs.'),
    anUndo: l10n.t('an undo'),
    justNow: l10n.t('just now'),
    /** The first change, and how many more there are. */
    changed: (first: string, count: number) => {
      if (count === 0) return l10n.t('nothing changed');
      return count === 1 ? first : l10n.t('{0} and {1} more', first, count - 1);
    },
    document: {
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
  },
} as const;

export const PANEL_STATES: Readonly<Record<PanelState, string>> = {
  fresh: l10n.t('fresh'),
  stale: l10n.t('stale'),
  refreshing: l10n.t('refreshing'),
  failed: l10n.t('failed'),
  'rate-limited': l10n.t('rate-limited'),
  paused: l10n.t('paused'),
};

export const OUTCOMES: Readonly<Record<Entry['outcome'], string>> = {
  ok: l10n.t('done'),
  failed: l10n.t('failed'),
  interrupted: l10n.t('interrupted'),
  pending: l10n.t('cut off'),
};

export const ORIGINS: Readonly<Record<Origin, string>> = {
  palette: l10n.t('palette'),
  view: l10n.t('view'),
  chat: l10n.t('chat'),
  mcp: l10n.t('MCP'),
  cli: l10n.t('command line'),
};
