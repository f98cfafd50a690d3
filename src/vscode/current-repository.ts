import { window } from 'vscode';
import type { Core } from '../core/core.ts';

/** The repository to work in without asking: the one whose file is in front, else the one the status view shows. */
export type CurrentRepository = () => Promise<string | undefined>;

export function createCurrentRepository(
  { repositories, status, trusted }: Core,
  started: Promise<void>,
): CurrentRepository {
  return async () => {
    // Whoever has just woken us may ask before the repositories are found.
    await started;
    if (!trusted()) return undefined;
    const file = window.activeTextEditor?.document.uri;
    const found = file?.scheme === 'file' ? await repositories.find(file.fsPath) : undefined;
    const state = status.state();
    const inView = state.kind === 'ready' ? state.repository.root : undefined;
    return found?.root ?? inView ?? repositories.list()[0]?.root;
  };
}
