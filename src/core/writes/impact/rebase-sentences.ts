import { plural } from '../../../shared/plural.ts';
import type { Autostash } from './autostash.ts';
import type { Commit, Commits } from './commits.ts';
import type { PublishedCommits } from './published.ts';
import type { RebaseTodo } from './rebase-todo.ts';
import { type ReplayResult, stopWords } from './replay.ts';
import { conflictWords, ignoredWords } from './wording.ts';

interface RebaseFacts {
  readonly rewritten: readonly Commit[];
  /** Commits that the branch has now and its upstream has not, merges included. */
  readonly old: Commits;
  readonly published: PublishedCommits | undefined;
  readonly went: ReplayResult;
  /** How many bring nothing that is not there. */
  readonly dropped: number;
  readonly forward: boolean;
  readonly aside: Autostash;
  /** Ignored files that would be overwritten. */
  readonly ignored: readonly string[];
}

/** A rebase in sentences, the gravest first. */
export function rebaseSentences({ branch, ontoName }: RebaseTodo, foreseen: RebaseFacts): string[] {
  const { rewritten, old, published, went, dropped, forward, aside, ignored } = foreseen;
  const merges = old.items.filter(({ parents }) => parents.length > 1).length;
  const where = published === undefined ? '' : `, ${published.count} of them already on ${published.name}`;
  return [
    ...(old.total > 0 ? [`Rewrites ${plural(old.total, 'commit')}${where}.`] : []),
    ...aside.loses,
    ...ignoredWords(ignored),
    ...conflictWords(went.conflicts, went.stop?.reason === 'conflict'),
    ...stopWords(went, rewritten.length),
    ...(forward ? [`Fast-forwards ${branch ?? 'HEAD'} to ${ontoName}.`] : []),
    ...(rewritten.length > 0 ? [`Puts ${plural(rewritten.length, 'commit')} on ${ontoName}.`] : []),
    ...(dropped > 0 ? [`Drops ${plural(dropped, 'commit')} whose changes are already there.`] : []),
    ...(merges > 0 ? [`Flattens ${plural(merges, 'merge')} into a straight line of commits.`] : []),
    ...aside.sentences,
    ...(went.why === null ? [] : [went.why]),
  ];
}
