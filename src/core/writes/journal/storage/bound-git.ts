import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { GitProcessOptions } from '../../../git/ask-git.ts';
import { type Read, readerFrom } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import { discover, type Repository } from '../../../repository/discover.ts';
import { isLeftover, temporaryIn } from './leftovers.ts';
import { CONFIG } from './store.ts';

/**
 * Git for the journal, which knows from its entries where a repository and its work tree are. A command may have made the
 * config say otherwise, or nothing that git can read.
 */
export interface BoundGit extends Git {
  /** From now on a question in this work tree is about this repository, if its config leads git elsewhere. */
  bind(repository: Repository): Promise<void>;
  /** Whether git can work with the repository's config. */
  canRead(repository: Repository): Promise<boolean>;
  /** Does `work` as if the config were another; until it is given one it says only what git cannot do without. */
  withConfig<T>(repository: Repository, work: (use: (config: Buffer) => Promise<void>) => Promise<T>): Promise<T>;
}

export function createBoundGit(git: Git): BoundGit {
  const bound = new Map<string, { readonly gitDirectory: string; readonly workTree: string }>();
  const at = (cwd: string, given: GitProcessOptions | undefined): GitProcessOptions => ({
    at: bound.get(cwd),
    ...given,
  });
  const read: Read = (args, cwd, given) => (git.read as Read)(args, cwd, { ...given, ...at(cwd, given) });

  /** Work trees for which the config is another just now. */
  const mirrored = new Set<string>();

  const bind = async ({ workTree, gitDirectory }: Repository): Promise<void> => {
    if (mirrored.has(workTree)) return;
    const found = await discover(workTree);
    const isFound =
      found.ok && found.repository.workTree === workTree && found.repository.gitDirectory === gitDirectory;
    if (isFound) bound.delete(workTree);
    else bound.set(workTree, { gitDirectory, workTree });
  };

  return {
    ...readerFrom(read),
    write: (args, cwd, given) => git.write(args, cwd, at(cwd, given)),
    bind,
    canRead: async ({ workTree }) => (await read(['rev-parse', '--git-dir'], workTree)).ok,
    async withConfig(repository, work) {
      const { gitDirectory, commonDirectory, workTree } = repository;
      // Inside of the repository, for git is led to nothing outside of the workspace.
      const folder = temporaryIn(commonDirectory);
      await mkdir(folder);
      try {
        const common = await mirror(commonDirectory, join(folder, 'common'), [CONFIG]);
        await writeFile(join(common, CONFIG), await leastConfig(commonDirectory));
        const linked = gitDirectory !== commonDirectory;
        const own = linked ? await mirror(gitDirectory, join(folder, 'own'), ['commondir']) : common;
        if (linked) await writeFile(join(own, 'commondir'), `${common}\n`);
        bound.set(workTree, { gitDirectory: own, workTree });
        mirrored.add(workTree);
        return await work(config => writeFile(join(common, CONFIG), config));
      } finally {
        mirrored.delete(workTree);
        await bind(repository);
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** A git directory that shares everything with another but for some files. */
async function mirror(directory: string, folder: string, without: readonly string[]): Promise<string> {
  await mkdir(folder);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const [from, to] = [join(directory, entry.name), join(folder, entry.name)];
    if (without.includes(entry.name) || isLeftover(entry.name)) continue;
    // A HEAD that is a link would be taken for a branch.
    if (entry.name === 'HEAD') await copyFile(from, to);
    else await symlink(from, to, entry.isDirectory() ? 'junction' : 'file');
  }
  return folder;
}

/** How ids and refs are stored, which no other setting can stand for. */
async function leastConfig(commonDirectory: string): Promise<string> {
  const text = await readFile(join(commonDirectory, CONFIG), 'latin1').catch(ifMissing(''));
  const names = await readdir(commonDirectory);
  const extensions = [
    ...(/^\s*objectformat\s*=\s*sha256\s*$/im.test(text) ? ['objectFormat = sha256'] : []),
    ...(names.includes('reftable') ? ['refStorage = reftable'] : []),
  ];
  return `[core]\nrepositoryFormatVersion = ${extensions.length === 0 ? 0 : 1}\nbare = false\n[extensions]\n${extensions.join('\n')}\n`;
}
