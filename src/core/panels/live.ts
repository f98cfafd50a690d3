import type { Change } from '../change.ts';
import type { ReadOnlyCommand } from '../command/command.ts';
import type { Runner } from '../git/runner.ts';
import { createSingleFlight } from '../git/single-flight.ts';
import type { Origin } from '../origin.ts';
import { agentPanels } from './agent-panels.ts';
import { isConstant, isDue, isDueWhenRead, touchedPanels } from './invalidate.ts';
import type { Loaded } from './load.ts';
import { endOf, type Panel } from './panel.ts';
import { createPanels, type PanelOpening, type Panels, type PanelsHost } from './panels.ts';
import { isAgents, type Reader } from './readers.ts';
import type { PanelStore, Stored } from './store.ts';

/** A panel's file is written again for another read after so long: what is read is kept for an hour. */
const READ_AGAIN_MS = 10 * 60_000;

export interface LiveOptions {
  readonly runner: Pick<Runner, 'read'>;
  readonly store: PanelStore;
  readonly host: PanelsHost;
  /** Hears of a panel's file that could not be written or removed; the panel itself goes on. */
  readonly reportError: (error: unknown) => void;
}

export interface OpenPanelOptions {
  readonly origin: Origin;
  /** How a program calls itself. */
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hears what the run prints as it prints it. */
  readonly heard?: ((text: string) => void) | undefined;
}

/** The panels of a window, kept fresh: what is seen runs again when it is out of date, what is hidden waits. */
export interface LivePanels {
  readonly panels: Panels;
  /** Opens or reuses, and runs at once, even when hidden; `done` has the panel as it is after the run. */
  open(
    command: ReadOnlyCommand,
    repository: string,
    options: OpenPanelOptions,
  ): { readonly opened: PanelOpening; readonly done: Promise<Panel> };
  /** Runs it by hand, also when it is paused; undefined when there is no such panel. */
  refresh(id: string, origin?: Origin): Promise<Panel | undefined>;
  /** Ends its run, for everyone who waits for it. */
  cancel(id: string): void;
  pause(id: string): void;
  resume(id: string): void;
  seen(id: string): void;
  hidden(id: string): void;
  /** Closes it, ends its run and removes its file. */
  close(id: string): Promise<void>;
  closeAll(): Promise<void>;
  /** Closes those that only agents look at. */
  closeAgents(): Promise<void>;
  /** Makes it the person's, who has opened it. */
  claim(id: string): void;
  /** The panel for a model, run first when that is due. */
  read(id: string, origin?: Origin, name?: string): Promise<Panel | undefined>;
  /** Marks what a change made out of date, and runs again what of it is seen. */
  touched(change: Change): void;
  /** The same for one panel; resolves when it has run, or at once when it waits to be seen. */
  invalidate(id: string): Promise<void>;
  /** GitHub accepts no requests for a panel until then; undefined when it does again. */
  limited(id: string, until: number | undefined): void;
  /** Takes in the panels on disk, stale and hidden: none runs before it is seen or read. */
  restore(): Promise<Loaded>;
  /** Ends every run; nothing runs from then on. */
  dispose(): void;
}

