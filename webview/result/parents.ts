/** As many as one message may ask for. */
export const CHUNK = 500;

export interface ParentsAsker {
  /** Asks for those of the commits that are neither known nor asked for. */
  want(commits: readonly string[]): void;
  /** Takes an answer; true when the graph should be drawn again. */
  answer(commits: readonly { readonly id: string; readonly parents: readonly string[] }[]): boolean;
  /** What the graph is to be drawn with; the same map until it should be drawn again. */
  known(): ReadonlyMap<string, readonly string[]>;
}

/** Asks the host for parents a chunk at a time, so that a long log does not flood it. */
export function createParentsAsker(ask: (commits: string[]) => void): ParentsAsker {
  const known = new Map<string, readonly string[]>();
  let shown: ReadonlyMap<string, readonly string[]> = new Map();
  const asked = new Set<string>();
  let wanted: readonly string[] = [];
  /** All before it are asked for: a log of 50,000 commits is not looked through at every draw. */
  let next = 0;
  let waits = false;

  const askNext = () => {
    const chunk: string[] = [];
    for (; next < wanted.length && chunk.length < CHUNK; next++) {
      const id = wanted[next];
      if (id !== undefined && !asked.has(id)) chunk.push(id);
    }
    for (const id of chunk) asked.add(id);
    waits = chunk.length > 0;
    if (waits) ask(chunk);
  };

  return {
    want(commits) {
      if (commits === wanted) return;
      wanted = commits;
      next = 0;
      if (!waits) askNext();
    },
    answer(commits) {
      for (const { id, parents } of commits) known.set(id, parents);
      askNext();
      // Drawing 50,000 rows after each of a hundred chunks would be felt: draw when there is twice as much, and at the end.
      const draw = !waits || known.size >= 2 * shown.size;
      if (draw) shown = new Map(known);
      return draw;
    },
    known: () => shown,
  };
}
