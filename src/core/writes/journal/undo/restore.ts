import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { GitFailure } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import { hasTables, STASH } from '../record/stashes.ts';
import { withCopy } from '../record/survey.ts';
import { encodeName, foldersOf, placeOf } from '../storage/byte-names.ts';
import type { Entry, SavedFile, Snapshot } from '../storage/entry.ts';
import { stateRoot } from '../storage/state-names.ts';
import { readBlobs, savedIndexes } from '../storage/store.ts';
import { type ChangedItem, isLog } from './changed-items.ts';
import { isConfig, mergeConfig } from './merge-config.ts';
import { encodeList, putFiles, putIndex, removeFiles } from './restore-files.ts';
import { restoreStashes } from './restore-stashes.ts';

export interface Restoring {
  readonly git: Git;
  readonly entry: Entry;
  /** The values that items have now, for git to check. */
  readonly now: ReadonlyMap<string, string>;
  /** The message for reflogs. */
  readonly message: string;
}

/**
 * Brings items back. Every step is whole or not at all and the order does not matter to a second try, so that being killed
 * anywhere leaves nothing that planning again would not finish. Refs come first: they are what git may refuse.
 */
export async function restore(restoring: Restoring, items: readonly ChangedItem[]): Promise<void> {
  const indexes = await savedIndexes(restoring.git, restoring.entry);
  for (const [at, before] of restoring.entry.before.entries()) {
    const own = items.filter(item => item.at === at);
    if (own.length === 0) continue;
    const of = (part: ChangedItem['part']) => own.filter(item => item.part === part);
    const whole = restoring.entry.scopes[at]?.whole === true;
    const leaves = whole && before.head === '';
    if (whole && !leaves) {
      for (const root of [before.gitDirectory, before.workTree]) await mkdir(root, { recursive: true });
      await restoreState(restoring, before, [...of('link'), ...of('state')], true);
    }
    if (!whole) await restoreState(restoring, before, of('link'), false);
    await restoreRefs(restoring, before, [...of('head'), ...of('ref')]);
    const index = { bytes: indexes[at] ?? Buffer.alloc(0), mtimeMs: before.indexMtimeMs ?? 0 };
    const fresh = await restoreFiles(restoring, before, of('file'), index);
    if (of('index').length > 0 && !leaves) await putIndex(before.gitDirectory, fresh.bytes, fresh.mtimeMs);
    if (!whole) await restoreState(restoring, before, of('state'), false);
    if (leaves) {
      await restoreState(restoring, before, [...of('link'), ...of('state'), ...of('index')], true);
      for (const root of [before.workTree, before.gitDirectory]) await removeFiles(dirname(root), [], [basename(root)]);
    }
  }
}

async function restoreRefs({ git, now, message }: Restoring, snapshot: Snapshot, items: readonly ChangedItem[]) {
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

interface IndexFile {
  readonly bytes: Buffer;
  readonly mtimeMs: number;
}

/** Files that git has are written by git, with its filters; the index that comes of it knows them by their new inodes. */
async function restoreFiles(
  { git, entry }: Restoring,
  { workTree, gitDirectory }: Snapshot,
  items: readonly ChangedItem[],
  index: IndexFile,
): Promise<IndexFile> {
  const was = (item: ChangedItem): SavedFile | null => entry.files[item.at]?.[item.name]?.before ?? null;
  const goes = items.filter(item => was(item) === null);
  const isFolder = ({ after }: ChangedItem) => after === 'folder';
  await removeFiles(
    workTree,
    goes.filter(item => !isFolder(item) && item.after !== '').map(({ name }) => name),
    goes.filter(isFolder).map(({ name }) => name),
  );
  const saved = items.filter(item => was(item) !== null && !was(item)?.clean);
  const isEmpty = (item: ChangedItem) => was(item)?.mode === 'folder';
  // Folders first: what is to be in one may have to wait until the file in its place is gone.
  for (const some of [saved.filter(isEmpty), saved.filter(item => !isEmpty(item))])
    await putAll(
      { git, entry },
      some.map(item => [item.name, was(item)] as const),
      workTree,
      gitDirectory,
    );
  const clean = items.filter(item => was(item)?.clean).map(({ name }) => name);
  if (clean.length === 0) return index;
  // How files are written may depend on attributes, so those come first.
  const attributes = clean.filter(name => name === '.gitattributes' || name.endsWith('/.gitattributes'));
  return withCopy(index.bytes, index.mtimeMs, async indexFile => {
    for (const names of [attributes, clean.filter(name => !attributes.includes(name))]) {
      if (names.length === 0) continue;
      await git.write(['checkout-index', '-u', '-f', '-z', '--stdin'], workTree, {
        indexFile,
        input: encodeList(names),
      });
    }
    return { bytes: await readFile(indexFile), mtimeMs: Math.floor((await stat(indexFile)).mtimeMs) };
  });
}

/** How many saved files are held at a time. */
const AT_ONCE = 500;

async function putAll(
  { git, entry }: Pick<Restoring, 'git' | 'entry'>,
  files: readonly (readonly [name: string, saved: SavedFile | null])[],
  root: string,
  workshop: string,
): Promise<void> {
  const journal = entry.before[0]?.workTree ?? '';
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    const oids = [...new Set(some.map(([, saved]) => saved?.oid ?? '').filter(oid => oid !== ''))];
    const blobs = await readBlobs(git, journal, oids);
    const puts = some.map(([path, saved]) => {
      const bytes = saved?.oid === '' ? Buffer.alloc(0) : blobs[oids.indexOf(saved?.oid ?? '')];
      if (saved === null || bytes === undefined)
        throw new GitFailure(`The journal no longer has the content of '${path}'.`);
      return { path, saved, bytes };
    });
    await putFiles(root, puts, workshop);
  }
}

