import { type Disposable, type TextEditor, window } from 'vscode';
import type { Core } from '../core/core.ts';
import { setting } from './settings.ts';

/** Has the status view show the repository of the file in the active editor, unless the person wants it to stay. */
export function followEditor({ repositories, status, trusted, reportErrorIn }: Core): Disposable {
  const follow = async (editor: TextEditor | undefined): Promise<void> => {
    const file = editor?.document.uri;
    if (file?.scheme !== 'file' || !trusted() || !setting('status.followEditor')) return;
    const found = await repositories.find(file.fsPath);
    // Who has gone on to another file meanwhile is followed there.
    if (found !== undefined && window.activeTextEditor === editor) status.select(found.root);
  };
  return window.onDidChangeActiveTextEditor(editor => {
    follow(editor).catch(reportErrorIn('Following the active editor'));
  });
}
