import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { createExecute, judge } from './core/execute.ts';
import type { Origin } from './core/gate/question.ts';
import { type Change, changeOf, LOCAL } from './core/panels/invalidate.ts';
import { createLivePanels } from './core/panels/live.ts';
import { removeOldSpills, removeReplacedSpills } from './core/panels/spills.ts';
import { createPanelStore } from './core/panels/store.ts';
import { createRepositories } from './core/repo/repositories.ts';
import { createStatusView, type SavedP6 } from './core/repo/status-view.ts';
import { createAsk } from './core/run/ask.ts';
import { createLog } from './core/run/log.ts';
import { createRedactor } from './core/run/redact.ts';
import { createRunner } from './core/run/runner.ts';
import { spelledOut } from './core/unseen.ts';
import { createApi, type SluiceApi } from './vscode/api.ts';
import { registerCommands } from './vscode/commands.ts';
import { createBlobs, createOutputs } from './vscode/documents.ts';
import type { GateRoom } from './vscode/gate/gate-room.ts';
import { createHistory } from './vscode/history.ts';
import { createJournalActions } from './vscode/journal/journal-actions.ts';
import { createJournalTree } from './vscode/journal/journal-tree.ts';
import { createPanelActions } from './vscode/panel-actions.ts';
import { createPanelsTree } from './vscode/panels-tree.ts';
import { pickRepository } from './vscode/pickers.ts';
import { plainMessage } from './vscode/plain.ts';
import { report } from './vscode/report.ts';
import { createResultPanels } from './vscode/result-panels.ts';
import { askCommand } from './vscode/run-command.ts';
import { createRunning } from './vscode/running.ts';
import { onSetting, setting } from './vscode/settings.ts';
import { createStatusPage } from './vscode/status-page.ts';
import { watchFolder } from './vscode/watch-folder.ts';

