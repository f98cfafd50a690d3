import type { Listed, Radius, RemoteUpdate } from './radius.ts';

/** What would be lost, in a few words each; empty for a command that loses nothing, as far as is known. */
export function losses({ lost, unreachable, conflicts, remote }: Radius): string[] {
  const count = ({ total }: Listed<unknown>, one: string, many: string) =>
    total === 0 ? [] : [total === 1 ? `1 ${one}` : `${total} ${many}`];
  return [
    ...count(lost, 'file would be lost', 'files would be lost'),
    ...count(unreachable, 'commit would be unreachable', 'commits would be unreachable'),
    ...count(conflicts, 'file would conflict', 'files would conflict'),
    ...remote
      .filter(isLoss)
      .map(({ remote, ref, to }) => `${ref} on ${remote} would be ${to ? 'overwritten' : 'deleted'}`),
  ];
}

const isLoss = ({ forced, to }: RemoteUpdate): boolean => forced || to === null;

/** In what a command would now do more harm than was shown; undefined when it would not. */
export function worseThan(shown: Radius, now: Radius): string | undefined {
  if (now.unknown !== null && now.unknown !== shown.unknown) return now.unknown;
  const grew = <T>(before: Listed<T>, after: Listed<T>, key: (item: T) => string) => {
    const known = new Set(before.items.map(key));
    return after.total > before.total || after.items.some(item => !known.has(key(item)));
  };
  const named = (name: string) => name;
  if (grew(shown.lost, now.lost, named)) return `${now.lost.total} files would be lost now`;
  if (grew(shown.unreachable, now.unreachable, ({ oid }) => oid))
    return `${now.unreachable.total} commits would be unreachable now`;
  if (grew(shown.conflicts, now.conflicts, named))
    return `conflicts are predicted now in ${now.conflicts.items.join(', ')}`;
  const spelled = (update: RemoteUpdate) => `${update.remote} ${update.ref} ${isLoss(update)}`;
  const before = new Set(shown.remote.map(spelled));
  const more = now.remote.find(update => !before.has(spelled(update)));
  return more && `${more.ref} on ${more.remote} would be ${isLoss(more) ? 'overwritten or deleted' : 'pushed to'} now`;
}
