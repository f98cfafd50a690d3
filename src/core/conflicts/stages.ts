import type { GitReader } from '../git/reader.ts';
import { encodeName, splitRecords } from '../writes/journal/storage/byte-names.ts';

/** The versions of a file that git keeps while it is in conflict, in the order of its stages. */
export const SIDES = ['base', 'ours', 'theirs'] as const;

export type Side = (typeof SIDES)[number];

/** One version: a mode as the index has it, and the id of its blob, or of the commit of a submodule. */
export interface Stage {
  readonly mode: string;
  readonly oid: string;
}

/** A side that has no such file is left out. */
export type Stages = Readonly<Partial<Record<Side, Stage>>>;

/** Every file that is in conflict, with its versions, by path from the root of the work tree. */
export async function readStages(git: GitReader, workTree: string): Promise<ReadonlyMap<string, Stages>> {
  const records = splitRecords(await git.readBytes(['ls-files', '-u', '-z', '--full-name'], workTree));
  const found = new Map<string, Stages>();
  for (const record of records) {
    const [, mode = '', oid = '', stage = '', path = ''] = /^(\d+) ([0-9a-f]+) ([123])\t(.+)$/s.exec(record) ?? [];
    const side = SIDES[Number(stage) - 1];
    if (side !== undefined) found.set(path, { ...found.get(path), [side]: { mode, oid } });
  }
  return found;
}

/** What gitattributes(5) say of a file in conflict. */
export interface ConflictAttributes {
  /** How many characters its markers have. */
  readonly markerSize: number;
  /** The encoding in which it is checked out; undefined for one that is kept as it is. */
  readonly encoding: string | undefined;
  /** True where a program turns what is kept into what is checked out. */
  readonly filtered: boolean;
  /** True where git merges it line by line, with markers where that fails. */
  readonly mergesLines: boolean;
}

const NAMES = ['conflict-marker-size', 'filter', 'merge', 'working-tree-encoding'] as const;

const DEFAULT_SIZE = 7;
const UNSET = ['unspecified', 'unset'];
const LINE_MERGES = ['unspecified', 'set', 'text', 'union'];

export async function readAttributes(
  git: GitReader,
  workTree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ConflictAttributes>> {
  if (paths.length === 0) return new Map();
  const input = encodeName(paths.map(path => `${path}\0`).join(''));
  const words = splitRecords(await git.readBytes(['check-attr', '-z', '--stdin', ...NAMES], workTree, { input }));
  const values = new Map<string, Map<string, string>>();
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [path = '', name = '', value = ''] = words.slice(at, at + 3);
    values.set(path, (values.get(path) ?? new Map()).set(name, value));
  }
  return new Map(paths.map(path => [path, attributesOf(values.get(path) ?? new Map())]));
}

function attributesOf(values: ReadonlyMap<string, string>): ConflictAttributes {
  const setTo = (name: (typeof NAMES)[number]) => values.get(name) ?? 'unspecified';
  // Like git, which reads the number at the beginning of whatever it is.
  const size = Number.parseInt(setTo('conflict-marker-size'), 10);
  const encoding = setTo('working-tree-encoding');
  return {
    markerSize: size > 0 ? size : DEFAULT_SIZE,
    encoding: UNSET.includes(encoding) || encoding === 'set' ? undefined : encoding,
    filtered: !UNSET.includes(setTo('filter')),
    mergesLines: LINE_MERGES.includes(setTo('merge')),
  };
}

const BLOB_MODES = ['100644', '100755'];

export const isRegular = ({ mode }: Stage): boolean => BLOB_MODES.includes(mode);
export const isSubmodule = ({ mode }: Stage): boolean => mode === '160000';
export const isLink = ({ mode }: Stage): boolean => mode === '120000';

/** How git calls a conflict of these versions. */
export function kindOfStages({ base, ours, theirs }: Stages): string {
  if (base) {
    if (ours && theirs) return 'both modified';
    if (ours) return 'deleted by theirs, modified by ours';
    return theirs ? 'deleted by ours, modified by theirs' : 'gone from this name on both sides';
  }
  if (ours && theirs) return 'both added';
  return ours ? 'added by ours alone' : 'added by theirs alone';
}
