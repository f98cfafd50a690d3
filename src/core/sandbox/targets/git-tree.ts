import { objectOid } from '../../writes/journal/storage/disk.ts';
import type { TreeEntry } from './tree.ts';

type Entry = Pick<TreeEntry, 'mode' | 'oid'>;
type Folder = Map<string, Entry | Folder>;

const TREE = '40000';

/** The id that git gives the tree of these files, by their paths. */
export function treeOid(entries: Iterable<readonly [path: string, entry: Entry]>): string {
  const root: Folder = new Map();
  for (const [path, { mode, oid }] of entries) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let folder = root;
    for (const each of names) {
      const next = folder.get(each);
      if (next instanceof Map) folder = next;
      else {
        const made: Folder = new Map();
        folder.set(each, made);
        folder = made;
      }
    }
    folder.set(name, { mode, oid });
  }
  return oidOf(root);
}

function oidOf(folder: Folder): string {
  const rows = [...folder].map(([name, entry]) => {
    const isFolder = entry instanceof Map;
    const { mode, oid } = isFolder ? { mode: TREE, oid: oidOf(entry) } : entry;
    const bytes = Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]);
    // git sorts folders as if their names ended in a slash.
    return { key: Buffer.from(isFolder ? `${name}/` : name), bytes };
  });
  rows.sort((one, other) => Buffer.compare(one.key, other.key));
  return objectOid('tree', Buffer.concat(rows.map(({ bytes }) => bytes)), 'sha1');
}
