import { commands, type ExtensionContext, window } from 'vscode';
import { createCore } from '../core/core.ts';
import { loadOnce } from '../shared/load-once.ts';
import { createApi, type SluiceApi } from './api.ts';
import { registerCommands } from './commands.ts';
import { createCurrentRepository } from './current-repository.ts';
import { disposablesOf } from './disposables.ts';
import { welcomeOnce } from './first-run.ts';
import { followEditor } from './follow-editor.ts';
import { createQuestions } from './gate/questions.ts';
import { createHistory } from './history.ts';
import { editorHost } from './host.ts';
import { createJournalActions } from './journal/journal-actions.ts';
import { createJournalTree } from './journal/journal-tree.ts';
import { nudgeSourceControl } from './nudge-source-control.ts';
import { createPlanEditor } from './plan-editor/language.ts';
import { createRunGit, type RunGit } from './run-git.ts';
import { createRunning } from './running.ts';
import { onSetting, setting } from './settings.ts';
import { startCore } from './start.ts';
import { createBlobs, createOutputs } from './views/documents.ts';
import { createPanelsTree } from './views/panels-tree.ts';
import { createResultPanels } from './views/result-panels.ts';
import { createStatusPage } from './views/status-page.ts';

/** Builds the core, plugs the editor into it, and starts nothing before the workspace is trusted. */
export function activate(context: ExtensionContext): SluiceApi {
  const add = disposablesOf(context);
  const channel = add(window.createOutputChannel('Sluice', { log: true }));
  const outputs = add(createOutputs());
  const questions = add(createQuestions(outputs));
  const core = add(createCore(editorHost(context, channel, questions)));
  const { panels, repositories } = core;
  const { started, restored } = startCore(core, channel, add);

  const running = add(createRunning(count => journalTree.running(count)));
  const actions = loadOnce(async () => (await import('./panel-actions.ts')).createPanelActions(core, running, outputs));
  const tabs = add(createResultPanels({ context, core, restored, actions }));
  const journal = createJournalActions({
    undo: async request => (await core.writes()).undo(request),
    outputs,
    forDisplay: core.forDisplay,
    run: (text, root) => runGit.inView(text, root),
  });
  const journalTree = add(
    createJournalTree({
      repositories: repositories.list,
      list: async repository => (await core.writes()).journal.list(repository),
      forDisplay: core.forDisplay,
    }),
  );
  const blobs = add(createBlobs(core));

  const history = createHistory(context.workspaceState, () => setting('history.size'), core.redact);
  const repository = createCurrentRepository(core, started);
  const runGit: RunGit = createRunGit({ core, history, running, tabs, outputs, journal, repository });
  add({
    dispose: tabs.listenLinks(({ link, root }) => {
      import('./views/links.ts')
        .then(({ followLink }) => followLink(link, root, core.git, runGit.inView))
        .catch(core.reportErrorIn('Following a link'));
    }),
  });
  add({
    dispose: tabs.listenTyped(({ text, root }) => {
      history.add(text);
      runGit.inView(text, root).catch(core.reportErrorIn('Running a command'));
    }),
  });
  const planEditor = add(createPlanEditor({ core, running, journal, repository }));
  const terminalPath = async (how: 'add' | 'keep' | 'remove') =>
    (await import('./terminal-path.ts')).setOnPath(context, how);
  if (context.globalState.get('terminal.path')) terminalPath('keep').catch(core.reportErrorIn('The PATH of terminals'));
  add(createPanelsTree(core));
  add(followEditor(core));
  add(createStatusPage({ context, core, run: runGit.inView, runAll: runGit.allInView }));
  context.subscriptions.push(
    ...registerCommands({
      ...{ core, tabs, actions, running, history, channel, journal, questions, started, runGit, planEditor },
      terminalPath,
    }),
  );

  const setContext = (name: string, value: unknown) =>
    void commands.executeCommand('setContext', `sluice.${name}`, value);
  add(questions.onDidChangeWaiting(journalTree.waiting));
  add(
    onSetting(
      [
        'git.path',
        'redaction.patterns',
        'repositories.scanDepth',
        'repositories.ignoredFolders',
        'status.untrackedLimit',
        'status.checkInterval',
      ],
      core.settingsChanged,
    ),
  );
  add({ dispose: panels.panels.listen(() => setContext('panels', panels.panels.list().length)) });
  add({
    dispose: repositories.listenSet(() => {
      setContext('repositories', repositories.list().length);
      journalTree.changed();
    }),
  });
  add({
    dispose: core.changes.listen(({ touched }) => {
      if (!touched.has('refs')) return;
      blobs.refresh();
      journalTree.changed();
    }),
  });
  add({
    dispose: core.ownChanges.listen(({ repository: root }) => {
      nudgeSourceControl(root).catch(core.reportErrorIn('The editor’s Source Control'));
    }),
  });
  welcomeOnce(context.globalState).catch(core.reportErrorIn('Opening the walkthrough'));
  return createApi({ core, repository, show: id => tabs.show(id, { preserveFocus: true }) });
}
