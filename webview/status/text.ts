import type { StatusFile, StatusMessage } from '../../src/protocol/to-status-page.ts';
import type { Totals } from './totals.ts';

const number = new Intl.NumberFormat('en');
const MINUS = '\u2212';

/** `1 file`, `1,204 files`. */
export const amount = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

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

/** What the columns of a row say to who cannot see them. */
export function countsInWords({ added, removed }: Pick<Totals, 'added' | 'removed'>): string {
  if (added === null || removed === null) return 'lines not counted';
  return `${amount(added, 'line')} added, ${number.format(removed)} removed`;
}

/** `14 files`, and `3 of 14 files` under a filter. */
export function filesInWords(shown: number, all: number): string {
  return shown === all ? amount(all, 'file') : `${number.format(shown)} of ${amount(all, 'file')}`;
}

/** Where HEAD is. */
export function headName({ branch, oid }: Pick<StatusMessage, 'branch' | 'oid'>): string {
  return branch ?? `detached at ${oid?.slice(0, 7) ?? 'nothing'}`;
}

/** How the branch stands to its upstream, as arrows and in words. */
export function upstreamText(status: Pick<StatusMessage, 'upstream' | 'ahead' | 'behind'>): {
  readonly arrows: string;
  readonly words: string;
} {
  const { upstream, ahead, behind } = status;
  if (upstream === null) return { arrows: '', words: 'No upstream' };
  if (ahead === null || behind === null) return { arrows: '', words: `${upstream} (not compared)` };
  if (ahead === 0 && behind === 0) return { arrows: '', words: `Up to date with ${upstream}` };
  const arrows = [ahead > 0 && `↑${short(ahead)}`, behind > 0 && `↓${short(behind)}`].filter(Boolean).join(' ');
  const words = [
    ahead > 0 && `${amount(ahead, 'commit')} ahead of`,
    behind > 0 && `${amount(behind, 'commit')} behind`,
  ];
  return { arrows, words: `${words.filter(Boolean).join(' and ')} ${upstream}` };
}

type Operation = StatusMessage['operations'][number];

const OPERATIONS: Readonly<Record<Operation['kind'], string>> = {
  rebase: 'Rebase',
  am: 'Applying patches',
  merge: 'Merge',
  'cherry-pick': 'Cherry-pick',
  revert: 'Revert',
  bisect: 'Bisect',
};

/** `Merge in progress`, `Rebase 3/10`. */
export function operationTitle({ kind, progress }: Pick<Operation, 'kind' | 'progress'>): string {
  return progress === null ? `${OPERATIONS[kind]} in progress` : `${OPERATIONS[kind]} ${progress.step}/${progress.of}`;
}

const ACTIONS: Readonly<Record<Operation['actions'][number], string>> = {
  continue: 'Continue',
  skip: 'Skip',
  good: 'Good',
  bad: 'Bad',
  abort: 'Abort',
};

/** What a button about an operation says; a bisection is not aborted but ended. */
export const actionLabel = (kind: Operation['kind'], action: Operation['actions'][number]): string =>
  kind === 'bisect' && action === 'abort' ? 'End' : ACTIONS[action];

/** What is told beside the files: what is not listed, and what the host has to say. */
export function noticesOf({ untrackedOmitted, notices }: StatusMessage): readonly string[] {
  if (untrackedOmitted === 0) return notices;
  const omitted = amount(untrackedOmitted, 'more untracked file', 'more untracked files');
  return [`${omitted} ${untrackedOmitted === 1 ? 'is' : 'are'} not listed.`, ...notices];
}

export interface Stage {
  readonly icon: 'circle-large-filled' | 'circle-large' | 'color-mode';
  readonly words: string;
}

/** Whether a change is in the index, in shapes and in words; nothing for what is in no index to begin with. */
export function stageOf({ type, staged, unstaged }: StatusFile): Stage | null {
  if (type === 'Conflicted') return null;
  const inIndex = staged !== '.' && staged !== '?';
  const onDisk = unstaged !== '.';
  if (inIndex && onDisk) return { icon: 'color-mode', words: 'Staged, with later changes' };
  if (inIndex) return { icon: 'circle-large-filled', words: 'Staged' };
  return onDisk ? { icon: 'circle-large', words: 'Not staged' } : null;
}

/** What changed since the last status, for those who do not see it; empty when it is nothing to speak of. */
export function announcement(before: StatusMessage | null, after: StatusMessage): string {
  const told = new Set(before?.operations.map(operationTitle));
  const begun = after.operations.map(operationTitle).filter(title => !told.has(title));
  const ended = before !== null && before.operations.length > 0 && after.operations.length === 0;
  const moved = before !== null && headName(before) !== headName(after);
  const counted = before?.files.length !== after.files.length;
  return [
    ...begun,
    ended && 'No operation in progress',
    moved && `On ${headName(after)}`,
    counted && (after.files.length === 0 ? 'No changes' : amount(after.files.length, 'changed file')),
  ]
    .filter(Boolean)
    .join('. ');
}
