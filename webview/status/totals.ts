import type { StatusFile } from '../../src/protocol/to-status-page.ts';

export interface Totals {
  readonly files: number;
  readonly conflicted: number;
  /** Null when no file of them is counted. */
  readonly added: number | null;
  readonly removed: number | null;
}

export const NOTHING: Totals = { files: 0, conflicted: 0, added: null, removed: null };

/** The totals of some files; those without counts are files all the same. */
export function totalsOf(files: readonly StatusFile[]): Totals {
  return files.reduce<Totals>((totals, file) => plus(totals, ofFile(file)), NOTHING);
}

/** Two totals as one. */
export function plus(a: Totals, b: Totals): Totals {
  return {
    files: a.files + b.files,
    conflicted: a.conflicted + b.conflicted,
    added: sum(a.added, b.added),
    removed: sum(a.removed, b.removed),
  };
}

const ofFile = ({ type, added, removed }: StatusFile): Totals => ({
  files: 1,
  conflicted: type === 'Conflicted' ? 1 : 0,
  added,
  removed,
});

const sum = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0));
