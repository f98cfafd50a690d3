import { type AskGit, createAsk } from '../../../../src/core/git/ask.ts';
import { discover, type Repository } from '../../../../src/core/repository/discover.ts';
import type { CountedFile } from '../../../../src/core/repository/status/numstat.ts';
import {
  createStatusReader,
  type Look,
  type LookOptions,
  type StatusReader,
} from '../../../../src/core/repository/status/scan.ts';
import { environment } from '../../git/support.ts';

export interface CountingAsk {
  readonly ask: AskGit;
  /** The subcommands asked since the last call. */
  asked(): string[];
}

/** A real asker, away from the machine's own config, that remembers what it was asked. */
export function countingAsk(): CountingAsk {
  let seen: string[] = [];
  const started = (args: readonly string[]) => {
    seen.push(args.find(word => /^(?:status|diff|rev-parse)$/.test(word)) ?? args.join(' '));
  };
  const inherited = { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return {
    ask: createAsk({ environment: inherited, started }),
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

export async function readerOf(folder: string, ask: AskGit, now = later, untrackedCap = 2000): Promise<StatusReader> {
  return createStatusReader({ ask, repository: await locate(folder), untrackedCap: () => untrackedCap, now });
}

export async function lookOf(reader: StatusReader, options: Partial<LookOptions> = {}): Promise<Look> {
  const looked = await reader.look({ base: null, ...options });
  if (!looked.ok) throw new Error(looked.message);
  return looked.look;
}

export const linesOf = (files: readonly CountedFile[]): Record<string, [number | null, number | null]> =>
  Object.fromEntries(
    files.filter(file => file.type !== 'Untracked').map(file => [file.path, [file.added, file.removed]]),
  );
