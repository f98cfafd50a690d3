import { l10n } from 'vscode';
import type { PanelState } from '../core/panels/panel.ts';
import type { Entry, EntryOrigin } from '../core/writes/journal/storage/entry.ts';

/** Every text that a window may need at once; those about commands and the gate's are loaded with the first of either. */
export const TEXT = {
  undo: l10n.t('Undo'),

  running: {
    name: l10n.t('Sluice: running command'),
    tooltip: (commands: readonly string[]) => l10n.t('Running:\n{0}\n\nClick to cancel.', commands.join('\n')),
    label: (commands: readonly string[]) => l10n.t('Running {0}. Activate to cancel.', commands.join(', ')),
    chooseToCancel: l10n.t('Choose the commands to cancel'),
  },

  panels: {
    open: l10n.t('Open Panel'),
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

  status: {
    title: l10n.t('Sluice Status'),
    lookAgain: l10n.t('This file has changed since. Check the hunk again.'),
    tooMany: l10n.t('These are too many files to name. Choose a folder, or clear the filter.'),
    conflicts: (count: number) => (count === 1 ? l10n.t('1 conflicted file') : l10n.t('{0} conflicted files', count)),
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

export const ORIGINS: Readonly<Record<EntryOrigin, string>> = {
  palette: l10n.t('palette'),
  view: l10n.t('view'),
  chat: l10n.t('chat'),
  mcp: l10n.t('MCP'),
  cli: l10n.t('command line'),
  agent: l10n.t('an agent’s shell'),
  foreign: l10n.t('outside Sluice'),
};
