import { gatherHints, type Hints } from '../watch/hints.ts';

/** One look at a time: whatever is wanted meanwhile makes for one more. */
export interface Looks {
  /** Resolves when a look that began after this call, and all that was wanted meanwhile, is over. */
  want(how?: 'look' | 'anew', hints?: Hints): Promise<void>;
  busy(): boolean;
  /** None begins from then on. */
  stop(): void;
}

export interface LooksOptions {
  readonly look: (anew: boolean, hints: Hints) => Promise<void>;
  /** Hears when the first begins and when the last is over. */
  readonly busyChanged: () => void;
  readonly reportError: (error: unknown) => void;
}

export function createLooks({ look, busyChanged, reportError }: LooksOptions): Looks {
  const gathered = gatherHints();
  let looking: Promise<void> | undefined;
  let wanted: 'no' | 'look' | 'anew' = 'no';
  let stopped = false;

  const lookWhileWanted = async (): Promise<void> => {
    while (wanted !== 'no' && !stopped) {
      const anew = wanted === 'anew';
      wanted = 'no';
      await look(anew, gathered.take());
    }
  };
  const want = (how: 'look' | 'anew' = 'look', hints?: Hints): Promise<void> => {
    gathered.add(hints);
    if (wanted !== 'anew') wanted = how;
    if (looking === undefined) {
      looking = lookWhileWanted()
        .catch(reportError)
        .finally(() => {
          looking = undefined;
          if (wanted === 'no' || stopped) busyChanged();
          else void want(wanted);
        });
      busyChanged();
    }
    return looking;
  };

  return {
    want,
    busy: () => looking !== undefined,
    stop() {
      stopped = true;
    },
  };
}
