import { commands, type Disposable, type ExtensionContext, Uri, type WebviewView, window } from 'vscode';
import type { Core } from '../../core/core.ts';
import type { ReadyState, RepositoryStatus, StatusState } from '../../core/repository/status/repository-status.ts';
import { statusDescription } from '../../core/repository/status/status-title.ts';
import { ACTIONS } from '../../protocol/status-vocabulary.ts';
import type { EmptyReason, FromStatusPage, StatusMessage, ToStatusPage } from '../../protocol/to-status-page.ts';
import { loadOnce } from '../../shared/load-once.ts';
import { plainMessage } from '../plain-text.ts';
import { TEXT } from '../text.ts';
import { pageHtml, pageRoot } from './page.ts';

export interface StatusPageOptions {
  readonly context: ExtensionContext;
  readonly core: Core;
  /** Runs a command string as if it were asked for in the view. */
  readonly run: (command: string, repository: string, done?: string) => Promise<void>;
  /** Runs several, asked about as one. */
  readonly runAll: (commands: readonly string[], repository: string) => Promise<void>;
}

type HunkMessage = Extract<FromStatusPage, { readonly type: 'hunk' }>;

export const STATUS_VIEW = 'sluice.status';

/** The one thing that helps in each empty state. */
const HELP = {
  'no-folder': ['workbench.action.files.openFolder'],
  'no-repository': ['git.init'],
  'no-git': ['vscode.open', Uri.parse('https://git-scm.com/downloads')],
  untrusted: ['workbench.trust.manage'],
  bare: ['workbench.action.files.openFolder'],
  failed: ['sluice.refreshStatus'],
} as const satisfies Record<EmptyReason, readonly [string, ...unknown[]]>;

/** The commands of buttons that need nothing but a click. */
const BUTTONS = {
  'pick-base': 'sluice.pickDiffBase',
  'run-command': 'sluice.runGit',
  'more-room': 'sluice.moveStatus',
} as const;

