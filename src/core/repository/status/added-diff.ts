import { constants, type Stats } from 'node:fs';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isWithin } from '../../../shared/paths.ts';
import { SAMPLE_BYTES } from '../../git/binary.ts';

export interface FileDiff {
  /** Null when it could not be had; `notice` then says why. */
  readonly text: string | null;
  readonly notice: string | null;
}

const NOT_THERE: FileDiff = { text: null, notice: 'The file no longer exists.' };

/**
 * An untracked file as the diff that would add it, made by us: git shows files that it does not know only by a form that
 * reads outside the repository too. Nothing but a plain file inside the work tree is opened, and a link is not followed.
 */
export async function addedDiff(workTree: string, path: string, mostBytes: number): Promise<FileDiff> {
  if (path.endsWith('/')) return { text: null, notice: 'This is a folder that git does not look into.' };
  const file = join(workTree, path);
  const [found, isHere] = await Promise.all([lstat(file).catch(() => undefined), isInside(workTree, dirname(file))]);
  if (found === undefined) return NOT_THERE;
  if (!isHere) return { text: null, notice: 'The file is outside the work tree.' };
  if (found.isSymbolicLink()) return { text: diffText(path, '120000', await readlink(file)), notice: null };
  if (!found.isFile()) return { text: null, notice: 'This is not a regular file.' };
  const bytes = await firstBytes(file, mostBytes + 1);
  if (bytes === undefined) return { text: null, notice: 'The file cannot be read.' };
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return { text: binaryText(path, modeOf(found)), notice: null };
  const cut = bytes.length > mostBytes;
  // The last line may end inside a character.
  const text = bytes.toString('utf8', 0, cut ? bytes.lastIndexOf(10, mostBytes) + 1 : bytes.length);
  const notice = cut ? `Only the first ${mostBytes / 1024} KiB of the file are shown.` : null;
  return { text: diffText(path, modeOf(found), text), notice };
}

/** True for a folder inside the work tree and outside of its git directory, links on the way resolved. */
export async function isInside(workTree: string, folder: string): Promise<boolean> {
  const [top, inside] = await Promise.all(
    [realpath(workTree), realpath(folder)].map(each => each.catch(() => undefined)),
  );
  if (top === undefined || inside === undefined) return false;
  return isWithin(top, inside) && !relative(top, inside).split(sep).includes('.git');
}

/** It may have become a link or a pipe since it was looked at: neither is followed or waited for. */
export async function firstBytes(file: string, most: number): Promise<Buffer | undefined> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  try {
    if (handle === undefined || !(await handle.stat()).isFile()) return undefined;
    const buffer = Buffer.alloc(most);
    const { bytesRead } = await handle.read(buffer, 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

const modeOf = ({ mode }: Stats): string => ((mode & 0o100) === 0 ? '100644' : '100755');

function headOf(path: string, mode: string): string {
  return `diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}\nnew file mode ${mode}\n`;
}

const binaryText = (path: string, mode: string): string =>
  `${headOf(path, mode)}Binary files /dev/null and ${quoted(`b/${path}`)} differ\n`;

function diffText(path: string, mode: string, content: string): string {
  if (content === '') return headOf(path, mode);
  const ends = content.endsWith('\n');
  const lines = (ends ? content.slice(0, -1) : content).split('\n');
  const range = lines.length === 1 ? '+1' : `+1,${lines.length}`;
  const body = lines.map(line => `+${line}\n`).join('');
  const foot = ends ? '' : '\\ No newline at end of file\n';
  return `${headOf(path, mode)}--- /dev/null\n+++ ${quoted(`b/${path}`)}\n@@ -0,0 ${range} @@\n${body}${foot}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A name as git quotes it, so that it cannot end its line. */
function quoted(name: string): string {
  if (!/["\\\p{Cc}]/u.test(name)) return name;
  const spell = (char: string) => {
    const bytes = [...Buffer.from(char)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`);
    return ESCAPES[char] ?? bytes.join('');
  };
  return `"${name.replaceAll(/["\\\p{Cc}]/gu, spell)}"`;
}
