import { join } from 'node:path';
import type { GitReader } from '../../../git/reader.ts';
import type { Repository } from '../../../repository/discover.ts';
import { decodeName } from '../storage/byte-names.ts';
import { statIfThere } from '../storage/disk.ts';
import { headLogBytesOf } from './reflog-steps.ts';
import { OURS, readHead } from './refs.ts';

/** HEAD and the refs of a repository at one moment, and the entries that its journal had then. */
export interface RefState {
  readonly head: string;
  readonly refs: Readonly<Record<string, string>>;
  /** The objects under refs/sluice, by their names: a new or another one is an entry that may tell of a move. */
  readonly journal: Readonly<Record<string, string>>;
  readonly headLogBytes: number | null;
  /** When the last fetch wrote down what it brought. */
  readonly fetched: number;
}

/** One question to git. */
export async function readRefState(git: GitReader, repository: Repository): Promise<RefState> {
  const { gitDirectory, workTree } = repository;
  const [listed, head, headLogBytes, fetchHead] = await Promise.all([
    git.readBytes(['for-each-ref', '--format=%(objectname) %(refname) %(symref)'], workTree),
    readHead(git, repository),
    headLogBytesOf(repository),
    statIfThere(join(gitDirectory, 'FETCH_HEAD')),
  ]);
  const refs: Record<string, string> = {};
  const journal: Record<string, string> = {};
  for (const line of decodeName(listed).split('\n')) {
    const [oid = '', name = '', target] = line.split(' ');
    if (name.startsWith(OURS)) journal[name] = oid;
    else if (name !== '') refs[name] = target ? `ref: ${target}` : oid;
  }
  return { head, refs, journal, headLogBytes, fetched: fetchHead?.mtimeMs ?? 0 };
}
