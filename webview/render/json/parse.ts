import { memo } from '../../ui/memo.ts';

/** The value of a JSON text; undefined when it is none. To know what to show a text as and to show it are two questions. */
export const parsedJson = memo((text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Whatever is wrong with it, it is shown as text.
    return undefined;
  }
});

/** The tokens of a JSON text that is known to be right. */
export function* jsonTokens(text: string): Generator<string, void> {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) {
      at += 1;
      continue;
    }
    const end = code === QUOTE ? endOfString(text, at) : isMark(code) ? at + 1 : endOfWord(text, at);
    yield text.slice(at, end);
    at = end;
  }
}

// Codes and not characters: a text of a megabyte has a million of them.
const QUOTE = 0x22;
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
/** One of `,:[]{}`. */
const isMark = (code: number) =>
  code === 0x2c || code === 0x3a || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;

function endOfWord(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && !isBlank(text.charCodeAt(end)) && !isMark(text.charCodeAt(end))) end += 1;
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
