import type { GitAnswer } from '../../git/ask-git.ts';
import type { GitReader } from '../../git/reader.ts';
import { compareFiles, compareQuery } from './compare.ts';
import { COUNT_TIMEOUT_MS, notCounted, UNREADABLE } from './count-lines.ts';
import type { CountRequest, CountResult } from './counter.ts';
import { areSameStats, type FileStats, statFiles } from './file-stats.ts';
import { type CountedFile, UNCOUNTED } from './numstat.ts';

/** Compares the work tree with a commit other than HEAD, and again only when either changed. */
export interface Comparison {
  /** The commit is the one that the base stands for now. */
  compare(request: Omit<CountRequest, 'early'>): Promise<CountResult>;
  forget(): void;
}

/** An answer of git, and by what it is known to be still right. */
interface KnownAnswer {
  /** The commits and records it was given for. */
  readonly key: string;
  readonly stats: FileStats;
  readonly settled: boolean;
  readonly answer: GitAnswer;
}

export function createComparison(git: GitReader, workTree: string, signal: AbortSignal): Comparison {
  let known: KnownAnswer | undefined;
  /** The files of the last answer that could be read, for previews. */
  let lastFiles: readonly CountedFile[] | undefined;

  return {
    forget() {
      known = undefined;
    },
    async compare({ records, commit, preview, settle }) {
      const uncounted = () => records.files.map(file => Object.assign({}, file, UNCOUNTED));
      const tracked = records.files.filter(({ type }) => type !== 'Untracked').map(({ path }) => path);
      const stats = await statFiles(tracked, `${workTree}/`);
      // A checkout changes files that no status tells of, but HEAD with them.
      const files = records.files.map(({ path }, i) => `${records.details[i]}\0${path}`);
      const key = [commit, records.oid, ...files].join('\0');
      if (known?.key !== key || !known.settled || !areSameStats(stats, known.stats)) {
        preview(lastFiles ?? uncounted());
        const { args, options } = compareQuery(commit);
        const answer = await git.read(args, workTree, { ...options, timeoutMs: COUNT_TIMEOUT_MS, signal });
        known = { key, stats, settled: [...stats.values()].every(await settle()), answer };
      }
      const { answer } = known;
      lastFiles = answer.ok ? compareFiles(answer.text, records.files) : undefined;
      if (lastFiles) return { files: lastFiles, stats, notices: [] };
      return { files: uncounted(), stats, notices: [notCounted(answer.ok ? UNREADABLE : answer.message)] };
    },
  };
}
