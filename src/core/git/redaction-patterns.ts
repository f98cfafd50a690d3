/** A person's pattern that cannot be used, and why. */
export interface RejectedPattern {
  readonly pattern: string;
  readonly reason: string;
}

export interface CompiledPatterns {
  readonly plain: readonly string[];
  readonly regexes: readonly RegExp[];
  readonly rejected: readonly RejectedPattern[];
}

/** Reads a person's own redaction patterns: plain text, or `/regex/flags`, which is matched line by line. */
export function compilePatterns(patterns: readonly string[]): CompiledPatterns {
  const plain: string[] = [];
  const regexes: RegExp[] = [];
  const rejected: RejectedPattern[] = [];
  for (const pattern of patterns) {
    const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(pattern) ?? [];
    const regex = source === undefined ? undefined : compile(source, flags ?? '');
    if (regex instanceof RegExp) regexes.push(regex);
    else if (regex !== undefined) rejected.push({ pattern, reason: regex.reason });
    else if (pattern.length < 2) rejected.push({ pattern, reason: 'A plain pattern needs at least two characters.' });
    else plain.push(pattern);
  }
  return { plain, regexes, rejected };
}

function compile(source: string, flags: string): RegExp | { reason: string } {
  try {
    const regex = new RegExp(source, `${flags.replace(/[gy]/g, '')}g`);
    return ''.search(regex) === -1 ? regex : { reason: 'The pattern matches empty text.' };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
