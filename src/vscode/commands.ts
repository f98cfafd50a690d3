import { type CommentReply, type CommentThread, commands, type Disposable, type LogOutputChannel, Uri } from 'vscode';
import type { Core } from '../core/core.ts';
import type { Panel } from '../core/panels/panel.ts';
import type { CommitAction } from './commit-actions.ts';
import type { CurrentRepository } from './current-repository.ts';
import { showWalkthrough } from './first-run.ts';
import type { Questions } from './gate/questions.ts';
import type { SavedPanelActions } from './github/saved-panel-actions.ts';
import type { SavedPanelNode } from './github/saved-panels.ts';
import type { History } from './history.ts';
import type { CheckpointCommands } from './journal/checkpoint-commands.ts';
import type { JournalActions } from './journal/journal-actions.ts';
import { JOURNAL_VIEW, type JournalTree } from './journal/journal-tree.ts';
import type { JournalNode } from './journal/nodes.ts';
import type { PanelActions } from './panel-actions.ts';
import type { PlanEditor } from './plan-editor/language.ts';
import type { RunCommand } from './run-command.ts';
import type { Running } from './running.ts';
import type { SandboxParts } from './sandbox/sandbox-parts.ts';
import type { ResultPanels } from './views/result-panels.ts';
import { STATUS_VIEW } from './views/status-page.ts';

export interface CommandsOptions {
  readonly core: Core;
  readonly tabs: ResultPanels;
  readonly actions: () => Promise<PanelActions>;
  readonly running: Running;
  readonly history: History;
  readonly channel: LogOutputChannel;
  readonly journal: JournalActions;
  readonly journalTree: JournalTree;
  readonly repository: CurrentRepository;
  readonly questions: Questions;
  /** Resolves when repositories and panels are known: a command may be what woke us. */
  readonly started: Promise<void>;
  readonly runCommand: Pick<RunCommand, 'ask' | 'inView'>;
  /** Looks at the GitHub section again. */
  readonly gitHubChanged: () => void;
  readonly saved: () => Promise<SavedPanelActions>;
  readonly sandboxes: () => Promise<SandboxParts>;
  readonly planEditor: PlanEditor;
  /** Puts the command line on the PATH of terminals, or takes it off again. */
  readonly terminalPath: (how: 'add' | 'remove') => Promise<void>;
  /** Sets Sluice up for the agents of other clients. */
  readonly protectAgents: () => Promise<void>;
}

