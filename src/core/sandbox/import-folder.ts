import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { errorCode } from '../../shared/file-errors.ts';
import { namesSecretFile } from '../command/secret-files.ts';
import type { GitReader } from '../git/reader.ts';
import { SandboxFailure } from './failure.ts';
import { pathInZone, WORKSPACE } from './files/paths.ts';
import type { NewFile } from './sandbox.ts';
import { type SandboxLimits, sizeText } from './sizes.ts';

export interface FolderToImport {
  readonly folder: string;
  /** The root of the open repository it is in: what that ignores stays out, and paths count from there. */
  readonly root: string | undefined;
}

export interface ImportedFolder {
  readonly files: readonly NewFile[];
  /** What stays out, and why. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

/** Reads a folder of the disk for a sandbox: regular files alone, no link, no git directory, nothing that holds secrets. */
export async function readFolder(
  git: GitReader,
  { folder, root }: FolderToImport,
  limits: SandboxLimits,
): Promise<ImportedFolder> {
  const files: NewFile[] = [];
  const left: { path: string; why: string }[] = [];
  let bytes = 0;
  for (const path of (await pathsIn(git, folder, root)).toSorted()) {
    const inside = root === undefined ? join(basename(folder), path) : relative(root, join(folder, path));
    const slashed = inside.split(sep).join('/');
    try {
      if (namesSecretFile(slashed)) throw new SandboxFailure('bad-path', 'such files hold secrets');
      const place = pathInZone(WORKSPACE, slashed).path;
      const read = await readRegular(join(folder, path), limits.bytes - bytes);
      if (read === undefined) throw new SandboxFailure('bad-path', 'a link, or no file any more');
      if (read === 'too-much') throw tooMuch(limits);
      bytes += read.bytes.length;
      files.push({ path: place, ...read });
    } catch (error) {
      if (!(error instanceof SandboxFailure) || error.code === 'quota') throw error;
      left.push({ path: slashed, why: error.message });
    }
    if (files.length > limits.files) throw tooMuch(limits);
  }
  return { files, left };
}

async function pathsIn(git: GitReader, folder: string, root: string | undefined): Promise<readonly string[]> {
  if (root === undefined) return (await walk(folder, '')).sort();
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'] as const;
  const text = await git.readOrThrow(args, folder);
  return [...new Set(text.split('\0').slice(0, -1))].sort();
}

async function walk(folder: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) found.push(...(entry.name.toLowerCase() === '.git' ? [] : await walk(folder, path)));
    else found.push(path);
  }
  return found;
}

/** A link, a socket, or something that went while it was looked for. */
const NO_FILE: readonly string[] = ['ELOOP', 'EMLINK', 'ENOENT', 'ENOTDIR', 'ENXIO'];

async function readRegular(path: string, most: number) {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(error => {
    if (NO_FILE.includes(String(errorCode(error)))) return undefined;
    throw error;
  });
  try {
    const stat = await file?.stat();
    if (file === undefined || !stat?.isFile()) return undefined;
    if (stat.size > most) return 'too-much';
    return { bytes: await file.readFile(), executable: (stat.mode & 0o100) !== 0 };
  } finally {
    await file?.close();
  }
}

const tooMuch = ({ bytes, files }: SandboxLimits) =>
  new SandboxFailure(
    'quota',
    `This folder is too large: a sandbox holds at most ${files} files and ${sizeText(bytes)}.`,
    'Choose a smaller folder.',
  );
