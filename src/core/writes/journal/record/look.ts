import type { Git } from '../../../git/writer.ts';
import type { StatusListing } from '../../impact/impact.ts';
import type { ContentWriter } from '../storage/content-writer.ts';
import type { HashName } from '../storage/disk.ts';
import { timeOnDisk } from '../storage/disk-clock.ts';
import type { AffectedRepository } from './affected-repositories.ts';
import type { Limits } from './select-files.ts';
import { LARGE_INDEX } from './snapshot.ts';
import { isSameSurvey, type Survey, survey } from './survey.ts';

/** How often a snapshot is taken at most while somebody writes all the time. */
const MOST_ROUNDS = 3;
/** As long as it takes to start the command, in which nobody can look either. */
const SHORT_MS = 100;

/** All repositories as they are found at one time. */
export interface Look {
  readonly surveys: readonly Survey[];
  /** False when only files were looked at that had been seen before. */
  readonly isFull: boolean;
  /** By the disk's clock. */
  readonly begun: number;
  readonly startedMs: number;
  /** Large indexes, written while others still look at the work tree. Failures are heard when all else is done. */
  readonly early: readonly EarlyWrite[];
}

type EarlyWrite = Promise<PromiseSettledResult<void>[]>;

export const writeEarly = (contents: ContentWriter, index: Buffer, hash: HashName): EarlyWrite[] =>
  index.length >= LARGE_INDEX ? [Promise.allSettled([contents.writeOne(index, hash)])] : [];

export interface LookOptions {
  readonly git: Git;
  readonly affected: readonly AffectedRepository[];
  readonly limits: Limits;
}

export async function lookAt(
  { git, affected, limits }: LookOptions,
  { contents, known = [] }: { readonly contents?: ContentWriter; readonly known?: readonly Survey[] } = {},
): Promise<Look> {
  const { gitDirectory = '', workTree: from } = affected[0]?.repository ?? {};
  const startedMs = performance.now();
  const begun = await timeOnDisk(gitDirectory);
  const early: EarlyWrite[] = [];
  const surveys = await Promise.all(
    affected.map(({ repository, scope, writes, runsNoHook }, at) =>
      survey(git, repository, scope, {
        writes,
        runsNoHook,
        most: limits.files,
        from,
        known: known[at],
        seen: (index, hash) => void (contents && early.push(...writeEarly(contents, index, hash))),
      }),
    ),
  );
  return { surveys, isFull: known.length === 0, begun, startedMs, early };
}

/** Undefined when nothing was written since, or it is enough. */
export async function lookAgain(
  options: LookOptions,
  { surveys, startedMs, isFull }: Look,
  round: number,
  status: Promise<StatusListing | undefined>,
): Promise<Look | undefined> {
  const isEnough = round === MOST_ROUNDS || performance.now() - startedMs < SHORT_MS;
  if (isFull && isEnough) return undefined;
  if (await isAllThereIs(options, surveys, await status)) return undefined;
  const again = await lookAt(options);
  return again.surveys.every((each, at) => isSameSurvey(each, surveys[at])) ? undefined : again;
}

/**
 * Whether git status lists no file that a look has not seen, and all it has seen are as they were. It tells so of one
 * repository, of what is not ignored, and where it is known at which other paths the command writes.
 */
async function isAllThereIs(
  options: LookOptions,
  surveys: readonly Survey[],
  status: StatusListing | undefined,
): Promise<boolean> {
  const [seen] = surveys;
  if (status === undefined || seen === undefined || surveys.length > 1 || seen.rewritten === null) return false;
  const { scope, changed, untracked, outputs, dropped } = seen;
  const others = scope.untracked === 'none' ? [] : scope.untracked === 'visible' ? status.untracked : undefined;
  if (others === undefined || outputs.length + dropped.files > 0) return false;
  const known = new Set([...(changed?.keys() ?? []), ...untracked.map(({ path }) => path)]);
  // A folder is a repository of its own, which is none of the command's.
  if (![...status.changed, ...others].every(path => known.has(path) || path.endsWith('/'))) return false;
  const { surveys: found } = await lookAt(options, { known: surveys });
  return found.every((each, at) => isSameSurvey(each, surveys[at]));
}

/** Earlier looks at the same repositories, to be found again file by file; none unless every file in them is known by name. */
export function stillOf(affected: readonly AffectedRepository[], surveys: readonly Survey[]): readonly Survey[] {
  const fits = ({ repository, scope }: AffectedRepository, at: number): boolean => {
    const each = surveys[at];
    if (each?.access === undefined || each.outputs.length + each.dropped.files + each.unreadable.length > 0)
      return false;
    return JSON.stringify([each.repository, each.scope]) === JSON.stringify([repository, scope]);
  };
  return affected.length === surveys.length && affected.every(fits) ? surveys : [];
}