/** Every command of ours by its id, as package.json lists them. */
export function registerCommands(options: CommandsOptions): Disposable[] {
  const { core, tabs, actions, running, history, channel, journal, journalTree, questions, started } = options;
  const { repository, runCommand, gitHubChanged, saved, sandboxes, planEditor, terminalPath, protectAgents } = options;
  const { panels, status, repositories, git, writes, forDisplay, reportError } = core;

  /** Loaded with the first of them. */
  const pickers = () => import('./pickers.ts');
  const tokenCommands = () => import('./github/token-commands.ts');

  /** The panel a command is for: the one it was called on, the one in front, or the one the person picks. */
  const target = async (called: unknown): Promise<Panel | undefined> => {
    const id = typeof called === 'string' ? called : (called as Partial<Panel> | undefined)?.id;
    const list = panels.panels.list();
    const only = list.length === 1 ? list[0]?.id : undefined;
    const found = id ?? tabs.active() ?? only ?? (await (await pickers()).pickPanel(list, forDisplay));
    return found === undefined ? undefined : panels.panels.find(found);
  };
  const onPanel = (act: (panel: Panel) => unknown) => async (called: unknown) => {
    const panel = await target(called);
    return panel && act(panel);
  };
  const byAction = (name: keyof PanelActions) => onPanel(async panel => (await actions())[name](panel));
  const inPage = (action: Parameters<ResultPanels['act']>[1]) => () => {
    const id = tabs.active();
    if (id !== undefined) tabs.act(id, action);
  };
  /** For a command of the journal's view, which hands its node over; a call from elsewhere has none. */
  const onNode = (act: (node: JournalNode) => unknown) => (called: unknown) => called && act(called as JournalNode);
  const onEntry = (act: JournalActions['showChanges']) =>
    onNode(node => (node.kind === 'entry' ? act(node) : undefined));
  const pickBase = async () => {
    const state = status.state();
    if (state.kind !== 'ready') return;
    const { pickDiffBase, refNames, showConfigureError } = await pickers();
    const base = await pickDiffBase(state.status.diffBase, refNames(git, state.repository.root));
    if (base !== undefined) showConfigureError(await status.configure({ diff_base: base }));
  };

  /** For a command of the GitHub section, which hands its node over; the palette has none. */
  const onSaved = (name: keyof SavedPanelActions) => async (called: unknown) =>
    (await saved())[name](called as SavedPanelNode | undefined);

  const onSandbox = (name: Exclude<keyof SandboxParts['actions'], 'show'>) => async (called: unknown) =>
    (await sandboxes()).actions[name](called);

  const onCheckpoint = (name: keyof CheckpointCommands) => async (called: unknown) => {
    const { createCheckpointCommands } = await import('./journal/checkpoint-commands.ts');
    return createCheckpointCommands({ core, repository, journal, tree: journalTree })[name](called as never);
  };

  const onCommit = (action: CommitAction) => async (called: unknown) => {
    const { actOnCommit } = await import('./commit-actions.ts');
    return actOnCommit(action, called, { core, run: runCommand.inView });
  };

  const handlers: Readonly<Record<string, (called: unknown) => unknown>> = {
    'sluice.runGit': called => runCommand.ask('git', called),
    'sluice.runGh': called => runCommand.ask('gh', called),
    'sluice.openSavedPanel': onSaved('open'),
    'sluice.addSavedPanel': onSaved('add'),
    'sluice.editSavedPanel': onSaved('edit'),
    'sluice.renameSavedPanel': onSaved('rename'),
    'sluice.removeSavedPanel': onSaved('remove'),
    'sluice.moveSavedPanelUp': onSaved('moveUp'),
    'sluice.moveSavedPanelDown': onSaved('moveDown'),
    'sluice.refreshGitHub': gitHubChanged,
    'sluice.runSeveral': () => planEditor.open(),
    'sluice.runPlan': called => planEditor.run(called instanceof Uri ? called : undefined),
    'sluice.focusStatus': () => commands.executeCommand(`${STATUS_VIEW}.focus`),
    'sluice.moveStatus': async () => (await import('./views/move-status.ts')).moveStatus(),
    'sluice.refreshStatus': () => status.refresh(),
    'sluice.configureStatus': async () =>
      (await pickers()).configureStatus(
        () => status.settings(),
        fields => status.configure(fields),
        pickBase,
      ),
    'sluice.pickDiffBase': pickBase,
    'sluice.selectRepository': async () => {
      const root = await (await pickers()).pickRepository(repositories.list(), true);
      if (root !== undefined) status.select(root);
    },
    'sluice.openPanel': async called => {
      const id = typeof called === 'string' ? called : (called as Partial<Panel> | undefined)?.id;
      const chosen = id ?? (await (await pickers()).pickPanel(panels.panels.list(), forDisplay));
      if (chosen === undefined) return;
      panels.claim(chosen);
      tabs.show(chosen);
    },
    'sluice.refreshPanel': byAction('refresh'),
    'sluice.pausePanel': byAction('togglePause'),
    'sluice.copyPanel': byAction('copy'),
    'sluice.openPanelText': byAction('openText'),
    'sluice.openFullOutput': byAction('openFull'),
    'sluice.exportPanel': byAction('exportPanel'),
    'sluice.keepPanel': onPanel(({ id }) => {
      panels.claim(id);
      tabs.keep(id);
    }),
    'sluice.closePanel': onPanel(({ id }) => panels.close(id)),
    'sluice.closeAllPanels': () => panels.closeAll(),
    'sluice.closeAgentPanels': () => panels.closeAgents(),
    'sluice.filterPanel': inPage('filter'),
    'sluice.toggleWrap': inPage('toggle-wrap'),
    'sluice.toggleText': inPage('toggle-text'),
    'sluice.toggleSideBySide': inPage('toggle-side-by-side'),
    'sluice.foldPanel': inPage('fold-all'),
    'sluice.unfoldPanel': inPage('unfold-all'),
    'sluice.showCommit': onCommit('show'),
    'sluice.compareCommitWithWorkTree': onCommit('compareWithWorkTree'),
    'sluice.compareCommitWith': onCommit('compareWith'),
    'sluice.copyCommitSha': onCommit('copySha'),
    'sluice.copyCommitSubject': onCommit('copySubject'),
    'sluice.checkOutCommit': onCommit('checkOut'),
    'sluice.resetToCommit': onCommit('reset'),
    'sluice.cherryPickCommit': onCommit('cherryPick'),
    'sluice.revertCommit': onCommit('revert'),
    'sluice.undo': () => journal.undo(),
    'sluice.saveCheckpoint': onCheckpoint('save'),
    'sluice.returnToCheckpoint': onCheckpoint('returnTo'),
    'sluice.labelEntry': onCheckpoint('label'),
    'sluice.removeLabel': onCheckpoint('removeLabel'),
    'sluice.findInJournal': onCheckpoint('find'),
    'sluice.undoEntry': onNode(journal.undoNode),
    'sluice.undoGroup': onNode(journal.undoNode),
    'sluice.copyRevert': onEntry(journal.copyRevert),
    'sluice.showRevert': onEntry(journal.showRevert),
    'sluice.showChanges': onEntry(journal.showChanges),
    'sluice.showJournal': () => commands.executeCommand(`${JOURNAL_VIEW}.focus`),
    'sluice.manageAllowances': async () => {
      const { manageAllowances } = await import('./gate/allowances-pick.ts');
      return manageAllowances((await writes()).allowances, forDisplay);
    },
    'sluice.setGitHubToken': async () => (await tokenCommands()).setGitHubToken(core),
    'sluice.clearGitHubToken': async () => (await tokenCommands()).clearGitHubToken(core),
    'sluice.showGitHubRateLimit': async () => (await import('./github/rate-limit.ts')).showGitHubRateLimit(core),
    'sluice.showGitHubTokens': async () => (await tokenCommands()).showGitHubTokens(core),
    'sluice.diffStaged': onSandbox('diff'),
    'sluice.pushStaged': onSandbox('push'),
    'sluice.rejectStaged': onSandbox('reject'),
    'sluice.discardStaged': onSandbox('discard'),
    'sluice.addReviewComment': async called => (await sandboxes()).comments.add(called as CommentReply),
    'sluice.removeReviewComment': async called => (await sandboxes()).comments.remove(called as CommentThread),
    'sluice.openSandbox': onSandbox('openInExplorer'),
    'sluice.copyIntoSandbox': onSandbox('copyFolder'),
    'sluice.openSandboxAsFolder': onSandbox('openAsFolder'),
    'sluice.saveSandboxAsPatch': onSandbox('savePatch'),
    'sluice.saveSandboxAsZip': onSandbox('saveZip'),
    'sluice.showWaiting': () => questions.reveal(),
    'sluice.acceptEdit': () => questions.acceptEdit(),
    'sluice.cancelEdit': () => questions.cancelEdit(),
    'sluice.declineWaiting': () => questions.decline(),
    'sluice.cancelRunning': () => running.cancel(),
    'sluice.clearHistory': () => history.clear(),
    'sluice.addToPath': () => terminalPath('add'),
    'sluice.removeFromPath': () => terminalPath('remove'),
    'sluice.protectAgents': protectAgents,
    'sluice.showLog': () => channel.show(),
    'sluice.showWalkthrough': () => showWalkthrough(),
  };
  return Object.entries(handlers).map(([id, handle]) =>
    commands.registerCommand(id, async (called: unknown) => {
      try {
        await started;
        return await handle(called);
      } catch (error) {
        reportError(id, error);
        throw error;
      }
    }),
  );
}
