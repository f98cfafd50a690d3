import type { CappedList, CommitLine, Impact, RemoteUpdate } from '../../core/writes/impact/impact.ts';

/** One line of what a command would do: a file, a commit, a ref of a remote. */
export interface Fact {
  readonly name: string;
  readonly about: string;
}

export interface Section {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** How many are not among the facts. */
  readonly more: number;
}

const file = (path: string): Fact => ({ name: path, about: '' });
const commit = ({ oid, subject }: CommitLine): Fact => ({ name: oid.slice(0, 8), about: subject });
const update = ({ remote, ref, from, to, forced }: RemoteUpdate): Fact => {
  const now = from === null ? 'new' : to === null ? 'deleted' : `${from.slice(0, 8)} to ${to.slice(0, 8)}`;
  return { name: `${ref} on ${remote}`, about: forced ? `${now}, overwriting what is there` : now };
};
const each = <T>({ items, total }: CappedList<T>, fact: (item: T) => Fact): CappedList<Fact> => ({
  items: items.map(fact),
  total,
});

/** The gravest first. */
const SECTIONS: readonly { readonly title: string; readonly of: (radius: Impact) => CappedList<Fact> }[] = [
  { title: 'Files whose changes would be lost', of: ({ lost }) => each(lost, file) },
  { title: 'Files in which a conflict is predicted', of: ({ conflicts }) => each(conflicts, file) },
  { title: 'Commits that no branch or tag would reach', of: ({ unreachable }) => each(unreachable, commit) },
  { title: 'On the remote', of: ({ remote }) => each({ items: remote, total: remote.length }, update) },
  { title: 'Commits that would leave this machine', of: ({ leaving }) => each(leaving, commit) },
  { title: 'Commits', of: ({ commits }) => each(commits, commit) },
  { title: 'Files', of: ({ files }) => each(files, file) },
];

/** All that is listed of what a command would do, at most so many of each kind. */
export function sectionsOf(radius: Impact, most = Number.POSITIVE_INFINITY): Section[] {
  return SECTIONS.flatMap(({ title, of }) => {
    const { items, total } = of(radius);
    const facts = items.slice(0, most);
    return total === 0 ? [] : [{ title: `${title} (${total})`, facts, more: total - facts.length }];
  });
}

/** What is known in sentences, the reason for what is not among them. */
export function sentencesOf({ sentences, unknown }: Impact): readonly string[] {
  return unknown === null || sentences.includes(unknown) ? sentences : [...sentences, unknown];
}

/** Everything a radius lists, for a document of its own. */
export function factsText(heading: readonly string[], radius: Impact): string {
  const sections = sectionsOf(radius).map(({ title, facts, more }) => [
    title,
    ...facts.map(({ name, about }) => `  ${name}${about === '' ? '' : `  ${about}`}`),
    ...(more === 0 ? [] : [`  … and ${more} more`]),
  ]);
  return [heading, sentencesOf(radius), ...sections]
    .filter(lines => lines.length > 0)
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n');
}
