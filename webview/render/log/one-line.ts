import { refsIn } from './commits.ts';

/** A commit on a line of its own: its id, perhaps refs, and whatever else the format says. */
export interface OneLine {
  readonly id: string;
  readonly refs: readonly string[];
  readonly rest: string;
  /** The sign before the id: the side it is on, or nothing. */
  readonly mark: string;
}

const REF = '(?:HEAD -> |tag: )?[^\\s(),:]+';
const ONE_LINE = new RegExp(`^([-<>=+^] ?)?([0-9a-f]{4,64})(?: \\((${REF}(?:, ${REF})*)\\))?(?:[ \\t](.*))?$`, 's');
const ID = /^(?:[-<>=+^] ?)?([0-9a-f]{7,64})(?=[ \t]|$)/;

/** The id a line begins with; null when it does not. `marked`: the graph says that a commit is here. */
export function oneLineId(line: string, marked = false): string | null {
  const id = ID.exec(line)?.[1];
  return id !== undefined && (marked || looksLikeId(id)) ? id : null;
}

/** Reads a line that begins with a commit's id; null when it does not. */
export function oneLine(line: string, marked = false): OneLine | null {
  if (oneLineId(line, marked) === null) return null;
  const [, mark = '', id, refs, rest = ''] = ONE_LINE.exec(line) ?? [];
  if (id === undefined) return null;
  return { mark, id, refs: refsIn(refs), rest };
}

/** `added`, `dead` and `2024` begin lines too; an id as short as that, or of digits only, is not to be told from them. */
const looksLikeId = (text: string) =>
  text.length >= 40 || (text.length >= 7 && (/[0-9]/.test(text) || text.length > 7));
