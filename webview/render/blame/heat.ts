/** How many classes of age there are; 0 is the oldest. */
const CLASSES = 5;

/** Puts times into classes of age between the oldest and the newest of them; what has no time counts as oldest. */
export function heatOf(times: readonly (number | null)[]): (time: number | null) => number {
  let oldest = Number.POSITIVE_INFINITY;
  let newest = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time === null) continue;
    oldest = Math.min(oldest, time);
    newest = Math.max(newest, time);
  }
  const span = newest - oldest;
  return time => {
    if (time === null) return 0;
    // Where all is of one time it is all as new as can be.
    return span <= 0 ? CLASSES - 1 : Math.min(CLASSES - 1, Math.floor(((time - oldest) / span) * CLASSES));
  };
}
