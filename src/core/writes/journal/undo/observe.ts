import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { NamedPath } from '../../snapshot-scope.ts';
import { cleanFile } from '../record/file-changes.ts';
import { workTreeOf } from '../record/linked-work-trees.ts';
import { permissionsIn } from '../record/permissions.ts';
import { oidBytes, type Survey, survey } from '../record/survey.ts';
import { findFiles, readFileOnDisk } from '../storage/disk.ts';
import { type Entry, repositoryOf, type Scope, type Snapshot } from '../storage/entry.ts';
import { digestOf, entriesAt } from '../storage/index-file.ts';
import { type ChangedItem, fileToken, hasPermissions, isFolder, stateToken } from './changed-items.ts';

/** The values that items have now, by their keys. */
export async function observe(git: Git, entry: Entry, items: readonly ChangedItem[]): Promise<Map<string, string>> {
  const now = new Map<string, string>();
  for (const [at, before] of entry.before.entries()) {
    const own = items.filter(item => item.at === at);
    const scope = entry.scopes[at];
    if (own.length === 0 || scope === undefined) continue;
    const tracked = own.some(({ part }) => part === 'index' || part === 'file');
    const place = await placeOf(before, entry.after[at], scope);
    const wanted = { ...scope, tracked, untracked: 'none', paths: [], named: namedIn(own) } as const;
    const looked = await survey(git, place, wanted, { from: entry.before[0]?.workTree });
    const files = await filesNow(
      looked,
      hasPermissions(before),
      own.filter(({ part }) => part === 'file'),
    );
    const state = await stateNow(looked);
    const named = await namedNow(looked);
    for (const item of own)
      now.set(item.key, item.part === 'named' ? (named.get(item.name) ?? '') : valueNow(item, looked, files, state));
  }
  return now;
}

/** Where the command left a work tree, or where that has gone since. */
async function placeOf(before: Snapshot, after: Snapshot | undefined, scope: Scope): Promise<Repository> {
  const left = placeLeft(before, after, scope);
  const workTree = scope.whole ? await workTreeOf(left.gitDirectory) : undefined;
  return workTree === undefined ? left : { ...left, workTree };
}

/** Where a command left a repository: a work tree may have been moved by it. */
export const placeLeft = (before: Snapshot, after: Snapshot | undefined, scope: Pick<Scope, 'whole'>): Repository =>
  repositoryOf(scope.whole && after !== undefined && after.head !== '' ? after : before);

function valueNow(
  { part, name }: ChangedItem,
  { head, refs, index, hash, link, access, repository }: Survey,
  files: ReadonlyMap<string, string>,
  state: ReadonlyMap<string, string>,
): string {
  if (part === 'head') return head;
  if (part === 'ref') return refs[name] ?? '';
  if (part === 'index') return digestOf(index, oidBytes(hash));
  if (part === 'link') return link ?? '';
  if (part === 'place') return access === undefined || head === '' ? '' : repository.workTree;
  return (part === 'state' ? state : files).get(name) ?? '';
}

const namedIn = (items: readonly ChangedItem[]): NamedPath[] =>
  items.filter(({ part }) => part === 'named').map(({ name: path }) => ({ path, kind: 'file' }));

async function namedNow({ named, hash }: Survey): Promise<Map<string, string>> {
  const there = [...named.values()].filter(found => found !== null);
  const read = await mapInBatches(there, async found => {
    const content = await readFileOnDisk(found, hash);
    return [found.path, content === 'unreadable' ? UNREADABLE : fileToken(content?.saved, true)] as const;
  });
  return new Map(read);
}

async function stateNow({ state, hash }: Survey): Promise<Map<string, string>> {
  const read = await mapInBatches(state, async found => {
    const read = await readFileOnDisk(found, hash);
    return [found.path, read === 'unreadable' ? UNREADABLE : stateToken(read?.saved)] as const;
  });
  return new Map(read);
}

/** The files of the work tree: by the index where it is as that has it, else by its bytes. A folder counts where one was. */
async function filesNow(looked: Survey, exact: boolean, items: readonly ChangedItem[]): Promise<Map<string, string>> {
  const { changed, index, hash, repository } = looked;
  const entries = entriesAt(
    index,
    oidBytes(hash),
    items.map(({ name }) => name),
  );
  const tokens = new Map<string, string>();
  const byBytes = new Set(items.filter(item => item.byBytes).map(nameOf));
  const cleanAt = (name: string) =>
    changed?.has(name) || byBytes.has(name) ? undefined : cleanFile(entries.get(name));
  const folders = new Set(items.filter(({ before, after }) => isFolder(before) || isFolder(after)).map(nameOf));
  // Of a file that is as the index has it only the permissions are asked for.
  const looks = items.map(nameOf).filter(name => exact || cleanAt(name) === undefined);
  for (const name of items.map(nameOf)) tokens.set(name, fileToken(cleanAt(name), exact));
  await mapInBatches(await findFiles(repository.workTree, looks), async found => {
    if (found.stats.isDirectory() && !folders.has(found.path)) return;
    const clean = cleanAt(found.path);
    const permissions = clean?.mode === 'link' ? {} : { permissions: permissionsIn(found.stats) };
    const read = clean ? { saved: { ...clean, ...permissions } } : await readFileOnDisk(found, hash);
    tokens.set(found.path, read === 'unreadable' ? UNREADABLE : fileToken(read?.saved, exact));
  });
  return tokens;
}

const nameOf = ({ name }: ChangedItem): string => name;

/** No entry has this value: what nobody can look at is never taken for what a command left. */
const UNREADABLE = 'unreadable';
