import type { PanelHead } from '../../src/protocol/to-result-page.ts';
import { renderBeginning } from '../render/beginning.ts';
import { detect } from '../render/detect.ts';
import { withSigns } from '../render/diff/marked-words.ts';
import type { Command, Document, Kind, RenderOptions } from '../render/document.ts';
import { beforeGap, markGap, withGapRow } from '../render/gap.ts';
import type { Gap } from '../render/labels.ts';
import { render } from '../render/render.ts';
import { type Incremental, memoIncremental, runToEnd } from '../ui/incremental.ts';
import { memo } from '../ui/memo.ts';
import type { ViewState } from './view-state.ts';
import { findVisibleRows, type VisibleRows } from './visible-rows.ts';

export interface Presentation {
  /** The kind of the output, whether or not it is shown as that. */
  readonly kind: Kind;
  readonly document: Document;
  readonly visibleRows: VisibleRows;
  /** The keys of the heads whose rows are hidden. */
  readonly folded: ReadonlySet<string>;
  /** The keys of all rows that can be folded. */
  readonly heads: readonly string[];
  /** How many lines were printed. */
  readonly lines: number;
  /** False when the document is of the beginning only. */
  readonly whole: boolean;
}

/** What of a panel its output is read by. */
type OutputHead = Pick<PanelHead, 'program' | 'subcommand' | 'gap'> & { readonly args: readonly string[] };

interface Presenter {
  whole(head: OutputHead, text: string, viewState: ViewState): Incremental<Presentation>;
  /** The part of a long output that can be shown at once; null when only all of it can be shown. */
  beginning(head: OutputHead, text: string, viewState: ViewState): Presentation | null;
}

/** Makes a document of an output, and makes again only what is made of something else than the last time. */
export function createPresenter(): Presenter {
  // Each message brings an equal command anew.
  const commandOf = memo((program: Command['program'], subcommand: string, args: string) => ({
    program,
    subcommand,
    args: args === '' ? [] : args.split('\0'),
  }));
  const markedOf = memo((text: string, at: number | null, args: string) =>
    withSigns(at === null ? text : markGap(text, at), args.split('\0')),
  );
  const kindOf = memo((command: Command, marked: string) => detect(command, beforeGap(marked)));
  const gapOf = memo((lines: number, bytes: number, commits: number | null) => ({ lines, bytes, commits }));
  const withGap = memo((document: Document, gap: Gap, sorted: boolean) => withGapRow(document, gap, sorted));
  const documentOf = memoIncremental(
    (kind: Kind, text: string, command: Command, sideBySide: boolean, sort: RenderOptions['sort']) =>
      render(kind, text, { sideBySide, sort }, command),
  );
  const headsOf = memo(({ rows }: Document) => rows.filter(row => row.heads).map(row => row.key));
  const linesOf = memo(countLines);
  const foldedOf = memo(foldedIn);
  const visibleRowsOf = memoIncremental(findVisibleRows);
  const readAs = (head: OutputHead, text: string, viewState: ViewState) => {
    const command = commandOf(head.program, head.subcommand, head.args.join('\0'));
    const kind = kindOf(command, markedOf(text, head.gap?.at ?? null, head.args.join('\0')));
    return { command, kind, shownAs: viewState.plain ? 'text' : kind };
  };

  return {
    *whole(head, text, viewState) {
      const { command, kind, shownAs } = readAs(head, text, viewState);
      const marked = markedOf(text, head.gap?.at ?? null, head.args.join('\0'));
      const plain = yield* documentOf(shownAs, marked, command, viewState.sideBySide, viewState.sort);
      const gap = head.gap && gapOf(head.gap.lines, head.gap.bytes, head.gap.commits);
      const document = gap === null ? plain : withGap(plain, gap, viewState.sort !== null);
      const folded = foldedOf(document, viewState.folded, viewState.opened);
      const visibleRows = yield* visibleRowsOf(document, folded, viewState.filter);
      return { kind, document, visibleRows, folded, heads: headsOf(document), lines: linesOf(text), whole: true };
    },
    beginning(head, text, viewState) {
      if (viewState.filter !== '') return null;
      const { command, kind, shownAs } = readAs(head, text, viewState);
      const document = renderBeginning(shownAs, text, viewState, command);
      if (document === null) return null;
      const folded = foldedIn(document, viewState.folded, viewState.opened);
      const visibleRows = runToEnd(findVisibleRows(document, folded, ''));
      return { kind, document, visibleRows, folded, heads: headsOf(document), lines: linesOf(text), whole: false };
    },
  };
}

/** The heads that are folded: those that somebody folded, and those that nobody has opened yet. */
function foldedIn({ rows }: Document, folded: readonly string[], opened: readonly string[]): ReadonlySet<string> {
  const all = new Set(folded);
  const open = new Set(opened);
  for (const { closed, key } of rows) if (closed && !open.has(key)) all.add(key);
  return all;
}

function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
