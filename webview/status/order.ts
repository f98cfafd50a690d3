import type { StatusFile } from '../../src/protocol/to-status-page.ts';

export const SORTS = ['path', 'type', 'net'] as const;

export interface FileSort {
  readonly by: (typeof SORTS)[number];
  readonly descending: boolean;
}

type Compare = (a: StatusFile, b: StatusFile) => number;

const collator = new Intl.Collator('en', { numeric: true });
const byPath: Compare = (a, b) => collator.compare(a.path, b.path) || (a.path < b.path ? -1 : 1);

const COMPARE: Readonly<Record<FileSort['by'], Compare>> = {
  path: byPath,
  type: (a, b) => collator.compare(a.type, b.type),
  net: (a, b) => (a.net ?? 0) - (b.net ?? 0),
};

/** The files whose path, old or new, holds the words of the filter, in any case. */
export function matching(files: readonly StatusFile[], filter: string): readonly StatusFile[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return files;
  const holds = (path: string | null) => path?.toLowerCase().includes(wanted) === true;
  return files.filter(({ path, originalPath }) => holds(path) || holds(originalPath));
}

/** The conflicted first, whatever the order; the uncounted last when it is by net. */
export function ordered(files: readonly StatusFile[], { by, descending }: FileSort): readonly StatusFile[] {
  const compare = COMPARE[by];
  const direction = descending ? -1 : 1;
  return files.toSorted(
    (a, b) =>
      Number(b.type === 'Conflicted') - Number(a.type === 'Conflicted') ||
      (by === 'net' ? Number(a.net === null) - Number(b.net === null) : 0) ||
      direction * compare(a, b) ||
      byPath(a, b),
  );
}

/** The order after a click on a column's head: the biggest changes first, names from the start, then the other way. */
export function sortedBy(by: FileSort['by'], before: FileSort): FileSort {
  return { by, descending: before.by === by ? !before.descending : by === 'net' };
}
