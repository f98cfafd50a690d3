import type { SandboxFile } from '../../core/sandbox/files/state.ts';

/** A file or folder of a sandbox, as an editor asks for it. */
export type Entry =
  | { readonly kind: 'file'; readonly modified: number; readonly size: number; readonly sha256: string }
  /** `children` are names with what they are. */
  | { readonly kind: 'folder'; readonly modified: number; readonly children: ReadonlyMap<string, Entry['kind']> };

/** Everything in a sandbox by its path; '' is its root. */
export type Entries = ReadonlyMap<string, Entry>;

interface Folder {
  kind: 'folder';
  modified: number;
  readonly children: Map<string, Entry['kind']>;
}

/** The folders that the files of a sandbox are in, and some that are still empty: a sandbox itself knows files alone. */
export function entriesOf(files: ReadonlyMap<string, SandboxFile>, emptyFolders: Iterable<string>): Entries {
  const entries = new Map<string, Entry | Folder>();
  const folderAt = (path: string): Folder => {
    const known = entries.get(path);
    if (known?.kind === 'folder') return known as Folder;
    const made: Folder = { kind: 'folder', modified: 0, children: new Map() };
    entries.set(path, made);
    if (path !== '') addTo(path, 'folder', 0);
    return made;
  };
  const addTo = (path: string, kind: Entry['kind'], modified: number) => {
    const slash = path.lastIndexOf('/');
    const folder = folderAt(path.slice(0, slash));
    folder.children.set(path.slice(slash + 1), kind);
    for (let at = slash; at >= 0; at = at === 0 ? -1 : path.lastIndexOf('/', at - 1)) {
      const above = folderAt(path.slice(0, at));
      above.modified = Math.max(above.modified, modified);
    }
  };
  for (const path of emptyFolders) folderAt(path);
  for (const [path, { modified, size, sha256 }] of files) {
    entries.set(path, { kind: 'file', modified, size, sha256 });
    addTo(path, 'file', modified);
  }
  return entries;
}

export interface EntryChange {
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

/** What somebody who has seen one state has to be told of the next; folders come before what is in them. */
export function changesBetween(before: Entries, after: Entries): readonly EntryChange[] {
  const gone = [...before.keys()].filter(path => after.get(path)?.kind !== before.get(path)?.kind);
  const come = [...after.keys()].filter(path => after.get(path)?.kind !== before.get(path)?.kind);
  const changed = [...after].flatMap(([path, entry]) => {
    const was = before.get(path);
    return entry.kind === 'file' && was?.kind === 'file' && was.modified !== entry.modified ? [path] : [];
  });
  return [
    ...gone.sort().map((path): EntryChange => ({ path, kind: 'deleted' })),
    ...come.sort().map((path): EntryChange => ({ path, kind: 'created' })),
    ...changed.map((path): EntryChange => ({ path, kind: 'changed' })),
  ];
}
