import {
  type CappedList,
  type CommitLine,
  type Impact,
  moreThan,
  type RemoteUpdate,
} from '../../core/writes/impact/impact.ts';
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

/** A rename is one line, under its new name. */
function files({ files: list, renames = [] }: Impact): CappedList<ImpactLine> {
  const oldNames = new Map(renames.map(({ from, to }) => [to, from]));
  const gone = new Set(renames.map(({ from }) => from));
  const line = (path: string): ImpactLine => {
    const from = oldNames.get(path);
    return file(from === undefined ? path : impact.renamed(from, path));
  };
  return each({ ...list, items: list.items.filter(path => !gone.has(path)) }, line);
}
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
const each = <T>(list: CappedList<T>, lineOf: (item: T) => ImpactLine): CappedList<ImpactLine> => ({
  items: list.items.map(lineOf),
  total: list.total,
  inFolders: list.inFolders ?? 0,
});

const NONE: CappedList<ImpactLine> = { items: [], total: 0 };

const isSameList = (one: CappedList<string>, other: CappedList<string>): boolean =>
  one.total === other.total &&
  one.items.length === other.items.length &&
  one.items.every(path => other.items.includes(path));

/** The gravest first. */
const SECTIONS: readonly {
  readonly title: (total: number) => string;
  readonly of: (found: Impact) => CappedList<ImpactLine>;
}[] = [
  { title: impact.lost, of: ({ lost }) => each(lost, file) },
  { title: impact.conflicts, of: ({ conflicts }) => each(conflicts, file) },
  { title: impact.unreachable, of: ({ unreachable }) => each(unreachable, commit) },
  { title: impact.remote, of: ({ remote }) => each({ items: remote, total: remote.length }, update) },
  { title: impact.addresses, of: ({ addresses }) => each({ items: addresses, total: addresses.length }, file) },
  { title: impact.leaving, of: ({ leaving }) => each(leaving, commit) },
  { title: impact.commits, of: ({ commits }) => each(commits, commit) },
  // Files that are only lost stand above already.
  { title: impact.files, of: found => (isSameList(found.files, found.lost) ? NONE : files(found)) },
];

/** The sections of an impact that have something in them, with at most so many lines each. */
export function impactSections(found: Impact, most = Number.POSITIVE_INFINITY): ImpactSection[] {
  return SECTIONS.flatMap(({ title, of }) => {
    const list = of(found);
    const lines = list.items.slice(0, most);
    return list.total === 0 ? [] : [{ title: title(list.total), lines, more: moreThan(list, lines.length) }];
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
