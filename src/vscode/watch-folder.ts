import { sep } from 'node:path';
import { RelativePattern, Uri, workspace } from 'vscode';
import type { WatchFolder } from '../core/repository/watch/watch-repository.ts';

/** Work trees are watched by the editor's own watcher: it runs anyway, and leaves out what the person excluded. */
export const watchFolder: WatchFolder = (folder, changed) => {
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder), '**'));
  const tell = ({ fsPath }: Uri) => changed([fsPath.endsWith(sep) ? fsPath.slice(0, -1) : fsPath]);
  watcher.onDidChange(tell);
  watcher.onDidCreate(tell);
  watcher.onDidDelete(tell);
  return () => watcher.dispose();
};
