import type { FromResultPage, ToResultPage } from '../../src/protocol/to-result-page.ts';
import type { Document } from '../render/document.ts';
import { hitRows } from '../render/text/hits.ts';
import type { Presentation } from './presentation.ts';

type Found = Extract<ToResultPage, { type: 'found' }>;

/** How far a search of the full output has come: asked for, or answered. */
export type SearchState = { readonly filter: string; readonly found: Found | null } | null;

export interface FullSearch {
  readonly state: () => SearchState;
  start(filter: string): void;
  /** Takes an answer; false when it is to a question nobody asks any more. */
  answer(found: Found): boolean;
  stop(): void;
  /** The lines found, where there are any to show. */
  presentation(lines: number): Presentation | null;
}

/** Has the host look through the output that is too long to be here. */
export function createFullSearch(post: (message: FromResultPage) => void): FullSearch {
  let state: SearchState = null;
  return {
    state: () => state,
    start(filter) {
      state = { filter, found: null };
      post({ type: 'search', filter });
    },
    answer(found) {
      if (state?.filter !== found.filter) return false;
      state = { filter: found.filter, found };
      return true;
    },
    stop() {
      state = null;
    },
    presentation(lines) {
      const found = state?.found;
      if (!found) return null;
      const rows = hitRows(found.hits);
      const document: Document = { kind: 'text', rows, columns: null, wantsCommits: [], tall: false };
      const visibleRows = { indices: rows.map((_, at) => at), matches: rows.length, problem: found.problem };
      return { kind: 'text', document, visibleRows, folded: new Set(), heads: [], lines, whole: true };
    },
  };
}