async function restoreState(
  restoring: Restoring,
  before: Snapshot,
  items: readonly ChangedItem[],
  whole: boolean,
): Promise<void> {
  const { gitDirectory, workTree } = before;
  const roots = [...new Set([gitDirectory, before.commonDirectory])];
  for (const root of roots) {
    const own = items.filter(
      ({ part, name }) => part !== 'link' && (whole ? gitDirectory : stateRoot(name, before)) === root,
    );
    const merged = own.filter(item => isConfig(item) && restoring.now.get(item.key) !== item.after);
    for (const item of merged) await restoreConfig(restoring, item, before);
    const back = own.filter(
      item => item.before !== '' && !isLog(item) && !merged.includes(item) && before.state[item.name],
    );
    await putAll(
      restoring,
      back.map(({ name }) => [name, before.state[name] ?? null] as const),
      root,
      root,
    );
    const goes = own.filter(item => !isLog(item) && !before.state[item.name]).map(({ name }) => name);
    await removeFiles(root, goes, [...new Set(goes.flatMap(foldersOf))]);
    for (const item of own.filter(isLog)) await mendLog(restoring, item, before, root);
  }
  const [link] = items.filter(({ part }) => part === 'link');
  if (link === undefined) return;
  if (link.before === '') return removeFiles(workTree, ['.git'], []);
  const file = { path: '.git', saved: { mode: 'file', oid: '' }, bytes: Buffer.from(link.before) } as const;
  await putFiles(workTree, [file], gitDirectory);
}

async function restoreConfig(
  { git, entry }: Restoring,
  { at, name: path }: ChangedItem,
  before: Snapshot,
): Promise<void> {
  const bytes = await mergeConfig(git, entry, at);
  const saved = before.state[path];
  if (bytes === undefined || saved === undefined)
    throw new GitFailure("The repository's settings were changed in the meantime.");
  await putFiles(before.commonDirectory, [{ path, saved, bytes }], before.commonDirectory);
}

/** Lines that were lost come back before those that are new. */
async function mendLog(
  { git, entry }: Restoring,
  { name }: ChangedItem,
  before: Snapshot,
  root: string,
): Promise<void> {
  const saved = before.state[name];
  const [old] = await readBlobs(git, entry.before[0]?.workTree ?? '', saved ? [saved.oid] : []);
  if (saved === undefined || old === undefined) return;
  const now = await readFile(placeOf(root, name)).catch(ifMissing(undefined));
  // Git deleted the log with its ref, and that did not come back.
  if (now === undefined || now.subarray(0, old.length).equals(old)) return;
  const known = new Set(old.toString('latin1').split('\n'));
  const fresh = now
    .toString('latin1')
    .split('\n')
    .filter(line => !known.has(line));
  const text = old.toString('latin1') + fresh.map(line => `${line}\n`).join('');
  await putFiles(root, [{ path: name, saved, bytes: Buffer.from(text, 'latin1') }], root);
}
