import { join } from 'node:path';
import { namesSecretFile } from '../../command/secret-files.ts';
import { withTemporary } from '../../git/temporary.ts';
import type { Git } from '../../git/writer.ts';
import type { Repository } from '../../repository/discover.ts';
import { SUBMODULE } from '../targets/tree.ts';

/** A path that two trees do not have alike; null where one has none. */
export interface TreeChange {
  readonly path: string;
  readonly before: { readonly mode: string; readonly oid: string } | null;
  readonly after: { readonly mode: string; readonly oid: string } | null;
}

/** Questions and writes about a work tree by the git directory that all of them share: what lies in the work tree says nothing about git. */
export const withTree = ({ commonDirectory }: Repository, workTree: string) => ({
  at: { gitDirectory: commonDirectory, workTree },
  asStored: true,
});

/**
 * The tree of all there is in a work tree besides what git ignores, written with an index of ours that begins at a commit.
 * Submodules stay as that commit has them.
 */
export async function treeOf(
  git: Git,
  repository: Repository,
  workTree: string,
  base: string,
  /** False where untracked files that hold secrets are left out. */
  { secrets }: { readonly secrets: boolean },
): Promise<string> {
  const folder = repository.workTree;
  return withTemporary('index', async home => {
    const options = { ...withTree(repository, workTree), indexFile: join(home, 'index') };
    await git.write(['read-tree', base], folder, options);
    const [tracked, others] = await Promise.all([
      git.readOrThrow(['ls-files', '-s', '-z'], folder, options),
      git.readOrThrow(['ls-files', '-z', '--others', '--exclude-standard'], folder, options),
    ]);
    const paths = [
      ...rowsOf(tracked).flatMap(row => (row.startsWith(SUBMODULE) ? [] : [row.slice(row.indexOf('\t') + 1)])),
      // A name that ends in a slash is a repository of its own.
      ...rowsOf(others).filter(path => !path.endsWith('/') && (secrets || !namesSecretFile(path))),
    ];
    const input = Buffer.from(paths.map(path => `${path}\0`).join(''));
    const words = ['-z', '--add', '--remove', '--replace', '--stdin'] as const;
    await git.write(['update-index', ...words], folder, { ...options, input });
    return (await git.write(['write-tree'], folder, options)).trim();
  });
}

/** What is not alike in two trees or commits. */
export async function changesBetween(
  git: Git,
  { workTree }: Repository,
  before: string,
  after: string,
): Promise<readonly TreeChange[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', before, after] as const;
  const words = (await git.readOrThrow(args, workTree, { asStored: true })).split('\0');
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [, was = '', is = '', from = '', to = ''] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(words[at] ?? '') ?? [];
    const side = (mode: string, oid: string) => (Number(mode) === 0 ? null : { mode, oid });
    changes.push({ path: words[at + 1] ?? '', before: side(was, from), after: side(is, to) });
  }
  return changes;
}

const rowsOf = (text: string): string[] => text.split('\0').slice(0, -1);
