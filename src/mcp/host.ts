import { watch } from 'node:fs';
import { join } from 'node:path';
import { standInOf } from '../core/github/stand-in.ts';
import { DEFAULT_SETTINGS, type Host, type Ui } from '../core/host.ts';
import type { WatchFolder } from '../core/repository/watch/watch-repository.ts';

export interface McpHostOptions {
  /** The folders that are open now. */
  readonly folders: () => readonly string[];
  /** A folder of this process: panels, long outputs, gh's state. */
  readonly scratch: string;
  readonly gate: Ui['gate'];
  readonly environment: NodeJS.ProcessEnv;
  /** A line for the person; standard output is for frames alone. */
  readonly say: (line: string) => void;
}

/** The ports of a server: whoever starts it in a folder trusts the folder, and nothing of it outlives the process but the journal and what became of calls. */
export function mcpHost({ folders, scratch, gate, environment, say }: McpHostOptions): Host {
  const { SLUICE_DEBUG = '', SLUICE_HIDE_OUTSIDERS = '' } = environment;
  return {
    workspace: { trusted: () => true, folders, watchFolder },
    storage: { folder: scratch, loadStatusSettings: () => ({}), saveStatusSettings: () => {} },
    secrets: { environment },
    github: standInOf(environment, say),
    report: { log: line => void (SLUICE_DEBUG !== '' && say(line)), warn: say },
    ui: { gate },
    settings: { ...DEFAULT_SETTINGS, hidesOutsiders: SLUICE_HIDE_OUTSIDERS !== '' },
  };
}

/**
 * The entries of a folder itself, `.env` among them. A whole work tree is not watched: that would cost a walk through it at
 * the start, and what depends on it is looked at again whenever it is read.
 */
const watchFolder: WatchFolder = (folder, changed) => {
  const watcher = watch(folder, { persistent: false }, (_, name) => changed(name === null ? [] : [join(folder, name)]));
  // A folder that is gone or cannot be watched: what is in it is looked at when it is read.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
};
