/** Whether a path is a folder itself or lies in it. Both are absolute; nothing is asked of the disk, so links count as they are. */
export function isWithin(folder: string, path: string): boolean {
  const windows = WINDOWS.test(folder) || WINDOWS.test(path);
  const outer = partsOf(folder, windows);
  const inner = partsOf(path, windows);
  return outer.every((part, at) => part === inner[at]);
}

/** A drive or a network share. */
const WINDOWS = /^(?:[A-Za-z]:|\\\\)/;

/** The names on the way to a path, `.` and `..` resolved. Windows takes either slash and does not tell cases apart. */
function partsOf(path: string, windows: boolean): string[] {
  const parts: string[] = [];
  for (const part of windows ? path.toLowerCase().split(/[\\/]+/) : path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}
