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

/** What became of the checks of a pull request. */
export const CHECK_OUTCOMES = { failed: 'Failed', running: 'Running', passed: 'Passed', skipped: 'Skipped' } as const;
export const checkCount = (count: number): string => amount(count, 'check');
export const errorCount = (count: number): string => amount(count, 'error');

/** Fields of what gh views, by gh's names. */
export const FIELD_NAMES = {
  asset: 'Asset',
  assignees: 'Assignees',
  'auto-merge': 'Auto-merge',
  comments: 'Comments',
  created: 'Created',
  description: 'Description',
  edited: 'edited',
  labels: 'Labels',
  milestone: 'Milestone',
  projects: 'Projects',
  published: 'Published',
  reviewers: 'Reviewers',
  url: 'Page',
} as const;
export const PREVIEW_RELEASE = 'Pre-release';
export const OUTSIDER = 'outsider';
export const OUTSIDER_HINT = 'May not push to this repository.';

/** A pull request at a glance. */
export const GLANCE = {
  branches: 'Branches',
  byOutsider: 'The author may not push to this repository.',
  checks: 'Checks',
  merge: 'Merge',
  more: (checks: number): string => `${formatNumber(checks)} more`,
  mergeable: {
    yes: 'No conflicts',
    conflicts: 'Conflicts with the base branch',
    unknown: 'GitHub is checking for conflicts',
  },
  review: 'Review',
  decisions: {
    approved: 'Approved',
    'changes-requested': 'Changes requested',
    'review-required': 'Review required',
  },
} as const;
