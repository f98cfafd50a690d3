import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commands, ProgressLocation, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { Core } from '../../core/core.ts';
import { type ExportedFile, exportedFiles, startsPrograms } from '../../core/sandbox/export/exported.ts';
import { isWithin } from '../../shared/paths.ts';
import { plainMessage } from '../plain-text.ts';
import type { SandboxAccess } from './access.ts';
import { OWN_SANDBOX, sandboxUri } from './addresses.ts';
import { SANDBOX_TEXT } from './text.ts';

/** What brings files into a sandbox and out of it, and shows one in the Explorer. All of them are a person's own doing. */
export interface CopyActions {
  openInExplorer(): Promise<void>;
  copyFolder(called: unknown): Promise<void>;
  openAsFolder(): Promise<void>;
  savePatch(): Promise<void>;
  saveZip(): Promise<void>;
}

const WORDS = SANDBOX_TEXT.copy;
/** Names that are said of what was left out. */
const FEW = 5;

export interface CopyActionsOptions {
  readonly core: Core;
  readonly access: SandboxAccess;
  /** The folders of the window that are on this machine. */
  readonly folders: () => readonly string[];
}

export function createCopyActions({ core, access, folders }: CopyActionsOptions): CopyActions {
  const { forDisplay, git, repositories } = core;
  const say = (text: string) => void window.showInformationMessage(plainMessage(forDisplay(text)));
  const warn = (text: string) => void window.showWarningMessage(plainMessage(forDisplay(text)));

  /** The sandbox that is meant: the only one, or the one the person picks. With `own` there is always that of the chat. */
  const pickSandbox = async (own = false): Promise<string | undefined> => {
    const names = [...new Set([...(own ? [OWN_SANDBOX] : []), ...(await access.list())])];
    if (names.length === 0) say(WORDS.none);
    if (names.length <= 1) return names[0];
    const rows: QuickPickItem[] = names.map(label => ({
      label,
      ...(label === OWN_SANDBOX && { description: WORDS.own }),
    }));
    return (await window.showQuickPick(rows, { placeHolder: WORDS.choose }))?.label;
  };
  const withSandbox = (act: (name: string) => Promise<void>) => async () => {
    const name = await pickSandbox();
    if (name !== undefined) await act(name);
  };
  const saveAs = async (name: string, extension: 'patch' | 'zip', bytes: Uint8Array): Promise<void> => {
    const [folder] = folders();
    const file = `sandbox-${name}.${extension}`;
    const uri = await window.showSaveDialog({
      defaultUri: Uri.file(folder === undefined ? file : join(dirname(folder), file)),
      filters: { [extension]: [extension] },
    });
    if (uri === undefined) return;
    await workspace.fs.writeFile(uri, bytes);
    say(WORDS.saved(uri.fsPath));
  };

  return {
    openInExplorer: withSandbox(async name => {
      const uri = sandboxUri(name);
      const open = workspace.workspaceFolders ?? [];
      // The sandbox, not a folder in it: no agent can write what the editor takes for the settings and tasks of this one.
      if (!open.some(each => each.uri.toString() === uri.toString()))
        workspace.updateWorkspaceFolders(open.length, 0, { uri, name: SANDBOX_TEXT.explorer.name(name) });
      await commands.executeCommand('workbench.view.explorer');
    }),

    async copyFolder(called) {
      const given = called instanceof Uri && called.scheme === 'file' ? called : undefined;
      const [first] = folders();
      const chosen =
        given ??
        (
          await window.showOpenDialog({
            canSelectFolders: true,
            canSelectFiles: false,
            title: WORDS.chooseFolderTitle,
            openLabel: WORDS.chooseFolder,
            ...(first !== undefined && { defaultUri: Uri.file(first) }),
          })
        )?.[0];
      const name = chosen && (await pickSandbox(true));
      if (chosen === undefined || name === undefined) return;
      const { readFolder } = await import('../../core/sandbox/import-folder.ts');
      const folder = chosen.fsPath;
      const root = core.trusted() ? (await repositories.find(folder))?.root : undefined;
      const { limits } = await access.look(name);
      await inProgress(async () => {
        const { files, left } = await readFolder(git, { folder, root }, limits);
        if (files.length === 0) return warn(WORDS.noFiles);
        await access.change(name, sandbox => sandbox.write(files));
        const some = left.slice(0, FEW).map(({ path, why }) => `${path} (${why})`);
        const parts = [
          WORDS.copied(files.length, name),
          ...(left.length === 0 ? [] : [WORDS.left(left.length, some.join(', '))]),
        ];
        say(parts.join(' '));
      });
    },

    openAsFolder: withSandbox(async name => {
      const view = await access.look(name);
      if (view.state.files.size === 0) return say(WORDS.empty);
      const chosen = await window.showOpenDialog({
        canSelectFolders: true,
        canSelectFiles: false,
        title: WORDS.chooseEmpty,
        openLabel: WORDS.chooseEmptyLabel,
      });
      const folder = chosen?.[0]?.fsPath;
      if (folder === undefined) return;
      if (folders().some(each => isWithin(each, folder))) return warn(WORDS.inWorkspace(folder));
      if ((await readdir(folder)).length > 0) return warn(WORDS.notEmpty(folder));
      const written = await inProgress(() => writeCopy(folder, exportedFiles(view)));
      const risky = written.filter(startsPrograms);
      const detail = risky.length === 0 ? WORDS.agentWrote : WORDS.runs(risky.slice(0, FEW).join(', '));
      const answer = await window.showWarningMessage(
        plainMessage(WORDS.openQuestion(written.length)),
        { modal: true, detail: forDisplay(detail) },
        WORDS.open,
      );
      if (answer === WORDS.open)
        await commands.executeCommand('vscode.openFolder', Uri.file(folder), { forceNewWindow: true });
    }),

    savePatch: withSandbox(async name => {
      const { patchOf } = await import('../../core/sandbox/export/patch.ts');
      const patch = await patchOf(git, await access.look(name));
      if (patch === undefined) return say(WORDS.nothingChanged);
      await saveAs(name, 'patch', Buffer.from(patch));
    }),

    saveZip: withSandbox(async name => {
      const view = await access.look(name);
      if (view.state.files.size === 0) return say(WORDS.empty);
      const { zipOf } = await import('../../core/sandbox/export/zip.ts');
      await saveAs(name, 'zip', await zipOf(exportedFiles(view)));
    }),
  };
}

/** Shows that something goes on. */
const inProgress = <T>(work: () => Promise<T>) =>
  window.withProgress({ location: ProgressLocation.Window, title: WORDS.copying }, work);

/** Writes files into an empty folder, each where there is none; answers with their paths. */
async function writeCopy(folder: string, files: AsyncIterable<ExportedFile>): Promise<string[]> {
  const written: string[] = [];
  for await (const { inside, bytes, mode } of files) {
    const path = join(folder, inside);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes, { flag: 'wx', mode: mode === '100755' ? 0o755 : 0o644 });
    written.push(inside);
  }
  return written;
}
