import { homedir } from 'node:os';
import { join } from 'node:path';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import type { GitReader } from '../../../git/reader.ts';
import { disk } from '../../../repository/files.ts';
import { splitRecords } from '../storage/byte-names.ts';
import { type FileOnDisk, findFiles, type HashName, type OnUnreadable, readFileOnDisk } from '../storage/disk.ts';
import type { IndexEntry } from '../storage/index-file.ts';
import type { RepositoryAccess } from './repository-access.ts';

/** Attributes by which git writes a file in other bytes than it keeps of it. */
const ATTRIBUTES = ['crlf', 'eol', 'filter', 'ident', 'text', 'working-tree-encoding'] as const;
/** Those of them that are about more than line endings. */
const MORE_THAN_LINES = new Set<string>(['filter', 'ident', 'working-tree-encoding']);

/** More than these would take too long to compare: git then writes them back as their attributes say. */
const MOST_COMPARED = 5000;
const NAMES_A_LINE = 500;

export interface ConversionQuery {
  readonly access: RepositoryAccess;
  readonly index: Buffer;
  readonly hash: HashName;
  /** Tracked files that the command may write or remove and that are as the index has them. */
  readonly entries: readonly IndexEntry[];
}

/**
 * Files that git takes for unchanged and whose bytes it would not write back as they are: other line endings, an
 * encoding, `$Id$`, a filter.
 */
export async function findConverted(query: ConversionQuery, onUnreadable: OnUnreadable): Promise<FileOnDisk[]> {
  const { access, index, entries, hash } = query;
  const { git, repository } = access;
  if (entries.length === 0 || entries.length > MOST_COMPARED) return [];
  const lineEnds = await lineEndsOf(git, repository.workTree);
  if (lineEnds === undefined && !(await hasAttributes(access, index))) return [];
  const converts = await conversionsOf(access, entries, lineEnds !== undefined);
  const oids = new Map(entries.map(({ path, oid }) => [path, oid]));
  const found = await findFiles(repository.workTree, [...converts.keys()], onUnreadable);
  const files = found.filter(({ stats }) => stats.isFile());
  const isOther = async (file: FileOnDisk): Promise<boolean> => {
    if (lineEnds === 'crlf' || converts.get(file.path) === 'always') return true;
    const read = await readFileOnDisk(file, hash);
    // Whoever saves it says that it cannot be read.
    return read === 'unreadable' || (read !== undefined && read.saved.oid !== oids.get(file.path));
  };
  const others = await mapInBatches(files, isOther);
  return files.filter((_, at) => others[at]);
}

/** How line endings are converted by the config; undefined when they are not. */
async function lineEndsOf(git: GitReader, workTree: string): Promise<'crlf' | 'lf' | undefined> {
  const text = await git.tryRead(['config', '-z', '--get-regexp', '^core\\.(autocrlf|eol)$'], workTree);
  const lines = (text ?? '').toLowerCase().split('\0').filter(Boolean);
  // A key without a value is true.
  const values = new Map(lines.map(line => [line.split('\n')[0], line.split('\n')[1] ?? 'true']));
  const automatic = values.get('core.autocrlf') ?? 'false';
  const isOff = /^(?:false|no|off|0)$/.test(automatic);
  if (process.platform === 'win32' || values.get('core.eol') === 'crlf') return 'crlf';
  if (isOff) return undefined;
  return automatic === 'input' ? 'lf' : 'crlf';
}

/** Whether there is any file of attributes: tracked, at the root, of the repository, of the person. */
async function hasAttributes({ repository }: RepositoryAccess, index: Buffer): Promise<boolean> {
  if (index.includes('.gitattributes')) return true;
  const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  const places = [
    join(repository.workTree, '.gitattributes'),
    join(repository.commonDirectory, 'info', 'attributes'),
    join(config, 'git', 'attributes'),
    '/etc/gitattributes',
  ];
  return (await Promise.all(places.map(disk.exists))).includes(true);
}

/** Of some paths those that a filter or an encoding applies to, or that git fills in. */
export async function filteredPaths(access: RepositoryAccess, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const converted = await conversionsOf(
    access,
    paths.map(path => ({ path })),
    false,
  );
  return new Set([...converted].filter(([, how]) => how === 'always').map(([path]) => path));
}

/** Files that are converted: always in a way nobody can tell, or only in their line endings. */
async function conversionsOf(
  { git, repository }: RepositoryAccess,
  entries: readonly Pick<IndexEntry, 'path'>[],
  byDefault: boolean,
): Promise<Map<string, 'always' | 'lines'>> {
  const found = new Map<string, 'always' | 'lines'>();
  for (let from = 0; from < entries.length; from += NAMES_A_LINE) {
    const names = entries.slice(from, from + NAMES_A_LINE).map(({ path }) => path);
    const words = ['check-attr', '-z', ...ATTRIBUTES, '--', ...names] as const;
    const records = splitRecords(await git.readBytes(words, repository.workTree));
    const isSet = new Map<string, Map<string, string>>();
    for (let at = 0; at + 2 < records.length; at += 3) {
      const [path = '', attribute = '', value = ''] = records.slice(at, at + 3);
      const own = isSet.get(path) ?? new Map<string, string>();
      isSet.set(path, own.set(attribute, value));
    }
    for (const [path, values] of isSet) {
      const how = conversionBy(values, byDefault);
      if (how !== undefined) found.set(path, how);
    }
  }
  return found;
}

function conversionBy(values: ReadonlyMap<string, string>, byDefault: boolean): 'always' | 'lines' | undefined {
  const given = (name: string) => !['unset', 'unspecified', undefined].includes(values.get(name));
  if ([...MORE_THAN_LINES].some(given) || values.get('eol') === 'crlf') return 'always';
  if (values.get('text') === 'unset' || values.get('crlf') === 'unset') return undefined;
  return byDefault || given('text') || given('crlf') || given('eol') ? 'lines' : undefined;
}
