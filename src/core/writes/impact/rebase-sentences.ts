import { plural } from '../../../shared/plural.ts';
import type { Commit, Commits } from './commits.ts';
import type { Published } from './published.ts';
import type { Plan } from './rebase-todo.ts';
import type { Replayed } from './replay.ts';
import { stopWords } from './replay.ts';
import { conflictWords, ignoredWords } from './wording.ts';

interface Foreseen {
  readonly rewritten: readonly Commit[];
  /** What the branch has now and its upstream has not, merges and all. */
  readonly old: Commits;
  readonly published: Published | undefined;
  readonly went: Replayed;
  /** How many bring nothing that is not there. */
  readonly dropped: number;
  readonly forward: boolean;
  readonly stashes: boolean;
  /** Ignored files that would be overwritten. */
  readonly lost: readonly string[];
}

/** A rebase in sentences, the gravest first. */
export function rebaseSentences({ branch, ontoName }: Plan, foreseen: Foreseen): string[] {
  const { rewritten, old, published, went, dropped, forward, stashes, lost } = foreseen;
  const merges = old.items.filter(({ parents }) => parents.length > 1).length;
  const where = published === undefined ? '' : `, ${published.count} of them already on ${published.name}`;
  return [
    ...(old.total > 0 ? [`Rewrites ${plural(old.total, 'commit')}${where}.`] : []),
    ...ignoredWords(lost),
    ...conflictWords(went.conflicts, went.stop?.reason === 'conflict'),
    ...stopWords(went, rewritten.length),
    ...(forward ? [`Fast-forwards ${branch ?? 'HEAD'} to ${ontoName}.`] : []),
    ...(rewritten.length > 0 ? [`Puts ${plural(rewritten.length, 'commit')} on ${ontoName}.`] : []),
    ...(dropped > 0 ? [`Drops ${plural(dropped, 'commit')} whose change is there already.`] : []),
    ...(merges > 0 ? [`Drops ${plural(merges, 'merge')} and puts their commits in a row.`] : []),
    ...(stashes ? ['Puts local changes aside and back again.'] : []),
    ...(went.why === null ? [] : [went.why]),
  ];
}
