import { join } from 'node:path';
import { type Disposable, EventEmitter, type TextDocumentContentProvider, Uri, workspace } from 'vscode';
import type { Core } from '../../core/core.ts';
import { TEXT } from '../text.ts';

const BLOB = 'sluice-blob';
const OUTPUT = 'sluice-output';

/** A version of a file in a repository, for the editor's own diff: in a commit, in the index, or nowhere. */
export interface BlobAddress {
  readonly root: string;
  readonly path: string;
  /** A commit, '' for the index, null for a file that is not there. */
  readonly ref: string | null;
}

export function blobUri({ root, path, ref }: BlobAddress): Uri {
  // By the path the editor tells a file that was changed from one that was renamed.
  const place = Uri.file(join(root, path)).path;
  return Uri.from({ scheme: BLOB, path: place, query: JSON.stringify({ root, path, ref }) });
}

/** The address a URI holds, which may have been written by anyone. */
function addressIn({ query }: Uri): BlobAddress | undefined {
  const { root, path, ref } = JSON.parse(query) as Partial<Record<keyof BlobAddress, unknown>>;
  const fits = typeof root === 'string' && typeof path === 'string' && (ref === null || typeof ref === 'string');
  return fits && !(ref ?? '').startsWith('-') ? { root, path, ref: ref as string | null } : undefined;
}

/** Shows files as they are in commits; only of the window's repositories. */
export function createBlobs({ git, contextOf }: Core): Disposable & { refresh(): void } {
  const change = new EventEmitter<Uri>();
  const provider: TextDocumentContentProvider = {
    onDidChange: change.event,
    async provideTextDocumentContent(uri) {
      const address = addressIn(uri);
      if (address === undefined || contextOf(address.root) === undefined)
        throw new Error(TEXT.documents.notInRepository);
      const { root, path, ref } = address;
      if (ref === null) return '';
      return git.readOrThrow(['cat-file', 'blob', `${ref}:${path}`], root);
    },
  };
  const registration = workspace.registerTextDocumentContentProvider(BLOB, provider);
  return {
    /** To be called when what a ref stands for may have changed. */
    refresh() {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === BLOB) change.fire(uri);
    },
    dispose() {
      registration.dispose();
      change.dispose();
    },
  };
}

/** Opens text of ours as a read-only document. */
export interface Outputs extends Disposable {
  /** The document called `name` with this text; one of that name that is open is brought up to date. */
  open(name: string, text: string): Promise<Uri>;
}

export function createOutputs(): Outputs {
  const texts = new Map<string, string>();
  const change = new EventEmitter<Uri>();
  const registration = workspace.registerTextDocumentContentProvider(OUTPUT, {
    onDidChange: change.event,
    provideTextDocumentContent: uri => texts.get(uri.toString()) ?? '',
  });
  const forget = workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString()));
  return {
    async open(name, text) {
      const uri = Uri.from({ scheme: OUTPUT, path: `/${name}` });
      texts.set(uri.toString(), text);
      change.fire(uri);
      await workspace.openTextDocument(uri);
      return uri;
    },
    dispose() {
      registration.dispose();
      forget.dispose();
      change.dispose();
    },
  };
}
