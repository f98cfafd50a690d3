import type { ReadOnlyCommand } from '../command/command.ts';
import type { Failure, RunResult } from '../git/result.ts';
import { type Reader, withReader } from './readers.ts';

/** How old what a panel shows is; a paused panel keeps it underneath. */
export type Freshness = 'fresh' | 'stale' | 'refreshing' | 'failed' | 'rate-limited';

/** The live state a person sees. */
export type PanelState = Freshness | 'paused';

export interface Live {
  readonly freshness: Freshness;
  readonly paused: boolean;
  readonly visible: boolean;
  /** The newest run's number: what an older one brings is out of date. */
  readonly run: number;
  /** True when something changed while a run was under way, so that its result may be from before. */
  readonly overtaken: boolean;
  /** Until when GitHub accepts no requests for it; undefined when it does. */
  readonly limitedUntil: number | undefined;
}

export interface Panel {
  /** P8, P9, …: what a person and a model call it. */
  readonly id: string;
  /** Its name on disk, the same after a reload. */
  readonly uid: string;
  readonly key: string;
  readonly name: string;
  readonly repository: string;
  readonly command: ReadOnlyCommand;
  /** Milliseconds since the epoch, as all times here. */
  readonly created: number;
  readonly live: Live;
  /** The last run that came to its end; undefined before the first. */
  readonly result: RunResult | undefined;
  readonly refreshed: number | undefined;
  /** Since when it shows what it shows; a run that brought the same again leaves it as it is. */
  readonly changed: number | undefined;
  /** Why the last run failed; undefined when it did not. */
  readonly failure: Failure | undefined;
  /** When a model last read it; undefined when none has. */
  readonly read: number | undefined;
  /** Who looked at it, the newest first; nobody for one of an older version. */
  readonly readers: readonly Reader[];
  /** What it shows that may have changed with nothing to tell of it. */
  readonly mayLag: readonly string[];
}

export type PanelEvent =
  | {
      readonly type: 'invalidated' | 'refresh-started' | 'paused' | 'resumed' | 'seen' | 'hidden' | 'limit-over';
    }
  | { readonly type: 'result'; readonly run: number; readonly result: RunResult; readonly at: number }
  | { readonly type: 'failure'; readonly run: number; readonly failure: Failure }
  /** A model reads it, by whatever door. */
  | { readonly type: 'read'; readonly by: Reader }
  /** A person opens it: it is theirs from then on. */
  | { readonly type: 'claimed'; readonly by: Reader }
  | { readonly type: 'limited'; readonly until: number }
  | { readonly type: 'may-lag'; readonly fields: readonly string[] };

/** A panel begins stale, whether it is new or comes from disk. */
export const CREATED: Live = {
  freshness: 'stale',
  paused: false,
  visible: false,
  run: 0,
  overtaken: false,
  limitedUntil: undefined,
};

export function stateOf({ live: { freshness, paused, limitedUntil } }: Panel): PanelState {
  if (paused) return 'paused';
  return limitedUntil !== undefined && freshness !== 'refreshing' ? 'rate-limited' : freshness;
}

/** The event a finished run is: one without an exit code brought nothing, and leaves what is shown as it was. */
export function endOf(run: number, result: RunResult, at: number): PanelEvent {
  const { failure, exitCode } = result;
  return failure && exitCode === null ? { type: 'failure', run, failure } : { type: 'result', run, result, at };
}

/** The panel after an event; the very same panel when the event changes nothing or has no place in its state. */
export function next(panel: Panel, event: PanelEvent): Panel {
  const { live } = panel;
  switch (event.type) {
    case 'invalidated':
      return invalidated(panel);
    case 'refresh-started':
      return { ...panel, live: { ...live, freshness: 'refreshing', run: live.run + 1, overtaken: false } };
    case 'result': {
      const { result, at } = event;
      if (!awaits(live, event.run)) return panel;
      const { failure } = result;
      const settled = failure ? settleFailed(live, failure) : settle(live, 'fresh');
      // gh that fails prints nothing: what it printed before is still the best there is, with its age.
      if (failure && panel.command.program === 'gh' && panel.result?.ok && result.stdout === '')
        return { ...panel, live: settled, failure };
      const same = panel.result && saysTheSame(panel.result, result);
      const shown = same ? { changed: panel.changed } : { result, changed: at };
      return { ...panel, live: settled, ...shown, refreshed: at, failure };
    }
    case 'failure': {
      const { failure } = event;
      if (!awaits(live, event.run)) return panel;
      return { ...panel, live: settleFailed(live, failure), failure };
    }
    case 'read':
      return { ...panel, read: event.by.at, readers: withReader(panel.readers, event.by) };
    case 'claimed':
      return { ...panel, readers: withReader(panel.readers, event.by) };
    case 'limited':
      return live.limitedUntil === event.until ? panel : { ...panel, live: { ...live, limitedUntil: event.until } };
    case 'limit-over':
      return limitOver(panel);
    case 'may-lag':
      return isSame(panel.mayLag, event.fields) ? panel : { ...panel, mayLag: event.fields };
    case 'paused':
    case 'resumed':
      return switched(panel, 'paused', event.type === 'paused');
    case 'seen':
    case 'hidden':
      return switched(panel, 'visible', event.type === 'seen');
  }
}

function invalidated(panel: Panel): Panel {
  const { live } = panel;
  const { freshness } = live;
  if (freshness === 'refreshing') return switched(panel, 'overtaken', true);
  // A rate-limited panel would run into the limit again: it waits for the reset or for a person.
  if (freshness === 'stale' || freshness === 'rate-limited') return panel;
  return { ...panel, live: { ...live, freshness: 'stale' } };
}

function limitOver(panel: Panel): Panel {
  const { live } = panel;
  const freshness = live.freshness === 'rate-limited' ? 'stale' : live.freshness;
  if (live.limitedUntil === undefined && freshness === live.freshness) return panel;
  return { ...panel, live: { ...live, freshness, limitedUntil: undefined } };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join('\n') === other.join('\n');

/** Then the old one stays, and whoever shows it can see at once that there is nothing to draw. */
function saysTheSame(old: RunResult, result: RunResult): boolean {
  // What was spilled is in a new file.
  if (old.spill || result.spill) return false;
  const notes = ({ notes = [] }: RunResult) => notes.join('\n');
  return (
    old.stdout === result.stdout &&
    old.stderr === result.stderr &&
    old.exitCode === result.exitCode &&
    notes(old) === notes(result)
  );
}

function awaits(live: Live, run: number): boolean {
  return live.freshness === 'refreshing' && live.run === run;
}

function settle(live: Live, freshness: Freshness): Live {
  const stale = live.overtaken && freshness !== 'rate-limited';
  return { ...live, freshness: stale ? 'stale' : freshness, overtaken: false };
}

function settleFailed(live: Live, { github, retryAt }: Failure): Live {
  const isLimited = github === 'rate-limited' || github === 'secondary-limit';
  return isLimited ? { ...settle(live, 'rate-limited'), limitedUntil: retryAt } : settle(live, 'failed');
}

function switched(panel: Panel, what: 'paused' | 'visible' | 'overtaken', on: boolean): Panel {
  return panel.live[what] === on ? panel : { ...panel, live: { ...panel.live, [what]: on } };
}
