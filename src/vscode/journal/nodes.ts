import type { OpenRepository } from '../../core/repository/repositories.ts';
import { type EntrySearch, findEntries } from '../../core/writes/journal/find-entries.ts';
import { type Entry, isUndone, isUndoneInPart } from '../../core/writes/journal/storage/entry.ts';
import { ACTION_TEXT } from '../action-text.ts';
import { ORIGINS, OUTCOMES } from '../text.ts';

/** One mutation in the journal's list. */
export interface EntryNode {
  readonly kind: 'entry';
  readonly repository: OpenRepository;
  readonly entry: Entry;
  /** As `isUndone` of the journal says. */
  readonly undone: boolean;
  /** True for one of which only a part came back. */
  readonly inPart: boolean;
  /** False for one of a plan: it is not undone without the others. */
  readonly alone: boolean;
}

/** A plan: its mutations are undone as one. */
export interface GroupNode {
  readonly kind: 'group';
  readonly repository: OpenRepository;
  readonly group: string;
  readonly children: readonly EntryNode[];
}

export type JournalNode = EntryNode | GroupNode;

/** The list of a repository's journal; `entries` has the newest first. */
export function nodesOf(
  repository: OpenRepository,
  entries: readonly Entry[],
  search: EntrySearch = {},
): readonly JournalNode[] {
  const found = new Set(findEntries(entries, search).map(({ id, group }) => group ?? id));
  const members = new Map<string, Entry[]>();
  for (const entry of entries.filter(({ id, group }) => found.has(group ?? id))) {
    const key = entry.group ?? entry.id;
    members.set(key, [...(members.get(key) ?? []), entry]);
  }
  return [...members].map(([group, among]): JournalNode => {
    const alone = among.length === 1;
    const children = among.map(entry => {
      const undone = isUndone(entry, entries);
      return { kind: 'entry', repository, entry, undone, inPart: isUndoneInPart(entry, entries), alone } as const;
    });
    return (alone ? children[0] : undefined) ?? { kind: 'group', repository, group, children };
  });
}

/** What the list is narrowed to, which is said above it; empty for all. */
export function narrowedText({ search = '', filter = 'all' }: EntrySearch): string {
  const parts = [filter === 'all' ? '' : ACTION_TEXT.checkpoints.filters[filter], search.trim()].filter(Boolean);
  return parts.length === 0 ? '' : ACTION_TEXT.checkpoints.narrowed(parts.join(' · '));
}

/** The entry that stands for a node when it is undone: any of a plan stands for all of it. */
export const idOf = (node: JournalNode): string | undefined =>
  node.kind === 'entry' ? node.entry.id : node.children.find(({ undone, inPart }) => !undone || inPart)?.entry.id;

export const newestOf = (node: JournalNode): number =>
  node.kind === 'entry' ? node.entry.time : Math.max(...node.children.map(({ entry }) => entry.time));

/** Everything the journal has of one mutation, for a document. */
export function entryText({ entry, repository, undone, inPart }: EntryNode): string {
  const { command, time, origin, outcome, changes, reverts, notSaved } = entry;
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}\n${lines.map(line => `  ${line}\n`).join('')}`];
  const document = ACTION_TEXT.entry;
  const ran = document.ran(new Date(time).toLocaleString(), ORIGINS[origin], OUTCOMES[outcome]);
  const heading = [command, document.inRepository(repository.root), ran];
  const whole = reverts.length === 0 ? document.undone : document.undoneHere;
  return [
    [...heading, ...(undone ? [inPart ? document.undoneInPart : whole] : []), ''].join('\n'),
    ...(changes.length === 0 ? [`${document.nothingChanged}\n`] : part(document.changes, changes)),
    ...part(document.reverts, reverts),
    ...part(document.notSaved, notSaved),
  ].join('\n');
}
