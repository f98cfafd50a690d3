import { type GitQuery, NO_PRELOAD } from './diff-query.ts';
import { type ChangedFile, STATUS_ARGS, type StatusRecords } from './parse-status.ts';

/** With more than this a status of them is not much cheaper than one of everything. */
const MOST_PATHS = 30;

/** By these git judges other files than themselves. */
const RULES = /(?:^|\/)\.git(?:ignore|attributes)$/;

/** The question for the status of these paths alone. */
export const pathsQuery = (paths: Iterable<string>): GitQuery => ({
  args: [...STATUS_ARGS, '--', ...paths],
  options: { config: [NO_PRELOAD], literalPaths: true },
});

/**
 * Whether a status of these paths alone will say all that they can have changed, while HEAD and index stay as they are.
 * A rename joins a path to another, and a folder stands for what is in it.
 */
export function isPatchable(records: StatusRecords, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0 || paths.size > MOST_PATHS || records.untrackedOmitted > 0 || records.unknown > 0) return false;
  if ([...paths].some(path => RULES.test(path) || path.includes('\ufffd'))) return false;
  const folders = [...paths].map(path => `${path}/`);
  return records.files.every(
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
 * The records of everything, with those of these paths replaced by newer ones. Undefined when git listed other paths
 * too, or when there are too many untracked files to list them all.
 */
export function patchRecords(
  whole: StatusRecords,
  part: StatusRecords,
  paths: ReadonlySet<string>,
  untrackedCap: number,
): StatusRecords | undefined {
  if (part.unknown > 0 || part.files.some(({ path }) => !paths.has(path))) return undefined;
  const files: ChangedFile[] = [];
  const details: string[] = [];
  whole.files.forEach((file, i) => {
    if (paths.has(file.path)) return;
    files.push(file);
    details.push(whole.details[i] ?? '');
  });
  part.files.forEach((file, i) => {
    const at = placeOf(file, files);
    files.splice(at, 0, file);
    details.splice(at, 0, part.details[i] ?? '');
  });
  if (files.filter(({ type }) => type === 'Untracked').length > untrackedCap) return undefined;
  return { ...part, files, details, untrackedOmitted: 0 };
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
