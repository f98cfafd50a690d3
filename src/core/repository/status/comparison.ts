import type { Answer, AskGit } from '../../git/ask.ts';
import { compareArgs, compareFiles } from './compare.ts';
import { COUNT_TIMEOUT_MS, notCounted, UNREADABLE } from './count-lines.ts';
import type { Counted } from './counter.ts';
import { areSameStamps, type Stamp, type Stamps, stampsOf } from './file-stats.ts';
import { type CountedFile, UNCOUNTED } from './numstat.ts';
import type { StatusRecords } from './parse-status.ts';

export interface ComparisonWork {
  readonly records: StatusRecords;
  /** What the base stands for now. */
  readonly commit: string;
  readonly preview: (files: readonly CountedFile[]) => void;
  readonly settle: () => Promise<(stamp: Stamp) => boolean>;
}

/** Compares the work tree with a commit other than HEAD, anew only when either changed. */
export interface Comparison {
  compare(work: ComparisonWork): Promise<Counted>;
  forget(): void;
}

export function createComparison(ask: AskGit, workTree: string, signal: AbortSignal): Comparison {
  let last:
    | { readonly key: string; readonly stamps: Stamps; readonly settled: boolean; readonly answer: Answer }
    | undefined;
  let shown: readonly CountedFile[] | undefined;

  return {
    forget() {
      last = undefined;
    },
    async compare({ records: { status, marks }, commit, preview, settle }) {
      const uncounted = () => status.files.map(file => Object.assign({}, file, UNCOUNTED));
      const tracked = status.files.filter(({ type }) => type !== 'Untracked').map(({ path }) => path);
      const stamps = await stampsOf(tracked, `${workTree}/`);
      // A checkout changes files that no status tells of, but HEAD with them.
      const key = [commit, status.oid, ...status.files.map(({ path }, i) => `${marks[i]}\0${path}`)].join('\0');
      if (last?.key !== key || !last.settled || !areSameStamps(stamps, last.stamps)) {
        preview(shown ?? uncounted());
        const answer = await ask(compareArgs(commit), workTree, { timeoutMs: COUNT_TIMEOUT_MS, signal });
        last = { key, stamps, settled: [...stamps.values()].every(await settle()), answer };
      }
      const { answer } = last;
      const files = answer.ok ? compareFiles(answer.text, status.files) : undefined;
      shown = files;
      if (files) return { files, stamps, notices: [] };
      return { files: uncounted(), stamps, notices: [notCounted(answer.ok ? UNREADABLE : answer.message)] };
    },
  };
}
