import type { ToResultPage } from '../../src/protocol/to-result-page.ts';
import type { CommitRef, KnownCommits } from '../render/document.ts';

/** As many as one message may ask for. */
const CHUNK = 500;
/** Past this a log is not looked into: nobody reads a graph that far, and every chunk is a process of git's. */
const MOST = 10_000;

type Answer = Extract<ToResultPage, { type: 'commits' }>['commits'];
type Refs = Extract<ToResultPage, { type: 'refs' }>['refs'];

interface CommitLoader {
  /** Asks for those of the commits that are neither known nor asked for. */
  want(commits: readonly string[]): void;
  /** Takes an answer to what was asked last. */
  answer(commits: Answer): void;
  /** Takes the refs there are now. */
  label(refs: Refs): void;
  /** Forgets all of it, for another repository's commits. */
  reset(): void;
  /** All that rows are drawn with: the same always, which grows. */
  readonly known: KnownCommits;
}

/** Asks the host for commits a chunk at a time, so that a long log does not flood it. */
export function createCommitLoader(ask: (commits: string[]) => void): CommitLoader {
  const parents = new Map<string, readonly string[]>();
  const authors = new Map<string, { readonly author: string; readonly time: number }>();
  let refs: Refs = [];
  /** By as much of an id as was printed. */
  const labels = new Map<number, ReadonlyMap<string, readonly CommitRef[]>>();
  let wanted: readonly string[] = [];
  /** All before it are asked for: a log of 50,000 commits is not looked through at every draw. */
  let next = 0;
  let asked: readonly string[] = [];

  const askNext = () => {
    const chunk: string[] = [];
    for (; next < Math.min(wanted.length, MOST) && chunk.length < CHUNK; next++) {
      const id = wanted[next];
      if (id !== undefined && !parents.has(id)) chunk.push(id);
    }
    asked = chunk;
    if (chunk.length > 0) ask(chunk);
  };

  const labelsOf = (length: number) => {
    const known = labels.get(length);
    if (known !== undefined) return known;
    const made = new Map<string, CommitRef[]>();
    for (const ref of refs) made.set(ref.id.slice(0, length), [...(made.get(ref.id.slice(0, length)) ?? []), ref]);
    labels.set(length, made);
    return made;
  };

  return {
    want(commits) {
      if (commits === wanted) return;
      wanted = commits;
      next = 0;
      if (asked.length === 0) askNext();
    },
    answer(commits) {
      // One to what was asked for another panel says nothing of these.
      if (commits.length > 0 && !commits.some(({ id }) => asked.includes(id))) return;
      for (const { id, parents: told, author, time } of commits) {
        parents.set(id, told);
        authors.set(id, { author, time });
      }
      // What the host knows nothing of has none that could be drawn; the graph goes on below it.
      for (const id of asked) if (!parents.has(id)) parents.set(id, []);
      askNext();
    },
    label(next) {
      refs = next;
      labels.clear();
    },
    reset() {
      parents.clear();
      authors.clear();
      labels.clear();
      refs = [];
      wanted = [];
      asked = [];
      next = 0;
    },
    known: { parents, authors, refs: id => labelsOf(id.length).get(id) ?? [] },
  };
}
