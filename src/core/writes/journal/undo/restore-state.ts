import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { GitFailure } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import { absolutePath, foldersOf } from '../storage/byte-names.ts';
import { statIfThere } from '../storage/disk.ts';
import type { Entry, Snapshot } from '../storage/entry.ts';
import { stateRoot } from '../storage/state-names.ts';
import { readBlobs } from '../storage/store.ts';
import { type ChangedItem, isFolder, isLog } from './changed-items.ts';
import { isConfig, mergeConfig } from './merge-config.ts';
import { removeFiles, writeFiles } from './restore-files.ts';
import type { UndoCounter } from './undo-progress.ts';
import { writeSaved } from './write-saved.ts';

/** What an undo is brought back with. */
export interface RestoreContext {
  readonly git: Git;
  readonly entry: Entry;
  /** The values that items have now, for git to check. */
  readonly now: ReadonlyMap<string, string>;
  /** The message for reflogs. */
  readonly message: string;
  readonly counter: UndoCounter;
}

/** Brings files of the git directory back, and the text that leads to it. */
export async function restoreState(
  context: RestoreContext,
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
    const merged = own.filter(item => isConfig(item) && context.now.get(item.key) !== item.after);
    for (const item of merged) await restoreConfig(context, item, before);
    const goes = own.filter(item => !isLog(item) && !before.state[item.name]);
    const [folders, files] = [
      goes.filter(({ after }) => isFolder(after)),
      goes.filter(({ after }) => !isFolder(after)),
    ];
    const names = files.map(({ name }) => name);
    await removeFiles(root, names, [...names.flatMap(foldersOf), ...folders.map(({ name }) => name)]);
    const back = own.filter(
      item => item.before !== '' && !isLog(item) && !merged.includes(item) && before.state[item.name],
    );
    const backed = back.flatMap(({ name: path }) => {
      const saved = before.state[path];
      return saved ? [{ path, saved }] : [];
    });
    await writeSaved(context, backed, root, root);
    for (const item of own.filter(isLog)) await mendLog(context, item, before, root);
  }
  const [link] = items.filter(({ part }) => part === 'link');
  if (link === undefined) return;
  const isDirectory = (await statIfThere(join(workTree, '.git')))?.isDirectory() === true;
  if (link.before === '') return isDirectory ? undefined : removeFiles(workTree, ['.git'], []);
  const file = { path: '.git', saved: { mode: 'file', oid: '' }, bytes: Buffer.from(link.before) } as const;
  await writeFiles(workTree, [file], gitDirectory);
}

async function restoreConfig(
  { git, entry }: RestoreContext,
  { at, name: path }: ChangedItem,
  before: Snapshot,
): Promise<void> {
  const bytes = await mergeConfig(git, entry, at);
  const saved = before.state[path];
  if (bytes === undefined || saved === undefined)
    throw new GitFailure("The repository's settings were changed in the meantime.");
  await writeFiles(before.commonDirectory, [{ path, saved, bytes }], before.commonDirectory);
}

/** Lines that were lost come back before those that are new. */
async function mendLog(
  { git, entry }: RestoreContext,
  { name }: ChangedItem,
  before: Snapshot,
  root: string,
): Promise<void> {
  const saved = before.state[name];
  const [old] = await readBlobs(git, entry.before[0]?.workTree ?? '', saved ? [saved.oid] : []);
  if (saved === undefined || old === undefined) return;
  const now = await readFile(absolutePath(root, name)).catch(ifMissing(undefined));
  // Git deleted the log with its ref, and that did not come back.
  if (now === undefined || now.subarray(0, old.length).equals(old)) return;
  const known = new Set(old.toString('latin1').split('\n'));
  const fresh = now
    .toString('latin1')
    .split('\n')
    .filter(line => !known.has(line));
  const text = old.toString('latin1') + fresh.map(line => `${line}\n`).join('');
  await writeFiles(root, [{ path: name, saved, bytes: Buffer.from(text, 'latin1') }], root);
}
