/**
 * Characters that show nothing, or show something else than what is there: controls, and what turns the direction of
 * writing, joins and parts words unseen, or fills the place of a letter. Tab alone is what it seems.
 */
const UNSEEN =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
const UNSEEN_ALL = new RegExp(UNSEEN.source, 'gu');

const NAMED: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\b': '\\b' };

export const hasUnseen = (text: string) => UNSEEN.test(text);

/** How an unseen character is shown. */
export function spelled(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return (
    NAMED[char] ??
    (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}

/** A text with every unseen character spelled out, for titles and other places that hold plain text only. */
export const spelledOut = (text: string) => text.replace(UNSEEN_ALL, spelled);

/** Cuts a text into what can be shown as it is and single unseen characters. */
export function seenAndUnseen(text: string): readonly { readonly text: string; readonly unseen: boolean }[] {
  const parts: { text: string; unseen: boolean }[] = [];
  let at = 0;
  for (const { 0: char, index } of text.matchAll(UNSEEN_ALL)) {
    if (index > at) parts.push({ text: text.slice(at, index), unseen: false });
    parts.push({ text: char, unseen: true });
    at = index + char.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), unseen: false });
  return parts;
}
