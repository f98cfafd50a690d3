/** The files that alone may have changed, as work-tree paths with `/` between the parts; undefined when nobody can tell all. */
export type Hints = readonly string[] | undefined;

/** Gathers the hints of several changes. */
export interface GatheredHints {
  add(hints: Hints): void;
  /** Those of everything since the last time. */
  take(): Hints;
}

/** With more than this it is cheaper to scan everything. */
const MOST_HINTS = 100;

export function gatherHints(): GatheredHints {
  let paths: Set<string> | undefined = new Set();
  return {
    add(hints) {
      if (hints === undefined) paths = undefined;
      for (const path of hints ?? []) paths?.add(path);
      if (paths !== undefined && paths.size > MOST_HINTS) paths = undefined;
    },
    take() {
      const taken = paths && [...paths];
      paths = new Set();
      return taken;
    },
  };
}
