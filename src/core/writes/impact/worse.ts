import type { Impact, Listed, RemoteUpdate } from './impact.ts';

/** What would be lost, in a few words each; empty for a command that loses nothing, as far as is known. */
export function losses({ lost, unreachable, remote }: Impact): string[] {
  return [
    ...some(lost.total, 'file would be lost', 'files would be lost'),
    ...some(unreachable.total, 'commit would be unreachable', 'commits would be unreachable'),
    ...remote
      .filter(isLoss)
      .map(({ remote, ref, to }) => `${ref} on ${remote} would be ${to ? 'overwritten' : 'deleted'}`),
  ];
}

/** True when a person has to look twice before it runs. */
export const isGrave = (risk: string, radius: Impact): boolean => risk === 'destructive' || losses(radius).length > 0;

const some = (total: number, one: string, many: string): string[] =>
  total === 0 ? [] : [total === 1 ? `1 ${one}` : `${total} ${many}`];

const isLoss = ({ forced, to }: RemoteUpdate): boolean => forced || to === null;

/** In what a command would now do more harm than was shown; undefined when it would not. */
export function worseThan(shown: Impact, now: Impact): string | undefined {
  if (now.unknown !== null && now.unknown !== shown.unknown) return now.unknown;
  const named = (name: string) => name;
  if (grew(shown.lost, now.lost, named) || grew(shown.unreachable, now.unreachable, ({ oid }) => oid))
    return losses(now).join(', ');
  if (grew(shown.conflicts, now.conflicts, named))
    return `conflicts are predicted in ${now.conflicts.items.join(', ')}`;
  const spelled = (update: RemoteUpdate) => `${update.remote} ${update.ref} ${isLoss(update)}`;
  const before = new Set(shown.remote.map(spelled));
  const more = now.remote.find(update => !before.has(spelled(update)));
  return more && `${more.ref} on ${more.remote} would be ${isLoss(more) ? 'overwritten or deleted' : 'pushed to'}`;
}

function grew<T>(before: Listed<T>, after: Listed<T>, key: (item: T) => string): boolean {
  const known = new Set(before.items.map(key));
  return after.total > before.total || after.items.some(item => !known.has(key(item)));
}
