import { spellOutInvisible } from './invisible-characters.ts';

/**
 * The lines that stand before and after text that others wrote, so that nothing in it can pass for ours. They are in every
 * answer, and so they are short: what they mean is said once, in the descriptions of the tools.
 */
export interface Fence {
  readonly open: string;
  readonly close: string;
}

const WORD_LENGTH = 6;
const LONGEST_SOURCE = 80;

/** What every line of a fence is at most, with this source. */
export const fenceLength = (source: string): number => {
  const { open, close } = fenceWith('x'.repeat(WORD_LENGTH), source);
  return open.length + close.length;
};

/** A fence for text that others wrote, made anew each time; `source` says where the text comes from. */
export function fenceFor(text: string, source: string, random: () => string = randomWord): Fence {
  const small = text.toLowerCase();
  let word = random();
  while (small.includes(word)) word = random();
  return fenceWith(word, source);
}

/** Text that others wrote as a model may read it: nothing in it is hidden, acts, or ends its fence. */
export const fenced = (text: string, source: string): string => fencedLegible(legibleText(text), source);

/** The same for text in which nothing is hidden any more. */
export function fencedLegible(legible: string, source: string): string {
  const { open, close } = fenceFor(legible, source);
  return [open, legible.replace(/\n$/, ''), close].join('\n');
}

const OPEN_LINE = /^<([a-z0-9]{6}) untrusted from ([^\n]*)>$/m;

/** A text of ours with what stands in its first fence taken out; undefined where it has none. */
export function unfenced(text: string) {
  const open = OPEN_LINE.exec(text);
  if (open === null) return undefined;
  const [line, word, source = ''] = open;
  const close = `\n</${word}>`;
  const from = open.index + line.length + 1;
  const end = text.indexOf(close, from - 1);
  if (end === -1) return undefined;
  return {
    before: text.slice(0, open.index),
    inside: text.slice(from, end),
    after: text.slice(end + close.length),
    source,
  };
}

/** The line that closes the fence in which a text with fences of ours was cut off; undefined where it was cut outside of one. */
export function missingClose(cut: string): string | undefined {
  for (let rest = cut; ; ) {
    // From the beginning: what is in a fence may look like the beginning of another.
    const open = OPEN_LINE.exec(rest);
    if (open === null) return undefined;
    const close = `</${open[1]}>`;
    const end = rest.indexOf(`\n${close}`, open.index);
    if (end === -1) return close;
    rest = rest.slice(end + close.length + 1);
  }
}

function fenceWith(word: string, source: string): Fence {
  const from = spellOutInvisible(source).slice(0, LONGEST_SOURCE);
  return {
    open: `<${word} untrusted from ${from}>`,
    close: `</${word}>`,
  };
}

/** Of letters and digits, so that no reader takes a part of it for something else. */
function randomWord(): string {
  const numbers = globalThis.crypto.getRandomValues(new Uint32Array(WORD_LENGTH));
  return [...numbers].map(number => (number % 36).toString(36)).join('');
}

/**
 * Colours and moves of the cursor, some in a row. Nothing else is taken away: what a terminal hides, such as the target
 * of a link or a title, can be what a reader has to know of.
 */
const SEQUENCES = /(?:\u001b\[[\d;:?]{0,64}[A-Za-z])+/g;
const IN_A_WORD = /[\w.+/=%:@-]/;

/** Text without colours, and with every other character that is not seen, or acts, spelled out. */
export function legibleText(text: string): string {
  return text.split('\n').map(legibleLine).join('\n');
}

/** The same for a single line. */
export const legibleLine = (line: string): string => spellOutInvisible(withoutSequences(line));

function withoutSequences(line: string): string {
  if (!line.includes('\u001b')) return line;
  return line.replace(SEQUENCES, (sequences, at: number) => {
    // Without it the halves of a secret, which were no secret to the redactor, would become one.
    const joins = IN_A_WORD.test(line.charAt(at - 1)) && IN_A_WORD.test(line.charAt(at + sequences.length));
    return joins ? spellOutInvisible(sequences) : '';
  });
}
