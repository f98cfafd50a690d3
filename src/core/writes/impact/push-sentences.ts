import { plural } from '../../../shared/plural.ts';
import { shortRef } from '../../../shared/short-ref.ts';
import type { Commits } from './commits.ts';
import type { CountedFiles } from './file-shape.ts';
import type { UpdateCheck } from './push-check.ts';
import { isUnseen, type Remote } from './push-remote.ts';
import type { Ref } from './ref-list.ts';
import { named } from './wording.ts';

/** Names of branches that others usually build on. */
const MAIN = new Set(['refs/heads/main', 'refs/heads/master', 'refs/heads/production']);

interface PushFacts {
  readonly remote: Remote;
  readonly checked: UpdateCheck;
  readonly leaving: Commits;
  readonly lost: Commits;
  readonly files: CountedFiles;
  /** Tags that go along by themselves. */
  readonly tags: readonly Ref[];
  readonly submodules: boolean;
  /** When that was, in brackets. */
  readonly fetched: string;
}

/** A push in sentences, the gravest first. */
export function pushSentences(foreseen: PushFacts): string[] {
  const { remote, checked, tags, submodules, fetched } = foreseen;
  const { accepted, rejected } = checked;
  const there = (refs: readonly { readonly ref: string }[]) =>
    named(refs.map(({ ref }) => `${remote.name}/${shortRef(ref)}`));
  const overwritten = accepted.filter(({ overwrites }) => overwrites);
  const deleted = accepted.filter(({ to }) => to === undefined);
  const unseen = accepted.filter(update => isUnseen(update, remote));
  const forced = unseen.filter(({ force }) => force);
  const created = accepted.filter(update => update.from === undefined && update.to && !unseen.includes(update));
  const knows = remote.fetches.length > 0;
  const age = `This is based on the last fetch from ${remote.name}${fetched}.`;
  return [
    ...(overwritten.length > 0 ? [`Overwrites ${there(overwritten)}: ${lostWords(foreseen.lost)}`] : []),
    ...(forced.length > 0 ? [`Overwrites ${there(forced)} if it exists; Sluice cannot tell whether it does.`] : []),
    ...(deleted.length > 0 ? [`Deletes ${there(deleted)}${deletedWords(foreseen, overwritten.length > 0)}`] : []),
    ...(rejected.length === 0 ? [] : rejected.map(({ ref, why }) => `Would be rejected: ${there([{ ref }])} ${why}.`)),
    ...(rejected.length > 0 && accepted.length === 0 ? [] : sendWords(foreseen, there)),
    ...accepted.flatMap(({ ref }) => mainWords(ref, remote)),
    ...(created.length > 0 ? [`${there(created)} would be new.`] : []),
    ...(knows && unseen.length > forced.length ? [`Sluice cannot tell whether ${there(unseen)} already exists.`] : []),
    ...(tags.length > 0 ? [`Also pushes these tags: ${named(tags.map(({ name }) => shortRef(name)))}.`] : []),
    ...(submodules ? ['Submodules would be pushed too; their commits are not listed.'] : []),
    knows ? age : `Sluice cannot tell what ${remote.name} has.`,
  ];
}

const lostWords = ({ total }: Commits): string =>
  total === 0 ? 'its commits are still in other branches there.' : `${plural(total, 'commit')} there would be lost.`;

const deletedWords = ({ checked, lost }: PushFacts, told: boolean): string => {
  if (told) return '.';
  const unseen = checked.accepted.some(({ from, to }) => to === undefined && from === undefined);
  if (unseen) return '; Sluice cannot tell what is there.';
  return lost.total === 0 ? '; its commits are still in other branches there.' : `: ${lostWords(lost)}`;
};

function mainWords(ref: string, { name, defaultRef }: Remote): string[] {
  if (ref === defaultRef) return [`${shortRef(ref)} is the default branch of ${name}.`];
  return MAIN.has(ref) ? [`${shortRef(ref)} is usually a branch that others build on.`] : [];
}

function sendWords(
  { checked, leaving, files, remote }: PushFacts,
  there: (refs: readonly { readonly ref: string }[]) => string,
): string[] {
  const sent = checked.accepted.filter(({ to }) => to !== undefined);
  if (checked.accepted.length === 0) return [`Nothing to send: ${remote.name} already has everything.`];
  if (sent.length === 0) return [];
  const upTo = remote.fetches.length === 0 ? 'up to ' : '';
  if (leaving.total > 0)
    return [`Sends ${upTo}${plural(leaving.total, 'commit')} (${files.words}) to ${there(sent)}.`, ...files.modes];
  const isNew = sent.every(({ from }) => from === undefined);
  const does = sent.some(update => isUnseen(update, remote)) ? 'Sets' : isNew ? 'Creates' : 'Moves';
  return [`${does} ${there(sent)} and sends no new commits.`];
}
