/** `words` is a line of `--word-diff`: what went and what came stand in it, marked. */
export type LineKind = 'context' | 'added' | 'removed' | 'note' | 'words';

export interface DiffLine {
  readonly type: 'line';
  readonly kind: LineKind;
  readonly text: string;
  /** How many characters before the content tell what became of it: one for each side a file came from. */
  readonly signs: number;
  readonly old: number | null;
  readonly new: number | null;
}
