import type { PanelHead } from '../messages/result.ts';
import { detect } from '../render/detect.ts';
import type { Command, Document, Kind, Look } from '../render/document.ts';
import { render } from '../render/render.ts';
import { memo } from '../shared/memo.ts';
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

/** `quick`: the beginning of a long output will do. */
type Compose = (head: PanelHead, text: string, look: SavedLook, quick: boolean) => Composed;

/** More than any screen holds, and little enough to be read before anyone waits. */
const BEGINNING = 16_384;
/** Kinds of which a line is shown the same whatever comes after it. */
const BY_LINES: ReadonlySet<Kind> = new Set(['blame', 'diff', 'log', 'text']);

/** Makes a document of an output, and makes again only what is made of something else than the last time. */
export function createComposer(): Compose {
  const commandOf = memo((program: Command['program'], words: string) => ({ program, args: words.split('\0') }));
  const kindOf = memo(({ program, args }: Command, text: string) => detect(program, args, text));
  const documentOf = memo((kind: Kind, text: string, command: Command, sideBySide: boolean, sort: Look['sort']) =>
    render(kind, text, { sideBySide, sort }, command),
  );
  const headsOf = memo(({ rows }: Document) => rows.filter(row => row.heads).map(row => row.key));
  const linesOf = memo(countLines);
  const arrangedOf = memo((document: Document, folded: readonly string[], filter: string) =>
    arrange(document, new Set(folded), filter),
  );

  return (head, text, look, quick) => {
    const command = commandOf(head.program, head.args.join('\0'));
    const kind = kindOf(command, text);
    const shownAs = look.plain ? 'text' : kind;
    const shown = quick && BY_LINES.has(shownAs) ? beginningOf(text) : text;
    const document = documentOf(shownAs, shown, command, look.sideBySide, look.sort);
    const arranged = arrangedOf(document, look.folded, look.filter);
    const whole = shown.length === text.length;
    return { kind, document, arranged, heads: headsOf(document), lines: linesOf(text), whole };
  };
}

/** Whole lines from the start; all of them when there are few. */
function beginningOf(text: string): string {
  const end = text.length <= 8 * BEGINNING ? -1 : text.lastIndexOf('\n', BEGINNING);
  return end === -1 ? text : text.slice(0, end + 1);
}

function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
