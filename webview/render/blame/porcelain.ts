import type { BlameLine } from './blame-line.ts';

const START = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/;

interface Known {
  readonly fields: Map<string, string>;
}

/** Reads `blame --porcelain`, which tells of a commit once, and `--line-porcelain`, which tells every time. */
export function porcelainBlame(lines: readonly string[]): readonly (BlameLine | string)[] | null {
  if (!START.test(lines[0] ?? '')) return null;
  const commits = new Map<string, Known>();
  const found: (BlameLine | string)[] = [];
  let start = 0;
  let commit = '';
  let number = 0;
  lines.forEach((line, at) => {
    const [, id, place] = line.startsWith('\t') ? [] : (START.exec(line) ?? []);
    if (id !== undefined) {
      found.push(...lines.slice(start, at));
      start = at;
      commit = id;
      number = Number(place);
      if (!commits.has(id)) commits.set(id, { fields: new Map() });
    } else if (line.startsWith('\t') && commit !== '') {
      const text = lines.slice(start, at + 1).join('\n');
      found.push(lineOf(text, commit, number, commits.get(commit)?.fields ?? new Map(), line.slice(1)));
      start = at + 1;
    } else {
      const space = line.indexOf(' ');
      commits.get(commit)?.fields.set(line.slice(0, space), line.slice(space + 1));
    }
  });
  return [...found, ...lines.slice(start)];
}

function lineOf(
  text: string,
  commit: string,
  number: number,
  fields: ReadonlyMap<string, string>,
  content: string,
): BlameLine {
  const seconds = Number(fields.get('author-time') ?? Number.NaN);
  const time = Number.isFinite(seconds) && Math.abs(seconds) < 1e12 ? seconds * 1000 : null;
  const date = time === null ? '' : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  return { text, commit, author: fields.get('author') ?? '', date, time, number, content };
}
