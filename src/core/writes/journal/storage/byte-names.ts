import { join, sep } from 'node:path';

/**
 * Names of files and refs are bytes to git. Bytes that are no UTF-8 become the lone surrogates U+DC80 to U+DCFF, which no
 * other name has and JSON keeps, and become the same bytes again.
 */
export function decodeName(bytes: Buffer): string {
  const text = bytes.toString();
  if (!text.includes('\uFFFD') || Buffer.from(text).equals(bytes)) return text;
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find(each => isCharacter(bytes.subarray(at, at + each)));
    name +=
      length === undefined ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return name;
}

const isCharacter = (bytes: Buffer): boolean => {
  const text = bytes.toString();
  return [...text].length === 1 && Buffer.from(text).equals(bytes);
};

const ESCAPED = /[\uDC80-\uDCFF]/u;

export function encodeName(name: string): Buffer {
  if (!ESCAPED.test(name)) return Buffer.from(name);
  return Buffer.concat(
    [...name].map(each => (ESCAPED.test(each) ? Buffer.of(each.charCodeAt(0) - 0xdc00) : Buffer.from(each))),
  );
}

/** Where a file lies, as Node takes it. */
export function absolutePath(root: string, name: string): string | Buffer {
  // A name needs no mending where its slashes are the system's own, and mending takes longer than asking the disk.
  if (!ESCAPED.test(name)) return sep === '/' ? `${root}/${name}` : join(root, name);
  return Buffer.concat([Buffer.from(`${root}/`), encodeName(name)]);
}

/** Records that each end with NUL. */
export function splitRecords(bytes: Buffer): string[] {
  const text = bytes.toString();
  if (!text.includes('\uFFFD')) return text.split('\0').slice(0, -1);
  const records: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    if (end === -1) break;
    records.push(decodeName(bytes.subarray(at, end)));
    at = end + 1;
  }
  return records;
}

/** The folders a path is in, the outermost first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}

/** The folder a path is in; '' for none. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
