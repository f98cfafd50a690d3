import { FILE_NOTES } from '../labels.ts';
import { unquotedPath } from '../quoted-path.ts';

/** A line with numbers to draw. */
export interface Bar {
  readonly label: string;
  /** The file it is about, when it is about one. */
  readonly path: string | null;
  /** Null where there is one number only. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly total: number;
  /** The numbers as text. */
  readonly numbers: string;
}

const STAT = /^ (.+?) +\| +(?:(\d+)(?: ([+-]*))?|(Bin.*|Unmerged.*))$/;
const NUMSTAT = /^(\d+|-)\t(\d+|-)\t(.+)$/;
const SHORTSTAT = /^ (\d+ files? changed)(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?$/;
const SHORTLOG = /^ *(\d+)\t(.+)$/;

/** No path is longer; blanks without end would be tried in every way. */
const LONGEST = 5_000;

/** Reads a line of --stat, --numstat, --shortstat or shortlog -s; null when it is none. */
export function barOf(line: string): Bar | null {
  if (line.length > LONGEST) return null;
  return stat(line) ?? numstat(line) ?? shortstat(line) ?? shortlog(line);
}

function stat(line: string): Bar | null {
  const [, name, count, signs = '', words] = STAT.exec(line) ?? [];
  if (name === undefined) return null;
  const label = name.trim();
  if (words !== undefined) return { label, path: pathIn(label), added: null, removed: null, total: 0, numbers: words };
  const total = Number(count);
  // The signs are scaled to the width of a terminal: they only say how the number is shared out.
  const plus = signs.split('+').length - 1;
  const added = signs === '' ? 0 : Math.round((total * plus) / signs.length);
  const scaled = signs.length < total;
  const numbers = scaled ? `${total}` : `${total} (+${added} −${total - added})`;
  return { label, path: pathIn(label), added, removed: total - added, total, numbers };
}

function numstat(line: string): Bar | null {
  const [, plus, minus, name] = NUMSTAT.exec(line) ?? [];
  if (plus === undefined || minus === undefined || name === undefined) return null;
  if (plus === '-')
    return { label: name, path: pathIn(name), added: null, removed: null, total: 0, numbers: FILE_NOTES.binary };
  const [added, removed] = [Number(plus), Number(minus)];
  return { label: name, path: pathIn(name), added, removed, total: added + removed, numbers: `+${added} −${removed}` };
}

function shortstat(line: string): Bar | null {
  const [, label, plus = '0', minus = '0'] = SHORTSTAT.exec(line) ?? [];
  if (label === undefined) return null;
  const [added, removed] = [Number(plus), Number(minus)];
  return { label, path: null, added, removed, total: 0, numbers: `+${added} −${removed}` };
}

function shortlog(line: string): Bar | null {
  const [, count, label] = SHORTLOG.exec(line) ?? [];
  if (count === undefined || label === undefined) return null;
  return { label, path: null, added: null, removed: null, total: Number(count), numbers: count };
}

/** The new path of a moved file, as `old => new` or `folder/{old => new}/file`; null for one cut to fit. */
function pathIn(label: string): string | null {
  if (label.startsWith('...')) return null;
  const name = label.replace(/ \((?:new|gone|mode|new \+x|mode [+-][xl])[^()]*\)$/, '');
  const [, before, after, behind] = /^(.*)\{.* => (.*)\}(.*)$/.exec(name) ?? [];
  if (before !== undefined) return `${before}${after}${behind}`.replace('//', '/');
  return unquotedPath(/^.+ => (.+)$/.exec(name)?.[1] ?? name);
}
