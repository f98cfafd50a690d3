/** The value of a JSON text; undefined when it is none. */
export function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Whatever is wrong with it, it is shown as text.
    return undefined;
  }
}

/** Hands each token of a JSON text that is known to be right to `take`, until it says that it has enough. */
export function eachJsonToken(text: string, take: (token: string) => boolean): void {
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (BLANK.has(char)) {
      at += 1;
      continue;
    }
    const end = char === '"' ? endOfString(text, at) : MARKS.has(char) ? at + 1 : endOfWord(text, at);
    if (!take(text.slice(at, end))) return;
    at = end;
  }
}

const BLANK = new Set(' \t\n\r');
const MARKS = new Set('{}[],:');

function endOfWord(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && !BLANK.has(text.charAt(end)) && !MARKS.has(text.charAt(end))) end += 1;
  return end;
}

function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end !== -1 && backslashesBefore(text, end) % 2 === 1) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text.charAt(at - 1 - count) === '\\') count += 1;
  return count;
}
