import { type Radius, radius } from './radius.ts';
import type { Replayed } from './replay.ts';

export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A few names and how many more. */
export function named(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** A ref as people call it. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|remotes|tags)\//, '');

export const shortOid = (oid: string): string => oid.slice(0, 7);

/** A command that git would not carry out: nothing changes. */
export const refused = (why: string): Radius => radius({ says: [`Git would refuse: ${why}`] });

export const notForeseen = (subcommand: string): string =>
  `Something on this line is not an option of ${subcommand} that Sluice can foresee.`;

/** Also for a merge that is not clean without any one file being to blame. */
export const conflictWords = (files: readonly string[], stops = files.length > 0): string[] =>
  stops
    ? [files.length > 0 ? `Conflicts in ${counted(files.length, 'file')}: ${named(files)}.` : 'Stops at a conflict.']
    : [];

/** Where a row of commits stops and what that leaves undone. */
export function stopWords({ stop }: Replayed, total: number): string[] {
  if (stop === undefined) return [];
  const why = stop.reason === 'empty' ? ', whose change is here already' : '';
  return [`Stops at ${stop.number} of ${total}: ${stop.at.subject}${why}.`];
}

/** Files that git overwrites without a word. */
export const ignoredWords = (files: readonly string[]): string[] =>
  files.length > 0 ? [`Overwrites ${named(files)}, which git ignores.`] : [];
