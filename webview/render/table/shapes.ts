import { parsedJson } from '../json/parse.ts';
import { linesOf } from '../lines.ts';
import { cellOf } from './cells.ts';

/** A table as it was printed: names, and cells as text; a line that did not fit is a single cell. */
export interface Grid {
  readonly names: readonly string[];
  readonly records: readonly GridRecord[];
  /** The columns that hold ids of commits, and those that hold paths. */
  readonly ids: readonly number[];
  readonly paths: readonly number[];
}

export interface GridRecord {
  /** What was printed. */
  readonly text: string;
  readonly cells: readonly string[];
}

export interface Shape {
  readonly names: readonly string[];
  readonly pattern: RegExp;
  readonly ids?: readonly number[];
  readonly paths?: readonly number[];
}

const ID = '[0-9a-f]{4,64}';

/** How git prints its lists, the strictest first: one group for each column. */
const SHAPES: readonly Shape[] = [
  { names: ['Mode', 'Object', 'Stage', 'Path'], pattern: /^(\d{6}) ([0-9a-f]{4,64}) (\d)\t(.+)$/, paths: [3] },
  {
    names: ['Mode', 'Type', 'Object', 'Size', 'Path'],
    pattern: /^(\d{6}) (blob|tree|commit) ([0-9a-f]{4,64}) +(\d+|-)\t(.+)$/,
    paths: [4],
  },
  {
    names: ['Mode', 'Type', 'Object', 'Path'],
    pattern: /^(\d{6}) (blob|tree|commit) ([0-9a-f]{4,64})\t(.+)$/,
    paths: [3],
  },
  { names: ['Object', 'Type', 'Ref'], pattern: /^([0-9a-f]{40,64}) (commit|tag|tree|blob)\t(.+)$/, ids: [0] },
  { names: ['Object', 'Ref'], pattern: /^([0-9a-f]{4,64})[ \t]((?:refs\/|HEAD$).*)$/, ids: [0] },
  { names: ['Remote', 'Address', 'For'], pattern: /^([^\t]+)\t(.*) \((fetch|push)\)(?: \[.*\])?$/ },
  {
    names: ['', 'Branch', 'Commit', 'Upstream', 'Subject'],
    pattern: new RegExp(`^([*+ ]) (\\(.*?\\)|\\S+) +(${ID}) (?:\\(.*?\\) )?(?:\\[([^\\]]*)\\] )?(.*)$`),
    ids: [2],
  },
  { names: ['', 'Branch', 'Refers to'], pattern: /^([*+ ]) (\S+) +-> (\S+)$/ },
  {
    names: ['Folder', 'Commit', 'Branch'],
    pattern: new RegExp(`^((?:/|[A-Za-z]:[/\\\\]).*?) +(${ID}|\\(bare\\))(?: (.*))?$`),
    ids: [1],
  },
  {
    names: ['Count of', 'Value'],
    pattern: /^(count|size|in-pack|packs|size-pack|prune-packable|garbage|size-garbage|alternate|warning): (.*)$/,
  },
  {
    names: ['Scope', 'Key', 'Value'],
    pattern:
      /^(system|global|local|worktree|command|(?:file|blob|command line|standard input):[^\t]*)\t([a-zA-Z][\w-]*\.[^=\t]*)=(.*)$/,
  },
  { names: ['Key', 'Value'], pattern: /^([a-zA-Z][\w-]*\.[^=\s]*(?: [^=]*)?)=(.*)$/ },
  { names: ['Key', 'Value'], pattern: /^([a-zA-Z][\w-]*\.\S+)(?: (.*))?$/ },
];

/** `git tag -n`: so loose that only the command can say it. */
const TAGS: Shape = { names: ['Tag', 'Message'], pattern: /^(\S+)(?: +(.*))?$/ };

/** The share of lines that may look otherwise: a setting can have a value of several lines. */
const ODD = 0.1;
const MOST_COLUMNS = 40;
/** Longer lines are not looked at: blanks without end would be tried in every way. */
const LONGEST = 5_000;

/** Reads a text as a table; null when nothing says that it is one. */
export function shapeOf(text: string): Grid | null {
  return recordsIn(text) ?? tabbed(linesOf(text)) ?? listed(linesOf(text), SHAPES);
}

/** Reads what is known to be a list of tags. */
export const tagsIn = (text: string) => listed(linesOf(text), [TAGS]);

function listed(lines: readonly string[], shapes: readonly Shape[]): Grid | null {
  for (const shape of shapes) {
    const { names, pattern, ids = [], paths = [] } = shape;
    // Most shapes are out at the first line.
    if (!lines.slice(0, 3).some(line => line.length <= LONGEST && pattern.test(line))) continue;
    let odd = 0;
    const found = lines.map((text): GridRecord => {
      const match = text.length > LONGEST ? null : pattern.exec(text);
      if (match === null) odd += 1;
      return { text, cells: match?.slice(1).map(cell => cell ?? '') ?? [text] };
    });
    if (odd <= lines.length * ODD) return { names, records: found, ids, paths };
  }
  return null;
}

/** gh's lists have no header and as many tabs in each line. */
function tabbed(lines: readonly string[]): Grid | null {
  const first = lines[0] ?? '';
  if (!first.includes('\t') || (first.length <= LONGEST && SHAPES.some(({ pattern }) => pattern.test(first))))
    return null;
  const found = lines.map((text): GridRecord => ({ text, cells: text.split('\t') }));
  const width = Math.max(...found.slice(0, 1000).map(({ cells }) => cells.length));
  const even = found.filter(({ cells }) => cells.length === width).length;
  if (even < lines.length * (1 - ODD) || width > MOST_COLUMNS) return null;
  const names = Array.from({ length: width }, (_, i) => `Column ${i + 1}`);
  return { names, records: found, ids: [], paths: [] };
}

/** A JSON list of objects: every key that one of them has is a column. */
export function recordsIn(text: string): Grid | null {
  const value = parsedJson(text);
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return null;
  const names = [...new Set(value.flatMap(record => Object.keys(record)))];
  if (names.length === 0 || names.length > MOST_COLUMNS) return null;
  const found = value.map((record): GridRecord => {
    const cells = names.map(name => (Object.hasOwn(record, name) ? cellOf(record[name]) : ''));
    return { text: cells.join('\t'), cells };
  });
  return {
    names,
    records: found,
    ids: names.flatMap((name, i) => (/(?:^sha$|Oid$)/i.test(name) ? [i] : [])),
    paths: [],
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
