import type { PanelHead, ToResultPage } from '../../src/protocol/to-result-page.ts';
import { relativeTime } from '../../src/shared/relative-time.ts';
import { type Gap, gapSize } from '../render/labels.ts';
import { amount, formatNumber } from '../ui/numbers.ts';

/** All text of a result panel that people read or hear; what renderers add to an output is in render/labels.ts. */

export const TEXT = {
  clearFilter: 'Clear Filter',
  closePanel: 'Close Panel',
  commandRunning: 'The command is running',
  command: 'Command',
  copied: 'Copied',
  copyCommand: 'Copy Command',
  copyOutput: 'Copy Output',
  editCommand: 'Edit Command',
  emptyOutput: 'The command printed nothing.',
  export: 'Export…',
  filterLines: 'Filter lines',
  filterPlaceholder: 'Filter (text or /regex/)',
  foldAll: 'Fold All',
  keepOpen: 'Keep Panel Open',
  leaveSearch: 'Show Panel Output',
  mayLag: 'may lag',
  noOutput: 'No output yet.',
  openAsText: 'Open in Text Editor',
  openFullOutput: 'Open Full Output',
  output: 'Output',
  panel: 'Panel',
  pause: 'Pause',
  picture: 'The picture that the command printed',
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
  'rate-limited': {
    name: 'Rate limited',
    hint: 'GitHub accepts no more requests for now. Refresh to try all the same.',
  },
  paused: { name: 'Paused', hint: 'Does not refresh until you resume it.' },
};

export const truncatedText = (gap: Gap): string =>
  `The output is too long to show in full: ${gapSize(gap)} are missing in the middle.`;
export const notSearched = (gap: Gap): string => `The filter did not search the ${gapSize(gap)} that are not shown.`;
export const foundInFull = (hits: number, more: boolean): string => {
  if (more) return `The first ${amount(hits, 'matching line')} of the full output.`;
  return hits === 0 ? 'No line of the full output matches.' : `${amount(hits, 'line')} of the full output match.`;
};
/** The state in a few words; a paused panel also says when it shows what is no longer so. */
export const stateName = ({ state, outOfDate, limitedUntil }: PanelHead): string => {
  if (state === 'rate-limited' && limitedUntil !== null) return `Rate limited until ${clockText(limitedUntil)}`;
  return state === 'paused' && outOfDate ? 'Paused, out of date' : STATES[state].name;
};
export const stateHint = ({ state, outOfDate, failure, exitCode }: PanelHead): string => {
  if (state === 'failed' && failure !== null && exitCode === 0)
    return 'The last run failed. The output is that of the last run that did not.';
  return state === 'paused' && outOfDate
    ? 'Something changed since this panel was paused. Refresh or resume it to see what.'
    : STATES[state].hint;
};
export const mayLagHint = (fields: readonly string[]): string =>
  `GitHub does not tell when these change: ${fields.join(', ')}. Refresh to be sure.`;

/** 14:05, or as people write it where they are. */
const clockText = (time: number): string =>
  new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** `P8 · exit 0 · 124 ms`. */
export const aboutRun = ({ id, exitCode, durationMs }: PanelHead): string =>
  [id, exitCode === null ? '' : exitText(exitCode), durationMs === null ? '' : durationText(durationMs)]
    .filter(part => part !== '')
    .join(' · ');

/** What would become of a command that is being edited. */
export const EDIT_VERDICTS: Readonly<Record<Extract<ToResultPage, { type: 'verdict' }>['verdict'], string>> = {
  'read-only': 'Read-only',
  mutating: 'Asks first',
  refused: 'Never runs',
  invalid: 'Not a command',
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
