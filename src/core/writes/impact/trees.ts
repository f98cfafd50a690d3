import type { ReadOptions } from '../../git/reader.ts';
import { fields } from './git-output.ts';
import type { ImpactContext } from './impact.ts';

/** A path that two trees do not have alike; null where one has none. */
export interface Difference {
  readonly path: string;
  readonly from: string | null;
  readonly to: string | null;
  /** A submodule on either side. */
  readonly link: boolean;
}

/** How two trees differ, path by path; null for the tree before the first commit. */
export async function differences(
  { git, repository }: ImpactContext,
  from: string | null,
  to: string | null,
  options: ReadOptions = {},
): Promise<Difference[]> {
  if (from === to) return [];
  const { workTree } = repository;
  if (from !== null && to !== null) {
    return parseRaw(
      await git.readOrThrow(['diff-tree', '-r', '-z', '--no-renames', from, to, '--'], workTree, options),
    );
  }
  const all = parseTree(
    await git.readOrThrow(['ls-tree', '-r', '-z', '--full-tree', from ?? to ?? ''], workTree, options),
  );
  return all.map(({ path, oid, link }) => ({ path, link, from: from && oid, to: to && oid }));
}

/** Reads what the diff family prints with `--raw -z --no-renames`. */
export function parseRaw(text: string): Difference[] {
  const found: Difference[] = [];
  const all = fields(text);
  for (let at = 0; at + 1 < all.length; at += 2) {
    const [before = '', after = '', from = '', to = ''] = (all[at] ?? '').slice(1).split(' ');
    const link = before === '160000' || after === '160000';
    found.push({ path: all[at + 1] ?? '', from: contentOf(before, from), to: contentOf(after, to), link });
  }
  return found;
}

const contentOf = (mode: string, oid: string): string | null => (/^0+$/.test(mode) ? null : oid);

export interface TreeEntry {
  readonly path: string;
  readonly oid: string;
  readonly link: boolean;
}

/** Reads what `ls-tree -r -z` and `ls-files -s -z` print. */
export function parseTree(text: string): TreeEntry[] {
  return fields(text).map(record => {
    const tab = record.indexOf('\t');
    const [mode, second = '', third = ''] = record.slice(0, tab).split(' ');
    const oid = second.length < 40 ? third : second;
    return { path: record.slice(tab + 1), oid, link: mode === '160000' };
  });
}
