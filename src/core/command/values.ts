import { outside, refusesProgram, reveals, runs, startsProgram, unknown } from './acts.ts';
import { type Context, isKnownHost, leadsOutside } from './context.ts';
import { objectToDateFormat, objectToPrettyFormat, objectToRefFormat } from './formats.ts';
import { namesSecretFile } from './secret-files.ts';
import { type Objection, objectTo, type ValueCheck, type ValueKind, type WholeNumber } from './table.ts';

const outsideWorkspace = outside('is outside the workspace; add its folder to the workspace to read it');

/** The objection to a value of the given kind, or undefined. */
export function objectionTo(kind: ValueKind, value: string, name: string, context: Context): Objection | undefined {
  if (typeof kind === 'function') return kind(value, name, context);
  if (typeof kind === 'object') return objectToShape(kind, value, name);
  switch (kind) {
    case 'path':
      return value !== EMPTY_FILE && leadsOutside(value, context)
        ? objectTo(`'${value}'`, outsideWorkspace)
        : undefined;
    case 'rev':
      return revision(value, context);
    case 'date-format':
      return objectToDateFormat(value, name);
    case 'pretty':
      return objectToPrettyFormat(value, name);
    case 'ref-format':
      return objectToRefFormat(value, name);
    case 'ref-sort':
      return /^-?(v:|version:)?\*?signature/.test(value)
        ? objectTo(name, runs('by signature runs gpg; sort by another field'))
        : undefined;
    case 'remote':
      return remote(value, context);
    case 'any':
    case 'pattern':
      return undefined;
  }
}

type Shaped = Extract<ValueKind, object>;

function objectToShape(kind: Exclude<Shaped, (...args: never[]) => unknown>, value: string, name: string) {
  if ('oneOf' in kind) {
    return kind.oneOf.includes(value)
      ? undefined
      : objectTo(name, unknown(`takes ${kind.oneOf.join(', ')}, not '${value}'`));
  }
  if ('like' in kind) {
    return kind.like.test(value) ? undefined : objectTo(name, unknown(`takes ${kind.written}, not '${value}'`));
  }
  return isWholeNumber(value, kind)
    ? undefined
    : objectTo(name, unknown(`takes a whole number up to ${kind.upTo}, not '${value}'`));
}

const isWholeNumber = (value: string, { upTo, orMinusOne }: WholeNumber): boolean =>
  (/^\d{1,15}$/.test(value) && Number(value) <= upTo) || (orMinusOne === true && value === '-1');

/** What one side of `diff --no-index` is called when a file is new or gone. */
export const EMPTY_FILE = '/dev/null';

/** True for kinds whose values the runner must resolve against the workspace before it runs. */
export const namesPath = (kind: ValueKind): boolean => kind === 'path' || kind === 'rev';

/** Fields a ref is sorted by, as people write them; of two words with a dash, git takes the second for the value. */
const sortKey =
  /^-(?:v:|version:)?\*?(?:refname|object(?:name|size|type)|(?:author|committer|creator|tagger)(?:date|email|name)?|subject|upstream|push|numparent|HEAD)(?::[a-z=\d]+)?$/;

const showsSecret = reveals('may hold secrets, which would be shown; log --stat and ls-files show none of a file');
export const objectToSecretFile = (word: string): Objection => objectTo(`'${word}'`, showsSecret);

/** A value that leads to what is shown, as a path or as `<rev>:<path>`. */
export const noSecretFile: ValueCheck = value => (namesSecretFile(value) ? objectToSecretFile(value) : undefined);

/** True when a word that begins with a dash can only be meant as a value of this kind. */
export function isValueWithDash(kind: ValueKind, word: string, isOption: boolean): boolean {
  if (word === '-') return true;
  if (kind === 'ref-sort') return sortKey.test(word);
  return kind === 'pattern' && !isOption;
}

/** A revision, a pathspec or a file: only the part before a colon can lead anywhere on disk. */
function revision(word: string, context: Context): Objection | undefined {
  const colon = word.indexOf(':', /^[A-Za-z]:[\\/]/.test(word) ? 2 : 0);
  const onDisk = colon > 0 ? word.slice(0, colon) : word;
  return leadsOutside(onDisk, context) ? objectTo(`'${word}'`, outsideWorkspace) : undefined;
}

/** The objection to an address for which git starts a program: `ext::` any, `foo::` one called git-remote-foo. */
export function objectToHelper(addresses: readonly string[]): Objection | undefined {
  const address = addresses.find(word => /^[\w.+-]*::/.test(word));
  if (address === undefined) return undefined;
  return /^(?:ext|fd)::/i.test(address)
    ? objectTo(`'${address}'`, refusesProgram('runs a program; use a remote or a URL'))
    : objectTo(`'${address}'`, startsProgram('runs a remote helper', 'network'));
}

/** A remote's name, a path, or an address: an address of the caller's choosing could carry anything out. */
function remote(word: string, context: Context): Objection | undefined {
  const subject = `'${word}'`;
  if (word.startsWith('-')) return objectTo(subject, runs('is not the name of a remote; git remote lists them'));
  if (/^ext::/i.test(word)) return objectTo(subject, refusesProgram('runs a program; use a remote or a URL'));
  if (word.includes('::')) return objectTo(subject, runs('runs a remote helper; use a remote or an https address'));
  const url = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/i.exec(word);
  if (url?.[1]?.toLowerCase() === 'file') {
    // git decodes the address, so an escape could hide the way out.
    const hidden = url[2] !== '' || word.includes('%');
    return hidden
      ? objectTo(subject, outside('may lead outside the workspace; write the path without file://'))
      : objectionTo('path', url[3] ?? '', word, context);
  }
  const host = url ? url[2] : /^([^/]+):(?!\/\/)/.exec(word)?.[1];
  if (host === undefined) return objectionTo('path', word, word, context);
  const named = host.replace(/^git@/, '').replace(/:\d+$/, '');
  return isKnownHost(named, context)
    ? undefined
    : {
        effects: ['network', 'reads-outside'],
        risk: 'local',
        reason: `${subject} is an address outside this repository; name one of its remotes`,
      };
}
