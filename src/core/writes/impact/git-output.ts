import { partsOf } from '../../../shared/parts-of.ts';

/** The fields of what git prints with `-z`. */
export const fields = (text: string): string[] => text.split('\0').filter(Boolean);

export const lines = (text: string): string[] => text.split('\n').filter(Boolean);

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Has git print names of other alphabets as they are. */
export const UNQUOTED = { config: [['core.quotePath', 'false']] } as const;

/** A path as git quotes it for a person where it has no `-z`: in double quotes, like a string of C. */
export function unquoted(text: string): string {
  if (!/^".*"$/.test(text)) return text;
  return text
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    );
}

/** A command line has room for this many names at a time. */
const NAMES_A_LINE = 500;

export const inParts = <T>(items: readonly T[]): T[][] => partsOf(items, NAMES_A_LINE);
