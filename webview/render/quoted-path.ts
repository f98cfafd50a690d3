const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

const LONGEST = 8192;

/** The path that git put in quotes because of what is in its name; any other text as it is. */
export function unquotedPath(text: string): string {
  if (text.length > LONGEST || !/^"(?:[^"\\]|\\.)*"$/.test(text)) return text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [, octal, letter, char] of text.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (letter !== undefined) bytes.push(ESCAPES[letter] ?? letter.charCodeAt(0));
    else bytes.push(...encoder.encode(char));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