/** Shows the status view's state in its webview and does what its page asks. */
export function createStatusPage({ context, core, run, runAll }: StatusPageOptions): Disposable {
  const { status, repositories, redact, forDisplay, reportError } = core;
  const extension = context.extensionUri;
  const versionOf = createVersions();
  let view: WebviewView | undefined;
  let ready = false;
  let sent: StatusState | undefined;

  const send = (message: ToStatusPage) => void view?.webview.postMessage(message);

  let hasPull = false;
  const loadPull = loadOnce(async () => (await import('./status-pull.ts')).createStatusPull(core, send));
  /** Nothing is loaded before somebody sees a branch. */
  const showPull = (state: StatusState | undefined, anew: boolean) => {
    hasPull ||= state?.kind === 'ready' && state.status.branch !== null;
    if (!hasPull) return;
    loadPull()
      .then(pull => pull.show(state, anew))
      .catch(core.reportErrorIn('The pull request of the branch'));
  };

  const update = () => {
    if (view === undefined) return;
    const state = status.state();
    view.description = state.kind === 'ready' ? forDisplay(statusDescription(state.status)) : '';
    view.badge = state.kind === 'ready' ? badgeOf(state.status) : undefined;
    if (!ready || !view.visible) return showPull(undefined, false);
    showPull(state, sent === undefined);
    send({ type: 'busy', busy: status.busy() });
    if (state === sent) return;
    sent = state;
    if (state.kind === 'empty') send({ type: 'empty', reason: state.reason, detail: redact(state.detail) });
    if (state.kind === 'ready') send(messageOf(state, repositories.list(), versionOf));
  };

  const sendDiff = async (path: string) => {
    const here = root();
    if (here !== undefined) send({ type: 'diff', root: here, path, ...(await status.diffOf(path)) });
  };

  const onHunk = async ({ type: _, path, ...request }: HunkMessage, here: string) => {
    const [{ changeHunk }, { ACTION_TEXT }] = await Promise.all([
      import('../../core/repository/status/change-hunk.ts'),
      import('../action-text.ts'),
    ]);
    const done = ACTION_TEXT.hunk[request.action](path);
    if (await changeHunk(status, path, request, command => run(command, here, done))) return;
    void window.showWarningMessage(plainMessage(TEXT.status.lookAgain));
    await sendDiff(path);
  };

  const root = () => {
    const state = status.state();
    return state.kind === 'ready' ? state.repository.root : undefined;
  };

  const receive = async (message: FromStatusPage): Promise<void> => {
    const here = root();
    switch (message.type) {
      case 'ready':
        ready = true;
        sent = undefined;
        return update();
      case 'pick-base':
      case 'run-command':
      case 'more-room':
        return void (await commands.executeCommand(BUTTONS[message.type]));
      case 'clear-base':
        return void (await status.configure({ diff_base: '' }));
      case 'open-pull': {
        const number = hasPull ? (await loadPull()).number() : undefined;
        return here === undefined || number === undefined ? undefined : run(`gh pr view ${number}`, here);
      }
      case 'open-log':
        return here === undefined ? undefined : run(`git log ${status.settings().logArgs}`, here);
      case 'commit':
        return here === undefined ? undefined : run(`git show ${message.id}`, here);
      case 'operate': {
        const command = status.command(message.kind, message.action);
        return command === undefined || here === undefined ? status.refresh() : run(command, here);
      }
      case 'change': {
        const { action, paths, folder } = message;
        const made = await status.changeCommands(action, paths, folder);
        if (made.ok) return here === undefined ? undefined : runAll(made.commands, here);
        if (made.reason === 'nothing') return status.refresh();
        return void window.showWarningMessage(plainMessage(TEXT.status.tooMany));
      }
      case 'hunk':
        return here === undefined ? undefined : onHunk(message, here);
      case 'resolve':
        return here === undefined
          ? undefined
          : (await import('./take-side.ts')).takeSide(core, message.path, message.take, here);
      case 'expand':
        return sendDiff(message.path);
      case 'open-diff':
        return here === undefined ? undefined : (await import('./status-diff.ts')).openDiff(status, message.path, here);
      case 'open-file': {
        const file = status.find(message.path);
        return file === undefined || here === undefined
          ? undefined
          : (await import('./links.ts')).openFile(here, file.path);
      }
      case 'select':
        return status.select(message.root);
      case 'toggle': {
        const { setting, on } = message;
        return void (await status.configure(setting === 'showDiffs' ? { show_diffs: on } : { show_logs: on }));
      }
      case 'help': {
        const [command, ...args] = HELP[message.reason];
        return void (await commands.executeCommand(command, ...args));
      }
      case 'failed':
        return reportError('The status view’s page', message.message);
    }
  };

  const registration = window.registerWebviewViewProvider(STATUS_VIEW, {
    resolveWebviewView(resolved) {
      view = resolved;
      ready = false;
      resolved.webview.options = { enableScripts: true, localResourceRoots: [pageRoot(extension)] };
      resolved.webview.onDidReceiveMessage(data => {
        readMessage(data)
          .then(receive)
          .catch(error => reportError('The status view’s page', error));
      });
      resolved.onDidChangeVisibility(() => {
        if (!resolved.visible) ready = false;
        status.setVisible(resolved.visible);
        update();
      });
      resolved.onDidDispose(() => {
        view = undefined;
        status.setVisible(false);
      });
      resolved.webview.html = pageHtml(resolved.webview, extension, 'status', TEXT.status.title);
      status.setVisible(resolved.visible);
      update();
    },
  });
  const unlisten = status.listen(update);
  // The page offers them all, and the state is only of one.
  const unlistenSet = repositories.listenSet(() => {
    sent = undefined;
    update();
  });
  return {
    dispose() {
      if (hasPull)
        loadPull()
          .then(pull => pull.dispose())
          .catch(() => {});
      unlisten();
      unlistenSet();
      registration.dispose();
    },
  };
}

function badgeOf({ files }: RepositoryStatus) {
  const conflicts = files.filter(({ type }) => type === 'Conflicted').length;
  return conflicts === 0 ? undefined : { value: conflicts, tooltip: TEXT.status.conflicts(conflicts) };
}

/** The status as it is, with the numbers of its files' versions and without the commands of its operations. */
function messageOf(
  { repository, status, settings, log }: ReadyState,
  repositories: readonly { readonly root: string; readonly name: string }[],
  versionOf: (file: object) => number,
): StatusMessage {
  const { showDiffs, showLogs, logArgs } = settings;
  return {
    ...status,
    type: 'status',
    repositories: repositories.map(({ root, name }) => ({ root, name })),
    root: repository.root,
    operations: status.operations.map(({ kind, progress, names, commands: offered }) => ({
      kind,
      progress,
      names,
      actions: ACTIONS.filter(action => offered[action] !== undefined),
    })),
    files: status.files.map(file => Object.assign({}, file, { version: versionOf(file) })),
    showDiffs,
    showLogs,
    logArgs,
    log,
  };
}

/** Numbers files by identity: the status view makes another object whenever a file's content may be another. */
function createVersions(): (file: object) => number {
  const versions = new WeakMap<object, number>();
  let last = 0;
  return file => {
    const version = versions.get(file) ?? ++last;
    versions.set(file, version);
    return version;
  };
}

/** Loads the schemas when the first message arrives: they would take a third of the time of an activation. */
async function readMessage(data: unknown): Promise<FromStatusPage> {
  const { fromStatusPage } = await import('../../protocol/from-status-page.ts');
  return fromStatusPage.parse(data);
}
