/** How long ago, roughly, as a person would say it. */
export function relativeTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  if (days < 60) return `${days} d ago`;
  return days < 730 ? `${Math.floor(days / 30.44)} mo ago` : `${Math.floor(days / 365.25)} y ago`;
}

/** When `relativeTime` may say something else, in milliseconds from now. */
export function untilNextRelativeTime(ms: number): number {
  if (ms < 60_000) return 5000;
  return ms < 3_600_000 ? 60_000 : 3_600_000;
}

/** The time of day as `14:02`. */
export const clockTime = (date: Date): string => date.toTimeString().slice(0, 5);
