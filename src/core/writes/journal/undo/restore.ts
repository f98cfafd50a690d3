import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import { partsOf } from '../../../../shared/parts-of.ts';
import { GitFailure } from '../../../git/reader.ts';
import { realTarget } from '../record/named-files.ts';
import { usualPermissions } from '../record/permissions.ts';
import { accessTo, gitOfLinked } from '../record/repository-access.ts';
import { hasTables, STASH } from '../record/stashes.ts';
import { encodeName } from '../storage/byte-names.ts';
import { type Entry, repositoryOf, type SavedFile, type Snapshot } from '../storage/entry.ts';
import { savedIndexes } from '../storage/store.ts';
import { type ChangedItem, isFolder } from './changed-items.ts';
import { AT_ONCE, checkOut, type IndexFile } from './check-out.ts';
import { isConfig } from './merge-config.ts';
import { restoreCommits } from './restore-commits.ts';
import { checkedWay, removeFiles, setPermissions, writeIndex } from './restore-files.ts';
import { restoreStashes } from './restore-stashes.ts';
import { type RestoreContext, restoreState } from './restore-state.ts';
import { makeSubmoduleFolders, moveBack, removeLinked } from './restore-work-tree.ts';
import { type SavedAt, writeSaved } from './write-saved.ts';

/**
 * Brings items back. Every step is whole or not at all and the order does not matter to a second try, so that being killed
 * anywhere leaves nothing that planning again would not finish. Refs come first: they are what git may refuse.
 */
export async function restoreItems(context: RestoreContext, items: readonly ChangedItem[]): Promise<void> {
  const { git, entry } = context;
  await restoreCommits(git, entry);
  const indexes = await savedIndexes(git, entry);
  const parts = entry.before.map((_, at) => ({ at, own: items.filter(item => item.at === at) }));
  // A work tree that goes makes room for what git knew in its place.
  const isLeaving = ({ at }: { readonly at: number }) => leaves(entry, at);
  for (const { at, own } of [...parts.filter(isLeaving), ...parts.filter(part => !isLeaving(part))])
    if (own.length > 0) await restoreRepository(context, at, own, indexes[at] ?? Buffer.alloc(0));
}

/** Whether undoing an entry takes a linked work tree away. */
const leaves = ({ before, scopes }: Entry, at: number): boolean =>
  scopes[at]?.whole === true && before[at]?.head === '';

async function restoreRepository(
  context: RestoreContext,
  at: number,
  own: readonly ChangedItem[],
  bytes: Buffer,
): Promise<void> {
  const { git, entry } = context;
  const before = entry.before[at];
  if (before === undefined) return;
  const whole = entry.scopes[at]?.whole === true;
  const of = (part: ChangedItem['part']) => own.filter(item => item.part === part);
  const goesAway = leaves(entry, at);
  if (whole && !goesAway) {
    await mkdir(before.gitDirectory, { recursive: true });
    await restoreState(context, before, of('state'), true);
    await moveBack(before, of('place'));
    await restoreState(context, before, of('link'), true);
  }
  // By the link and the config git finds a submodule, or else the repository around it: they come first, the link goes last.
  const ways = [...of('link'), ...of('state').filter(isConfig)];
  const [comes, goes] = [ways.filter(item => item.before !== ''), ways.filter(item => item.before === '')];
  const state = of('state').filter(item => !isConfig(item));
  if (!whole && at > 0) await restoreSubmodule(context, at);
  if (!whole) await restoreState(context, before, comes, false);
  await restoreRefs(context, before, [...of('head'), ...of('ref')]);
  const index = { bytes, mtimeMs: before.indexMtimeMs ?? 0 };
  const there = { ...context, git: whole ? gitOfLinked(git, before, entry.before[0]?.workTree ?? '') : git };
  const fresh = await restoreFiles(there, before, of('file'), index);
  if (whole && !goesAway) await makeSubmoduleFolders(before, bytes);
  if (of('index').length > 0 && !goesAway) await writeIndex(before.gitDirectory, fresh.bytes, fresh.mtimeMs);
  if (!whole) await restoreState(context, before, [...state, ...goes], false);
  if (goesAway) {
    await restoreState(context, before, [...of('link'), ...of('state'), ...of('index')], true);
    await removeLinked(before);
  }
  await restoreNamed(context, before, of('named'));
}

/** Puts the folder of a submodule in place, and its git directory where git has moved that away. */
async function restoreSubmodule({ git, entry }: RestoreContext, at: number): Promise<void> {
  const [main, before] = [entry.before[0], entry.before[at]];
  if (main === undefined || before === undefined || before.head === '') return;
  checkedWay(main.workTree)(`${relative(main.workTree, before.workTree)}/.git`);
  await mkdir(before.workTree, { recursive: true });
  const access = await accessTo(git, repositoryOf(before), entry.scopes[at] ?? {});
  const place = access?.repository.gitDirectory;
  if (place === undefined || place === before.gitDirectory) return;
  // What git left in its place leads to where it is now.
  await removeFiles(dirname(before.gitDirectory), [basename(before.gitDirectory)], []);
  await rename(place, before.gitDirectory);
}

