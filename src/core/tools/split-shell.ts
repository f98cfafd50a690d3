/** A part of a shell line, and the operator in front of it; '' for the first. */
export interface ShellPart {
  readonly operator: '' | '|' | '||' | '&' | '&&' | ';' | '\n' | '>' | '>>' | '<';
  readonly text: string;
}

/** Of standard errors, which every answer has anyway. */
const NOISE = /(?:\d?>&\d|&>>?\s*\/dev\/null|\d?>>?\s*\/dev\/null)(?=$|[\s|;&])/y;
const OPERATORS = ['||', '&&', '>>', '|', '&', ';', '\n', '>', '<'] as const;
const WORD = /(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/gs;

/** Takes a line apart at the operators that a shell would see, so that what was meant can be said; it is never run. */
export function splitShell(line: string): readonly ShellPart[] {
  const parts: ShellPart[] = [];
  let operator: ShellPart['operator'] = '';
  let text = '';
  let from = 0;
  const end = (at: number) => {
    const whole = `${text}${line.slice(from, at)}`.trim();
    if (whole !== '' || operator === '') parts.push({ operator, text: whole });
    text = '';
  };
  for (let at = 0; at < line.length; ) {
    NOISE.lastIndex = at;
    const noise = NOISE.exec(line)?.[0];
    if (noise !== undefined) {
      text += line.slice(from, at);
      at += noise.length;
      from = at;
      continue;
    }
    const found = OPERATORS.find(each => line.startsWith(each, at));
    if (found === undefined) {
      at = afterPiece(line, at);
      continue;
    }
    end(at);
    at += found.length;
    operator = found;
    from = at;
  }
  end(line.length);
  return parts;
}

/** The words of a part as they are written, quotes and all. */
export const shellWords = (text: string): readonly string[] => text.match(WORD) ?? [];

/** A word without its quotes. */
export const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single, double, escaped) => single ?? double ?? escaped);

/** Past a character, or all of what is quoted there. */
function afterPiece(line: string, at: number): number {
  const char = line.charAt(at);
  if (char === '\\') return at + 2;
  if (char !== "'" && char !== '"') return at + 1;
  for (let next = at + 1; next < line.length; next += 1) {
    if (char === '"' && line.charAt(next) === '\\') next += 1;
    else if (line.charAt(next) === char) return next + 1;
  }
  return line.length;
}
