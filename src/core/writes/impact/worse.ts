import { allOf, type CappedList, type CommitLine, type Impact, type RemoteUpdate } from './impact.ts';

/** The losses, in a few words each; empty for a command that loses nothing, as far as is known. */
export function losses({ lost, unreachable, remote, gitHub }: Impact): string[] {
  return [
    ...some(lost.total, 'file would be lost', 'files would be lost'),
    ...some(unreachable.total, 'commit would be unreachable', 'commits would be unreachable'),
    ...remote
      .filter(isLoss)
      .map(({ remote, ref, to }) => `${ref} on ${remote} would be ${to ? 'overwritten' : 'deleted'}`),
    ...(gitHub?.harms ?? []),
  ];
}

/** True when a person has to look twice before it runs. */
export const isGrave = (risk: string, impact: Impact): boolean =>
  risk === 'destructive' || impact.rewrites === true || losses(impact).length > 0;

/** True for what is known as a whole, loses nothing, and is not refused by git: a person may say yes at a glance. */
export const isHarmless = (risk: string, impact: Impact | undefined): boolean =>
  impact !== undefined && !isGrave(risk, impact) && impact.unknown === null && !impact.refused;

const some = (total: number, one: string, many: string): string[] =>
  total === 0 ? [] : [total === 1 ? `1 ${one}` : `${total} ${many}`];

/** Whether something that is on the other side now would not be there any more. */
export const isLoss = ({ forced, to }: RemoteUpdate): boolean => forced || to === null;

/** In what a command would now do more harm than was shown; undefined when it would not. */
export function worseThan(shown: Impact, now: Impact): string | undefined {
  // Who said yes to what nobody could foresee said yes to anything.
  if (shown.cutShort) return undefined;
  if (now.unknown !== null && now.unknown !== shown.unknown) return now.unknown;
  const named = (name: string) => name;
  if (grew(shown.lost, now.lost, named) || grew(shown.unreachable, now.unreachable, ({ oid }) => oid))
    return losses(now).join(', ');
  if (grew(shown.conflicts, now.conflicts, named))
    return `conflicts are predicted in ${now.conflicts.items.join(', ')}`;
  const spelled = (update: RemoteUpdate) => `${update.remote} ${update.ref} ${isLoss(update)}`;
  const harm = now.gitHub?.harms.find(each => !shown.gitHub?.harms.includes(each));
  if (harm !== undefined) return harm;
  const before = new Set(shown.remote.map(spelled));
  const more = now.remote.find(update => !before.has(spelled(update)));
  return more && `${more.ref} on ${more.remote} would be ${isLoss(more) ? 'overwritten or deleted' : 'pushed to'}`;
}

/** In what a command would now do something else than was shown, harmful or not; undefined when it would do that or less. */
export function beyondShown(shown: Impact, now: Impact): string | undefined {
  const worse = worseThan(shown, now);
  if (worse !== undefined || shown.cutShort) return worse;
  if (shown.refused && !now.refused) return 'git would carry it out now';
  if (shown.gitHub?.state !== now.gitHub?.state) return 'it is not the same on GitHub any more';
  if (grew(shown.files, now.files, name => name)) return 'more files would change';
  const oid = (commit: CommitLine) => commit.oid;
  if (grew(shown.commits, now.commits, oid) || grew(shown.leaving, now.leaving, oid)) return 'there are more commits';
  if (runsMore(shown, now)) return 'another program would run';
  const updates = ({ remote, addresses }: Impact) => JSON.stringify([remote, addresses]);
  return updates(shown) === updates(now) ? undefined : 'something else would be pushed';
}

/** Whether programs would run, hooks above all, that are not those that were shown. */
export const runsMore = (shown: Impact, now: Impact): boolean => now.runs !== undefined && now.runs !== shown.runs;

function grew<T>(before: CappedList<T>, after: CappedList<T>, key: (item: T) => string): boolean {
  const known = new Set(allOf(before).map(key));
  return after.total > before.total || allOf(after).some(item => !known.has(key(item)));
}
