/** A part of what gh views: the fields it prints first, and the text under them. */
export interface Section {
  readonly fields: readonly string[];
  readonly body: string;
}

const FIELD = /^[a-z][a-z -]*:\t/;
const END = '--';

/** An output of `gh … view`: only what stands first are gh's fields, for a text under them may hold anything. */
export function viewIn(lines: readonly string[]): Section {
  const end = lines.findIndex(line => !FIELD.test(line));
  const fields = lines.slice(0, end === -1 ? lines.length : end);
  if (fields.length === 0 || (end !== -1 && lines[end] !== END)) return { fields: [], body: lines.join('\n') };
  return { fields, body: end === -1 ? '' : lines.slice(end + 1).join('\n') };
}

/** The fields of a comment, in gh's order. */
const COMMENT = [/^author:\t/, /^association:\t/, /^edited:\t/, /^status:\t/];

/**
 * The comments in an output of `gh … view --comments`, each with a head of its own. gh escapes nothing: a comment whose text has
 * such a head looks as if it were two, here as in a terminal.
 */
export function commentsIn(lines: readonly string[]): readonly Section[] {
  const sections: Section[] = [];
  let at = 0;
  while (at < lines.length) {
    const hasHead = isHead(lines, at);
    const body = hasHead ? at + COMMENT.length + 1 : at;
    let end = body;
    while (end < lines.length && !(lines[end] === END && (end === lines.length - 1 || isHead(lines, end + 1))))
      end += 1;
    sections.push({ fields: hasHead ? lines.slice(at, body - 1) : [], body: lines.slice(body, end).join('\n') });
    at = end + 1;
  }
  return sections;
}

const isHead = (lines: readonly string[], at: number) =>
  COMMENT.every((field, i) => field.test(lines[at + i] ?? '')) && lines[at + COMMENT.length] === END;
