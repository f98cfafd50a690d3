import type { PanelHead } from '../../src/protocol/to-result-page.ts';
import { relativeTime } from '../../src/shared/relative-time.ts';
import { type Gap, gapSize } from '../render/labels.ts';
import { amount, formatNumber } from '../ui/numbers.ts';

/** All text of a result panel that people read or hear; what renderers add to an output is in render/labels.ts. */

export const TEXT = {
  clearFilter: 'Clear Filter',
  closePanel: 'Close Panel',
  commandRunning: 'The command is running',
  copyCommand: 'Copy Command',
  copyOutput: 'Copy Output',
  emptyOutput: 'The command printed nothing.',
  export: 'Export…',
  filterLines: 'Filter lines',
  filterPlaceholder: 'Filter (text or /regex/)',
  foldAll: 'Fold All',
  keepOpen: 'Keep Panel Open',
  leaveSearch: 'Show Panel Output',
  noOutput: 'No output yet.',
  openAsText: 'Open as Text',
  openFullOutput: 'Open Full Output',
  output: 'Output',
  panel: 'Panel',
  pause: 'Pause',
  refresh: 'Refresh',
  resume: 'Resume',
  searchFullOutput: 'Search Full Output',
  searching: 'Searching the full output…',
  showAsPlainText: 'Show as Plain Text',
  sideBySide: 'Side by Side',
  tryAgain: 'Try Again',
  unfoldAll: 'Unfold All',
  wrapLines: 'Wrap Lines',
} as const;

/** The name and the tooltip of each live state. */
export const STATES: Readonly<Record<PanelHead['state'], { readonly name: string; readonly hint: string }>> = {
  fresh: { name: 'Fresh', hint: 'The output is up to date.' },
  stale: { name: 'Stale', hint: 'Something changed since the last run. Refreshes as soon as it is visible.' },
  refreshing: { name: 'Refreshing', hint: 'The command is running.' },
  failed: { name: 'Failed', hint: 'The last run failed.' },
  'rate-limited': { name: 'Rate limited', hint: 'GitHub accepts no more requests for now.' },
  paused: { name: 'Paused', hint: 'Does not refresh until you resume it.' },
};

export const truncatedText = (gap: Gap): string =>
  `The output is too long to show in full: ${gapSize(gap)} are missing in the middle.`;
export const notSearched = (gap: Gap): string => `The filter did not search the ${gapSize(gap)} that are not shown.`;
export const foundInFull = (hits: number, more: boolean): string => {
  if (more) return `The first ${amount(hits, 'matching line')} of the full output.`;
  return hits === 0 ? 'No line of the full output matches.' : `${amount(hits, 'line')} of the full output match.`;
};
export const exitText = (code: number): string => `exit ${code}`;
export const refreshedText = (age: number): string => `refreshed ${relativeTime(age)}`;
export const sortTitle = (column: string): string => `Sort by ${column}`;
export const noLinesMatch = (filter: string): string => `No lines match “${filter}”.`;

/** 850 ms, 1.3 s, 2 min 5 s. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** 1 line, 1,204 lines. */
export const lineCount = (count: number): string => amount(count, 'line');

/** 37 of 1,204 match. */
export const matchCount = (matches: number, count: number): string =>
  `${formatNumber(matches)} of ${formatNumber(count)} match`;
