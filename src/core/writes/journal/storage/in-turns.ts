import { setImmediate as nextTurn } from 'node:timers/promises';

/** As long as a person does not notice that an editor stands still. */
const TURN_MS = 10;
/** Asking for the time costs as much as a little of the work. */
const AT_ONCE = 64;

/**
 * Works on many things one after another without a promise for each, which takes many times as long where the work is short,
 * and lets others have their turn now and then.
 */
export async function forEachInTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let begun = performance.now();
  let count = 0;
  for (const item of items) {
    count += 1;
    if (count % AT_ONCE === 0 && performance.now() - begun > TURN_MS) {
      await nextTurn();
      begun = performance.now();
    }
    work(item);
  }
}
