import { commands, type ExtensionContext, window } from 'vscode';
import { type Change, changeOf, LOCAL_FACETS } from '../core/change.ts';
import { createExecute } from '../core/execute.ts';
import type { Origin } from '../core/origin.ts';
import { removeReplacedSpills } from '../core/panels/spills.ts';
import { createApi, type SluiceApi } from './api.ts';
import { registerCommands } from './commands.ts';
import type { GateRoom } from './gate/gate-room.ts';
import { createHistory } from './history.ts';
import { createJournalActions } from './journal/journal-actions.ts';
import { createJournalTree } from './journal/journal-tree.ts';
import { beginLifetime } from './lifetime.ts';
import { createPanelActions } from './panel-actions.ts';
import { report } from './report.ts';
import { createRunGit } from './run-git.ts';
import { createRunning } from './running.ts';
import { setting } from './settings.ts';
import { createBlobs, createOutputs } from './views/documents.ts';
import { createPanelsTree } from './views/panels-tree.ts';
import { createResultPanels } from './views/result-panels.ts';
import { createStatusPage } from './views/status-page.ts';
import { createWindowCore, type Own } from './window-core.ts';

/** Builds the core, plugs the editor into it, and starts nothing before the workspace is trusted. */
export function activate(context: ExtensionContext): SluiceApi {
  const own: Own = part => {
    context.subscriptions.push(part);
    return part;
  };
  const core = createWindowCore(context, own);
  const { ask, runner, repositories, contextFor, contextOf, live, status } = core;
  const { redact, forDisplay, trusted, reportError, reportErrorIn } = core;

  const blobs = own(createBlobs(ask, core.isOpen));
  const outputs = own(createOutputs());
  const changed = (change: Change) => {
    live.touched(change);
    if (change.p6) status.touched(change.repository, change.touched);
    journalTree.changed();
  };
  let opened: Promise<GateRoom> | undefined;
  /** Loaded by the first command that asks for it: a window that only reads does without. */
  const room = (): Promise<GateRoom> => {
    opened ??= import('./gate/gate-room.ts').then(({ openGateRoom }) =>
      own(
        openGateRoom({
          ask,
          runner,
          execute,
          contextFor: contextOf,
          trusted,
          outputs,
          redact,
          forDisplay,
          changed: root => changed(changeOf(root, LOCAL_FACETS)),
          waiting: journalTree.waiting,
          reportError,
        }),
      ),
    );
    return opened;
  };
  const execute = createExecute({
    live,
    gate: async (...asked) => (await room()).gate(...asked),
    contextFor: contextOf,
    trusted,
    changed,
  });
  const journalTree = own(
    createJournalTree({
      repositories: repositories.list,
      list: async repository => (await room()).journal.list(repository),
      forDisplay,
    }),
  );
  const journal = createJournalActions({
    undo: async request => (await room()).undo(request),
    outputs,
    forDisplay,
  });

  const running = own(createRunning());
  const history = createHistory(context.workspaceState, () => setting('history.size'), redact);
  const actions = createPanelActions(live, running, outputs, forDisplay);
  const { started, restored } = beginLifetime(core, room, own);

  /** The repository to work in without asking: the one whose file is in front, else the one the status view shows. */
  const currentRepository = async (): Promise<string | undefined> => {
    // Whoever has just woken us may ask before the repositories are found.
    await started;
    if (!trusted()) return undefined;
    const file = window.activeTextEditor?.document.uri;
    const found = file?.scheme === 'file' ? await repositories.find(file.fsPath) : undefined;
    const state = status.state();
    const seen = state.kind === 'ready' ? state.repository.root : undefined;
    return found?.root ?? seen ?? repositories.list()[0]?.root;
  };
  const refs = async (root: string): Promise<readonly string[]> => {
    const answer = await ask(
      ['for-each-ref', '--format=%(refname:short)', '--sort=-committerdate', '--count=500'],
      root,
    );
    return answer.ok ? answer.text.split('\n').filter(Boolean) : [];
  };
  const run = async (text: string, repository: string, origin: Origin): Promise<void> => {
    const executed = await running.during(forDisplay(text), async signal => {
      const done = await execute('git', text, { repository, origin, signal });
      if (done.kind !== 'panel') return done;
      tabs.show(done.opened.panel.id);
      await done.done;
      return done;
    });
    report(executed, { outputs, forDisplay, undo: id => journal.undo(repository, id) });
  };
  const runInView = (text: string, repository: string) => run(text, repository, 'view');
  const runGit = createRunGit({
    history,
    refs,
    repositories,
    repository: currentRepository,
    contextFor,
    run,
    forDisplay,
  });

  const tabs = own(
    createResultPanels({ context, live, ask, links: { ask, show: runInView }, redact, restored, actions, reportError }),
  );
  own(createPanelsTree(live.panels, forDisplay));
  own(createStatusPage({ context, status, repositories: repositories.list, redact, run: runInView, reportError }));
  context.subscriptions.push(
    ...registerCommands({
      live,
      status,
      tabs,
      actions,
      running,
      history,
      log: core.channel,
      journal,
      room,
      repository: currentRepository,
      repositories: repositories.list,
      refs,
      runGit,
      forDisplay,
      reportError,
    }),
  );

  const setContext = (name: string, value: unknown) =>
    void commands.executeCommand('setContext', `sluice.${name}`, value);
  own({ dispose: removeReplacedSpills(live.panels, reportErrorIn('Removing saved output')) });
  own({ dispose: live.panels.listen(() => setContext('panels', live.panels.list().length)) });
  own({
    dispose: repositories.listenSet(() => {
      setContext('repositories', repositories.list().length);
      journalTree.changed();
      status.repositoriesChanged();
    }),
  });
  own({
    dispose: repositories.listenTouched(({ root, facets, hints }) => {
      live.touched(changeOf(root, [...facets]));
      status.touched(root, facets, hints);
      if (!facets.has('refs')) return;
      blobs.changed();
      journalTree.changed();
    }),
  });

  return createApi({
    execute,
    room,
    repository: currentRepository,
    repositories: repositories.list,
    live,
    status,
    show: id => tabs.show(id, { preserveFocus: true }),
    processes: core.processes,
    redact,
  });
}
