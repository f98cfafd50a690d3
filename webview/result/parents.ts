import type { Parents } from '../render/document.ts';

/** As many as one message may ask for. */
const CHUNK = 500;

interface ParentLoader {
  /** Asks for those of the commits that are neither known nor asked for. */
  want(commits: readonly string[]): void;
  /** Takes an answer to what was asked last. */
  answer(commits: readonly { readonly id: string; readonly parents: readonly string[] }[]): void;
  /** The parents that the graph is drawn with: the same map always, which grows. */
  readonly known: Parents;
}

/** Asks the host for parents a chunk at a time, so that a long log does not flood it. */
export function createParentLoader(ask: (commits: string[]) => void): ParentLoader {
  const known = new Map<string, readonly string[]>();
  let wanted: readonly string[] = [];
  /** All before it are asked for: a log of 50,000 commits is not looked through at every draw. */
  let next = 0;
  let asked: readonly string[] = [];

  const askNext = () => {
    const chunk: string[] = [];
    for (; next < wanted.length && chunk.length < CHUNK; next++) {
      const id = wanted[next];
      if (id !== undefined && !known.has(id)) chunk.push(id);
    }
    asked = chunk;
    if (chunk.length > 0) ask(chunk);
  };

  return {
    want(commits) {
      if (commits === wanted) return;
      wanted = commits;
      next = 0;
      if (asked.length === 0) askNext();
    },
    answer(commits) {
      for (const { id, parents } of commits) known.set(id, parents);
      // What the host knows nothing of has none that could be drawn; the graph goes on below it.
      for (const id of asked) if (!known.has(id)) known.set(id, []);
      askNext();
    },
    known,
  };
}
