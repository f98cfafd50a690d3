import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { type GitReader, type Read, readerFrom } from '../../../../src/core/git/reader.ts';
import { discover, type Repository } from '../../../../src/core/repository/discover.ts';
import type { CountedFile } from '../../../../src/core/repository/status/numstat.ts';
import {
  createStatusScanner,
  type ScanRequest,
  type StatusScan,
  type StatusScanner,
} from '../../../../src/core/repository/status/scan.ts';
import { environment } from '../../git/support.ts';

export interface CountingGit {
  readonly git: GitReader;
  /** What is under the reader, for tests that put something in between. */
  readonly read: Read;
  /** The subcommands asked since the last call. */
  asked(): string[];
}

/** A real reader, away from the machine's own config, that remembers what it was asked. */
export function countingGit(): CountingGit {
  let seen: string[] = [];
  const started = (args: readonly string[]) => void seen.push(args[0] ?? '');
  const inherited = { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const read = createAskGit({ environment: inherited, started });
  return {
    git: readerFrom(read),
    read,
    asked() {
      const now = seen.toSorted();
      seen = [];
      return now;
    },
  };
}

/** Later than anything a test does, so that no file counts as changed just now. */
export const later = (): number => Date.now() + 60_000;

export async function locate(folder: string): Promise<Repository> {
  const found = await discover(folder);
  if (!found.ok) throw new Error(found.message);
  return found.repository;
}

export async function scannerOf(folder: string, git: GitReader, now = later, cap = 2000): Promise<StatusScanner> {
  return createStatusScanner({ git, repository: await locate(folder), untrackedCap: () => cap, now });
}

/** The whole scan. */
export async function scanOf(scanner: StatusScanner, request: Partial<ScanRequest> = {}): Promise<StatusScan> {
  const result = await scanner.scan({ base: null, ...request });
  if (!result.ok) throw new Error(result.message);
  return result.scan;
}

export const statusOf = async (scanner: StatusScanner, request?: Partial<ScanRequest>) =>
  (await scanOf(scanner, request)).status;

export const linesOf = (files: readonly CountedFile[]): Record<string, [number | null, number | null]> =>
  Object.fromEntries(
    files.filter(file => file.type !== 'Untracked').map(file => [file.path, [file.added, file.removed]]),
  );
