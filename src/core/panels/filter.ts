import { runInNewContext } from 'node:vm';

export type Filtered =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly reason: 'invalid' | 'too-slow'; readonly message: string };

const TIME_LIMIT_MS = 250;

/** The lines that hold a text, in any case, or match a pattern written as /regex/ or /regex/i. */
export function filterLines(lines: readonly string[], filter: string): Filtered {
  const [, source, flags] = /^\/(.+)\/([iu]*)$/.exec(filter) ?? [];
  if (source === undefined) {
    const wanted = filter.toLowerCase();
    return { ok: true, lines: lines.filter(line => line.toLowerCase().includes(wanted)) };
  }
  try {
    return { ok: true, lines: matching(lines, new RegExp(source, flags)) };
  } catch (error) {
    if (error instanceof SyntaxError) return failed('invalid', error.message);
    return failed('too-slow', 'This pattern takes too long on this output.');
  }
}

/** A pattern can take longer than the world lasts; only a context of its own can be stopped. */
function matching(lines: readonly string[], pattern: RegExp): readonly string[] {
  const code = 'lines.filter(line => pattern.test(line))';
  return [...(runInNewContext(code, { lines, pattern }, { timeout: TIME_LIMIT_MS }) as Iterable<string>)];
}

function failed(reason: 'invalid' | 'too-slow', why: string): Filtered {
  return { ok: false, reason, message: `${why} Use plain text, or a simpler /regex/.` };
}
