import { open, readlink, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { disk } from '../disk.ts';

export interface GitDirectories {
  /** Holds the part that belongs to one work tree alone. */
  readonly gitDirectory: string;
  /** Holds the part that all work trees share. */
  readonly commonDirectory: string;
  /** True when the work tree is a linked one. */
  readonly linked: boolean;
}

/** A repository as git itself finds it from a folder. */
export interface InspectedRepository extends GitDirectories {
  /** The top of its work tree; undefined when it has none. */
  readonly top: string | undefined;
}

/** Undefined unless the path is a git directory by git's own measure: a HEAD that is one, objects and refs. */
export async function gitDirectoriesAt(path: string): Promise<GitDirectories | undefined> {
  if (path === '') return undefined;
  if (!(await isHead(join(path, 'HEAD')))) return undefined;
  const pointer = await disk.readFile(join(path, 'commondir'));
  const common = pointer === undefined ? path : resolve(path, withoutNewline(pointer));
  const parts = await Promise.all(['objects', 'refs'].map(name => disk.exists(join(common, name))));
  if (parts.includes(false)) return undefined;
  const [gitDirectory, commonDirectory] = await Promise.all([realpath(path), realpath(common)]);
  return { gitDirectory, commonDirectory, linked: pointer !== undefined };
}

/** setup.c's validate_headref(): a link to a branch, which need not be there, or a file of which only the beginning counts. */
async function isHead(path: string): Promise<boolean> {
  const link = await readlink(path).catch(() => '');
  return link.startsWith('refs/') || /^(?:ref:\s*refs\/|[\da-f]{40})/.test(await beginningOf(path).catch(() => ''));
}

async function beginningOf(path: string): Promise<string> {
  // Whoever opens a pipe waits for a writer that may never come.
  if (!(await stat(path)).isFile()) return '';
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(255), 0, 255, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The folder that a `.git` file names; an empty path is one that is nowhere. */
export function gitLinkTarget(link: string, top: string): string {
  const target = link.startsWith('gitdir: ') ? withoutNewline(link.slice('gitdir: '.length)) : '';
  return target === '' ? '' : resolve(top, target);
}

const withoutNewline = (text: string): string => text.replace(/[\r\n]+$/, '');
