/** One pattern of several for characters beyond plain ASCII, which most text is: it is passed over at once. */
const anyOf = (...classes: readonly RegExp[]) =>
  new RegExp(`(?=[^\\t\\x20-\\x7e])(?:${classes.map(({ source }) => source).join('|')})`, 'gu');

/**
 * Characters that show nothing, or something else than what is there. By their Unicode properties, so that none is
 * forgotten: controls (tab alone is what it seems), formats, blanks other than the space, private ones, lone halves and what is none, and
 * all that a font may ignore: fillers, joiners, variation selectors, tags.
 */
const INVISIBLE = anyOf(
  /(?!\t)\p{Cc}|(?!(?<=\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)\u200d(?=\p{Extended_Pictographic}))\p{Cf}|(?! )\p{Z}|[\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]/u,
  // The selector that gives an emoji its colours shows in the emoji, and so does what joins two of them to one.
  /(?!(?<=\p{Extended_Pictographic})\ufe0f|(?<=\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)\u200d(?=\p{Extended_Pictographic}))\p{Default_Ignorable_Code_Point}/u,
  // Blank, though nothing in their properties says so.
  /[\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u,
  // A mark with no letter to stand on, or on top of a pile, lies over its neighbours.
  /(?<![\p{L}\p{N}\p{M}\p{Extended_Pictographic}])\p{M}|(?<=\p{M}{3})\p{M}/u,
);

/** Characters that look like what git reads in a command, and are not. */
const LOOK_ALIKES = anyOf(
  // Slashes, dots, and the signs of refspecs and revisions.
  /[\u2044\u2215\u2216\u2571\u29f5\u29f8\uff0f\uff3c\u0701\u0702\u2024\ua4f8\ufe52\uff0e]/u,
  /[\u02c6\u2217\u223c\u2795\ua78a\ufe61\ufe62\ufe6b\uff0a\uff0b\uff1d\uff20\uff3e\uff5e]/u,
  // Hyphens where an option would begin.
  /(?<=^|[\s'"=\p{Pd}\u2212])(?!-)[\p{Pd}\u2043\u2212\u2796](?=[^\s'"])/u,
  // Quotes that seem to end a word before an option.
  /[\u02b9\u02bc\u02c8\u2018-\u201f\u2032\u2033\uff02\uff07](?=\s+[\p{Pd}\u2212]\S)/u,
  // A Cyrillic or Greek letter in a Latin word.
  /(?<=\p{Script=Latin})[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}](?=\p{Script=Latin})/u,
);

/** So many that what follows them is out of sight. */
const ROW_OF_SPACES = / {12,}/g;

const NAMED: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\b': '\\b' };

export const hasInvisible = (text: string) => text.search(INVISIBLE) !== -1;

/** How a character is shown that cannot be shown as it is. */
export function spellOutCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return (
    NAMED[char] ??
    (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}

/** A text with every invisible character spelled out, for titles and other places that hold plain text only. */
export const spellOutInvisible = (text: string) => text.replace(INVISIBLE, spellOutCharacter);

/** The same for text upon which somebody decides, a command above all: what only looks like something else is spelled out too. */
export const spellOutMisleading = (text: string) =>
  spellOutInvisible(text)
    // Where a font has no picture for two emoji together, nothing tells that they are joined.
    .replaceAll('\u200d', spellOutCharacter)
    .replace(LOOK_ALIKES, spellOutCharacter)
    .replace(ROW_OF_SPACES, spaces => `\\x20{${spaces.length}}`);

/** Cuts a text into what can be shown as it is and single invisible characters. */
export function splitInvisible(text: string): readonly { readonly text: string; readonly invisible: boolean }[] {
  const parts: { text: string; invisible: boolean }[] = [];
  let at = 0;
  for (const { 0: char, index } of text.matchAll(INVISIBLE)) {
    if (index > at) parts.push({ text: text.slice(at, index), invisible: false });
    parts.push({ text: char, invisible: true });
    at = index + char.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), invisible: false });
  return parts;
}
