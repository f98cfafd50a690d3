import type { GitAnswer } from '../../git/ask-git.ts';
import type { Operation } from '../operation.ts';
import { BIG_BYTES } from './diff-query.ts';
import type { FileStats } from './file-stats.ts';
import type { CountedFile } from './numstat.ts';
import type { StatusRecords } from './parse-status.ts';
import type { RepositoryStatus } from './repository-status.ts';

/** A status, with what is needed to ask git for more about it. */
export interface StatusScan {
  readonly status: RepositoryStatus;
  /** The commit that files are compared with: that of the base or of HEAD, or the empty tree. */
  readonly commit: string;
  /** Differs from that of another scan when HEAD, branch, upstream, stash or packed refs changed in between. */
  readonly refsKey: string;
}

export type ScanResult =
  | { readonly ok: true; readonly scan: StatusScan }
  | { readonly ok: false; readonly reason: 'no-git' | 'failed' | 'cancelled'; readonly message: string };

export const CANCELLED: ScanResult = { ok: false, reason: 'cancelled', message: 'Cancelled.' };

export function failure({ reason, message }: Extract<GitAnswer, { ok: false }>): ScanResult {
  if (reason === 'cancelled') return CANCELLED;
  return { ok: false, reason: reason === 'not-found' ? 'no-git' : 'failed', message };
}

/** All of a scan but the counts of its files. */
export interface ScanFacts {
  readonly records: StatusRecords;
  readonly operations: readonly Operation[];
  /** The base as it was asked for, null for HEAD, and its commit, undefined when it has none. */
  readonly base: string | null;
  readonly baseCommit: string | undefined;
  /** True when untracked files are listed by their folders. */
  readonly foldersOnly: boolean;
  readonly refsKey: string;
}

export function makeScan(
  facts: ScanFacts,
  { files, counted, notices }: Pick<RepositoryStatus, 'files' | 'counted' | 'notices'>,
): StatusScan {
  const { records, operations, base, baseCommit, foldersOnly, refsKey } = facts;
  const { branch, oid, upstream, ahead, behind, stashes, untrackedOmitted } = records;
  const isBaseGone = base !== null && baseCommit === undefined;
  return {
    status: {
      branch,
      oid,
      upstream,
      ahead,
      behind,
      stashes,
      files,
      untrackedOmitted,
      counted,
      operations,
      diffBase: isBaseGone ? null : base,
      notices: [
        ...(records.notice === null ? [] : [records.notice]),
        ...(isBaseGone ? [`The diff base '${base}' no longer exists. Compared with HEAD instead.`] : []),
        ...(foldersOnly ? [FOLDERS_ONLY] : []),
        ...notices,
      ],
    },
    commit: comparedCommit(facts),
    refsKey,
  };
}

const FOLDERS_ONLY = 'There are too many untracked files to list, so their folders are listed instead.';

/** By the length of object ids: git knows the empty tree without having it. */
const EMPTY_TREE: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** The commit to compare with. */
export const comparedCommit = ({ records, baseCommit }: Pick<ScanFacts, 'records' | 'baseCommit'>): string =>
  baseCommit ?? records.oid ?? emptyTreeFor(records);

/** Before the first commit every record has the id of what is in the index, and it is as long as any. */
function emptyTreeFor({ details }: StatusRecords): string {
  const id = details[0]?.split(' ').findLast(word => /^[\da-f]{40,}$/.test(word)) ?? '';
  return EMPTY_TREE[id.length] ?? '';
}

/** Tells of files that were left out of the count for their size. */
export function bigFileNotices(files: readonly CountedFile[], stats: FileStats): string[] {
  const big = files.filter(({ path, added }) => added === null && (stats.get(path)?.size ?? 0) > BIG_BYTES).length;
  if (big === 0) return [];
  const [subject, its] = big === 1 ? ['1 file is', 'its'] : [`${big} files are`, 'their'];
  return [`${subject} larger than ${BIG_BYTES / 1024 / 1024} MB, so ${its} lines are not counted.`];
}
