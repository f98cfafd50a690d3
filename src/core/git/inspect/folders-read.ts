import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { disk, entriesOf } from '../disk.ts';
import type { InspectedRepository } from './git-directories.ts';
import type { Derived, Watched } from './stamp-cache.ts';

/** Where git reads a repository's contents from. */
export interface Places {
  /** Folders and files, symbolic links followed. */
  readonly paths: readonly string[];
  /** Folders that cannot be listed and lists that only git understands: what they lead to may be anywhere. */
  readonly unknown: readonly string[];
}

/** Folders of a git directory in which a symbolic link would have git read something of another repository. */
const LISTED = ['', 'objects', 'objects/info', 'objects/info/commit-graphs', 'objects/pack'];
/** Folders out of whose files, however deep, git prints words: `status` those of a rebase, `worktree list` those of work trees. */
const WALKED = [
  'branches',
  'info',
  'logs',
  'rebase-apply',
  'rebase-merge',
  'reftable',
  'remotes',
  'sequencer',
  'worktrees',
];
/** Refs hold nothing but names of objects, and the git directory of a submodule is looked at when it is used. */
const NOT_WALKED = /[\\/]worktrees[\\/][^\\/]+[\\/](?:modules|refs)$/;
/** As deep as git follows alternates of alternates. */
const DEEPEST = 5;

/**
 * The places that git reads a repository's contents from: the top of the work tree, the git directory, the one it shares,
 * its alternates and theirs, and whatever links in them lead to.
 */
export async function foldersRead(repository: InspectedRepository): Promise<Derived<Places>> {
  const { top, gitDirectory, commonDirectory } = repository;
  const paths = new Set<string>();
  const unknown: string[] = [];
  const from: Watched[] = [];
  const walked = new Set<string>();
  /** Returns the folders in a folder, and what links in it may lead to one. */
  const addLinks = async (folder: string): Promise<string[]> => {
    from.push({ path: folder, entries: true });
    const entries = await entriesOf(folder);
    if (entries === undefined) unknown.push(folder);
    const links = (entries ?? []).filter(entry => entry.isSymbolicLink()).map(({ name }) => join(folder, name));
    for (const link of links) paths.add(await realOr(link));
    // What is behind a link may change with nothing changed here.
    from.push(...links.map(path => ({ path })));
    const folders = (entries ?? []).filter(entry => entry.isDirectory()).map(({ name }) => join(folder, name));
    return [...folders, ...links];
  };
  const walk = async (folder: string): Promise<void> => {
    const real = await realOr(folder);
    if (walked.has(real)) return;
    walked.add(real);
    for (const below of await addLinks(folder)) if (!NOT_WALKED.test(below)) await walk(below);
  };
  const addObjects = async (objects: string, depth: number): Promise<void> => {
    const real = await realOr(objects);
    if (paths.has(real) || depth > DEEPEST) return;
    paths.add(real);
    const list = join(objects, 'info/alternates');
    from.push({ path: objects }, { path: list });
    const alternates = await alternatesIn(list);
    if (alternates === undefined) unknown.push(list);
    for (const path of alternates ?? []) await addObjects(resolve(objects, path), depth + 1);
  };
  for (const folder of new Set([gitDirectory, commonDirectory])) {
    paths.add(await realOr(folder));
    for (const name of LISTED) await addLinks(join(folder, name));
    for (const name of WALKED) await walk(join(folder, name));
  }
  if (top !== undefined) paths.add(await realOr(top));
  await addObjects(join(commonDirectory, 'objects'), 0);
  return { value: { paths: [...paths], unknown }, from };
}

/** Undefined when it cannot be read, or is spelled in a way that only git undoes. */
async function alternatesIn(list: string): Promise<string[] | undefined> {
  const text = await disk.readFile(list);
  if (text === undefined) return (await disk.exists(list)) ? undefined : [];
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return lines.some(line => line.startsWith('"')) ? undefined : lines;
}

/** A link that leads nowhere, for as long as it does, stands for itself. */
const realOr = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));
