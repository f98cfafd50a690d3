import type { CappedList, CommitLine, Impact, RemoteUpdate } from '../../core/writes/impact/impact.ts';
import { GATE_TEXT } from './text.ts';

/** One line of a command's impact: a file, a commit, a ref of a remote. */
export interface ImpactLine {
  readonly name: string;
  readonly about: string;
}

export interface ImpactSection {
  readonly title: string;
  readonly lines: readonly ImpactLine[];
  /** How many are not among the lines. */
  readonly more: number;
}

const { impact } = GATE_TEXT;

const file = (path: string): ImpactLine => ({ name: path, about: '' });
const commit = ({ oid, subject }: CommitLine): ImpactLine => ({ name: oid.slice(0, 8), about: subject });
const update = ({ remote, ref, from, to, forced }: RemoteUpdate): ImpactLine => {
  const change = changeOf(from, to);
  return { name: impact.remoteRef(ref, remote), about: forced ? impact.forced(change) : change };
};
const changeOf = (from: string | null, to: string | null): string => {
  if (from === null) return impact.newRef;
  return to === null ? impact.deletedRef : impact.movedRef(from.slice(0, 8), to.slice(0, 8));
};
const each = <T>({ items, total }: CappedList<T>, lineOf: (item: T) => ImpactLine): CappedList<ImpactLine> => ({
  items: items.map(lineOf),
  total,
});

/** The gravest first. */
const SECTIONS: readonly {
  readonly title: (total: number) => string;
  readonly of: (found: Impact) => CappedList<ImpactLine>;
}[] = [
  { title: impact.lost, of: ({ lost }) => each(lost, file) },
  { title: impact.conflicts, of: ({ conflicts }) => each(conflicts, file) },
  { title: impact.unreachable, of: ({ unreachable }) => each(unreachable, commit) },
  { title: impact.remote, of: ({ remote }) => each({ items: remote, total: remote.length }, update) },
  { title: impact.leaving, of: ({ leaving }) => each(leaving, commit) },
  { title: impact.commits, of: ({ commits }) => each(commits, commit) },
  { title: impact.files, of: ({ files }) => each(files, file) },
];

/** The sections of an impact that have something in them, with at most so many lines each. */
export function impactSections(found: Impact, most = Number.POSITIVE_INFINITY): ImpactSection[] {
  return SECTIONS.flatMap(({ title, of }) => {
    const { items, total } = of(found);
    const lines = items.slice(0, most);
    return total === 0 ? [] : [{ title: title(total), lines, more: total - lines.length }];
  });
}

/** The sentences of an impact, the reason for what is not known among them. */
export function sentencesOf({ sentences, unknown }: Impact): readonly string[] {
  return unknown === null || sentences.includes(unknown) ? sentences : [...sentences, unknown];
}

/** Everything an impact lists, for a document of its own. */
export function impactText(heading: readonly string[], found: Impact): string {
  const sections = impactSections(found).map(({ title, lines, more }) => [
    title,
    ...lines.map(({ name, about }) => `  ${name}${about === '' ? '' : `  ${about}`}`),
    ...(more === 0 ? [] : [`  ${impact.more(more)}`]),
  ]);
  return [heading, sentencesOf(found), ...sections]
    .filter(lines => lines.length > 0)
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n');
}
