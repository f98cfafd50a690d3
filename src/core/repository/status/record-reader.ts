import type { GitAnswer } from '../../git/ask-git.ts';
import type { ConfigEntry } from '../../git/own-config.ts';
import type { GitReader } from '../../git/reader.ts';
import { ABSENT, statFiles } from './file-stats.ts';
import { FOLDERS_ONLY_ARGS, parseStatus, STATUS_ARGS, type StatusRecords } from './parse-status.ts';
import { innerRepositories, isPatchable, patchRecords, pathsQuery } from './patch.ts';

/** The records of a status, and whether git was asked about everything for them. */
export type RecordsAnswer =
  | { readonly ok: true; readonly records: StatusRecords; readonly scope: 'whole' | 'patched' }
  | Extract<GitAnswer, { ok: false }>;

/** Asks git for the status of everything, or of a few paths where that and an earlier answer make a whole. */
export interface RecordReader {
  readWhole(config: readonly ConfigEntry[]): Promise<RecordsAnswer>;
  /** For when HEAD, index and all but these paths are as they were in the earlier answer; asks about all where in doubt. */
  readPatched(earlier: StatusRecords, paths: ReadonlySet<string>): Promise<RecordsAnswer>;
  /** True when there are so many untracked files that git is asked for their folders only. */
  listsFoldersOnly(): boolean;
  forget(): void;
}

export function createRecordReader(
  git: GitReader,
  workTree: string,
  untrackedCap: () => number,
  signal: AbortSignal,
): RecordReader {
  let foldersOnly = false;

  const askAll = async (config: readonly ConfigEntry[]): Promise<GitAnswer> => {
    const answer = await git.read(foldersOnly ? FOLDERS_ONLY_ARGS : STATUS_ARGS, workTree, { config, signal });
    if (answer.ok || answer.reason !== 'too-much' || foldersOnly) return answer;
    foldersOnly = true;
    return git.read(FOLDERS_ONLY_ARGS, workTree, { signal });
  };
  const readWhole = async (config: readonly ConfigEntry[]): Promise<RecordsAnswer> => {
    const answer = await askAll(config);
    return answer.ok ? { ok: true, records: parseStatus(answer.text, untrackedCap()), scope: 'whole' } : answer;
  };
  const isInInnerRepository = async (paths: ReadonlySet<string>): Promise<boolean> => {
    const stats = await statFiles(innerRepositories(paths), `${workTree}/`);
    return [...stats.values()].some(stat => stat !== ABSENT);
  };

  return {
    readWhole,
    async readPatched(earlier, paths) {
      if (foldersOnly || !isPatchable(earlier, paths) || (await isInInnerRepository(paths))) return readWhole([]);
      const { args, options } = pathsQuery(paths);
      const answer = await git.read(args, workTree, { ...options, signal });
      const records = answer.ok ? patchRecords(earlier, parseStatus(answer.text), paths, untrackedCap()) : undefined;
      return records ? { ok: true, records, scope: 'patched' } : readWhole([]);
    },
    listsFoldersOnly: () => foldersOnly,
    forget() {
      foldersOnly = false;
    },
  };
}
