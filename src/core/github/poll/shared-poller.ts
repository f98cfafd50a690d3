import { type Lease, withLease } from '../../git/lease.ts';
import { isWindowFile, POLLED, type PollFiles } from './poll-files.ts';
import type { ActivePanel, Written } from './poll-state.ts';
import type { Poller } from './poller.ts';

/** The share of a window in the one poller that a machine has for a token. */
export interface SharedPoller {
  /** Says which of this window's panels are active, and when it last changed something; without any it takes no part. */
  show(panels: readonly ActivePanel[], changedAt: number): Promise<void>;
  dispose(): Promise<void>;
}

export interface SharedPollerOptions {
  readonly files: PollFiles;
  readonly poller: Poller;
  /** Hears of what was found, by this window or another. */
  readonly polled: (found: Written) => void;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Tells the names of files that change in a folder, until the returned function is called. */
  readonly watch: (folder: string, changed: (name: string | undefined) => void) => () => void;
  readonly reportError: (error: unknown) => void;
}

/** How often a window that does not poll looks whether it has to: one that is gone is followed well within 20 s. */
const TURN_MS = 5000;
/** How often is looked for what no file system told of. */
const LOOK_MS = 15_000;

/**
 * Every window with an active panel waits for its turn to poll, and whoever has it polls for all of them until no window
 * shows a panel any more. A window that is killed leaves its turn to the next.
 */
export function createSharedPoller(options: SharedPollerOptions): SharedPoller {
  const { files, poller, polled, now, after, watch, reportError } = options;
  let shown: readonly ActivePanel[] = [];
  let written = '';
  /** There while this window takes part. */
  let part: AbortController | undefined;
  let isTurn = false;
  let isNew = false;
  let wake = () => {};

  const look = () => {
    isNew = true;
    wake();
  };

  const follow = async (): Promise<void> => {
    const found = await files.readPolled();
    if (found !== undefined) polled(found);
  };

  /** Resolves at a time, or when there is something new. */
  const until = async (time: number): Promise<void> => {
    if (isNew) return;
    let stop = () => {};
    await new Promise<void>(resolve => {
      wake = resolve;
      stop = after(Math.max(0, time - now()), resolve);
    });
    stop();
  };

  const pollInTurn = async (lease: Lease, signal: AbortSignal): Promise<void> => {
    isTurn = true;
    try {
      await poller.takeOver();
      while (!signal.aborted && (await lease.isHeld())) {
        isNew = false;
        const nextAt = await poller.round(signal);
        if (nextAt === Number.POSITIVE_INFINITY && !isNew) return;
        await until(nextAt);
      }
    } finally {
      isTurn = false;
    }
  };

  const takePart = async (signal: AbortSignal): Promise<void> => {
    const turn = { doing: 'polling GitHub', recover: async () => {}, onlyReads: true, everyMs: TURN_MS, signal };
    const stopWatching = watch(files.folder, name => {
      if (name === undefined || name === POLLED) follow().catch(reportError);
      if (name === undefined || isWindowFile(name)) look();
    });
    signal.addEventListener('abort', look);
    let stopLooking = () => {};
    const lookAgain = () => {
      stopLooking = after(LOOK_MS, lookAgain);
      look();
      Promise.all([files.touchWindow(), follow()]).catch(reportError);
    };
    stopLooking = after(LOOK_MS, lookAgain);
    try {
      while (shown.length > 0 && !signal.aborted)
        await withLease(files.folder, turn, lease => pollInTurn(lease, signal));
    } finally {
      stopLooking();
      stopWatching();
    }
  };

  const join = () => {
    if (part !== undefined) return;
    const own = new AbortController();
    part = own;
    takePart(own.signal)
      .catch(reportError)
      .finally(() => {
        if (part === own) part = undefined;
      });
  };

  /** Who has the turn keeps it as long as another window shows something. */
  const leave = () => {
    if (!isTurn) part?.abort();
    look();
  };

  return {
    async show(panels, changedAt) {
      shown = panels;
      const text = JSON.stringify([panels, changedAt]);
      if (text === written) return;
      written = text;
      await (panels.length > 0 ? files.writeWindow(panels, changedAt) : files.removeWindow());
      if (panels.length === 0) return leave();
      join();
      look();
    },
    async dispose() {
      shown = [];
      written = '';
      part?.abort();
      await files.removeWindow();
    },
  };
}
