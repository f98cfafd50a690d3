import type {
  ChangeAction,
  ConflictSide,
  EmptyReason,
  HunkSide,
  PullMessage,
  StatusFile,
  StatusMessage,
} from '../../src/protocol/to-status-page.ts';
import { spellOutInvisible } from '../../src/shared/invisible-characters.ts';
import { whoseSides } from '../../src/shared/whose-sides.ts';
import { amount, formatNumber } from '../ui/numbers.ts';
import type { FileSort } from './order.ts';
import type { Totals } from './totals.ts';

/** All text of the status view that people read or hear. */

export const TEXT = {
  changedFiles: 'Changed files',
  clearFilter: 'Clear Filter',
  compareWithHead: 'Compare with HEAD',
  diffUnavailable: 'The diff could not be loaded.',
  filterFiles: 'Filter Files',
  filterFilesByPath: 'Filter files by path',
  folder: 'Folder',
  groupByFolder: 'Group by Folder',
  moreRoom: 'Give This View More Room…',
  loadingDiff: 'Loading diff…',
  loadingLog: 'Loading log…',
  loadingStatus: 'Loading status',
  log: 'Log',
  noChangedLines: 'No lines changed.',
  noCommits: 'No commits to show.',
  noCommitsYet: 'no commits yet',
  noReason: 'git gave no reason.',
  openFile: 'Open File',
  openFullDiff: 'Open Full Diff',
  openInPanel: 'Open in Panel',
  refreshing: 'Refreshing status',
  repository: 'Repository',
  runCommand: 'Run git Command…',
  showDiffs: 'Show Diffs',
  showLog: 'Show Log',
  statusView: 'Status view',
} as const;

export const EMPTY_STATES: Readonly<Record<EmptyReason, { title: string; text: string; action: string }>> = {
  'no-folder': {
    title: 'No folder is open',
    text: 'Open a folder with a git repository to see its changes here.',
    action: 'Open Folder',
  },
  'no-repository': {
    title: 'No repository here',
    text: 'This folder is not in a git repository. Initialize one to see its changes here.',
    action: 'Initialize Repository',
  },
  'no-git': {
    title: 'git not found',
    text: 'Sluice needs git, and there is none on your PATH.',
    action: 'Install git',
  },
  untrusted: {
    title: 'Restricted Mode',
    text: 'Sluice runs nothing until you trust this workspace.',
    action: 'Manage Workspace Trust',
  },
  bare: {
    title: 'A bare repository',
    text: 'It has no work tree, so it has no changes to show. Open one of its work trees instead.',
    action: 'Open a Work Tree',
  },
  failed: { title: 'git failed', text: 'git reported:', action: 'Try Again' },
};

/** A name with nothing hidden in it: in a name even a tab is not what it seems. */
export const forDisplay = (name: string): string => spellOutInvisible(name).replaceAll('\t', '\\t');

/** A message of git's, in lines as git wrote it. */
export const messageForDisplay = (message: string): string => message.split('\n').map(spellOutInvisible).join('\n');

/** The counts of a row, for those who cannot see its columns. */
export function lineCounts({ added, removed }: Pick<Totals, 'added' | 'removed'>): string {
  if (added === null || removed === null) return 'lines not counted';
  return `${amount(added, 'line')} added, ${formatNumber(removed)} removed`;
}

export const fileCount = (count: number): string => amount(count, 'file');
export const conflictCount = (count: number): string => amount(count, 'conflicted file');
export const stashCount = (count: number): string => amount(count, 'stash', 'stashes');
export const moreLines = (count: number): string => `${amount(count, 'more line')}.`;

/** `14 files`, and `3 of 14 files` under a filter. */
export function shownFileCount(shown: number, all: number): string {
  return shown === all ? fileCount(all) : `${formatNumber(shown)} of ${fileCount(all)}`;
}

export const noFilesMatch = (filter: string): string => `No files match “${filter}”.`;

type Head = Pick<StatusMessage, 'branch' | 'oid'>;

/** The branch, or the commit of a detached HEAD. */
export function headName({ branch, oid }: Head): string {
  return branch ?? (oid === null ? 'detached' : `detached at ${oid.slice(0, 7)}`);
}

