import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { ifMissing } from '../../../shared/file-errors.ts';
import { writeAtomically } from '../../panels/atomic-file.ts';
import type { Repository } from '../../repository/discover.ts';

/** The note beside a work tree of ours: what is not noted so is nobody's to remove. */
const note = z.strictObject({
  /** Complete, or in the middle of being made or removed. */
  phase: z.enum(['making', 'ready', 'removing']),
  repository: z.string(),
  /** The commit that was checked out. */
  head: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  /** The same with all that was not committed. */
  baseline: z.string().check(z.regex(/^(?:[0-9a-f]{40,64})?$/)),
});

export type WorktreeNote = z.infer<typeof note>;

/** A work tree of ours: its folder, and the note beside it. */
export interface WorktreeHome {
  readonly name: string;
  readonly folder: string;
  readonly tree: string;
}

const TREE = 'tree';
const NOTE = 'worktree.json';

const folderOf = (all: string, { commonDirectory }: Repository): string =>
  join(all, createHash('sha256').update(commonDirectory).digest('hex').slice(0, 16));

export function homeOf(all: string, repository: Repository, name: string): WorktreeHome {
  const folder = join(folderOf(all, repository), name);
  return { name, folder, tree: join(folder, TREE) };
}

export const homesOf = async (all: string, repository: Repository): Promise<readonly WorktreeHome[]> =>
  (await readdir(folderOf(all, repository)).catch(ifMissing<string[]>([]))).map(name => homeOf(all, repository, name));

/** Undefined where there is none, or none of this repository. */
export async function readNote({ folder }: WorktreeHome, repository: Repository): Promise<WorktreeNote | undefined> {
  const text = await readFile(join(folder, NOTE), 'utf8').catch(ifMissing(undefined));
  const parsed = text === undefined ? undefined : note.safeParse(JSON.parse(text));
  return parsed?.success && parsed.data.repository === repository.commonDirectory ? parsed.data : undefined;
}

export async function writeNote({ folder }: WorktreeHome, is: WorktreeNote): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeAtomically(join(folder, NOTE), JSON.stringify(is));
}

/** git's own folder for a linked work tree; undefined when there is none. */
export async function adminFolderOf(
  { tree }: WorktreeHome,
  { commonDirectory }: Repository,
): Promise<string | undefined> {
  const all = join(commonDirectory, 'worktrees');
  const gitFile = join(await realpath(dirname(tree)).catch(() => dirname(tree)), TREE, '.git');
  for (const name of await readdir(all).catch(ifMissing<string[]>([]))) {
    const leadsTo = await readFile(join(all, name, 'gitdir'), 'utf8').catch(ifMissing(''));
    if (leadsTo.trim() === gitFile || leadsTo.trim() === join(tree, '.git')) return join(all, name);
  }
  return undefined;
}

/** Removes the files and what git notes of them, the note last, so that a crash in the middle is gone on with. */
export async function removeHome(home: WorktreeHome, repository: Repository): Promise<void> {
  const admin = await adminFolderOf(home, repository);
  await rm(home.tree, { recursive: true, force: true });
  if (admin !== undefined) await rm(admin, { recursive: true, force: true });
  await rm(home.folder, { recursive: true, force: true });
}
