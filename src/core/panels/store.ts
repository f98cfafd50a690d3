import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { writeAtomically } from './atomic-file.ts';
import { fileOf, uidOf } from './identity.ts';
import type { Loaded, StoreOptions } from './load.ts';
import { encodePanel } from './panel-file.ts';
import type { SavedPanel } from './panels.ts';

export type Stored =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'bad-uid' | 'holds-secret' | 'not-written'; readonly message: string };

/** The panels on disk. It never throws, and several windows may share the folder. */
export interface PanelStore {
  save(panel: SavedPanel): Promise<Stored>;
  remove(uid: string): Promise<Stored>;
  load(): Promise<Loaded>;
}

export function createPanelStore(options: StoreOptions): PanelStore {
  const { folder, redact } = options;
  const inTurn = createSerialQueue();

  /** One after the other: a panel that is closed while it is written must not come back. */
  const change = (uid: string, work: (path: string) => Promise<void>): Promise<Stored> => {
    const name = fileOf(uid);
    if (uidOf(name) === undefined) return failure('bad-uid', `Not a panel's uid: ${JSON.stringify(uid)}`);
    return inTurn(() => work(join(folder, name)))
      .then((): Stored => ({ ok: true }))
      .catch(error => failure('not-written', `The panel's file ${name} could not be changed: ${String(error)}`));
  };

  return {
    async save(panel) {
      const { canonical } = panel.command;
      // It cannot be run again without the secret, nor kept with it.
      if (redact(canonical) !== canonical)
        return failure('holds-secret', 'The command holds a secret: its panel is not kept over a reload.');
      return change(panel.uid, async path => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeAtomically(path, encodePanel(panel));
      });
    },
    remove: uid => change(uid, path => rm(path, { force: true })),
    // A window's start does not wait for the code that judges old files.
    load: async () => (await import('./load.ts')).loadPanels(options),
  };
}

async function failure(reason: Extract<Stored, { ok: false }>['reason'], message: string): Promise<Stored> {
  return { ok: false, reason, message };
}
