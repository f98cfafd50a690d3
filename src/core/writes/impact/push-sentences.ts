import { plural } from '../../../shared/plural.ts';
import type { Commits } from './commits.ts';
import type { Judged } from './push-judge.ts';
import { isUnseen, type Remote } from './push-remote.ts';
import type { Ref } from './ref-list.ts';
import { named, shortRef } from './wording.ts';

/** Names of branches that others usually build on. */
const MAIN = new Set(['refs/heads/main', 'refs/heads/master', 'refs/heads/production']);

interface Foreseen {
  readonly remote: Remote;
  readonly judged: Judged;
  readonly leaving: Commits;
  readonly lost: Commits;
  readonly files: readonly string[];
  /** Tags that go along by themselves. */
  readonly tags: readonly Ref[];
  readonly submodules: boolean;
  /** When that was, in brackets. */
  readonly fetched: string;
}

/** A push in sentences, the gravest first. */
export function pushSentences(foreseen: Foreseen): string[] {
  const { remote, judged, tags, submodules, fetched } = foreseen;
  const { accepted, rejected } = judged;
  const there = (refs: readonly { readonly ref: string }[]) =>
    named(refs.map(({ ref }) => `${remote.name}/${shortRef(ref)}`));
  const overwritten = accepted.filter(({ overwrites }) => overwrites);
  const deleted = accepted.filter(({ to }) => to === undefined);
  const unseen = accepted.filter(update => isUnseen(update, remote));
  const forced = unseen.filter(({ force }) => force);
  const created = accepted.filter(update => update.from === undefined && update.to && !unseen.includes(update));
  const knows = remote.fetches.length > 0;
  const age = `What ${remote.name} has is known as of the last fetch${fetched}.`;
  return [
    ...(overwritten.length > 0 ? [`Overwrites ${there(overwritten)}: ${lostWords(foreseen.lost)}`] : []),
    ...(forced.length > 0 ? [`Overwrites ${there(forced)}, if there is one: that is not known here.`] : []),
    ...(deleted.length > 0 ? [`Deletes ${there(deleted)}${deletedWords(foreseen, overwritten.length > 0)}`] : []),
    ...accepted.flatMap(({ ref }) => mainWords(ref, remote)),
    ...(rejected.length === 0 ? [] : rejected.map(({ ref, why }) => `Would be rejected: ${there([{ ref }])} ${why}.`)),
    ...(rejected.length > 0 && accepted.length === 0 ? [] : sendWords(foreseen, there)),
    ...(created.length > 0 ? [`${there(created)} would be new.`] : []),
    ...(knows && unseen.length > forced.length ? [`Whether ${there(unseen)} exists already is not known here.`] : []),
    ...(tags.length > 0 ? [`Tags that go along: ${named(tags.map(({ name }) => shortRef(name)))}.`] : []),
    ...(submodules ? ['Submodules would be pushed too; what they send is not known.'] : []),
    knows ? age : `What ${remote.name} has is not known here.`,
  ];
}

const lostWords = ({ total }: Commits): string =>
  total === 0 ? 'other branches there keep its commits.' : `${plural(total, 'commit')} there would be lost.`;

const deletedWords = ({ judged, lost }: Foreseen, told: boolean): string => {
  if (told) return '.';
  const unseen = judged.accepted.some(({ from, to }) => to === undefined && from === undefined);
  if (unseen) return '; what is there is not known here.';
  return lost.total === 0 ? '; other branches there keep its commits.' : `: ${lostWords(lost)}`;
};

function mainWords(ref: string, { name, defaultRef }: Remote): string[] {
  if (ref === defaultRef) return [`${shortRef(ref)} is the default branch of ${name}.`];
  return MAIN.has(ref) ? [`${shortRef(ref)} is a branch that others usually build on.`] : [];
}

function sendWords(
  { judged, leaving, files, remote }: Foreseen,
  there: (refs: readonly { readonly ref: string }[]) => string,
): string[] {
  const sent = judged.accepted.filter(({ to }) => to !== undefined);
  if (judged.accepted.length === 0) return [`Nothing to send: ${remote.name} has it all.`];
  if (sent.length === 0) return [];
  const upTo = remote.fetches.length === 0 ? 'up to ' : '';
  const what = `${upTo}${plural(leaving.total, 'commit')} (${plural(files.length, 'file')})`;
  return [`Sends ${leaving.total === 0 ? 'no new commits' : what} to ${there(sent)}.`];
}
