import { type Disposable, window, workspace } from 'vscode';
import type { Core } from '../core/core.ts';
import { realOr } from '../core/repository/locate.ts';
import type { WindowServer } from '../core/windows/window-server.ts';
import { createSerialQueue } from '../shared/serial-queue.ts';
import type { Questions } from './gate/questions.ts';
import { localFolders } from './host.ts';
import { onSetting, setting } from './settings.ts';

export interface WindowLinkOptions {
  readonly core: Core;
  readonly questions: Questions;
  /** Resolves when the repositories are known. */
  readonly started: Promise<void>;
  readonly log: (line: string) => void;
}

/** Takes questions of processes without an editor while this window is trusted and has a folder open. */
export function createWindowLink({ core, questions, started, log }: WindowLinkOptions): Disposable {
  const { repositories, trusted, git, redact, forDisplay, reportErrorIn, findRestriction } = core;
  const reportError = reportErrorIn('The link to other processes');
  const inTurn = createSerialQueue();
  let server: WindowServer | undefined;
  let folders: readonly string[] = [];
  let focused = window.state.focused ? Date.now() : 0;
  let disposed = false;

  // Loaded with the first folder, after the window has started.
  const open = async (): Promise<WindowServer | undefined> => {
    const [{ createWindowServer }, { createRestrictedGate }] = await Promise.all([
      import('../core/windows/window-server.ts'),
      import('../core/windows/restricted-gate.ts'),
    ]);
    return createWindowServer({
      environment: process.env,
      open: () => ({ folders, repositories: repositories.list() }),
      async gate() {
        const gate = await questions.gate({ git, redact, forDisplay, reportError: reportErrorIn('The gate') });
        return createRestrictedGate(gate, findRestriction);
      },
      log: line => log(redact(line)),
      reportError,
    });
  };
  const close = () => {
    server?.dispose();
    server = undefined;
  };
  const isWanted = () => !disposed && trusted() && setting('windowLink') && localFolders().length > 0;
  const follow = async (): Promise<void> => {
    if (!isWanted()) return close();
    folders = await Promise.all(localFolders().map(realOr));
    server ??= await open();
    if (isWanted()) await server?.update(focused);
    else close();
  };
  const changed = () => void inTurn(follow).catch(reportError);

  const stopListening = repositories.listenSet(changed);
  const subscriptions = [
    window.onDidChangeWindowState(state => {
      if (!state.focused) return;
      focused = Date.now();
      changed();
    }),
    workspace.onDidChangeWorkspaceFolders(changed),
    workspace.onDidGrantWorkspaceTrust(changed),
    onSetting(['windowLink'], changed),
  ];
  void started.then(changed);
  return {
    dispose() {
      disposed = true;
      stopListening();
      for (const each of subscriptions) each.dispose();
      close();
    },
  };
}
