import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import {
  commands,
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  languages,
  type Tab,
  TabInputText,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { EditTextRequest } from '../../core/writes/question.ts';
import { COMMAND_TEXT } from '../command-text.ts';
import { plainMessage } from '../plain-text.ts';

/** Documents that stand for a text which a person edits before a command runs. They are in memory only. */
export const EDIT_SCHEME = 'sluice-edit';

/** The editor's own names for what git opens an editor with. */
const LANGUAGES = { message: 'git-commit', todo: 'git-rebase' } as const;

interface EditedText {
  bytes: Uint8Array;
  /** Undefined until it was saved. */
  saved: string | undefined;
  changed: number;
}

export interface EditDocuments extends Disposable {
  /** Resolves with the text when its tab was saved and closed, or accepted; with undefined in every other case. */
  edit(request: EditTextRequest, signal?: AbortSignal): Promise<string | undefined>;
  /** Takes the text in front as it is, as saving and closing does. */
  accept(): Promise<void>;
  /** Gives the one in front up. */
  cancel(): Promise<void>;
}

export function createEditDocuments(): EditDocuments {
  const texts = new Map<string, EditedText>();
  const change = new EventEmitter<FileChangeEvent[]>();
  const found = (uri: Uri): EditedText => {
    const text = texts.get(uri.toString());
    if (text === undefined) throw FileSystemError.FileNotFound(uri);
    return text;
  };
  const refuse = (uri: Uri): never => {
    throw FileSystemError.NoPermissions(uri);
  };
  const provider: FileSystemProvider = {
    onDidChangeFile: change.event,
    watch: () => ({ dispose: () => {} }),
    stat: uri => {
      const { bytes, changed } = found(uri);
      return { type: FileType.File, ctime: 0, mtime: changed, size: bytes.length };
    },
    readFile: uri => found(uri).bytes,
    writeFile(uri, bytes) {
      const text = found(uri);
      text.bytes = bytes;
      text.saved = new TextDecoder().decode(bytes);
      text.changed += 1;
    },
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  const registration = workspace.registerFileSystemProvider(EDIT_SCHEME, provider, { isCaseSensitive: true });
  const inFront = () => {
    const document = window.activeTextEditor?.document;
    return document?.uri.scheme === EDIT_SCHEME ? document : undefined;
  };
  const isOf = (uri: string, { input }: Tab) => input instanceof TabInputText && input.uri.toString() === uri;
  const tabsOf = (uri: string) => window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(tab => isOf(uri, tab));

  return {
    async edit({ kind, text, problem, repository }, signal) {
      if (signal?.aborted) return undefined;
      const { name } = COMMAND_TEXT.edit;
      const uri = Uri.from({ scheme: EDIT_SCHEME, path: `/${randomUUID()}/${name[kind](basename(repository))}` });
      const address = uri.toString();
      texts.set(address, { bytes: new TextEncoder().encode(text), saved: undefined, changed: 1 });
      const listeners: Disposable[] = [];
      try {
        const opened = await workspace.openTextDocument(uri);
        const document = await languages.setTextDocumentLanguage(opened, LANGUAGES[kind]);
        const closed = new Promise<void>(resolve => {
          listeners.push(
            window.tabGroups.onDidChangeTabs(({ closed: gone }) => {
              // The end of another tab may be told of before this one is there.
              if (gone.some(tab => isOf(address, tab)) && tabsOf(address).length === 0) resolve();
            }),
          );
          const stop = async () => {
            texts.delete(address);
            await window.tabGroups.close(tabsOf(address).filter(({ isDirty }) => !isDirty));
            resolve();
          };
          signal?.addEventListener('abort', () => void stop());
        });
        await window.showTextDocument(document, { preview: false });
        if (problem !== null) void window.showErrorMessage(plainMessage(problem));
        await closed;
        return texts.get(address)?.saved;
      } finally {
        texts.delete(address);
        for (const listener of listeners) listener.dispose();
      }
    },
    async accept() {
      const document = inFront();
      const text = document && texts.get(document.uri.toString());
      if (document === undefined || text === undefined) return;
      if (document.isDirty) await document.save();
      text.saved = document.getText();
      await window.tabGroups.close(tabsOf(document.uri.toString()));
    },
    async cancel() {
      const document = inFront();
      if (document === undefined) return;
      const text = texts.get(document.uri.toString());
      if (text !== undefined) text.saved = undefined;
      // Closing alone would ask whether to save. The text stays until then: the editor reads it again.
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    },
    dispose() {
      registration.dispose();
      change.dispose();
      texts.clear();
    },
  };
}
