import { plural } from '../../src/shared/plural.ts';
import { amount, formatBytes, formatNumber } from '../ui/numbers.ts';

/** Text that renderers add to an output. */

export const moreCharacters = (count: number): string =>
  ` … ${formatNumber(count)} more characters. Open as text to see them.`;

/** The part of an output that is not shown; for a log also how many commits are in it. */
export interface Gap {
  readonly lines: number;
  readonly bytes: number;
  readonly commits: number | null;
}

/** `35,012 commits (105,036 lines, 12.3 MB)`. */
export function gapSize({ lines, bytes, commits }: Gap): string {
  const size = formatBytes(bytes);
  const counted = lines === 0 ? size : `${amount(lines, 'line')}`;
  if (commits !== null && commits > 0) return `${amount(commits, 'commit')} (${counted}, ${size})`;
  return lines === 0 ? size : `${counted} (${size})`;
}

export const gapText = (gap: Gap): string => `${gapSize(gap)} not shown here`;

export const FILTER_TOO_SLOW = 'This pattern takes too long on this output. Use plain text, or a simpler /regex/.';
export const invalidFilter = (reason: string): string => `${reason}. Use plain text, or a simpler /regex/.`;

export const objectSize = (keys: number): string => `{${plural(keys, 'key')}}`;
export const arraySize = (items: number): string => `[${plural(items, 'item')}]`;

export const columnNumber = (number: number): string => `Column ${number}`;

export const imageLabel = (alt: string): string => (alt === '' ? 'image' : `image: ${alt}`);
export const taskLabel = (done: boolean): string => (done ? 'done' : 'to do');

export const COMMIT_ACTIONS = 'Commit Actions';

/** Badges of a file in a patch. */
export const FILE_NOTES = {
  created: 'new file',
  deleted: 'deleted',
  copied: 'copied',
  renamed: 'renamed',
  binary: 'binary',
} as const;
export const modeNote = (mode: string): string => `mode ${mode}`;
export const modeChangeNote = (before: string, after: string): string => `mode ${before} → ${after}`;
