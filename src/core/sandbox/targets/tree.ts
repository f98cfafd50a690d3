import type { TargetRepository } from './target.ts';

/** An entry of a tree that is no tree: a file, a symlink or a submodule. */
export interface TreeEntry {
  readonly mode: string;
  readonly oid: string;
  /** 0 for a submodule. */
  readonly size: number;
}

export const SYMLINK = '120000';
export const SUBMODULE = '160000';

/** A list of a hundred thousand files is an answer too. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Every entry of a commit by its path. */
export async function readTree(
  { git, folder }: Pick<TargetRepository, 'git' | 'folder'>,
  commit: string | null,
): Promise<ReadonlyMap<string, TreeEntry>> {
  if (commit === null) return new Map();
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit] as const;
  const text = await git.readOrThrow(args, folder, { mostBytes: MOST_BYTES });
  return new Map(
    text
      .split('\0')
      .slice(0, -1)
      .map(row => {
        const tab = row.indexOf('\t');
        const [mode = '', , oid = '', size = ''] = row.slice(0, tab).split(/ +/);
        return [row.slice(tab + 1), { mode, oid, size: Number(size) || 0 }];
      }),
  );
}
