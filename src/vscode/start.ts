import { type LogOutputChannel, window, workspace } from 'vscode';
import type { Core } from '../core/core.ts';
import type { AddDisposable } from './disposables.ts';
import { plainMessage } from './plain-text.ts';

export interface Start {
  /** Resolves when the repositories and panels of a trusted workspace are known; at once in one that is not. */
  readonly started: Promise<void>;
  /** Resolves when all panels are there that will be, however late the workspace comes to be trusted. */
  readonly restored: Promise<void>;
}

/** Starts the core now, or when the workspace comes to be trusted, and follows the workspace's folders. */
export function startCore(core: Core, channel: LogOutputChannel, add: AddDisposable): Start {
  const { forDisplay, redact, reportErrorIn, trusted } = core;
  let markRestored = () => {};
  const restored = new Promise<void>(resolve => {
    markRestored = resolve;
  });

  const restore = async (): Promise<void> => {
    try {
      const { rejected = [], notices = [] } = (await core.start()) ?? {};
      for (const { message } of notices) void window.showWarningMessage(plainMessage(forDisplay(message)));
      for (const { command, message } of rejected)
        channel.warn(`A panel was not restored: ${command}: ${redact(message)}`);
    } finally {
      // Tabs wait for this: when starting fails they have to know that nothing more comes.
      if (trusted()) markRestored();
    }
  };
  const begin = (): Promise<void> => {
    const started = restore().catch(reportErrorIn('Starting'));
    void started.then(core.tidy).catch(reportErrorIn('Tidying up'));
    return started;
  };

  add(workspace.onDidGrantWorkspaceTrust(() => void begin()));
  add(
    workspace.onDidChangeWorkspaceFolders(
      () => void core.findRepositories().catch(reportErrorIn('Looking for repositories')),
    ),
  );
  return { started: begin(), restored };
}
