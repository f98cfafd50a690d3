import { spellOutMisleading } from '../../../shared/invisible-characters.ts';
import { plural } from '../../../shared/plural.ts';
import { type Impact, impact, unknownImpact } from './impact.ts';

/** A few names and how many more. */
export function named(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** A ref as people call it. */
export const shortOid = (oid: string): string => oid.slice(0, 7);

/** A name in a sentence: on one line whatever is in it, and to be told from one that looks like it. */
export const quoted = (name: string): string => `'${spellOutMisleading(name)}'`;

export const quotedNames = (names: readonly string[]): string => named(names.map(quoted));

export const lostWords = (lost: number): string[] =>
  lost > 0 ? [`Changes in ${plural(lost, 'file')} would be lost.`] : [];

export const stagedVersionWords = (files: number): string[] =>
  files > 0 ? [`The staged version of ${plural(files, 'file')} is not on disk and would be lost.`] : [];

export const unreachableWords = (commits: number): string[] =>
  commits > 0 ? [`${plural(commits, 'commit')} would no longer be on any branch or tag.`] : [];

/** A command that git would not carry out, and what is known of it all the same. */
export const refused = (why: string, parts: Partial<Impact> = {}): Impact =>
  impact({ ...parts, refused: true, sentences: [`Git would refuse: ${why}`, ...(parts.sentences ?? [])] });

/** For a line with something on it that is not in the option table of its record. */
export const unforeseen = (subcommand: string): Impact =>
  unknownImpact(`Sluice cannot tell what git ${subcommand} does with these options.`);

export const noSuchCommit = (word: string): Impact => refused(`${quoted(word)} is not a commit here.`);

/** Also for a merge that is not clean without any one file being to blame. */
export const conflictWords = (files: readonly string[], stops = files.length > 0): string[] =>
  stops
    ? [files.length > 0 ? `Conflicts in ${plural(files.length, 'file')}: ${named(files)}.` : 'Stops at a conflict.']
    : [];

/** Files that git overwrites without a word. */
export const ignoredWords = (files: readonly string[]): string[] =>
  files.length > 0 ? [`Overwrites ${named(files)}, which git ignores.`] : [];
