import { stagedVersions } from './file-outcome.ts';
import type { ImpactContext } from './impact.ts';
import { lostByReset } from './in-the-way.ts';
import { lostWords, quotedNames, stagedVersionWords } from './wording.ts';
import { filePaths, type WorkTree } from './work-tree.ts';

/** What a hard reset on the way adds to an impact, and local changes that are put aside by it and applied again. */
export interface Autostash {
  /** Sentences on what is lost, and on what else happens. */
  readonly loses: readonly string[];
  readonly sentences: readonly string[];
  /** Files that the reset takes along and nothing brings back. */
  readonly replaced: readonly string[];
  /** All that does not come back: also staged versions, for what was put aside is applied to the files only. */
  readonly lost: readonly string[];
  /** Where the command changes a file too, git may not manage to apply it again. */
  readonly unknown: string | null;
}

export const NOTHING_ASIDE: Autostash = { loses: [], sentences: [], replaced: [], lost: [], unknown: null };

/** A hard reset with nothing put aside, as a merge makes one when it fails. */
export async function resetOnTheWay(local: WorkTree, context: ImpactContext): Promise<Autostash> {
  const replaced = await lostByReset(local, context);
  return { ...NOTHING_ASIDE, loses: lostWords(replaced.length), replaced, lost: replaced };
}

export interface AutostashUse {
  /** Files that the command changes. */
  readonly changed: readonly string[];
  /** False when they stay aside until somebody commits. */
  readonly comesBack: boolean;
}

export async function autostashOf(
  local: WorkTree,
  { changed, comesBack }: AutostashUse,
  context: ImpactContext,
): Promise<Autostash> {
  const { files } = local;
  if (files.length === 0) return NOTHING_ASIDE;
  const [reset, staged] = await Promise.all([resetOnTheWay(local, context), stagedVersions(files, context)]);
  const touched = new Set(changed);
  const both = filePaths(files).filter(path => touched.has(path));
  const when = comesBack ? 'afterwards' : 'when the result is committed';
  return {
    ...reset,
    loses: [...reset.loses, ...stagedVersionWords(staged.length)],
    lost: [...reset.replaced, ...staged],
    sentences: [`Stashes local changes and applies them again ${when}.`],
    unknown:
      both.length === 0
        ? null
        : `Sluice cannot tell whether the stashed changes to ${quotedNames(both)} would conflict.`,
  };
}
