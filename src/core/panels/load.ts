import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeAbandoned } from './atomic-file.ts';
import { type Decoded, decodePanel } from './decode-panel.ts';
import { fileOf, uidOf } from './identity.ts';

import type { SavedPanel } from './panels.ts';
import { type ContextOf, type Rejection, reclassify } from './reclassify.ts';

export interface StoreOptions {
  /** The folder of the panel files; made when the first is written. */
  readonly folder: string;
  readonly contextOf: ContextOf;
  readonly redact: (text: string) => string;
  readonly now: () => number;
}

/** A panel whose command may not be run any more; its file stays until it is removed. */
export interface RejectedPanel extends Rejection {
  readonly uid: string;
  readonly command: string;
}

export interface LoadNotice {
  readonly reason: 'corrupt' | 'unreadable';
  readonly message: string;
}

export interface Loaded {
  /** Oldest first. */
  readonly panels: SavedPanel[];
  readonly rejected: RejectedPanel[];
  readonly notices: LoadNotice[];
}

const LARGEST_BYTES = 1 << 20;

/** Reads every panel of a folder; what is wrong with one keeps no other from loading. */
export async function loadPanels(options: StoreOptions): Promise<Loaded> {
  const { folder, now } = options;
  const loaded: Loaded = { panels: [], rejected: [], notices: [] };
  const names = (await attempt(loaded, () => filesIn(folder))) ?? [];
  await removeAbandoned(folder, names, now());
  for (const uid of names.flatMap(name => uidOf(name) ?? [])) {
    await attempt(loaded, () => loadOne(loaded, uid, options));
  }
  loaded.panels.sort((a, b) => a.created - b.created || (a.uid < b.uid ? -1 : 1));
  return loaded;
}

async function loadOne(loaded: Loaded, uid: string, options: StoreOptions): Promise<void> {
  const path = join(options.folder, fileOf(uid));
  const decoded = await decodeFile(path);
  if (decoded.kind === 'foreign') return;
  if (decoded.kind === 'corrupt') {
    const aside = `${path}.corrupt`;
    await rename(path, aside);
    const message = `A panel could not be restored: ${decoded.why}. Its file is now ${aside}; delete it when you like.`;
    loaded.notices.push({ reason: 'corrupt', message });
    return;
  }
  const { fields } = decoded;
  const classified = await reclassify(fields, options.contextOf);
  if ('reason' in classified) loaded.rejected.push({ uid, command: options.redact(fields.command), ...classified });
  else
    loaded.panels.push({
      id: fields.id,
      uid,
      created: fields.created ?? options.now(),
      readers: fields.readers,
      ...classified,
    });
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(({ name }) => name);
}

async function decodeFile(path: string): Promise<Decoded> {
  const { size } = await stat(path);
  return size > LARGEST_BYTES ? { kind: 'corrupt', why: 'it is too large' } : decodePanel(await readFile(path));
}

/** Does work that may find nothing: no panel was saved yet, or another window closed it. */
async function attempt<T>(loaded: Loaded, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const advice = 'Check who may read and write it, then reload.';
    loaded.notices.push({ reason: 'unreadable', message: `A panel could not be restored: ${message}. ${advice}` });
    return undefined;
  }
}
