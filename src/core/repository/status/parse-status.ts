import { plural } from '../../../shared/plural.ts';

/** The question whose answer `parseStatus` reads. */
export const STATUS_ARGS = ['status', '--porcelain=v2', '--branch', '--show-stash', '-z', '-uall'] as const;
/** The same with a folder in place of the untracked files in it. */
export const FOLDERS_ONLY_ARGS = ['status', '--porcelain=v2', '--branch', '--show-stash', '-z', '-unormal'] as const;

export type ChangeType = 'Modified' | 'Added' | 'Untracked' | 'Deleted' | 'Renamed' | 'Conflicted';

export interface SubmoduleState {
  readonly commitChanged: boolean;
  readonly modified: boolean;
  readonly untracked: boolean;
}

export interface ChangedFile {
  readonly path: string;
  /** Where a renamed or copied file came from. */
  readonly originalPath: string | null;
  readonly type: ChangeType;
  /** The letters of `git status --short`, with `.` for unchanged. */
  readonly staged: string;
  readonly unstaged: string;
  readonly submodule: SubmoduleState | null;
}

/** Where HEAD is, with its upstream and the stashes: the headers of `git status --branch --show-stash`. */
export interface HeadStatus {
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly oid: string | null;
  readonly upstream: string | null;
  /** Null without an upstream, and when the upstream is gone or was not counted. */
  readonly ahead: number | null;
  readonly behind: number | null;
  /** Zero also with git before 2.35, which does not say. */
  readonly stashes: number;
}

/** The answer of `git status`, record by record. */
export interface StatusRecords extends HeadStatus {
  /** In git's order; a path removed from the index but still on disk is there twice, as in `git status`. */
  readonly files: readonly ChangedFile[];
  /** For each of the files git's record without the path: letters, modes, object ids, and the path it came from. */
  readonly details: readonly string[];
  /** Untracked files beyond the cap. */
  readonly untrackedOmitted: number;
  /** How many records could not be read. */
  readonly unknown: number;
  /** Tells the person about them. */
  readonly notice: string | null;
}

/** How many spaces stand before the path in a record of each kind. */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };

/** Reads what `STATUS_ARGS` print, decoded as UTF-8, in one pass; whatever it does not know is counted, never thrown. */
export function parseStatus(output: string, untrackedCap = Number.POSITIVE_INFINITY): StatusRecords {
  const headers = new Map<string, string>();
  const files: ChangedFile[] = [];
  const details: string[] = [];
  let untracked = 0;
  let unknown = 0;
  let at = 0;
  /** Undefined at the end; a record without its NUL was cut off and is not to be trusted. */
  const next = (): string | undefined => {
    const end = output.indexOf('\0', at);
    if (end === -1) return undefined;
    const record = output.slice(at, end);
    at = end + 1;
    return record;
  };
  for (let record = next(); record !== undefined; record = next()) {
    const kind = record.charAt(0);
    if (kind === '#') {
      const space = record.indexOf(' ', 2);
      headers.set(record.slice(2, space), record.slice(space + 1));
    } else if (kind === '?' && untracked >= untrackedCap) {
      untracked += 1;
    } else if (kind !== '!') {
      const file = fileOf(record, kind, kind === '2' ? next() : null);
      if (file === undefined) unknown += 1;
      else {
        files.push(file);
        details.push(record.slice(0, record.length - file.path.length) + (file.originalPath ?? ''));
        if (kind === '?') untracked += 1;
      }
    }
  }
  if (at < output.length) unknown += 1;
  const untrackedOmitted = Math.max(0, untracked - untrackedCap);
  return { ...headOf(headers), files, details, untrackedOmitted, unknown, notice: noticeOf(unknown) };
}

function fileOf(record: string, kind: string, originalPath: string | null | undefined): ChangedFile | undefined {
  const path = pathIn(record, FIELDS_BEFORE_PATH[kind] ?? 0);
  if (path === '' || originalPath === undefined) return undefined;
  if (kind === '?') return { path, originalPath, type: 'Untracked', staged: '?', unstaged: '?', submodule: null };
  const staged = record.charAt(2);
  const unstaged = record.charAt(3);
  const type = kind === 'u' ? 'Conflicted' : typeOf(staged, unstaged);
  return { path, originalPath, type, staged, unstaged, submodule: submoduleIn(record) };
}

function pathIn(record: string, spaces: number): string {
  if (spaces === 0) return '';
  let at = -1;
  for (let i = 0; i < spaces; i += 1) {
    at = record.indexOf(' ', at + 1);
    if (at === -1) return '';
  }
  return record.slice(at + 1);
}

/** One word for two letters: what is on disk outweighs what is staged, and where a file came from outweighs its edits. */
function typeOf(staged: string, unstaged: string): ChangeType {
  if (unstaged === 'D') return 'Deleted';
  if (staged === 'R' || unstaged === 'R') return 'Renamed';
  if (staged === 'A' || unstaged === 'A' || staged === 'C' || unstaged === 'C') return 'Added';
  return staged === 'D' ? 'Deleted' : 'Modified';
}

function submoduleIn(record: string): SubmoduleState | null {
  if (record.charAt(5) !== 'S') return null;
  return {
    commitChanged: record.charAt(6) === 'C',
    modified: record.charAt(7) === 'M',
    untracked: record.charAt(8) === 'U',
  };
}

function headOf(headers: ReadonlyMap<string, string>): HeadStatus {
  const head = headers.get('branch.head') ?? '(detached)';
  const oid = headers.get('branch.oid') ?? '(initial)';
  const [ahead, behind] = headers.get('branch.ab')?.split(' ') ?? [];
  return {
    branch: head === '(detached)' ? null : head,
    oid: oid === '(initial)' ? null : oid,
    upstream: headers.get('branch.upstream') ?? null,
    ahead: countIn(ahead),
    behind: countIn(behind),
    stashes: Number(headers.get('stash') ?? 0),
  };
}

/** `+2` and `-3` are counts with a sign for their side, `+?` one that was not made. */
function countIn(text: string | undefined): number | null {
  const count = Number.parseInt(text?.slice(1) ?? '', 10);
  return Number.isNaN(count) ? null : count;
}

function noticeOf(unknown: number): string | null {
  if (unknown === 0) return null;
  return `${plural(unknown, 'record')} of git status could not be read, so files may be missing here. Run git status to see them all.`;
}
