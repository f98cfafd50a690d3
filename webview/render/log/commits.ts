/** A commit as one of git's own formats of several lines prints it. */
export interface LogCommit {
  readonly id: string;
  readonly refs: readonly string[];
  readonly author: string;
  readonly date: string;
  readonly subject: string;
  /** The line after those that are told here: where the rest of the message begins. */
  readonly end: number;
}

const COMMIT = /^commit (?:[-<>=+^] ?)?([0-9a-f]{4,64})((?: [0-9a-f]{40,64})*)(?: \((.*)\))?(?:\t.*)?$/;
const HEADER = /^(?:([A-Z][A-Za-z-]*(?: message)?):\s*|(tree|parent|author|committer|encoding) )(.*)$/;
const FULL = 40;

/** Reads the commit whose first line stands at `at`; null when there is none. */
export function commitAt(lines: readonly string[], at: number): LogCommit | null {
  const first = lines[at] ?? '';
  if (!first.startsWith('commit ')) return null;
  const [, id, , refs] = COMMIT.exec(first) ?? [];
  if (id === undefined) return null;
  const fields = new Map<string, string>();
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const [, name, rawName, value] = HEADER.exec(lines[end] ?? '') ?? [];
    const key = name ?? rawName;
    if (key === undefined || value === undefined) break;
    if (!fields.has(key)) fields.set(key, value);
  }
  // A file can be called like this line, and be listed after another.
  if (fields.size === 0 && id.length < FULL) return null;
  const subject = /^ {4}(.*\S.*)$/.exec(lines[end + 1] ?? '')?.[1];
  const hasSubject = lines[end]?.trim() === '' && subject !== undefined;
  return {
    id,
    refs: refsIn(refs),
    author: nameOnly(fields.get('Author') ?? fields.get('author') ?? ''),
    date: fields.get('Date') ?? fields.get('AuthorDate') ?? '',
    subject: hasSubject ? subject : '',
    end: hasSubject ? end + 2 : end,
  };
}

/** The names in `HEAD -> main, tag: v1`. */
export const refsIn = (text: string | undefined) =>
  text === undefined || text === '' ? [] : text.split(', ').filter(ref => ref !== '');

const nameOnly = (author: string) => author.replace(/<[^<>]*>.*$/, '').trimEnd();