async function restoreRefs({ git, now, message }: RestoreContext, snapshot: Snapshot, items: readonly ChangedItem[]) {
  const { workTree, commonDirectory } = snapshot;
  const head = items.find(({ part }) => part === 'head');
  if (head?.before.startsWith('ref: '))
    await git.write(['symbolic-ref', '-m', message, 'HEAD', head.before.slice(5)], workTree);
  else if (head) await git.write(['update-ref', '--no-deref', '-m', message, 'HEAD', head.before], workTree);
  const isList = (await hasTables(commonDirectory)) ? ({ name }: ChangedItem) => name === STASH : () => false;
  for (const { before } of items.filter(isList)) await restoreStashes(git, workTree, before);
  const refs = items.filter(item => item.part === 'ref' && !isList(item));
  const old = (item: ChangedItem) => {
    const value = now.get(item.key) ?? '';
    return value.startsWith('ref: ') ? '' : value || '0'.repeat(item.before.length || 40);
  };
  const update = async (lines: readonly Buffer[]) => {
    const args = ['update-ref', '--no-deref', '-m', message, '-z', '--stdin'] as const;
    if (lines.length > 0) await git.write(args, workTree, { input: Buffer.concat(lines) });
  };
  const line = (verb: string, { name }: ChangedItem, ...values: string[]) =>
    Buffer.concat([Buffer.from(`${verb} `), encodeName(name), Buffer.from(`\0${values.join('\0')}\0`)]);
  // Deletes on their own and first: a branch a/b may stand where the branch a comes back.
  await update(refs.filter(({ before }) => before === '').map(item => line('delete', item, old(item))));
  const plain = refs.filter(({ before }) => before !== '' && !before.startsWith('ref: '));
  await update(plain.map(item => line('update', item, item.before, old(item))));
  for (const { name, before } of refs.filter(each => each.before.startsWith('ref: ')))
    await git.write(['symbolic-ref', '-m', message, name, before.slice(5)], workTree);
}

/** Puts files back as they were; gives the index that goes with them. */
async function restoreFiles(
  { git, entry, counter }: RestoreContext,
  { workTree, gitDirectory }: Snapshot,
  items: readonly ChangedItem[],
  index: IndexFile,
): Promise<IndexFile> {
  const was = (item: ChangedItem): SavedFile | null => entry.files[item.at]?.[item.name]?.before ?? null;
  const [goes, clean, saved, folders]: [ChangedItem[], SavedAt[], SavedAt[], SavedAt[]] = [[], [], [], []];
  for (const item of items) {
    const file = was(item);
    if (file === null) goes.push(item);
    else if (file.clean) clean.push({ path: item.name, saved: file });
    else (file.mode === 'folder' ? folders : saved).push({ path: item.name, saved: file });
  }
  const leavesFolder = ({ after }: ChangedItem) => isFolder(after);
  const files = goes.filter(item => !leavesFolder(item) && item.after !== '').map(nameOf);
  for (const some of partsOf(files, AT_ONCE)) {
    counter.stopIfCancelled();
    await removeFiles(workTree, some, []);
    counter.count(some.length);
  }
  await removeFiles(workTree, [], goes.filter(leavesFolder).map(nameOf));
  // Folders first: what is to be in one may have to wait until the file in its place is gone.
  for (const some of [folders, saved]) await writeSaved({ git, entry, counter }, some, workTree, gitDirectory);
  const names = clean.map(({ path }) => path);
  const oidBytes = (clean[0]?.saved.oid.length ?? 0) / 2;
  const fresh = await checkOut({ git, counter, workTree, oidBytes }, index, names);
  const usual = { file: usualPermissions('file'), executable: usualPermissions('executable') };
  const isUnusual = ({ saved: { mode, permissions } }: SavedAt) =>
    permissions !== (mode === 'file' ? usual.file : usual.executable);
  await setPermissions(workTree, [...clean.filter(isUnusual), ...folders]);
  return fresh;
}

/** Brings back files that the command line named. A folder on the way that is another one by now is left alone. */
async function restoreNamed(context: RestoreContext, before: Snapshot, items: readonly ChangedItem[]): Promise<void> {
  for (const { name } of items)
    if ((await realTarget(name)) !== name) throw new GitFailure(`'${name}' is behind a link now, so it is left alone.`);
  const savedAs = ({ name }: ChangedItem): SavedFile | null => before.named?.[name] ?? null;
  const goes = items.filter(item => savedAs(item) === null && item.after !== '');
  const [folders, files] = [goes.filter(({ after }) => isFolder(after)), goes.filter(({ after }) => !isFolder(after))];
  for (const { name } of files) await removeFiles(dirname(name), [basename(name)], []);
  for (const { name } of folders) await removeFiles(dirname(name), [], [basename(name)]);
  for (const item of items.filter(each => savedAs(each) !== null)) {
    const folder = dirname(item.name);
    const saved = savedAs(item);
    if (saved) await writeSaved(context, [{ path: basename(item.name), saved }], folder, folder);
  }
}

const nameOf = ({ name }: ChangedItem): string => name;