export const headTitle = (head: Head): string =>
  head.branch === null ? `HEAD is ${forDisplay(headName(head))}` : forDisplay(head.branch);

/** The line under `No changes`. */
export function headPosition({ branch, oid }: Head): string {
  if (oid === null) return `${forDisplay(headName({ branch, oid }))} has no commits yet`;
  return branch === null ? `HEAD ${headName({ branch, oid })}` : `${forDisplay(branch)} at ${oid.slice(0, 7)}`;
}

export const noChanges = (diffBase: string | null): string =>
  diffBase === null ? 'No changes' : `No differences from ${forDisplay(diffBase)}`;

/** The distance of the branch from its upstream; empty when it has none. */
export function upstreamTitle({
  upstream,
  ahead,
  behind,
}: Pick<StatusMessage, 'upstream' | 'ahead' | 'behind'>): string {
  if (upstream === null) return '';
  const name = forDisplay(upstream);
  if (ahead === null || behind === null) return `${name} (not compared)`;
  if (ahead === 0 && behind === 0) return `Up to date with ${name}`;
  if (behind === 0) return `${amount(ahead, 'commit')} ahead of ${name}`;
  if (ahead === 0) return `${amount(behind, 'commit')} behind ${name}`;
  return `${amount(ahead, 'commit')} ahead of and ${amount(behind, 'commit')} behind ${name}`;
}

export const baseLabel = (base: string): string => `vs ${base}`;
export const baseTitle = (base: string): string => `Compared with ${base}. Click to choose another base.`;

type Operation = StatusMessage['operations'][number];

const OPERATIONS: Readonly<Record<Operation['kind'], { name: string; between: string; unnamed: string }>> = {
  rebase: { name: 'Rebasing', between: 'onto', unnamed: 'Rebase in progress' },
  am: { name: 'Applying patches', between: 'onto', unnamed: 'Applying patches' },
  merge: { name: 'Merging', between: 'into', unnamed: 'Merge in progress' },
  'cherry-pick': { name: 'Cherry-picking', between: 'onto', unnamed: 'Cherry-pick in progress' },
  revert: { name: 'Reverting', between: 'on', unnamed: 'Revert in progress' },
  bisect: { name: 'Bisecting from', between: '', unnamed: 'Bisect in progress' },
};

/** `Merging topic into main`, `Rebasing topic onto main, 3 of 10`; the branch is the one that HEAD is on. */
export function operationTitle({ kind, progress, names }: Omit<Operation, 'actions'>, branch: string | null): string {
  const { name, between, unnamed } = OPERATIONS[kind];
  const onto = names.onto ?? branch;
  const sides = [name, names.from, between !== '' && onto !== null && `${between} ${onto}`].filter(Boolean).join(' ');
  const title = forDisplay(names.from === null ? unnamed : sides);
  return progress === null ? title : `${title}, ${progress.step} of ${progress.of}`;
}

const ACTIONS: Readonly<Record<Operation['actions'][number], string>> = {
  continue: 'Continue',
  skip: 'Skip',
  good: 'Good',
  bad: 'Bad',
  abort: 'Abort',
};

/** The label of an operation's button; a bisection is not aborted but ended. */
export const actionLabel = (kind: Operation['kind'], action: Operation['actions'][number]): string =>
  kind === 'bisect' && action === 'abort' ? 'End' : ACTIONS[action];

/** The notices beside the files: of files that are not listed, and those of the host. */
export function noticesOf({ untrackedOmitted, notices }: StatusMessage): readonly string[] {
  if (untrackedOmitted === 0) return notices;
  const omitted =
    untrackedOmitted === 1
      ? '1 more untracked file is not listed.'
      : `${formatNumber(untrackedOmitted)} more untracked files are not listed.`;
  return [omitted, ...notices];
}

export const STAGES = {
  staged: 'Staged',
  both: 'Staged, with unstaged changes',
  unstaged: 'Not staged',
} as const;

/** What an action is called on a file, a folder, a hunk and all files, and its key. */
export const CHANGE_ACTIONS: Readonly<
  Record<ChangeAction, { file: string; folder: string; hunk: string; all: string; key: string }>