/** Builds the core, plugs the editor into it, and starts nothing before the workspace is trusted. */
export function activate(context: ExtensionContext): SluiceApi {
  const own = <T extends { dispose(): unknown }>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const channel = own(window.createOutputChannel('Sluice', { log: true }));
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const spillFolder = join(storage, 'output');
  const trusted = () => workspace.isTrusted;

  const newRedactor = () =>
    createRedactor({ tokens: [], environment: process.env, patterns: setting('redaction.patterns') });
  let redactor = newRedactor();
  const redact = (text: string) => redactor.redact(text);
  /** For labels and messages: what cannot be seen, or turns what is seen around, is spelled out. */
  const shown = (text: string) => spelledOut(redact(text));
  const log = createLog({ write: line => channel.info(line), folder: context.logUri.fsPath, redact });
  const failed = (where: string, error: unknown) => void log.failure(where, error);
  const failedIn = (where: string) => (error: unknown) => failed(where, error);

  let processes = 0;
  let folders: readonly string[] = [];
  /** A folder inside a repository opens all of it. */
  const roots = () => [...folders, ...repositories.list().map(({ root }) => root)];
  const git = () => setting('git.path') || 'git';
  const ask = createAsk({ git, started: () => (processes += 1) });
  const runner = createRunner({
    roots,
    gh: () => ({ configDir: join(storage, 'gh') }),
    redactor: () => redactor,
    log: {
      ...log,
      command(...run) {
        processes += 1;
        return log.command(...run);
      },
    },
    programs: () => ({ git: git(), gh: 'gh' }),
    timeouts: () => ({ git: setting('timeouts.git'), transfer: setting('timeouts.transfer') }),
    readsAtOnce: setting('reads.atOnce'),
    spillFolder,
  });

  const repositories = own(
    createRepositories({
      roots: () => folders,
      watchWorkTree: watchFolder,
      ours: [storage, context.globalStorageUri.fsPath, context.logUri.fsPath],
      failed: failedIn('Watching'),
    }),
  );
  const isOpen = (root: string) => repositories.list().some(each => each.root === root);
  const contextFor = (root: string) => ({ roots: roots(), cwd: root });
  const contextOf = (root: string | undefined) => {
    const known = root ?? repositories.list()[0]?.root;
    return known !== undefined && isOpen(known) ? contextFor(known) : undefined;
  };

  const store = createPanelStore({ folder: join(storage, 'panels'), contextOf, redact, now: Date.now });
  const live = own(
    createLivePanels({
      runner,
      store,
      host: { now: Date.now, uuid: randomUUID, failed: failedIn('A listener to panels') },
      failed: failedIn('Panels'),
    }),
  );
  const status = own(
    createStatusView({
      ask,
      repositories: repositories.list,
      problem: repositories.problem,
      trusted,
      load: root => context.workspaceState.get<SavedP6>(`status.${root}`, {}),
      save: (root, saved) => void context.workspaceState.update(`status.${root}`, saved),
      redact,
      contextFor,
      read: (command, repository) => runner.read(command, { repository, origin: 'view' }),
      failed: failedIn('The status view'),
      untrackedCap: () => setting('status.untrackedLimit'),
      checkMs: () => setting('status.checkInterval') * 1000,
    }),
  );
  const blobs = own(createBlobs(ask, isOpen));
  const outputs = own(createOutputs());
  const changed = (change: Change) => {
    live.touched(change);
    if (change.p6) status.touched(change.repository, change.touched);
    journalTree.changed();
  };
  let opened: Promise<GateRoom> | undefined;
  /** Loaded by the first command that asks for it: a window that only reads does without. */
  const room = (): Promise<GateRoom> => {
    opened ??= import('./vscode/gate/gate-room.ts').then(({ openGateRoom }) =>
      own(
        openGateRoom({
          ask,
          runner,
          execute,
          contextFor: contextOf,
          trusted,
          outputs,
          redact,
          shown,
          changed: root => changed(changeOf(root, LOCAL)),
          waiting: journalTree.waiting,
          failed,
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
      shown,
    }),
  );
  const journal = createJournalActions({
    undo: async request => (await room()).undo(request),
    outputs,
    shown,
  });

  const running = own(createRunning());
  const history = createHistory(context.workspaceState, () => setting('history.size'), redact);
  const actions = createPanelActions(live, running, outputs, shown);

  const refs = async (root: string): Promise<readonly string[]> => {
    const answer = await ask(
      ['for-each-ref', '--format=%(refname:short)', '--sort=-committerdate', '--count=500'],
      root,
    );
    return answer.ok ? answer.text.split('\n').filter(Boolean) : [];
  };
  /** The repository to work in without asking: the one whose file is in front, else the one the status view shows. */
  const currentRepository = async (): Promise<string | undefined> => {
    if (!trusted()) return undefined;
    const file = window.activeTextEditor?.document.uri;
    const found = file?.scheme === 'file' ? await repositories.find(file.fsPath) : undefined;
    const state = status.state();
    const shown = state.kind === 'ready' ? state.snapshot.repository.root : undefined;
    return found?.root ?? shown ?? repositories.list()[0]?.root;
  };
  const run = async (text: string, repository: string, origin: Origin): Promise<void> => {
    const executed = await running.during(shown(text), async signal => {
      const done = await execute('git', text, { repository, origin, signal });
      if (done.kind !== 'panel') return done;
      tabs.show(done.opened.panel.id);
      await done.done;
      return done;
    });
    report(executed, { outputs, shown, undo: id => journal.undo(repository, id) });
  };
  const runInView = (text: string, repository: string) => run(text, repository, 'view');

  let markRestored = () => {};
  const restored = new Promise<void>(resolve => {
    markRestored = resolve;
  });
  const tabs = own(
    createResultPanels({
      context,
      live,
      ask,
      links: { ask, show: runInView },
      redact,
      restored,
      actions,
      failed,
    }),
  );
  own(createPanelsTree(live.panels, shown));
  own(createStatusPage({ context, status, repositories: repositories.list, redact, run: runInView, failed }));

  const runGit = async (given?: string): Promise<void> => {
    await started;
    const repository = await currentRepository();
    if (repository === undefined) {
      const { folder = '' } = repositories.problem() ?? {};
      void window.showErrorMessage(plainMessage(shown(`There is no git repository in this window. ${folder}`)));
      return;
    }
    const input =
      given === undefined
        ? await askCommand(repository, {
            history,
            judge: (text, root) => judge('git', text, contextFor(root)),
            refs,
            pickRepository: () => pickRepository(repositories.list(), true),
            repositories: () => repositories.list().length,
          })
        : { text: given, repository };
    if (input === undefined) return;
    // What another extension hands in is neither the person's wish nor their history.
    if (given === undefined) history.add(input.text);
    await run(input.text, input.repository, given === undefined ? 'palette' : 'chat');
  };
  context.subscriptions.push(
    ...registerCommands({
      live,
      status,
      tabs,
      actions,
      running,
      history,
      log: channel,
      journal,
      room,
      repository: currentRepository,
      repositories: repositories.list,
      refs,
      runGit,
      shown,
      failed,
    }),
  );

  const setContext = (name: string, value: unknown) =>
    void commands.executeCommand('setContext', `sluice.${name}`, value);
  own({ dispose: removeReplacedSpills(live.panels, failedIn('Removing saved output')) });
  own({ dispose: live.panels.listen(() => setContext('panels', live.panels.list().length)) });
  own({
    dispose: repositories.listenSet(() => {
      setContext('repositories', repositories.list().length);
      journalTree.changed();
      status.repositoriesChanged();
    }),
  });
  own({
    dispose: repositories.listenTouched((root, facets, hints) => {
      live.touched(changeOf(root, [...facets]));
      status.touched(root, facets, hints);
      if (!facets.has('refs')) return;
      blobs.changed();
      journalTree.changed();
    }),
  });
  own(onSetting(['redaction.patterns'], () => (redactor = newRedactor())));
  own(onSetting(['git.path', 'status.untrackedLimit', 'status.checkInterval'], () => void status.refresh()));

  const lookForRepositories = async () => {
    if (!trusted()) return;
    const uris = (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
    folders = await Promise.all(uris.map(({ fsPath }) => realpath(fsPath).catch(() => fsPath)));
    await repositories.refresh();
    status.repositoriesChanged();
  };
  const start = async (): Promise<void> => {
    if (!trusted()) return;
    await lookForRepositories();
    const { rejected, notices } = await live.restore();
    for (const { message } of notices) void window.showWarningMessage(plainMessage(shown(message)));
    for (const { command, message } of rejected)
      channel.warn(`A panel was not restored: ${command}: ${redact(message)}`);
    markRestored();
  };
  const tidy = async (): Promise<void> => {
    if (!trusted()) return;
    await removeOldSpills(spillFolder, Date.now());
    const { journal } = await room();
    for (const repository of repositories.list()) await journal.tidy(repository);
  };
  const started = start().catch(failedIn('Starting'));
  void started.then(tidy).catch(failedIn('Tidying up'));
  own(
    workspace.onDidGrantWorkspaceTrust(
      () => void start().catch(failedIn('Starting')).then(tidy).catch(failedIn('Tidying up')),
    ),
  );
  own(
    workspace.onDidChangeWorkspaceFolders(() => void lookForRepositories().catch(failedIn('Looking for repositories'))),
  );

  return createApi({
    execute,
    room,
    repository: async () => {
      // Whoever has just woken us may ask before the repositories are found.
      await started;
      return currentRepository();
    },
    repositories: repositories.list,
    live,
    status,
    show: id => tabs.show(id, { preserveFocus: true }),
    processes: () => processes,
    redact,
  });
}
