import { renderDiff } from '../render/diff/diff.ts';
import type { Row } from '../render/document.ts';
import { renderLog } from '../render/log/log.ts';
import { runToEnd } from '../ui/incremental.ts';
import './entry-lines.css';

// Renderers by themselves: all of them, with their Markdown parser, would be dead weight here.
const PLAIN = { sideBySide: false, sort: null };

/** The lines of one file's diff without its head, which the file's own row is. */
export function diffLines(text: string): readonly Row[] {
  const { rows } = runToEnd(renderDiff(text, PLAIN));
  const head = rows.find(({ heads }) => heads);
  if (head === undefined || head.text.startsWith('@@')) return rows;
  return rows.filter(({ depth }) => depth > head.depth);
}

/** The lines of the log. */
export const logLines = (text: string): readonly Row[] => runToEnd(renderLog(text)).rows;
