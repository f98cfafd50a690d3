import { basename } from 'node:path';
import { commands } from 'vscode';
import type { StatusView } from '../../core/repository/status/status-view.ts';
import { ACTION_TEXT } from '../action-text.ts';
import { blobUri } from './documents.ts';
import { locateIn, openFile } from './links.ts';

/** Opens the editor's own diff of a file: the base on the left, the work tree on the right. */
export async function openDiff(status: StatusView, path: string, root: string): Promise<void> {
  const file = status.find(path);
  const state = status.state();
  if (file === undefined || state.kind !== 'ready') return;
  const { diffBase, oid } = state.status;
  if (file.type === 'Untracked' || file.type === 'Conflicted' || file.submodule !== null)
    return openFile(root, file.path);
  const base = diffBase ?? (oid === null ? null : 'HEAD');
  const left = blobUri({ root, path: file.originalPath ?? file.path, ref: file.type === 'Added' ? null : base });
  // A link that leads out of the repository would show what lies there.
  const right =
    file.type === 'Deleted' ? blobUri({ root, path: file.path, ref: null }) : await locateIn(root, file.path);
  if (right === undefined) return;
  const title = ACTION_TEXT.status.diffTitle(basename(file.path), diffBase ?? 'HEAD');
  await commands.executeCommand('vscode.diff', left, right, title, { preview: true });
}
