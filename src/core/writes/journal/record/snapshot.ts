import { folderOf } from '../storage/byte-names.ts';
import { blobOid, type OnUnreadable, readFilesOnDisk } from '../storage/disk.ts';
import type { SavedFile, Snapshot } from '../storage/entry.ts';
import type { Selection } from './select-files.ts';
import { gitDirectoryName, type Survey } from './survey.ts';

/** An index from this size on is written by itself, while gits still look at the work tree. */
export const LARGE_INDEX = 256 * 1024;

/** Makes a snapshot of a survey, handing over the bytes of everything in it as it goes. */
export async function* takeSnapshot(
  survey: Survey,
  take: Selection['take'],
  onUnreadable: OnUnreadable,
): AsyncGenerator<Buffer, Snapshot> {
  const { repository, hash, link, head, refs, headLogBytes, indexMtimeMs } = survey;
  const state: Record<string, SavedFile> = {};
  const untracked: Record<string, SavedFile> = {};
  const changed: Record<string, SavedFile | null> = {};
  const unsaved: string[] = [];
  const files = survey.state.filter(({ path }) => path !== 'index');
  for await (const [{ path }, read] of readFilesOnDisk(files, hash)) {
    if (read === 'unreadable') onUnreadable(gitDirectoryName(path));
    if (read === undefined || read === 'unreadable') continue;
    yield read.bytes;
    state[path] = read.saved;
  }
  if (survey.index.length > 0) {
    if (survey.index.length < LARGE_INDEX) yield survey.index;
    state.index = { mode: 'file', oid: blobOid(survey.index, hash) };
  }
  for (const [path, found] of survey.changed ?? []) if (found === null) changed[path] = null;
  const edited = [...(survey.changed?.values() ?? [])].filter(found => found !== null);
  for await (const [{ path }, read] of readFilesOnDisk(edited.filter(take), hash)) {
    if (read === 'unreadable') {
      onUnreadable(path);
      unsaved.push(path);
      continue;
    }
    if (read) yield read.bytes;
    changed[path] = read?.saved ?? null;
  }
  const others = survey.untracked.filter(({ path }) => !survey.changed?.has(path));
  for await (const [{ path }, read] of readFilesOnDisk(others.filter(take), hash)) {
    if (read === 'unreadable') {
      onUnreadable(path);
      unsaved.push(path);
    }
    if (read === undefined || read === 'unreadable') continue;
    if (read.saved.oid !== '') yield read.bytes;
    untracked[path] = read.saved;
  }
  const named: Record<string, SavedFile | null> = {};
  for (const [path, found] of survey.named) if (found === null) named[path] = null;
  const byName = [...survey.named.values()].filter(found => found !== null);
  for await (const [{ path }, read] of readFilesOnDisk(byName.filter(take), hash)) {
    if (read === 'unreadable') {
      onUnreadable(path);
      unsaved.push(path);
    }
    if (read === undefined || read === 'unreadable') continue;
    if (read.saved.oid !== '') yield read.bytes;
    named[path] = read.saved;
  }
  for (const found of [...edited, ...byName]) if (!take(found)) unsaved.push(found.path);
  // Of untracked files there may be any number, so that of these the folders are named.
  const left = others.filter(found => !take(found)).map(({ path }) => path);
  unsaved.push(...left.filter(path => folderOf(path) === ''));
  const folders = [
    ...left.map(folderOf).filter(folder => folder !== ''),
    ...survey.outputs.map(({ folder }) => folder),
    ...survey.dropped.folders,
  ];
  const unsavedFolders = [...new Set(folders)];
  return {
    ...repository,
    link,
    head,
    refs,
    headLogBytes,
    state,
    indexMtimeMs,
    indexDigest: null,
    changed: survey.changed && changed,
    untracked,
    ...(survey.named.size > 0 && { named }),
    ...(unsaved.length > 0 && { unsaved }),
    ...(unsavedFolders.length > 0 && { unsavedFolders }),
  };
}
