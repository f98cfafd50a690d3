import { isPerson, type Origin } from '../origin.ts';

/** Who looks at a panel, and when they last did: a person, or a program by its door and what it calls itself. */
export interface Reader {
  readonly origin: Origin;
  /** Its claim, never trusted. */
  readonly name?: string | undefined;
  readonly at: number;
}

const MOST = 8;
const LONGEST_NAME = 80;

/** The readers with one more look, the newest first. */
export function withReader(readers: readonly Reader[], reader: Reader): readonly Reader[] {
  const { origin, name, at } = reader;
  const look = { origin, at, ...(name && { name: name.slice(0, LONGEST_NAME) }) };
  const others = readers.filter(each => nameOf(each) !== nameOf(look));
  // However many programs look, whose it is stays known.
  const kept =
    others.length < MOST ? others : [...others.filter(isPersons), ...others.filter(isPrograms)].slice(0, MOST - 1);
  return [look, ...kept].sort((a, b) => b.at - a.at);
}

/** True for a panel that only programs look at; one that names nobody is a person's. */
export const isAgents = ({ readers }: { readonly readers: readonly Reader[] }): boolean =>
  readers.length > 0 && readers.every(isPrograms);

interface Read {
  readonly readers: readonly Reader[];
  readonly created: number;
}

/** When somebody last looked. */
export const lastRead = ({ readers, created }: Read): number =>
  readers.reduce((last, { at }) => Math.max(last, at), created);

const isPersons = ({ origin }: Reader): boolean => isPerson(origin);
const isPrograms = (reader: Reader): boolean => !isPersons(reader);

/** A person is one, whatever they use. */
const nameOf = ({ origin, name = '' }: Reader): string => (isPerson(origin) ? '' : `${origin} ${name}`);
