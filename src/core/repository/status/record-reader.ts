import type { Answer, AskGit } from '../../git/ask.ts';
import { ABSENT, stampsOf } from './file-stats.ts';
import { readStatus, STATUS_ARGS, type StatusRecords } from './parse-status.ts';
import { innerRepositories, isPatchable, patch, statusOfWords } from './patch.ts';

export type Read =
  | { readonly ok: true; readonly records: StatusRecords; readonly isWhole: boolean }
  | Extract<Answer, { ok: false }>;

/** Asks git for the status of everything, or of a few paths where that and an earlier answer make a whole. */
export interface RecordReader {
  readAll(config: readonly string[]): Promise<Read>;
  /** HEAD, index and all that is not among the paths are as they were when git gave the records that are known. */
  readSome(known: StatusRecords, paths: ReadonlySet<string>): Promise<Read>;
  /** True when there are so many untracked files that git is asked for their folders only. */
  isBrief(): boolean;
  forget(): void;
}

const BRIEF_ARGS = STATUS_ARGS.map(word => (word === '-uall' ? '-unormal' : word));

export function createRecordReader(
  ask: AskGit,
  workTree: string,
  untrackedCap: () => number,
  signal: AbortSignal,
): RecordReader {
  let brief = false;

  const askAll = async (config: readonly string[]): Promise<Answer> => {
    const answer = await ask([...config, ...(brief ? BRIEF_ARGS : STATUS_ARGS)], workTree, { signal });
    if (answer.ok || answer.reason !== 'too-much' || brief) return answer;
    brief = true;
    return ask(BRIEF_ARGS, workTree, { signal });
  };
  const readAll = async (config: readonly string[]): Promise<Read> => {
    const answer = await askAll(config);
    return answer.ok ? { ok: true, records: readStatus(answer.text, untrackedCap()), isWhole: true } : answer;
  };
  const isInner = async (paths: ReadonlySet<string>): Promise<boolean> => {
    const inner = await stampsOf(innerRepositories(paths), `${workTree}/`);
    return [...inner.values()].some(stamp => stamp !== ABSENT);
  };

  return {
    readAll,
    async readSome(known, paths) {
      if (brief || !isPatchable(known, paths) || (await isInner(paths))) return readAll([]);
      const answer = await ask(statusOfWords(paths), workTree, { signal });
      const records = answer.ok ? patch(known, readStatus(answer.text), paths, untrackedCap()) : undefined;
      return records ? { ok: true, records, isWhole: false } : readAll([]);
    },
    isBrief: () => brief,
    forget() {
      brief = false;
    },
  };
}
