import { extensions, Uri } from 'vscode';

/** The little of the editor's own git extension that we call. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): { getRepository(uri: Uri): { status(): Promise<void> } | null };
}

/** Has the editor's own Source Control look again: by itself it notices seconds later, as if an undo had failed. */
export async function nudgeSourceControl(root: string): Promise<void> {
  const git = extensions.getExtension<GitExtension>('vscode.git');
  if (!git?.isActive || !git.exports.enabled) return;
  await git.exports.getAPI(1).getRepository(Uri.file(root))?.status();
}
