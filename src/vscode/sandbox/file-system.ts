import {
  type Disposable,
  type FileChangeEvent,
  FileChangeType,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Uri,
} from 'vscode';
import { SandboxFailure } from '../../core/sandbox/failure.ts';
import { sandboxPath } from '../../core/sandbox/files/paths.ts';
import type { SandboxView } from '../../core/sandbox/sandboxes.ts';
import type { SandboxAccess } from './access.ts';
import { addressOf, OWN_SANDBOX, SANDBOX, sandboxUri } from './addresses.ts';
import { changesBetween, type Entries, type EntryChange, entriesOf } from './folders.ts';
import { SANDBOX_TEXT } from './text.ts';

/** What a file system does, without its event. */
export type FileSystem = Omit<FileSystemProvider, 'onDidChangeFile'>;

const TYPES = { file: FileType.File, folder: FileType.Directory } as const;
const CHANGES: Readonly<Record<EntryChange['kind'], FileChangeType>> = {
  created: FileChangeType.Created,
  changed: FileChangeType.Changed,
  deleted: FileChangeType.Deleted,
};

/** What was last shown of a sandbox, and what it was made from. */
interface Shown {
  readonly view: SandboxView;
  readonly entries: Entries;
}

/** The files of all sandboxes as the editor reads and writes them; `tell` hears of every change. */
export function createSandboxFiles(
  access: SandboxAccess,
  tell: (changes: readonly FileChangeEvent[]) => void,
  reportError: (error: unknown) => void,
): FileSystem & Disposable {
  const shown = new Map<string, Shown>();
  /** Folders that somebody made and nothing is in yet. */
  const emptyFolders = new Map<string, Set<string>>();

  /** Looks anew, and tells whoever has looked before what has changed since. */
  const make = async (name: string): Promise<Shown> => {
    const view = await access.look(name);
    const before = shown.get(name);
    const made = { view, entries: entriesOf(view.state.files, ['/workspace', ...(emptyFolders.get(name) ?? [])]) };
    shown.set(name, made);
    if (before !== undefined) tell(changesBetween(before.entries, made.entries).flatMap(each => eventsOf(name, each)));
    return made;
  };
  const refresh = async (name: string): Promise<void> => {
    if (shown.has(name)) await make(name);
  };
  const stopListening = access.changes.listen(name => void refresh(name).catch(reportError));

  const isThere = async (name: string) => (await access.list()).includes(name);
  /** The sandbox a URI is in, as it is now. */
  const at = async (uri: Uri) => {
    const { name, path } = addressOf(uri);
    if (name === undefined) throw FileSystemError.FileNotFound(uri);
    const known = shown.get(name);
    if (known === undefined && name !== OWN_SANDBOX && !(await isThere(name))) throw FileSystemError.FileNotFound(uri);
    const isSame = known !== undefined && known.view === (await access.look(name));
    return { name, path, ...(isSame ? known : await make(name)) };
  };
  const entryAt = async (uri: Uri) => {
    const place = await at(uri);
    const entry = place.entries.get(place.path);
    if (entry === undefined) throw FileSystemError.FileNotFound(uri);
    return { ...place, entry };
  };
  /** The name and path of what is to be changed: below the folders that sandboxes begin with. */
  const changeable = (uri: Uri) => {
    const { name, path } = addressOf(uri);
    if (name === undefined || !/^\/[^/]+\/./.test(path)) throw FileSystemError.NoPermissions(SANDBOX_TEXT.files.fixed);
    return { name, path };
  };

  return {
    watch() {
      const stop = access.watch();
      return { dispose: stop };
    },
    async stat(uri) {
      if (addressOf(uri).name === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      const { entry } = await entryAt(uri);
      const { kind, modified } = entry;
      return { type: TYPES[kind], ctime: 0, mtime: modified, size: entry.kind === 'file' ? entry.size : 0 };
    },
    async readDirectory(uri) {
      if (addressOf(uri).name === undefined)
        return (await access.list()).map((name): [string, FileType] => [name, FileType.Directory]);
      const { entry } = await entryAt(uri);
      if (entry.kind !== 'folder') throw FileSystemError.FileNotADirectory(uri);
      return [...entry.children].map(([name, kind]): [string, FileType] => [name, TYPES[kind]]);
    },
    readFile: uri =>
      asFileSystem(uri, async () => {
        const { entry, path, view } = await entryAt(uri);
        if (entry.kind !== 'file') throw FileSystemError.FileIsADirectory(uri);
        return view.contents.get(entry.sha256, path);
      }),
    writeFile: (uri, content, { create, overwrite }) =>
      asFileSystem(uri, async () => {
        const { name, path } = changeable(uri);
        const entry = (await at(uri)).entries.get(path);
        if (entry === undefined && !create) throw FileSystemError.FileNotFound(uri);
        if (entry?.kind === 'folder') throw FileSystemError.FileIsADirectory(uri);
        if (entry !== undefined && create && !overwrite) throw FileSystemError.FileExists(uri);
        await access.change(name, sandbox => sandbox.write([{ path, bytes: Buffer.from(content) }]));
        await refresh(name);
      }),
    createDirectory: uri =>
      asFileSystem(uri, async () => {
        const { name, path } = changeable(uri);
        if ((await at(uri)).entries.has(path)) throw FileSystemError.FileExists(uri);
        emptyFolders.set(name, (emptyFolders.get(name) ?? new Set()).add(sandboxPath(path).path));
        await refresh(name);
      }),
    delete: uri =>
      asFileSystem(uri, async () => {
        const { name, path } = changeable(uri);
        const { entries, view } = await entryAt(uri);
        const inside = (each: string) => each === path || each.startsWith(`${path}/`);
        const empty = emptyFolders.get(name);
        for (const each of empty ?? []) if (inside(each)) empty?.delete(each);
        if (entries.get(path)?.kind === 'file' || [...view.state.files.keys()].some(inside))
          await access.change(name, sandbox => sandbox.remove(path));
        await refresh(name);
      }),
    rename: (from, to, { overwrite }) =>
      asFileSystem(to, async () => {
        const [source, target] = [changeable(from), changeable(to)];
        if (source.name !== target.name) throw FileSystemError.NoPermissions(SANDBOX_TEXT.files.apart);
        const { entries, view } = await entryAt(from);
        if (entries.has(target.path) && !overwrite) throw FileSystemError.FileExists(to);
        const inside = (each: string) => each === source.path || each.startsWith(`${source.path}/`);
        const empty = emptyFolders.get(source.name);
        for (const each of [...(empty ?? [])].filter(inside)) {
          empty?.delete(each);
          empty?.add(sandboxPath(`${target.path}${each.slice(source.path.length)}`).path);
        }
        if ([...view.state.files.keys()].some(inside))
          await access.change(source.name, sandbox => sandbox.rename(source.path, target.path, overwrite));
        await refresh(source.name);
      }),
    dispose: stopListening,
  };
}

/** The sandbox of the window's own agents has two addresses: whoever has opened one by either hears of it. */
function eventsOf(name: string, { path, kind }: EntryChange): FileChangeEvent[] {
  const type = CHANGES[kind];
  const other = name === OWN_SANDBOX && path.startsWith('/workspace') ? [Uri.from({ scheme: SANDBOX, path })] : [];
  return [sandboxUri(name, path), ...other].map(uri => ({ type, uri }));
}

/** Whatever a sandbox refuses, as the editor says it to a person. */
async function asFileSystem<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SandboxFailure)) throw error;
    if (error.code === 'no-such-file') throw FileSystemError.FileNotFound(uri);
    throw FileSystemError.NoPermissions(error.message);
  }
}
