import type { Column } from './document.ts';

/** The `grid-template-columns` that a table's header and rows share; the last column takes what is left. */
export function columnTemplate(columns: readonly Column[]): string {
  return columns.map(({ width }, i) => (i === columns.length - 1 ? `minmax(${width}ch, 1fr)` : `${width}ch`)).join(' ');
}
