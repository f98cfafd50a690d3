/**
 * Characters that show nothing, or show something else than what is there: controls, and what turns the direction of
 * writing, joins and parts words without a trace, or fills the place of a letter. Tab alone is what it seems.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
const INVISIBLE_ALL = new RegExp(INVISIBLE.source, 'gu');

const NAMED: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\b': '\\b' };

export const hasInvisible = (text: string) => INVISIBLE.test(text);

/** How an invisible character is shown. */
export function spellOutCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return (
    NAMED[char] ??
    (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}

/** A text with every invisible character spelled out, for titles and other places that hold plain text only. */
export const spellOutInvisible = (text: string) => text.replace(INVISIBLE_ALL, spellOutCharacter);

/** Cuts a text into what can be shown as it is and single invisible characters. */
export function splitInvisible(text: string): readonly { readonly text: string; readonly invisible: boolean }[] {
  const parts: { text: string; invisible: boolean }[] = [];
  let at = 0;
  for (const { 0: char, index } of text.matchAll(INVISIBLE_ALL)) {
    if (index > at) parts.push({ text: text.slice(at, index), invisible: false });
    parts.push({ text: char, invisible: true });
    at = index + char.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), invisible: false });
  return parts;
}
