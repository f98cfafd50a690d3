import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies of an index or a config, objects that do not go into the repository, what the command line or a server needs, what gh keeps while it runs, what a person edited, the patch of a hunk, contents of a sandbox that are compared. */
export type Purpose = 'index' | 'config' | 'objects' | 'shallow' | 'cli' | 'mcp' | 'gh' | 'edit' | 'patch' | 'sandbox';

const OURS = /^sluice-(?:index|config|objects|shallow|cli|mcp|gh|edit|patch|sandbox)-/;
const OLD_MS = 24 * 60 * 60 * 1000;

/** Where the folders of a purpose begin. */
export const temporaryPrefix = (purpose: Purpose): string => join(tmpdir(), `sluice-${purpose}-`);

/** Lends a folder that only this person can look into to `use`, and removes it afterwards. */
export async function withTemporary<T>(purpose: Purpose, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(temporaryPrefix(purpose));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what a process that was killed left behind; what is younger than a day may still be in use. */
export async function removeOldTemporary(now: number): Promise<void> {
  const names = (await readdir(tmpdir())).filter(name => OURS.test(name));
  for (const folder of names.map(name => join(tmpdir(), name))) {
    const found = await lstat(folder).catch(() => undefined);
    // Others may have such folders here too.
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    if (now - found.mtimeMs > OLD_MS) await rm(folder, { recursive: true, force: true });
  }
}