export function createLivePanels({ runner, store, host, reportError }: LiveOptions): LivePanels {
  const panels = createPanels(host);
  const flights = createSingleFlight<Panel | undefined>();
  /** The controllers that end the runs under way, by panel. */
  const runs = new Map<string, AbortController>();
  /** Files of other windows that show the same as a panel here: they go when it is closed. */
  const doubles = new Map<string, string[]>();
  /** The readers that a panel's file has. */
  const saved = new Map<string, readonly Reader[]>();
  let disposed = false;

  const runOnce = async (
    id: string,
    { origin, heard }: OpenPanelOptions,
    signal: AbortSignal,
  ): Promise<Panel | undefined> => {
    const panel = panels.send(id, { type: 'refresh-started' });
    if (panel === undefined) return undefined;
    const { command, repository, live } = panel;
    const result = await runner.read(command, { repository, origin, signal, heard });
    return panels.send(id, endOf(live.run, result, host.now())) ?? panel;
  };

  /** Joins the run of a panel or starts one. */
  const share = (id: string, options: OpenPanelOptions): Promise<Panel | undefined> => {
    const start = (shared: AbortSignal) => {
      const stop = new AbortController();
      runs.set(id, stop);
      const ended = runOnce(id, options, AbortSignal.any([shared, stop.signal]));
      // One that is being ended may have a successor.
      return ended.finally(() => void (runs.get(id) === stop && runs.delete(id)));
    };
    return flights.share(id, options.signal, start, () => panels.find(id));
  };

  const run = async (id: string, options: OpenPanelOptions): Promise<Panel | undefined> => {
    const panel = panels.find(id);
    if (panel === undefined || disposed || isConstant(panel)) return panel;
    // The run under way may have looked before the change: it is no answer to who asks now.
    if (panel.live.overtaken) await share(panel.id, { origin: options.origin, signal: options.signal });
    const after = await share(panel.id, options);
    // Whoever cancelled does not want the next one either.
    if (after?.failure?.reason !== 'cancelled') void runIfDue(panel.id);
    return after;
  };

  const runIfDue = async (id: string): Promise<void> => {
    const panel = panels.find(id);
    if (panel && isDue(panel)) await run(id, { origin: 'view' });
  };

  const invalidate = (id: string): Promise<void> => {
    panels.send(id, { type: 'invalidated' });
    return runIfDue(id);
  };

  const tell = (type: 'paused' | 'resumed' | 'seen' | 'hidden') => (id: string) => {
    panels.send(id, { type });
    void runIfDue(id);
  };

  const check = (stored: Stored) => void (stored.ok || reportError(new Error(stored.message)));

  /** Writes a panel's file when it has none yet, or when who reads it has changed or is of long ago there. */
  const save = (panel: Panel): Promise<void> | undefined => {
    const { id, readers } = panel;
    const before = saved.get(id);
    const isSaved = before?.length === readers.length && isAgents({ readers: before }) === isAgents(panel);
    if (isSaved && (readers[0]?.at ?? 0) - (before[0]?.at ?? 0) < READ_AGAIN_MS) return undefined;
    saved.set(id, readers);
    return store.save(panel).then(check);
  };

  const close = async (id: string): Promise<void> => {
    const panel = panels.close(id);
    if (panel === undefined) return;
    runs.get(panel.id)?.abort();
    saved.delete(panel.id);
    const uids = [panel.uid, ...(doubles.get(panel.id) ?? [])];
    doubles.delete(panel.id);
    for (const stored of await Promise.all(uids.map(uid => store.remove(uid)))) check(stored);
  };

  return {
    panels,
    open(command, repository, options) {
      const { origin, name } = options;
      const opened = panels.open(command, repository, { origin, name, at: host.now() });
      const { panel } = opened;
      const saved = save(panel);
      const done = run(panel.id, options).then(async after => {
        await saved;
        return after ?? panel;
      });
      return { opened, done };
    },
    refresh: (id, origin = 'view') => run(id, { origin }),
    cancel: id => void runs.get(panels.find(id)?.id ?? '')?.abort(),
    pause: tell('paused'),
    resume: tell('resumed'),
    seen: tell('seen'),
    hidden: tell('hidden'),
    close,
    async closeAll() {
      await Promise.all(panels.list().map(({ id }) => close(id)));
    },
    async closeAgents() {
      await Promise.all(agentPanels(panels.list()).map(({ id }) => close(id)));
    },
    claim(id) {
      const panel = panels.send(id, { type: 'claimed', by: { origin: 'view', at: host.now() } });
      if (panel) void save(panel);
    },
    async read(id, origin = 'chat', name) {
      const panel = panels.send(id, { type: 'read', by: { origin, name, at: host.now() } });
      if (panel) void save(panel);
      if (panel === undefined || !(isDueWhenRead(panel) || runs.has(panel.id))) return panel;
      return run(id, { origin });
    },
    touched(change) {
      for (const { id } of touchedPanels(panels.list(), change)) void invalidate(id);
    },
    invalidate,
    limited(id, until) {
      panels.send(id, until === undefined ? { type: 'limit-over' } : { type: 'limited', until });
      void runIfDue(id);
    },
    async restore() {
      const loaded = await store.load();
      for (const saved of loaded.panels) {
        const { id, uid } = panels.restore(saved);
        if (uid !== saved.uid) doubles.set(id, [...(doubles.get(id) ?? []), saved.uid]);
      }
      return loaded;
    },
    dispose() {
      disposed = true;
      for (const stop of runs.values()) stop.abort();
    },
  };
}
