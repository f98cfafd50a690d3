import { createEmitter } from '../../shared/emitter.ts';
import type { ReadOnlyCommand } from '../command/command.ts';
import { isPerson } from '../origin.ts';
import { createIds, panelKey, panelName, spellId } from './identity.ts';
import { CREATED, next, type Panel, type PanelEvent } from './panel.ts';
import { type Reader, withReader } from './readers.ts';

export interface PanelsHost {
  readonly now: () => number;
  readonly uuid: () => string;
  /** Hears of a listener that threw; the others are told all the same. */
  readonly reportError: (error: unknown) => void;
}

export interface PanelChange {
  readonly type: 'created' | 'updated' | 'closed';
  readonly panel: Panel;
}

export interface PanelOpening {
  readonly panel: Panel;
  readonly created: boolean;
  /** The line a model is answered with. */
  readonly answer: string;
}

/** The part of a panel that outlives the window. */
export type SavedPanel = Pick<Panel, 'uid' | 'repository' | 'command' | 'created'> & {
  /** Its id in the last window, so that a person and a model can go on using it. */
  readonly id?: string | undefined;
  readonly readers?: readonly Reader[] | undefined;
};

/** The open panels of a window. */
export interface Panels {
  /** The panel of this command in this repository, made if there is none; running it is the caller's. */
  open(command: ReadOnlyCommand, repository: string, reader?: Reader): PanelOpening;
  /** A panel from disk, with a new id when it has none or one that is taken; the open one if its command is shown. */
  restore(saved: SavedPanel): Panel;
  /** Undefined when there is no such panel. */
  close(id: string): Panel | undefined;
  find(id: string): Panel | undefined;
  list(): readonly Panel[];
  /** Tells a panel what happened to it; gives it back as it is then. */
  send(id: string, event: PanelEvent): Panel | undefined;
  /** Calls `listener` with every change until the returned function is called. */
  listen(listener: (change: PanelChange) => void): () => void;
}

export function createPanels(host: PanelsHost): Panels {
  const panels = new Map<string, Panel>();
  const changes = createEmitter<PanelChange>(host.reportError);
  const nextId = createIds();

  const keep = (type: 'created' | 'updated', panel: Panel): Panel => {
    panels.set(panel.id, panel);
    changes.emit({ type, panel });
    return panel;
  };

  const find = (id: string) => panels.get(spellId(id));
  const shown = (repository: string, { canonical }: ReadOnlyCommand) => {
    const key = panelKey(repository, canonical);
    return [...panels.values()].find(panel => panel.key === key);
  };

  const make = ({ id, uid, repository, command, created, readers = [] }: SavedPanel, read?: number): Panel =>
    keep('created', {
      id: nextId(id),
      uid,
      key: panelKey(repository, command.canonical),
      name: panelName(command.canonical),
      repository,
      command,
      created,
      live: CREATED,
      result: undefined,
      refreshed: undefined,
      changed: undefined,
      failure: undefined,
      read,
      readers,
      mayLag: [],
    });

  return {
    open(command, repository, reader) {
      const open = shown(repository, command);
      // The newest verdict holds: what a command may look at can have changed since.
      const readers = reader ? withReader(open?.readers ?? [], reader) : (open?.readers ?? []);
      // What is opened for a model is read by it.
      const read = reader && !isPerson(reader.origin) ? reader.at : open?.read;
      const panel = open
        ? keep('updated', { ...open, command, readers, read })
        : make({ uid: host.uuid(), repository, command, created: host.now(), readers }, read);
      const created = open === undefined;
      return { panel, created, answer: `Panel ${created ? 'created' : 'updated'}: ${panel.id} — ${panel.name}` };
    },
    restore: saved => shown(saved.repository, saved.command) ?? make(saved),
    close(id) {
      const panel = find(id);
      if (panel === undefined) return undefined;
      panels.delete(panel.id);
      changes.emit({ type: 'closed', panel });
      return panel;
    },
    find,
    list: () => [...panels.values()],
    send(id, event) {
      const panel = find(id);
      if (panel === undefined) return undefined;
      const after = next(panel, event);
      return after === panel ? panel : keep('updated', after);
    },
    listen: changes.listen,
  };
}
