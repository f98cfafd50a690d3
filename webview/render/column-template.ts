import type { Column } from './document.ts';

/** In characters: a column up to the first is never narrower than it is wide, any other not than the second. */
const SHORT = 24;
const NARROWEST = 14;

/** The `grid-template-columns` that a table's header and rows share; long columns give way, the last takes what is left. */
export function columnTemplate(columns: readonly Column[]): string {
  return columns
    .map(({ width }, i) => {
      const least = width <= SHORT ? width : NARROWEST;
      return `minmax(${least}ch, ${i === columns.length - 1 ? '1fr' : `${width}ch`})`;
    })
    .join(' ');
}