> = {
  stage: { file: 'Stage', folder: 'Stage Folder', hunk: 'Stage Hunk', all: 'Stage All', key: '+' },
  unstage: { file: 'Unstage', folder: 'Unstage Folder', hunk: 'Unstage Hunk', all: 'Unstage All', key: '-' },
  discard: {
    file: 'Discard Changes…',
    folder: 'Discard Changes in Folder…',
    hunk: 'Discard Hunk…',
    all: 'Discard All Changes…',
    key: 'Delete',
  },
};

/** What taking a side of a conflicted file is called, and its key. */
export const TAKES: Readonly<Record<ConflictSide, { name: string; key: string }>> = {
  ours: { name: 'Take Ours', key: 'o' },
  theirs: { name: 'Take Theirs', key: 't' },
};

/** `Take Ours: yours (main) (o)`. */
export const takeTitle = (side: ConflictSide, whose: Readonly<Record<ConflictSide, string>>): string =>
  `${TAKES[side].name}: ${forDisplay(whose[side])} (${TAKES[side].key})`;

/** Whose the sides of the conflicts are; a bisection goes on around what left them. */
export const sidesOf = ({ operations, branch }: Pick<StatusMessage, 'operations' | 'branch'>) =>
  whoseSides(
    operations.find(({ kind }) => kind !== 'bisect'),
    branch,
  );

/** The heads of a file's diff that is in two halves. */
export const HALVES: Readonly<Record<HunkSide, string>> = { staged: 'Staged', unstaged: 'Not staged' };

export const COLUMNS: Readonly<Record<FileSort['by'], { label: string; sortBy: string; sortedBy: string }>> = {
  path: { label: 'File', sortBy: 'Sort by path', sortedBy: 'Sorted by path' },
  net: { label: 'Net', sortBy: 'Sort by net change', sortedBy: 'Sorted by net change' },
  type: { label: 'Type', sortBy: 'Sort by type', sortedBy: 'Sorted by type' },
};

/** The tooltip of a column's head. */
export function columnTitle(by: FileSort['by'], sort: FileSort): string {
  if (sort.by !== by) return COLUMNS[by].sortBy;
  return `${COLUMNS[by].sortedBy}, ${sort.descending ? 'descending' : 'ascending'}. Click to reverse.`;
}

/** A file's type for people. */
export const typeName = ({ type, submodule }: StatusFile): string => (submodule ? `${type} submodule` : type);

export const logTitle = (args: string): string => `git log ${forDisplay(args)}`;
export const logLabel = (args: string): string => `Log ${forDisplay(args)}`;

/** The news since the last status, for those who do not see it; empty when there is none. */
export function announcement(before: StatusMessage | null, after: StatusMessage): string {
  const titles = ({ operations, branch }: StatusMessage) => operations.map(each => operationTitle(each, branch));
  const told = new Set(before === null ? [] : titles(before));
  const begun = titles(after).filter(title => !told.has(title));
  const ended = before !== null && before.operations.length > 0 && after.operations.length === 0;
  const moved = before !== null && headName(before) !== headName(after);
  const counted = before?.files.length !== after.files.length;
  return [
    ...begun,
    ended && 'No operation in progress',
    moved && `On ${headName(after)}`,
    counted && (after.files.length === 0 ? noChanges(null) : amount(after.files.length, 'changed file')),
  ]
    .filter(Boolean)
    .join('. ');
}

/** `Pull request #12: Fix the pump. 1 check failed (build), 2 running, 5 passed. Open it in a panel.` */
export function pullTitle({ number, title, isDraft, checks }: NonNullable<PullMessage['pull']>): string {
  const { failed, running, passed, skipped } = checks;
  const names = forDisplay(failed.names.join(', '));
  const more = failed.count > failed.names.length ? ', …' : '';
  const parts = [
    failed.count > 0 && `${formatNumber(failed.count)} failed (${names}${more})`,
    running > 0 && `${formatNumber(running)} running`,
    passed > 0 && `${formatNumber(passed)} passed`,
    skipped > 0 && `${formatNumber(skipped)} skipped`,
  ].filter(part => part !== false);
  const said = parts.length === 0 ? '' : ` Checks: ${parts.join(', ')}.`;
  return `${isDraft ? 'Draft pull request' : 'Pull request'} #${number}: ${forDisplay(title)}.${said} Opens in a panel.`;
}
