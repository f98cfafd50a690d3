import { WIDEST } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** Commands that start a program of the person's own, which may do anything. */
export const difftool = write('difftool', { touches: WIDEST, examples: { destructive: ['git difftool HEAD'] } });
export const mergetool = write('mergetool', { touches: WIDEST, examples: { destructive: ['git mergetool'] } });
