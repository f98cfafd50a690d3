import { Lexer, type MarkedToken, type Token } from 'marked';

const DEEPEST = 40;
/** The inside of a block is read in time that grows with the square of its length, so longer ones stay plain. */
const LONGEST_INLINE = 4_000;
/** Signs of quotes and lists one after the other open a level each. */
const TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}/m;

/** The blocks of a text, and what is in them, which is read when it is asked for. */
export interface Blocks {
  readonly tokens: readonly MarkedToken[];
  /** The tokens inside one, or its text as it is when it is too deep or too long. */
  within(token: Holder, depth: number): readonly MarkedToken[];
}

interface Holder {
  readonly raw: string;
  readonly tokens?: Token[] | undefined;
}

/** Parts a Markdown text into blocks; null when it is nested beyond what can be read. */
export function blocksOf(text: string): Blocks | null {
  if (TOO_DEEP.test(text)) return null;
  const lexer = new Lexer();
  const tokens = known(lexer.blockTokens(text.replaceAll('\r', '')));
  const unread = new Map(lexer.inlineQueue.map(({ src, tokens: inside }) => [inside, src]));
  const within = ({ raw, tokens: inside }: Holder, depth: number): readonly MarkedToken[] => {
    const source = inside === undefined ? undefined : unread.get(inside);
    if (depth >= DEEPEST || (source?.length ?? 0) > LONGEST_INLINE) return [asText(raw)];
    return known(source === undefined ? (inside ?? []) : lexer.inlineTokens(source));
  };
  return { tokens, within };
}

const asText = (raw: string): MarkedToken => ({ type: 'escape', raw, text: raw });

/** Without extensions there are no tokens but marked's own. */
const known = (tokens: readonly Token[]) => tokens as readonly MarkedToken[];
