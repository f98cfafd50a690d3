import { runInNewContext } from 'node:vm';

type Found<Result> =
  | ({ readonly ok: true } & Result)
  | { readonly ok: false; readonly reason: 'invalid' | 'too-slow'; readonly message: string };

export type Filtered = Found<{ readonly lines: readonly string[] }>;

const TIME_LIMIT_MS = 250;

/** The lines that hold a text, in any case, or match a pattern written as /regex/ or /regex/i. */
export function filterLines(lines: readonly string[], filter: string): Filtered {
  const found = findLines(lines, filter);
  return found.ok ? { ok: true, lines: found.at.map(at => lines[at] ?? '') } : found;
}

/** The same by their places in the list. */
export function findLines(lines: readonly string[], filter: string): Found<{ readonly at: readonly number[] }> {
  const [, source, flags] = /^\/(.+)\/([iu]*)$/.exec(filter) ?? [];
  if (source === undefined) {
    const wanted = filter.toLowerCase();
    return { ok: true, at: lines.flatMap((line, at) => (line.toLowerCase().includes(wanted) ? at : [])) };
  }
  try {
    return { ok: true, at: matching(lines, new RegExp(source, flags)) };
  } catch (error) {
    if (error instanceof SyntaxError) return failed('invalid', error.message);
    return failed('too-slow', 'This pattern takes too long on this output.');
  }
}

/** A pattern can take longer than the world lasts; only a context of its own can be stopped. */
function matching(lines: readonly string[], pattern: RegExp): readonly number[] {
  const code = 'lines.flatMap((line, at) => (pattern.test(line) ? at : []))';
  return [...(runInNewContext(code, { lines, pattern }, { timeout: TIME_LIMIT_MS }) as Iterable<number>)];
}

function failed(reason: 'invalid' | 'too-slow', why: string): Extract<Filtered, { ok: false }> {
  return { ok: false, reason, message: `${why} Use plain text, or a simpler /regex/.` };
}
