import type { Command } from '../document.ts';
import { linkParts, type Part } from '../links.ts';
import { hasOption } from '../options.ts';
import { unquotedPath } from '../quoted-path.ts';

/** The place in a line where a command prints a path, and the line in that file if it says so. */
interface Place {
  readonly pattern: RegExp;
  readonly when: (command: Command) => boolean;
}

const DIFFS = new Set([
  'diff',
  'diff-files',
  'diff-index',
  'diff-tree',
  'log',
  'show',
  'stash show',
  'whatchanged',
  'pr diff',
]);

/** The groups are called `path`, `other` for a second one, and `line`. */
const PLACES: readonly Place[] = [
  {
    when: ({ subcommand, args }) => DIFFS.has(subcommand) && hasOption(args, '--name-only'),
    pattern: /^(?!\s|commit |Author:|Date:|Merge:)(?<path>.+)$/d,
  },
  {
    when: ({ subcommand, args }) => DIFFS.has(subcommand) && hasOption(args, '--name-status', '--raw'),
    pattern: /^[^\t]*\t(?<path>[^\t]+)(?:\t(?<other>[^\t]+))?$/d,
  },
  {
    when: ({ subcommand, args }) => subcommand === 'status' && hasOption(args, '-s', '--short', '--porcelain'),
    pattern: /^(?!##)[ MTADRCU?!]{2} (?<path>.+?)(?: -> (?<other>.+))?$/d,
  },
  {
    when: ({ subcommand }) => subcommand === 'status',
    pattern:
      /^\t(?:(?:new file|modified|deleted|renamed|copied|typechange|both \w+|added by \w+|deleted by \w+): +)?(?<path>.+?)(?: -> (?<other>.+?))?(?: \([^()]*\))?$/d,
  },
  {
    when: ({ subcommand, args }) => subcommand === 'grep' && hasOption(args, '-n', '--line-number'),
    pattern: /^(?<path>[^:]+)[:-](?<line>\d+)[:-]/d,
  },
  {
    when: ({ subcommand, args }) =>
      subcommand === 'grep' &&
      hasOption(args, '-l', '-L', '--files-with-matches', '--files-without-match', '--name-only'),
    pattern: /^(?<path>.+)$/d,
  },
  { when: ({ subcommand }) => subcommand === 'grep', pattern: /^(?<path>[^:]+):/d },
  { when: ({ subcommand }) => subcommand === 'ls-files', pattern: /^(?:[A-Zch?] )?(?<path>.+)$/d },
  { when: ({ subcommand }) => subcommand === 'ls-tree', pattern: /^(?:[^\t]*\t)?(?<path>.+)$/d },
  { when: ({ subcommand }) => subcommand === 'check-ignore', pattern: /^(?:[^\t]*\t)?(?<path>.+)$/d },
];

/** Commands whose lines begin with a commit's id, which may be of digits only. */
const IDS_FIRST: ReadonlySet<string> = new Set([
  'cherry',
  'merge-base',
  'reflog',
  'reflog show',
  'rev-list',
  'rev-parse',
]);
const FIRST_ID = /^(?:[-+] )?([0-9a-f]{7,64})(?= |$)/d;

function idFirst(line: string): readonly Part[] {
  const [start, end] = FIRST_ID.exec(line)?.indices?.[1] ?? [0, 0];
  if (end === 0) return linkParts(line);
  const value = line.slice(start, end);
  const before = start === 0 ? [] : [{ text: line.slice(0, start), link: null }];
  return [...before, { text: value, link: { kind: 'commit', value } }, ...linkParts(line.slice(end))];
}

/** A function that finds the links in lines of this command: paths where it prints them, and those any text can have. */
export function pathParts(command: Command | null): (line: string) => readonly Part[] {
  if (command === null) return linkParts;
  if (command.program === 'git' && IDS_FIRST.has(command.subcommand)) return idFirst;
  const place = PLACES.find(({ when }) => when(command));
  return place === undefined ? linkParts : line => partsAt(line, place.pattern);
}

function partsAt(line: string, pattern: RegExp): readonly Part[] {
  const { groups, indices } = pattern.exec(line) ?? {};
  const spans = [indices?.groups?.path, indices?.groups?.other].filter(span => span !== undefined);
  if (groups === undefined || spans.length === 0) return linkParts(line);
  const number = Number(groups.line);
  const parts: Part[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    if (start > at) parts.push(...linkParts(line.slice(at, start)));
    // A name that git spells in octal is shown as it is called.
    const text = unquotedPath(line.slice(start, end));
    parts.push({ text, link: { kind: 'path', value: text, ...(number > 0 && { line: number }) } });
    at = end;
  }
  return at < line.length ? [...parts, ...linkParts(line.slice(at))] : parts;
}
