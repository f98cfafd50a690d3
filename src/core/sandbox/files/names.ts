import { foldPath } from './paths.ts';

interface Named {
  readonly exact: string;
  readonly isFile: boolean;
  uses: number;
}

/** The names of files and of the folders they are in, by what a careless disk would take them for. */
export interface Names {
  add(path: string): void;
  remove(path: string): void;
  /** What stands in the way of a file: another spelling of one of its names, a file where it needs a folder, or the reverse. */
  inTheWayOf(path: string): string | undefined;
}

export function createNames(paths: Iterable<string>): Names {
  const all = new Map<string, Named>();
  const names: Names = {
    add(path) {
      for (const exact of withFolders(path)) {
        const folded = foldPath(exact);
        const known = all.get(folded);
        if (known === undefined) all.set(folded, { exact, isFile: exact === path, uses: 1 });
        else known.uses += 1;
      }
    },
    remove(path) {
      for (const exact of withFolders(path)) {
        const folded = foldPath(exact);
        const known = all.get(folded);
        if (known === undefined) continue;
        known.uses -= 1;
        if (known.uses === 0) all.delete(folded);
      }
    },
    inTheWayOf(path) {
      for (const exact of withFolders(path)) {
        const known = all.get(foldPath(exact));
        if (known !== undefined && (known.exact !== exact || known.isFile !== (exact === path))) return known.exact;
      }
      return undefined;
    },
  };
  for (const path of paths) names.add(path);
  return names;
}

/** A path and every folder on the way to it; it may begin with a slash. */
function withFolders(path: string): string[] {
  const ends = [...path.matchAll(/(?!^)\//g)].map(({ index }) => path.slice(0, index));
  return [...ends, path];
}
