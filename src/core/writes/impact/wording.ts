import { type Radius, radius, unknown } from './radius.ts';
import type { Replayed } from './replay.ts';

/** `1 file`, `4 files`. */
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

/** A name in a sentence: on one line whatever is in it. */
export const quoted = (name: string): string => `'${name.replace(/[\p{Cc}\p{Cf}]/gu, '?')}'`;

export const quotedNames = (names: readonly string[]): string => named(names.map(quoted));

export const lostWords = (lost: number): string[] =>
  lost > 0 ? [`Changes in ${counted(lost, 'file')} would be lost.`] : [];

export const unreachableWords = (commits: number): string[] =>
  commits > 0 ? [`${counted(commits, 'commit')} would be in no branch or tag any more.`] : [];

const REFUSES = 'Git would refuse: ';

/** A command that git would not carry out, and what is known of it all the same. */
export const refused = (why: string, parts: Partial<Radius> = {}): Radius =>
  radius({ ...parts, says: [`${REFUSES}${why}`, ...(parts.says ?? [])] });

export const isRefused = ({ says: [first = ''] }: Radius): boolean => first.startsWith(REFUSES);

/** For a line that carries what a family has no row for. */
export const unforeseen = (subcommand: string): Radius =>
  unknown(`Something on this line is not an option of git ${subcommand} that Sluice can foresee.`);

export const noSuchCommit = (word: string): Radius => refused(`${quoted(word)} is no commit here.`);

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
