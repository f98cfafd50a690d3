import type { PanelHead } from '../../src/protocol/to-result-page.ts';
import { h, icon } from '../ui/dom.ts';
import { memo } from '../ui/memo.ts';
import { button } from '../ui/toolkit.ts';
import type { SearchState } from './search.ts';
import { foundInFull, noLinesMatch, notSearched, TEXT, truncatedText } from './text.ts';
import '../ui/banner.css';
import '../ui/empty.css';
import '../ui/skeleton.css';

interface Action {
  readonly label: string;
  readonly onClick: () => void;
}

export interface NoteActions {
  readonly refresh: () => void;
  readonly openFull: () => void;
  readonly clearFilter: () => void;
  readonly searchFull: () => void;
  readonly leaveSearch: () => void;
}

export interface Notes {
  /** The lines above the content: what failed, what is not all there. */
  above(head: PanelHead, filter: string, search: SearchState): readonly HTMLElement[];
  /** The placeholder where there is no row to show; none when there is one. */
  instead(output: OutputSummary): readonly HTMLElement[];
}

interface OutputSummary {
  /** Null before there is any. */
  readonly text: string | null;
  readonly failed: boolean;
  readonly filter: string;
  readonly rows: number;
}

/** The notes of a page; the same note is the same element. */
export function createNotes(actions: NoteActions): Notes {
  const above = memo((failure: string | null, said: string) => {
    const notes: HTMLElement[] = [];
    if (failure !== null) notes.push(banner('error', failure, { label: TEXT.tryAgain, onClick: actions.refresh }));
    if (said !== '') notes.push(banner('warning', said, null));
    return notes;
  });
  const ofGap = memo((missing: string, hasFullOutput: boolean) => {
    if (missing === '') return [];
    const open = hasFullOutput ? { label: TEXT.openFullOutput, onClick: actions.openFull } : null;
    return [banner('warning', missing, open)];
  });
  const ofFilter = memo((said: string, label: string | null) => {
    if (said === '') return [];
    const onClick = label === TEXT.leaveSearch ? actions.leaveSearch : actions.searchFull;
    return [banner('info', said, label === null ? null : { label, onClick })];
  });
  const instead = memo((why: keyof typeof EMPTY | 'loading' | 'no-match' | null, filter: string) => {
    if (why === null) return [];
    if (why === 'loading') return [skeleton()];
    if (why !== 'no-match') return [empty(EMPTY[why].icon, EMPTY[why].text, null)];
    return [empty('search-stop', noLinesMatch(filter), { label: TEXT.clearFilter, onClick: actions.clearFilter })];
  });
  return {
    above({ failure, notes, gap, hasFullOutput }, filter, search) {
      const filterNote = aboutFilter(gap, filter, search);
      return [
        ...above(failure, notes.join(' ')),
        ...ofGap(gap === null ? '' : truncatedText(gap), hasFullOutput),
        ...ofFilter(filterNote.said, hasFullOutput ? filterNote.label : null),
      ];
    },
    instead: shown => instead(whyEmpty(shown), shown.filter),
  };
}

/** What a filter has looked at, and the button that goes with it. */
function aboutFilter(
  gap: PanelHead['gap'],
  filter: string,
  search: SearchState,
): { readonly said: string; readonly label: string | null } {
  if (gap === null || filter === '') return { said: '', label: null };
  if (search === null) return { said: notSearched(gap), label: TEXT.searchFullOutput };
  if (search.found === null) return { said: TEXT.searching, label: null };
  return { said: foundInFull(search.found.hits.length, search.found.more), label: TEXT.leaveSearch };
}

const EMPTY = {
  'no-output': { icon: 'circle-slash', text: TEXT.noOutput },
  blank: { icon: 'output', text: TEXT.emptyOutput },
} as const;

function whyEmpty({ text, failed, rows }: OutputSummary): keyof typeof EMPTY | 'loading' | 'no-match' | null {
  if (text === null) return failed ? 'no-output' : 'loading';
  if (text.trim() === '') return 'blank';
  return rows > 0 ? null : 'no-match';
}

/** A line that says what is the matter, and what can be done. */
function banner(kind: 'error' | 'warning' | 'info', text: string, action: Action | null): HTMLElement {
  const words = h('span', { class: 'banner-text' }, text);
  const element = h('div', { class: `banner ${kind}`, role: kind === 'error' ? 'alert' : 'status' }, icon(kind), words);
  if (action) element.append(button(action));
  return element;
}

/** A placeholder where there is nothing to show. */
function empty(mark: string, text: string, action: Action | null): HTMLElement {
  const element = h('div', { class: 'empty' }, icon(mark), h('div', {}, text));
  if (action) element.append(button(action));
  return element;
}

/** The shape of what is to come. */
function skeleton(): HTMLElement {
  const lines = Array.from({ length: 9 }, () => h('div'));
  return h('div', { class: 'skeleton', role: 'status', 'aria-label': TEXT.commandRunning }, ...lines);
}
