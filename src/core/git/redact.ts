import { encodingsOf, longestOf } from './encoded-secrets.ts';
import { findSecrets, firstOpen, indexSecrets, KEY_ALONE, type Range, type SecretIndex } from './find-secrets.ts';
import { compilePatterns, type RejectedPattern } from './redaction-patterns.ts';
import { base64Spellings, LEAST_LENGTH, secretValues, spellings } from './secrets.ts';

export interface KnownSecrets {
  readonly tokens: readonly string[];
  /** Variables whose names speak of secrets have their values redacted. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A person's own: plain text or `/regex/flags`. */
  readonly patterns: readonly string[];
}

export interface RedactedStream {
  /** The text that can be shown by now; the unfinished last line waits for the next call. */
  push(text: string): string;
  end(): string;
}

export interface Redactor {
  redact(text: string): string;
  stream(): RedactedStream;
  readonly rejected: readonly RejectedPattern[];
}

const REPLACEMENT = '***';
const WINDOW = 64 * 1024;
const LONGEST_KEY = 340;

/** Knows every secret there is and takes it out of text, whole or in pieces cut anywhere. */
export function createRedactor({ tokens, environment, patterns }: KnownSecrets): Redactor {
  const { plain, regexes, rejected } = compilePatterns(patterns);
  const secrets = [...tokens, ...secretValues(environment)].filter(secret => secret.length > 1);
  const literals = [...new Set([...secrets.flatMap(spellings), ...plain])];
  const encodings = secrets
    .filter(({ length }) => length >= LEAST_LENGTH)
    .flatMap(secret => encodingsOf(secret, base64Spellings(secret)));
  const index = indexSecrets(literals, encodings, regexes);
  const reach = {
    window: literals.reduce((most, literal) => Math.max(most, literal.length), WINDOW),
    acrossLines: literals.reduce((most, text) => (text.includes('\n') ? Math.max(most, text.length) : most), 0),
    encoded: Math.min(
      WINDOW,
      encodings.reduce((most, encoding) => Math.max(most, longestOf(encoding)), 0),
    ),
  };
  const stream = () => redactedStream(index, reach);
  const redact = (text: string) => {
    const { push, end } = stream();
    return push(text) + end();
  };
  return { redact, stream, rejected };
}

interface Reach {
  /** A line longer than two windows is worked off a window at a time, seeing one window ahead. */
  readonly window: number;
  /** The longest secret that spans lines, 0 when there is none. */
  readonly acrossLines: number;
  /** The most text that an encoded secret takes. */
  readonly encoded: number;
}

function redactedStream(index: SecretIndex, reach: Reach): RedactedStream {
  let held = '';
  /** Secrets found before the held text that reach into it; a negative start has been shown as `***` already. */
  let reaching: Range[] = [];

  const take = (text: string, limit: number): string => {
    const shown = hide(text, limit, [...reaching, ...findSecrets(index, text, limit)]);
    reaching = shown.reaching;
    held = held.slice(limit);
    return shown.text;
  };

  // Where the held text is cut must not depend on how it arrived, else the same output could be redacted in two ways.
  const takeLongest = (): string => {
    const view = held.slice(0, 2 * reach.window);
    return take(view, endOfLines(view, index, reach) || wholeCharacters(view, reach.window));
  };

  return {
    push: text => {
      held += text;
      let shown = '';
      while (held.length > 2 * reach.window) shown += takeLongest();
      const limit = endOfLines(held, index, reach);
      return limit === 0 ? shown : shown + take(held, limit);
    },
    end: () => take(held, held.length),
  };
}

/** The end of the last line on which everything can be decided; 0 when there is none. */
function endOfLines(text: string, index: SecretIndex, { acrossLines, encoded }: Reach): number {
  if (text.length < acrossLines) return 0;
  const last = text.lastIndexOf('\n', text.length - Math.max(1, acrossLines)) + 1;
  if (last === 0) return 0;
  // What began on a finished line may go on over the next.
  const open = firstOpen(index, text, Math.max(0, text.length - encoded));
  const end = open === undefined || open >= last ? last : text.lastIndexOf('\n', open) + 1;
  // `git config -z` puts the value on the line after the name.
  const nameOnly = KEY_ALONE.test(text.slice(Math.max(0, end - LONGEST_KEY), end));
  return nameOnly ? text.lastIndexOf('\n', end - 2) + 1 : end;
}

function wholeCharacters(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}

function hide(text: string, limit: number, ranges: readonly Range[]): { text: string; reaching: Range[] } {
  if (ranges.length === 0) return { text: text.slice(0, limit), reaching: [] };
  const reaching = ranges
    .filter(range => range.end > limit)
    .map(({ start, end }) => ({ start: start - limit, end: end - limit }));
  let shown = '';
  let from = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start >= limit) break;
    // Overlapping secrets are one: taking out only the first would leave the end of the second.
    if (start >= from) shown += text.slice(from, start) + REPLACEMENT;
    from = Math.max(from, end);
  }
  return { text: shown + text.slice(from, limit), reaching };
}
