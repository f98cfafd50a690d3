import { FILE_NOTES, modeChangeNote, modeNote } from '../labels.ts';
import { unquotedPath } from '../quoted-path.ts';

export interface FileHeader {
  readonly path: string;
  /** The old path of a renamed or copied file. */
  readonly from: string | null;
  /** Labels for what else happened to it. */
  readonly notes: readonly string[];
}

const START = /^diff --(?:git|cc|combined) /;
const LINE =
  /^(?:index |mode |(?:old|new|deleted file|new file) mode |(?:similarity|dissimilarity) index |(?:rename|copy) (?:from|to) |--- |\+\+\+ |Binary files )/;

/** Whether a file's part of a patch begins here; without git's own line it does so by the names of both sides. */
export function isFileStart(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (START.test(line)) return true;
  return line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ') && (lines[at + 2] ?? '').startsWith('@@ ');
}

/** Reads what stands above the first hunk of a file, and where that ends. */
export function readFileHeader(
  lines: readonly string[],
  at: number,
): { readonly end: number; readonly header: FileHeader } {
  const first = lines[at] ?? '';
  let end = at + (START.test(first) ? 1 : 0);
  const fields = new Map<string, string>();
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    const [name] = LINE.exec(line) ?? [];
    // A second of the same is the next file's.
    if (name === undefined || (fields.has(name) && name !== 'index ')) break;
    fields.set(name, line.slice(name.length));
  }
  const [oldName, newName] = namesIn(first, fields);
  const path = newName === '/dev/null' ? oldName : newName;
  const moved = fields.has('rename from ') || fields.has('copy from ');
  return { end, header: { path, from: moved ? oldName : null, notes: notesOf(fields) } };
}

function namesIn(first: string, fields: ReadonlyMap<string, string>): readonly [string, string] {
  const from = fields.get('rename from ') ?? fields.get('copy from ');
  const to = fields.get('rename to ') ?? fields.get('copy to ');
  if (from !== undefined && to !== undefined) return [unquotedPath(from), unquotedPath(to)];
  const combined = /^diff --(?:cc|combined) (.*)$/.exec(first)?.[1];
  if (combined !== undefined) return [unquotedPath(combined), unquotedPath(combined)];
  const halves = halvesOf(first.replace(/^diff --git /, ''));
  // Both sides are called the same only where git was told to leave a/ and b/ away.
  const prefixed = halves === null || halves[0] !== halves[1];
  const bare = (name: string) => (prefixed && name !== '/dev/null' ? name.replace(/^[a-z0-9]\//, '') : name);
  const [oldHalf, newHalf] = halves ?? ['', ''];
  const nameOf = (field: string, half: string) => {
    const value = fields.get(field)?.replace(/\t.*$/, '');
    return bare(value === undefined ? half : unquotedPath(value));
  };
  return [nameOf('--- ', oldHalf), nameOf('+++ ', newHalf)];
}

/** The two names of `a/x b/x`, which are as long as each other unless the file moved. */
function halvesOf(text: string): readonly [string, string] | null {
  const [, quotedOld, quotedNew] =
    /^("(?:[^"\\]|\\.){0,4096}"|\S{1,4096}) ("(?:[^"\\]|\\.){0,4096}"|\S{1,4096})$/.exec(text) ?? [];
  if (quotedOld !== undefined && quotedNew !== undefined) return [unquotedPath(quotedOld), unquotedPath(quotedNew)];
  const middle = (text.length - 1) / 2;
  return text.charAt(middle) === ' ' ? [text.slice(0, middle), text.slice(middle + 1)] : null;
}

function notesOf(fields: ReadonlyMap<string, string>): readonly string[] {
  const notes: string[] = [];
  if (fields.has('new file mode ')) notes.push(FILE_NOTES.created);
  if (fields.has('deleted file mode ')) notes.push(FILE_NOTES.deleted);
  if (fields.has('copy from ')) notes.push(FILE_NOTES.copied);
  if (fields.has('rename from ')) notes.push(FILE_NOTES.renamed);
  const oldMode = fields.get('old mode ');
  const newMode = fields.get('new mode ');
  if (oldMode !== undefined && newMode !== undefined) notes.push(modeChangeNote(oldMode, newMode));
  const mode = fields.get('mode ');
  if (mode !== undefined) notes.push(modeNote(mode));
  if (fields.has('Binary files ')) notes.push(FILE_NOTES.binary);
  return notes;
}
