import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { ReadArgs } from '../../../git/read-subcommands.ts';
import { readerFrom } from '../../../git/reader.ts';
import { type Git, withOptions } from '../../../git/writer.ts';
import { discover, type Repository } from '../../../repository/discover.ts';
import { findFile, statIfThere } from '../storage/disk.ts';
import type { Scope } from '../storage/entry.ts';

/** A repository as git can be asked about it, also when its work tree is not there or does not lead to it any more. */
export interface RepositoryAccess {
  readonly git: Git;
  /** Where its git directory is now; its work tree is a folder that exists, in which git is started. */
  readonly repository: Repository;
  readonly hasWorkTree: boolean;
}

/** Undefined when the git directory is gone. */
export async function accessTo(
  git: Git,
  repository: Repository,
  { gitDirectoryInode }: Pick<Scope, 'gitDirectoryInode'>,
  /** For a linked work tree: the one in which the command runs. */
  from?: string,
): Promise<RepositoryAccess | undefined> {
  const { workTree } = repository;
  const place = (await isGitDirectory(repository.gitDirectory))
    ? repository
    : gitDirectoryInode === undefined
      ? undefined
      : await movedTo(repository, gitDirectoryInode);
  if (place === undefined) return undefined;
  const hasWorkTree = (await statIfThere(workTree))?.isDirectory() === true;
  const isLinked = hasWorkTree && (await statIfThere(join(workTree, '.git'))) !== undefined;
  if (isLinked)
    return { git: from === undefined ? git : gitOfLinked(git, place, from), repository: place, hasWorkTree };
  // A submodule that is not checked out any more still has its git directory, which nothing leads to.
  const at = hasWorkTree ? place : { ...place, workTree: place.gitDirectory };
  return { git: withOptions(git, { at }), repository: at, hasWorkTree };
}

/**
 * Git for a linked work tree, asked from the one in which a command runs: the linked one may be outside of the workspace,
 * where no other question is asked. The person said yes to a command that makes, moves or removes it.
 */
export function gitOfLinked(git: Git, { gitDirectory, workTree }: Repository, from: string): Git {
  const at = { gitDirectory, workTree };
  const reader = readerFrom((args, _, given) => git.read(args as ReadArgs, from, { at, ...given }));
  return { ...reader, write: (args, _, given) => git.write(args, from, { at, ...given }) };
}

const isGitDirectory = async (path: string): Promise<boolean> => (await findFile(path, 'HEAD')) !== undefined;

/** Git moves the git directory of a submodule out of its work tree before that goes, with those inside of it. */
async function movedTo({ workTree }: Repository, inode: number): Promise<Repository | undefined> {
  const around = await discover(await existing(dirname(workTree)));
  const gitDirectory = around.ok ? await withInode(join(around.repository.gitDirectory, 'modules'), inode) : undefined;
  return gitDirectory === undefined ? undefined : { gitDirectory, commonDirectory: gitDirectory, workTree };
}

const existing = async (folder: string): Promise<string> =>
  (await statIfThere(folder)) || dirname(folder) === folder ? folder : existing(dirname(folder));

/** Folders of a git directory in which no other one is. */
const NOT_MODULES = ['branches', 'hooks', 'info', 'logs', 'objects', 'refs', 'worktrees'];

async function withInode(folder: string, inode: number): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([]));
  for (const entry of entries.filter(each => each.isDirectory() && !NOT_MODULES.includes(each.name))) {
    const path = join(folder, entry.name);
    if ((await statIfThere(path))?.ino === inode) return path;
    const inside = await withInode(path, inode);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
