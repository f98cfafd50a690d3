import { type ChangedFile, STATUS_ARGS, type StatusRecords } from './parse-status.ts';

/** With more than this a status of them is not much cheaper than one of everything. */
const MOST_PATHS = 30;

/** By these git judges other files than themselves. */
const RULES = /(?:^|\/)\.git(?:ignore|attributes)$/;

/** The question for the status of these paths alone; threads that look at the whole index would cost more than they. */
export const statusOfWords = (paths: Iterable<string>): string[] => [
  '--literal-pathspecs',
  '-c',
  'core.preloadIndex=false',
  ...STATUS_ARGS,
  '--',
  ...paths,
];

/**
 * Whether a status of these paths alone will say all that they can have changed, while HEAD and index stay as they are.
 * A rename joins a path to another, and a folder stands for what is in it.
 */
export function isPatchable({ status, untrackedOmitted }: StatusRecords, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0 || paths.size > MOST_PATHS || untrackedOmitted > 0 || status.unknown > 0) return false;
  if ([...paths].some(path => RULES.test(path) || path.includes('\ufffd'))) return false;
  const folders = [...paths].map(path => `${path}/`);
  return status.files.every(
    ({ path, originalPath, type, unstaged }) =>
      (type === 'Conflicted' || !/[ARC]/.test(unstaged)) &&
      (originalPath === null || !(paths.has(path) || paths.has(originalPath))) &&
      !folders.some(folder => path.startsWith(folder)),
  );
}

/** Where a repository of its own would be if one of these paths were in it, and not in this one. */
export function innerRepositories(paths: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      found.add(`${path.slice(0, end)}/.git`);
  return found;
}

/**
 * What git said of everything, with what it says now of these paths. Undefined when it says something of others too, or
 * when there are too many untracked files to list them all.
 */
export function patch(
  whole: StatusRecords,
  part: StatusRecords,
  paths: ReadonlySet<string>,
  untrackedCap: number,
): StatusRecords | undefined {
  const { unknown, files: now } = part.status;
  if (unknown > 0 || now.some(({ path }) => !paths.has(path))) return undefined;
  const files: ChangedFile[] = [];
  const marks: string[] = [];
  whole.status.files.forEach((file, i) => {
    if (paths.has(file.path)) return;
    files.push(file);
    marks.push(whole.marks[i] ?? '');
  });
  now.forEach((file, i) => {
    const at = placeOf(file, files);
    files.splice(at, 0, file);
    marks.splice(at, 0, part.marks[i] ?? '');
  });
  if (files.filter(({ type }) => type === 'Untracked').length > untrackedCap) return undefined;
  return { status: { ...part.status, files }, marks, untrackedOmitted: 0 };
}

/** Where git would list it. */
function placeOf(file: ChangedFile, files: readonly ChangedFile[]): number {
  let from = 0;
  let to = files.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = files[middle];
    if (other !== undefined && compare(other, file) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

const compare = (a: ChangedFile, b: ChangedFile): number =>
  partOf(a) - partOf(b) || Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));

/** The parts of git's list, each in the order of the bytes of its paths. */
function partOf({ type }: ChangedFile): number {
  if (type === 'Untracked') return 2;
  return type === 'Conflicted' ? 1 : 0;
}
