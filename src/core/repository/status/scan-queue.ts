import { gatherHints, type Hints } from '../watch/hints.ts';

/** `anew` forgets what is known of earlier scans. */
export type ScanKind = 'update' | 'anew';

/** Runs one scan at a time: all requests that come meanwhile make for one more. */
export interface ScanQueue {
  /** Resolves when a scan that began after this call, and all that were requested meanwhile, are over. */
  request(kind?: ScanKind, hints?: Hints): Promise<void>;
  busy(): boolean;
  /** No scan begins from then on. */
  stop(): void;
}

export interface ScanQueueOptions {
  readonly scan: (kind: ScanKind, hints: Hints) => Promise<void>;
  /** Called when the first scan begins and when the last is over. */
  readonly busyChanged: () => void;
  readonly reportError: (error: unknown) => void;
}

/**
 * idle → scanning by a request; scanning → scanning while there is a next, else → idle. stop: idle → stopped, and
 * scanning → stopping → stopped when the scan under way is over.
 */
type QueueState =
  | { readonly kind: 'idle' | 'stopping' | 'stopped' }
  /** `next` is the scan requested since this one began. */
  | { readonly kind: 'scanning'; readonly next: ScanKind | undefined };

export function createScanQueue({ scan, busyChanged, reportError }: ScanQueueOptions): ScanQueue {
  const gathered = gatherHints();
  let state: QueueState = { kind: 'idle' };
  /** Of the scans under way; resolved while there are none. */
  let done = Promise.resolve();

  const run = async (first: ScanKind): Promise<void> => {
    for (let kind: ScanKind | undefined = first; kind !== undefined; kind = next()) {
      state = { kind: 'scanning', next: undefined };
      await scan(kind, gathered.take()).catch(reportError);
    }
    state = { kind: state.kind === 'stopping' ? 'stopped' : 'idle' };
    busyChanged();
  };
  const busy = () => state.kind === 'scanning' || state.kind === 'stopping';
  const next = () => (state.kind === 'scanning' ? state.next : undefined);

  return {
    request(kind = 'update', hints) {
      gathered.add(hints);
      if (state.kind === 'scanning') {
        state = { kind: 'scanning', next: state.next === 'anew' ? 'anew' : kind };
      } else if (state.kind === 'idle') {
        done = run(kind);
        busyChanged();
      }
      return done;
    },
    busy,
    stop() {
      state = { kind: busy() ? 'stopping' : 'stopped' };
    },
  };
}
