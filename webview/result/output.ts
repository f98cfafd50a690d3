import type { PanelHead } from '../../src/protocol/to-result-page.ts';
import { renderBeginning } from '../render/beginning.ts';
import { detect } from '../render/detect.ts';
import type { Command, Document, Kind, Look } from '../render/document.ts';
import { render } from '../render/render.ts';
import { memo } from '../ui/memo.ts';
import { finished, memoSteps, type Steps } from '../ui/steps.ts';
import { type Arranged, arrange } from './arrange.ts';
import type { SavedLook } from './saved.ts';

export interface Composed {
  /** What the output is, whether or not it is looked at as that. */
  readonly kind: Kind;
  readonly document: Document;
  readonly arranged: Arranged;
  /** The keys of all rows that can be folded. */
  readonly heads: readonly string[];
  /** How many lines were printed. */
  readonly lines: number;
  /** False when the document is of the beginning only. */
  readonly whole: boolean;
}

export interface Composer {
  whole(head: PanelHead, text: string, look: SavedLook): Steps<Composed>;
  /** What can be shown at once of a long output; null when only all of it can be shown. */
  beginning(head: PanelHead, text: string, look: SavedLook): Composed | null;
}

/** Makes a document of an output, and makes again only what is made of something else than the last time. */
export function createComposer(): Composer {
  // Each message brings an equal command anew.
  const commandOf = memo((program: Command['program'], subcommand: string, args: string) => ({
    program,
    subcommand,
    args: args === '' ? [] : args.split('\0'),
  }));
  const kindOf = memo(detect);
  const documentOf = memoSteps((kind: Kind, text: string, command: Command, sideBySide: boolean, sort: Look['sort']) =>
    render(kind, text, { sideBySide, sort }, command),
  );
  const headsOf = memo(({ rows }: Document) => rows.filter(row => row.heads).map(row => row.key));
  const linesOf = memo(countLines);
  const arrangedOf = memoSteps((document: Document, folded: readonly string[], filter: string) =>
    arrange(document, new Set(folded), filter),
  );
  const readAs = (head: PanelHead, text: string, look: SavedLook) => {
    const command = commandOf(head.program, head.subcommand, head.args.join('\0'));
    const kind = kindOf(command, text);
    return { command, kind, shownAs: look.plain ? 'text' : kind };
  };

  return {
    *whole(head, text, look) {
      const { command, kind, shownAs } = readAs(head, text, look);
      const document = yield* documentOf(shownAs, text, command, look.sideBySide, look.sort);
      const arranged = yield* arrangedOf(document, look.folded, look.filter);
      return { kind, document, arranged, heads: headsOf(document), lines: linesOf(text), whole: true };
    },
    beginning(head, text, look) {
      if (look.filter !== '') return null;
      const { command, kind, shownAs } = readAs(head, text, look);
      const document = renderBeginning(shownAs, text, look, command);
      if (document === null) return null;
      const arranged = finished(arrange(document, new Set(look.folded), ''));
      return { kind, document, arranged, heads: headsOf(document), lines: linesOf(text), whole: false };
    },
  };
}

function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
