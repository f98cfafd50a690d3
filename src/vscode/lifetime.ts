import { window, workspace } from 'vscode';
import { removeOldTemporary } from '../core/git/temporary.ts';
import { removeOldSpills } from '../core/panels/spills.ts';
import type { GateRoom } from './gate/gate-room.ts';
import { plainMessage } from './plain-text.ts';
import type { Own, WindowCore } from './window-core.ts';

export interface Lifetime {
  /** Resolves when the repositories and panels of a trusted workspace are known; at once in one that is not. */
  readonly started: Promise<void>;
  /** Resolves when the panels are known, however late the workspace comes to be trusted. */
  readonly restored: Promise<void>;
}

/** Starts what there is to start, now or when the workspace comes to be trusted, and follows its folders. */
export function beginLifetime(core: WindowCore, room: () => Promise<GateRoom>, own: Own): Lifetime {
  const { channel, forDisplay, redact, reportErrorIn, trusted, repositories, live, lookForRepositories, spillFolder } =
    core;
  let markRestored = () => {};
  const restored = new Promise<void>(resolve => {
    markRestored = resolve;
  });

  const start = async (): Promise<void> => {
    if (!trusted()) return;
    await lookForRepositories();
    const { rejected, notices } = await live.restore();
    for (const { message } of notices) void window.showWarningMessage(plainMessage(forDisplay(message)));
    for (const { command, message } of rejected)
      channel.warn(`A panel was not restored: ${command}: ${redact(message)}`);
    markRestored();
  };
  const tidy = async (): Promise<void> => {
    if (!trusted()) return;
    await removeOldSpills(spillFolder, Date.now());
    await removeOldTemporary(Date.now());
    const { journal } = await room();
    for (const repository of repositories.list()) await journal.tidy(repository);
  };
  const begin = (): Promise<void> => {
    const started = start().catch(reportErrorIn('Starting'));
    void started.then(tidy).catch(reportErrorIn('Tidying up'));
    return started;
  };

  own(workspace.onDidGrantWorkspaceTrust(() => void begin()));
  own(
    workspace.onDidChangeWorkspaceFolders(
      () => void lookForRepositories().catch(reportErrorIn('Looking for repositories')),
    ),
  );
  return { started: begin(), restored };
}
