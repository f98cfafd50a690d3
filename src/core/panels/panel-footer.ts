import { plural } from '../../shared/plural.ts';
import type { LineRange } from './choose-lines.ts';
import type { PanelFacts } from './panel-facts.ts';

export interface FooterOptions {
  readonly matches: number | undefined;
  /** False when the search for them stopped before the end. */
  readonly isAll: boolean;
  /** How many bytes of the output are shown. */
  readonly bytes: number;
  /** How many files are listed before the lines. */
  readonly files: number;
}

/** Says which part of an output an answer shows, and how to read on; nothing when it shows all. */
export function footer(facts: PanelFacts, { matches, isAll, bytes, files }: FooterOptions): string[] {
  const { lines, shown, cut, next } = facts;
  if (cut.length === 0 && matches === undefined) return [];
  const found = matches === undefined ? [] : [`${isAll ? '' : 'at least '}${matches} of ${lines} lines match`];
  const part = shown.length === 0 ? [] : [found.length > 0 ? rangesText(shown) : `${rangesText(shown)} of ${lines}`];
  const size = next ? [`${sizeText(bytes)} of ${sizeText(facts.bytes)}`] : [];
  const listed = files === 0 ? [] : [`${plural(files, 'file')} listed: read one by its lines`];
  const why = next && cut.length > 0 ? [`cut by ${cut.join(', ')}`] : [];
  const more = next ? [...why, `output ${facts.output}`, `more: panel_read ${JSON.stringify(next)}`] : [];
  return [`[${[...found, ...part, ...size, ...listed, ...more].join('; ')}]`];
}

function rangesText(ranges: readonly LineRange[]): string {
  const named = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
  return `${named.length === 1 && !named[0]?.includes('-') ? 'line' : 'lines'} ${named.join(', ')}`;
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
