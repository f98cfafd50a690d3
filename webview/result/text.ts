import type { PanelHead } from '../../src/protocol/to-result-page.ts';

export type LiveState = PanelHead['state'];

/** How each state looks and is called: never by colour alone. */
export const STATES = {
  fresh: { icon: 'check', word: 'Fresh', hint: 'Shows what the command prints now.' },
  stale: { icon: 'history', word: 'Stale', hint: 'Something changed since; refreshes when seen.' },
  refreshing: { icon: 'sync', word: 'Refreshing', hint: 'The command is running.' },
  failed: { icon: 'error', word: 'Failed', hint: 'The last run failed.' },
  'rate-limited': { icon: 'watch', word: 'Rate limited', hint: 'GitHub allows no more requests for now.' },
  paused: { icon: 'debug-pause', word: 'Paused', hint: 'Does not refresh until resumed.' },
} as const satisfies Readonly<Record<LiveState, { icon: string; word: string; hint: string }>>;

/** 850 ms, 1.3 s, 2 min 5 s. */
export function spellDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const number = new Intl.NumberFormat('en');

/** 1 line, 1,204 lines. */
export function spellLines(count: number): string {
  return `${number.format(count)} ${count === 1 ? 'line' : 'lines'}`;
}

/** 37 of 1,204 match. */
export function spellMatches(matches: number, count: number): string {
  return `${number.format(matches)} of ${number.format(count)} match`;
}
