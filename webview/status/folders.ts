import type { StatusFile } from '../../src/protocol/to-status-page.ts';
import { plus, type Totals, totalsOf } from './totals.ts';

export interface Folder {
  /** Without a slash at its end; the root's is empty. */
  readonly path: string;
  /** The part of the path below its parent: several names where a folder holds nothing but a folder. */
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly StatusFile[];
  readonly totals: Totals;
}

interface Node {
  readonly path: string;
  readonly children: Map<string, Node>;
  readonly files: StatusFile[];
}

/** A path can have thousands of folders in it; what lies deeper than this stays in the last one. */
const DEEPEST = 40;

const collator = new Intl.Collator('en', { numeric: true });

/** The files by folder, each folder's in the order they came in. */
export function folderTree(files: readonly StatusFile[]): Folder {
  const root = nodeAt('');
  for (const file of files) {
    let node = root;
    for (const name of file.path.split('/', DEEPEST + 1).slice(0, foldersIn(file.path))) {
      const child = node.children.get(name) ?? nodeAt(node === root ? name : `${node.path}/${name}`);
      node.children.set(name, child);
      node = child;
    }
    node.files.push(file);
  }
  return folderOf(root, '');
}

const nodeAt = (path: string): Node => ({ path, children: new Map(), files: [] });

function foldersIn(path: string): number {
  let count = 0;
  for (let at = path.indexOf('/'); at !== -1 && count < DEEPEST; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}

function folderOf(node: Node, name: string): Folder {
  const [only] = node.children.values();
  const merges = node.path !== '' && node.files.length === 0 && node.children.size === 1;
  if (merges && only !== undefined) return folderOf(only, `${name}/${lastOf(only.path)}`);
  const folders = [...node.children.values()].map(child => folderOf(child, lastOf(child.path))).sort(before);
  const totals = folders.reduce((sum, folder) => plus(sum, folder.totals), totalsOf(node.files));
  return { path: node.path, name, folders, files: node.files, totals };
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Those with conflicts in them first, as with files. */
const before = (a: Folder, b: Folder) =>
  Number(b.totals.conflicted > 0) - Number(a.totals.conflicted > 0) || collator.compare(a.name, b.name);
