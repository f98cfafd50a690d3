/** Text of a file, a character for each byte, so that whatever its encoding no byte of it is changed. */
export type Bytes = string;

/** The three versions of a place where both sides changed the same lines; without a base where the markers do not show one. */
export interface Hunk {
  /** The block with its markers. */
  readonly text: Bytes;
  /** Where it stands in the file. */
  readonly start: number;
  readonly end: number;
  /** Its lines, from 1, those of the markers too. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly ours: Bytes;
  readonly base: Bytes | undefined;
  readonly theirs: Bytes;
  /** What stands behind the markers; other people's words. */
  readonly labels: { readonly ours: string; readonly base: string; readonly theirs: string };
  /** The end of its lines. */
  readonly newline: '\n' | '\r\n';
}

export type ParsedMarkers =
  | { readonly ok: true; readonly hunks: readonly Hunk[] }
  /** Markers that do not match, or that may be content. */
  | { readonly ok: false; readonly why: 'unmatched' | 'ambiguous' };

/** The contents of the three versions, as far as there are such. */
export interface Versions {
  readonly base?: Bytes | undefined;
  readonly ours?: Bytes | undefined;
  readonly theirs?: Bytes | undefined;
}

type Marker = '<' | '|' | '=' | '>';

/** Lines with the ends they have. */
export const linesOf = (text: Bytes): readonly Bytes[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The marker that a line is, of exactly this size: a longer one is of a conflict inside a common ancestor, and content. */
function markerOf(line: Bytes, size: number): Marker | undefined {
  const [first = ''] = line;
  if (!['<', '|', '=', '>'].includes(first) || !line.startsWith(first.repeat(size))) return undefined;
  const rest = line.slice(size).replace(/\r?\n$/, '');
  const fits = rest === '' || (first !== '=' && rest.startsWith(' '));
  return fits ? (first as Marker) : undefined;
}

/** The lines of a text that look like markers of this size. */
export const markerLinesIn = (text: Bytes, size: number): readonly Bytes[] =>
  linesOf(text)
    .filter(line => markerOf(line, size) !== undefined)
    .map(withoutEnd);

const withoutEnd = (line: Bytes): Bytes => line.replace(/\r?\n$/, '');

/**
 * Finds the conflicts in a file as git left it. Lines that look like markers may have been there before the merge, as in a file
 * about git: where one of the versions has such lines nothing is guessed. Only a line of equals signs, which underlines a
 * heading in many a file, is told from git's by what the versions hold before and after it.
 */
export function parseMarkers(text: Bytes, size: number, versions: Versions): ParsedMarkers {
  const lines = linesOf(text);
  const hunks: Hunk[] = [];
  let opened: { readonly at: number; readonly start: number } | undefined;
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    const marker = markerOf(line, size);
    if (marker === '<') {
      if (opened !== undefined) return UNMATCHED;
      opened = { at, start: offset };
    }
    offset += line.length;
    if (marker !== '>') continue;
    if (opened === undefined) return UNMATCHED;
    const split = splitBlock(lines.slice(opened.at, at + 1), size, versions);
    if (typeof split === 'string') return { ok: false, why: split };
    const { start } = opened;
    hunks.push({
      ...split,
      text: text.slice(start, offset),
      ...{ start, end: offset, firstLine: opened.at + 1, lastLine: at + 1 },
    });
    opened = undefined;
  }
  if (opened !== undefined) return UNMATCHED;
  if (hunks.length > 0 && holdsMarkers(versions, size)) return { ok: false, why: 'ambiguous' };
  return { ok: true, hunks };
}

const UNMATCHED: ParsedMarkers = { ok: false, why: 'unmatched' };

const holdsMarkers = ({ base = '', ours = '', theirs = '' }: Versions, size: number): boolean =>
  [base, ours, theirs].some(version => markerLinesIn(version, size).some(line => !line.startsWith('=')));

type Split = Pick<Hunk, 'ours' | 'base' | 'theirs' | 'labels' | 'newline'>;

/** The parts of a block whose first and last line are its outer markers. */
function splitBlock(block: readonly Bytes[], size: number, versions: Versions): Split | 'unmatched' | 'ambiguous' {
  const inner = block.slice(1, -1);
  const at = (marker: Marker) => inner.flatMap((line, index) => (markerOf(line, size) === marker ? [index] : []));
  const [bar, secondBar] = at('|');
  if (secondBar !== undefined) return 'ambiguous';
  const candidates = at('=')
    .filter(index => bar === undefined || index > bar)
    .map(index => ({
      ours: inner.slice(0, bar ?? index).join(''),
      base: bar === undefined ? undefined : inner.slice(bar + 1, index).join(''),
      theirs: inner.slice(index + 1).join(''),
    }));
  if (candidates.length === 0) return 'unmatched';
  const fitting = candidates.length === 1 ? candidates : candidates.filter(parts => isFromVersions(parts, versions));
  const [parts, other] = fitting;
  if (parts === undefined || other !== undefined) return 'ambiguous';
  const [open = ''] = block;
  const label = (line: Bytes | undefined) =>
    withoutEnd(line ?? '')
      .slice(size)
      .trim();
  return {
    ...parts,
    labels: {
      ours: label(open),
      base: bar === undefined ? '' : label(inner[bar]),
      theirs: label(block.at(-1)),
    },
    newline: open.endsWith('\r\n') ? '\r\n' : '\n',
  };
}

/** Whether each part stands in its version, line ends aside. */
function isFromVersions(parts: Pick<Hunk, 'ours' | 'base' | 'theirs'>, versions: Versions): boolean {
  const plain = (text: Bytes) => `\n${text.replaceAll('\r\n', '\n').replace(/\n?$/, '\n')}`;
  const holds = (version: Bytes | undefined, part: Bytes | undefined) =>
    part === undefined || part === '' || (version !== undefined && plain(version).includes(plain(part)));
  return holds(versions.ours, parts.ours) && holds(versions.theirs, parts.theirs) && holds(versions.base, parts.base);
}
