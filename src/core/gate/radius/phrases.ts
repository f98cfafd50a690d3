import { type Radius, radius, unknown } from './radius.ts';

/** `1 file`, `4 files`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A name in a sentence: on one line whatever is in it. */
export const named = (name: string): string => `'${name.replace(/[\p{Cc}\p{Cf}]/gu, '?')}'`;

/** The first names, and how many more there are. */
export function names(all: readonly string[]): string {
  const some = all.slice(0, 3).map(named).join(', ');
  return all.length > 3 ? `${some} and ${all.length - 3} more` : some;
}

export const lostSays = (lost: number): string[] =>
  lost > 0 ? [`Changes in ${count(lost, 'file')} would be lost.`] : [];

export const unreachableSays = (commits: number): string[] =>
  commits > 0 ? [`${count(commits, 'commit')} would be in no branch or tag any more.`] : [];

/** What is known of a command that git would not carry out. */
export const refused = (why: string, parts: Partial<Radius> = {}): Radius =>
  radius({ ...parts, says: [`git will refuse: ${why}`, ...(parts.says ?? [])] });

/** For a line that carries what a family has no row for. */
export const unforeseen = (subcommand: string): Radius =>
  unknown(
    `An option on this line is not an option Sluice can foresee for git ${subcommand}; what it would do is not known.`,
  );

export const noSuchCommit = (word: string): Radius => refused(`${named(word)} is no commit here.`);
