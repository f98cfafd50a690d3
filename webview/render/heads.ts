import type { Row } from './document.ts';

/** What has nothing under it does not fold. */
export function withoutEmptyHeads(rows: readonly Row[]): readonly Row[] {
  return rows.map((row, i) => (row.heads && (rows[i + 1]?.depth ?? 0) <= row.depth ? { ...row, heads: false } : row));
}
