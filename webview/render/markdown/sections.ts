/** A part of what gh views: the fields it prints first, and the text under them. */
export interface Section {
  readonly fields: readonly string[];
  readonly body: string;
}

const FIELD = /^[a-z][a-z -]*:\t/;
const END = '--';

/** Parts an output of `gh … view` at its `--` lines; with comments each of them is a section of its own. */
export function sectionsOf(lines: readonly string[]): readonly Section[] {
  const sections: Section[] = [];
  let at = 0;
  while (at < lines.length) {
    const start = at;
    while (FIELD.test(lines[at] ?? '')) at += 1;
    const isHead = at > start && (lines[at] === END || at === lines.length);
    if (!isHead) at = start;
    const fields = lines.slice(start, at);
    if (isHead) at += 1;
    const body = at;
    // The first line is body whatever it is, or nothing would move on.
    at = Math.max(at, Math.min(body + (isHead ? 0 : 1), lines.length));
    while (at < lines.length && !(lines[at] === END && startsSection(lines, at + 1))) at += 1;
    sections.push({ fields, body: lines.slice(body, at).join('\n') });
    at += 1;
  }
  return sections;
}

/** A rule in the text is no end: fields and a rule of their own have to follow, or nothing. */
function startsSection(lines: readonly string[], at: number): boolean {
  let end = at;
  while (FIELD.test(lines[end] ?? '')) end += 1;
  return at >= lines.length || (end > at && lines[end] === END);
}
