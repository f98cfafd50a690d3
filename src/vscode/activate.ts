import { commands, type ExtensionContext, window } from 'vscode';
import { createCore } from '../core/core.ts';
import { isAgents } from '../core/panels/readers.ts';
import { loadOnce } from '../shared/load-once.ts';
import { createApi } from './api.ts';
import { registerChat } from './chat/register-chat.ts';
import { registerCommands } from './commands.ts';
import { createCurrentRepository } from './current-repository.ts';
import { disposablesOf } from './disposables.ts';
import { welcomeOnce } from './first-run.ts';
import { followEditor } from './follow-editor.ts';
import { createQuestions } from './gate/questions.ts';
import { createRateStatus } from './github/rate-status.ts';
import { createTokenStatus } from './github/token-status.ts';
import { createHistory } from './history.ts';
import { editorHost, localFolders } from './host.ts';
import { createJournalTree } from './journal/journal-tree.ts';
import { lateJournalActions } from './journal/late-journal-actions.ts';
import { nudgeSourceControl } from './nudge-source-control.ts';
import { createPlanEditor } from './plan-editor/language.ts';
import type { RunCommand } from './run-command.ts';
import { createRunning } from './running.ts';
import { registerSandboxes, type Sandboxes } from './sandbox/register.ts';
import { onSetting, setting } from './settings.ts';
import type { SluiceApi } from './sluice-api.ts';
import { startCore } from './start.ts';
import { createBlobs, createOutputs } from './views/documents.ts';
import { createPanelsTree } from './views/panels-tree.ts';
import { createResultPanels } from './views/result-panels.ts';
import { createStatusPage } from './views/status-page.ts';
import { createWindowLink } from './window-link.ts';

/** Builds the core, plugs the editor into it, and starts nothing before the workspace is trusted. */
export function activate(context: ExtensionContext): SluiceApi {
  const add = disposablesOf(context);
  const channel = add(window.createOutputChannel('Sluice', { log: true }));
  const outputs = add(createOutputs());
  const questions = add(createQuestions(outputs, () => sandboxes.parts()));
  const running = add(createRunning(count => journalTree.running(count)));
  const core = add(createCore(editorHost(context, channel, { ...questions, during: running.during })));
  const { panels, repositories } = core;
  const { started, restored } = startCore(core, channel, add);
  const sandboxes: Sandboxes = add(
    registerSandboxes({
      core,
      started,
      state: context.workspaceState,
      during: running.during,
      folders: localFolders,
      run: (...command) => runCommand.inView(...command),
    }),
  );

  add(createWindowLink({ core, questions, started, log: line => channel.info(line) }));
  const actions = loadOnce(async () => (await import('./panel-actions.ts')).createPanelActions(core, running, outputs));
  const tabs = add(createResultPanels({ context, core, restored, actions }));
  const journal = lateJournalActions({
    undo: async request => (await core.writes()).undo(request),
    outputs,
    forDisplay: core.forDisplay,
    run: (text, root) => runCommand.inView(text, root),
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
  // Loaded with the first command.
  const runner = loadOnce(async () => {
    const { createRunCommand } = await import('./run-command.ts');
    return createRunCommand({ core, history, running, tabs, outputs, journal, repository });
  });
  const runCommand: Omit<RunCommand, 'type'> = {
    ask: async (...command) => (await runner()).ask(...command),
    inView: async (...command) => (await runner()).inView(...command),
    allInView: async (...commands) => (await runner()).allInView(...commands),
  };
  add({
    dispose: tabs.listenLinks(followed => {
      import('./views/links.ts')
        .then(({ followLink }) => followLink(followed, { github: core.github, run: runCommand.inView }))
        .catch(core.reportErrorIn('Following a link'));
    }),
  });
  add({
    dispose: tabs.listenTyped(({ text, root }) => {
      history.add(text);
      runCommand.inView(text, root).catch(core.reportErrorIn('Running a command'));
    }),
  });
  const planEditor = add(createPlanEditor({ core, running, journal, repository }));
  const terminalPath = async (how: 'add' | 'keep' | 'remove') =>
    (await import('./terminal-path.ts')).setOnPath(context, how);
  if (context.globalState.get('terminal.path')) terminalPath('keep').catch(core.reportErrorIn('The PATH of terminals'));
  const setContext = (name: string, value: unknown) =>
    void commands.executeCommand('setContext', `sluice.${name}`, value);
  add(createPanelsTree(core));
  // Loaded with the first repository: without one it is not shown.
  const gitHubTree = loadOnce(async () => {
    const { createGitHubTree } = await import('./github/github-tree.ts');
    return add(createGitHubTree({ core, repository, showState: state => setContext('gitHub', state) }));
  });
  const gitHubChanged = () => void gitHubTree().then(({ changed }) => changed(), core.reportErrorIn('GitHub'));
  const saved = loadOnce(async () => {
    const { createSavedPanelActions } = await import('./github/saved-panel-actions.ts');
    return createSavedPanelActions({ core, repository, runCommand: await runner() });
  });
  add(followEditor(core));
  add(createStatusPage({ context, core, run: runCommand.inView, runAll: runCommand.allInView }));
  context.subscriptions.push(
    ...registerCommands({
      ...{
        core,
        tabs,
        actions,
        running,
        history,
        channel,
        journal,
        journalTree,
        repository,
        questions,
        started,
        runCommand,
        planEditor,
        gitHubChanged,
        saved,
        sandboxes: sandboxes.parts,
      },
      terminalPath,
      protectAgents: async () => (await import('./agents/protect-agents.ts')).protectAgents(context.extensionPath),
    }),
  );

  const showTab = (id: string) => void tabs.show(id, { preserveFocus: true });
  context.subscriptions.push(...registerChat({ context, core, repository, show: showTab }));

  add(createTokenStatus(core));
  add(createRateStatus(core));
  add(
    onSetting(['github.hosts', 'github.accounts', 'github.useEditorSession', 'github.useTokenOfGh'], () => {
      core
        .github()
        .then(github => github.settingsChanged())
        .catch(core.reportErrorIn('Settings of GitHub'));
    }),
  );

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
  add({
    dispose: panels.panels.listen(() => {
      const open = panels.panels.list();
      setContext('panels', open.length);
      setContext('agentPanels', open.filter(isAgents).length);
    }),
  });
  add({
    dispose: repositories.listenSet(() => {
      setContext('repositories', repositories.list().length);
      journalTree.changed();
      gitHubChanged();
    }),
  });
  add({
    dispose: core.changes.listen(({ touched }) => {
      if (touched.has('config')) gitHubChanged();
      if (!touched.has('refs')) return;
      blobs.refresh();
      journalTree.changed();
    }),
  });
  add({ dispose: core.foreignNoted.listen(journalTree.changed) });
  add({
    dispose: core.ownChanges.listen(({ repository: root }) => {
      nudgeSourceControl(root).catch(core.reportErrorIn('The editor’s Source Control'));
    }),
  });
  welcomeOnce(context.globalState).catch(core.reportErrorIn('Opening the walkthrough'));
  return createApi({ core, repository, show: showTab });
}
