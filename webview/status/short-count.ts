const MINUS = '\u2212';

/** A count in at most four characters, for a column that never changes its width. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  const [unit, sign] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const value = count / unit;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${sign}`;
}

export const signed = (net: number): string => (net === 0 ? '0' : `${net > 0 ? '+' : MINUS}${short(Math.abs(net))}`);
export const plusOf = (added: number): string => `+${short(added)}`;
export const minusOf = (removed: number): string => `${MINUS}${short(removed)}`;
