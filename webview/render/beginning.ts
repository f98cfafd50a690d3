import { runToEnd } from '../ui/incremental.ts';
import type { Command, Document, Kind, RenderOptions } from './document.ts';
import { jsonBeginning } from './json/json.ts';
import { render } from './render.ts';
import { tableBeginning } from './table/table.ts';

/** More than any screen holds, and little enough to be read before anyone waits. */
const BEGINNING = 16_384;
/** Up to here an output is shown whole as fast as its beginning would be. */
const SHORT = 8 * BEGINNING;
/** Kinds of which a line is shown the same whatever comes after it. */
const BY_LINES: ReadonlySet<Kind> = new Set(['blame', 'diff', 'log', 'text']);

export const isShort = (text: string) => text.length <= SHORT;

/** The beginning of a long output, as it will be shown when all of it is; null when that needs all of it. */
export function renderBeginning(kind: Kind, text: string, options: RenderOptions, command: Command): Document | null {
  if (isShort(text)) return null;
  if (kind === 'json') return jsonBeginning(text);
  if (kind === 'table') return tableBeginning(text, options, command);
  const end = BY_LINES.has(kind) ? text.lastIndexOf('\n', BEGINNING) : -1;
  return end === -1 ? null : runToEnd(render(kind, text.slice(0, end + 1), options, command));
}
