import { plural } from '../../shared/plural.ts';
import type { Whose } from '../../shared/whose-sides.ts';
import { quote } from '../command/quote.ts';
import type { GitReader } from '../git/reader.ts';
import type { PlannedFile } from '../writes/write-files.ts';
import { checkedOut, withBytes } from './checked-out.ts';
import type { Conflict, ConflictedFile, Take } from './conflict.ts';
import { isBinary } from './list.ts';
import { type Bytes, type Hunk, linesOf, markerLinesIn, parseMarkers, type Versions } from './markers.ts';
import { isLink, isRegular, isSubmodule, SIDES, type Stages } from './stages.ts';

/** What is to stand in the place of a conflict. */
export type Resolution = { readonly id: string } & ({ readonly take: Take } | { readonly content: string });

/** Why a conflict cannot be resolved like that, in words of ours. */
export interface Objection {
  readonly code: 'no-such-side' | 'markers-left' | 'hidden-text' | 'not-here' | 'whole-and-part';
  readonly message: string;
  /** What to do instead; there where it is not the same for all of its code. */
  readonly hint?: string | undefined;
  /** What others had a hand in: the name of the file, and commands with it. */
  readonly about: string;
}

/** A file as it is when some of its conflicts are resolved, and what is to be told of it. */
export interface ResolvedFile extends PlannedFile {
  readonly sentences: readonly string[];
  /** Lines that go and come, for who has no editor to show them. */
  readonly edits: readonly Edit[];
}

export interface Edit {
  /** From 1, in the file as it is. */
  readonly line: number;
  readonly goes: Bytes;
  readonly comes: Bytes;
}

export interface ResolveContext {
  readonly git: GitReader;
  readonly workTree: string;
  readonly whose: Whose;
  /** True for text of which a part is kept from whoever reads it. */
  readonly hides: (text: string) => boolean;
}

export type Chosen = readonly [Conflict, Resolution];

type Result = ResolvedFile | { readonly objection: Objection };

/** Works out what a file becomes; nothing is written. */
export async function resolveFile(
  context: ResolveContext,
  file: ConflictedFile,
  chosen: readonly Chosen[],
): Promise<Result> {
  const [first] = chosen;
  const [, forWhole] = chosen.find(([{ hunk }]) => hunk === undefined) ?? [];
  if (first === undefined) throw new Error('Nothing was chosen for the file.');
  if (forWhole === undefined) return resolveHunks(context, file, chosen);
  if (chosen.length > 1)
    return no(
      'whole-and-part',
      file.path,
      'A file is to be resolved as a whole and in parts.',
      'Choose one of the two.',
    );
  return resolveWhole(context, file, forWhole);
}

function resolveHunks(
  context: ResolveContext,
  { path, attributes, versions, now }: ConflictedFile,
  chosen: readonly Chosen[],
): Result {
  if (now === null) throw new Error(`'${path}' has hunks and is not there.`);
  const text = now.bytes.toString('latin1');
  const edits: Edit[] = [];
  const sentences: string[] = [];
  const inOrder = chosen.toSorted(([one], [other]) => (one.hunk?.start ?? 0) - (other.hunk?.start ?? 0));
  let made = '';
  let from = 0;
  for (const [{ hunk, takes }, resolution] of inOrder) {
    if (hunk === undefined) throw new Error('A whole file among hunks.');
    const where = `${path}, lines ${hunk.firstLine}–${hunk.lastLine}`;
    if ('take' in resolution && !takes.includes(resolution.take)) return noSide(where, resolution.take, takes);
    const wrong =
      'content' in resolution && objectionTo(resolution.content, attributes.markerSize, versions, hunk, context);
    if (wrong) return { objection: { ...wrong, about: where } };
    const isLast = hunk.end === text.length;
    const comes =
      'take' in resolution ? taken(hunk, resolution.take, isLast, versions) : asLines(resolution.content, hunk.newline);
    edits.push({ line: hunk.firstLine, goes: hunk.text, comes });
    sentences.push(`${where}: ${whatComes(resolution, comes, context.whose)}.`);
    made += text.slice(from, hunk.start) + comes;
    from = hunk.end;
  }
  made += text.slice(from);
  return { path, was: now.saved, becomes: withBytes(now, Buffer.from(made, 'latin1')), sentences, edits };
}

async function resolveWhole(context: ResolveContext, file: ConflictedFile, resolution: Resolution): Promise<Result> {
  const { path, stages, now, whole, attributes, versions } = file;
  const { git, workTree, whose } = context;
  if (SIDES.some(side => stages[side] && isSubmodule(stages[side]))) return noSubmodule(path, stages);
  if (now?.saved.mode === 'folder')
    return no('not-here', path, 'There is a folder in the place of the file.', 'Ask the person to move it away.');
  const was = now?.saved ?? null;
  const goes = now === null || now.saved.mode === 'link' ? '' : now.bytes.toString('latin1');
  if ('content' in resolution) {
    const model = await modelOf(context, file);
    if (model === undefined || attributes.encoding !== undefined || attributes.filtered)
      return no('no-such-side', path, 'The content of this file cannot be given as text.', 'Take one of its sides.');
    const wrong = objectionTo(resolution.content, attributes.markerSize, versions, undefined, context);
    if (wrong) return { objection: { ...wrong, about: path } };
    const comes = asLines(resolution.content, model.bytes.includes('\r\n') ? '\r\n' : '\n');
    const sentence = `${path}, the whole file: ${whatComes(resolution, comes, whose)}.`;
    const becomes = withBytes(model, Buffer.from(comes, 'latin1'));
    return { path, was, becomes, sentences: [sentence], edits: [{ line: 1, goes, comes }] };
  }
  const { take } = resolution;
  if (take === 'both' || !whole.takes.includes(take)) return noSide(path, take, whole.takes);
  const stage = stages[take];
  if (stage === undefined) {
    const sentence = `${path}: remove it, as ${sideName(take, whose)} has no such file.`;
    return { path, was, becomes: null, sentences: [sentence], edits: [{ line: 1, goes, comes: '' }] };
  }
  if (attributes.filtered && isRegular(stage))
    return no(
      'not-here',
      take === 'base' ? path : quote('git', ['checkout', `--${take}`, '--', path]),
      'A filter writes this file, which only git starts.',
      take === 'base' ? 'Take ours or theirs.' : 'Run the command below instead.',
    );
  const becomes = await checkedOut(git, workTree, file, stage);
  if (becomes === undefined) return no('not-here', path, 'Git does not have that version here.', 'Fetch it first.');
  const comes = isLink(stage) ? '' : becomes.bytes.toString('latin1');
  if (leavesMarkers(comes, file))
    return no(
      'markers-left',
      path,
      'That version has conflict markers in it, for the file was renamed on both sides.',
      'Give its content instead.',
    );
  const sentences = [
    `${path}, the whole file: take ${sideName(take, whose)}${isLink(stage) ? ', a symbolic link' : ''}.`,
    ...(file.hunks.length > 0 ? [`${path}: what the other side changed elsewhere in it goes as well.`] : []),
  ];
  return { path, was, becomes, sentences, edits: [{ line: 1, goes, comes }] };
}

/** The file whose mode and line ends a new content gets; undefined where no side is text. */
async function modelOf(context: ResolveContext, file: ConflictedFile) {
  const { stages, now } = file;
  const stage = [stages.ours, stages.theirs, stages.base].find(each => each !== undefined && isRegular(each));
  if (stage === undefined) return undefined;
  const there =
    now !== null && now.saved.mode !== 'link' ? now : await checkedOut(context.git, context.workTree, file, stage);
  return there === undefined || isBinary(there.bytes.toString('latin1')) ? undefined : there;
}

/** A name that git has on one side alone can hold, as content, the markers of a merge of the names before it; they are one longer. */
function leavesMarkers(text: Bytes, { stages, attributes }: ConflictedFile): boolean {
  if (SIDES.filter(side => stages[side] !== undefined).length > 1) return false;
  const parsed = parseMarkers(text, attributes.markerSize + 1, {});
  return parsed.ok && parsed.hunks.length > 0;
}

/** The lines of a hunk that are taken. Git ends the last line of a file before a marker; it does not stay ended. */
function taken({ ours, theirs, base = '' }: Hunk, take: Take, isLast: boolean, versions: Versions): Bytes {
  const text = { ours, theirs, base, both: ours + theirs }[take];
  const version = versions[take === 'both' ? 'theirs' : take];
  if (!isLast || version === undefined || version === '' || version.endsWith('\n')) return text;
  const last = linesOf(text)
    .at(-1)
    ?.replace(/\r?\n$/, '');
  return last === linesOf(version).at(-1) ? text.replace(/\r?\n$/, '') : text;
}

/** A text as whole lines, ended as those around it. */
function asLines(content: string, newline: Hunk['newline']): Bytes {
  const text = content.replaceAll(/\r?\n/g, '\n');
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return Buffer.from(ended.replaceAll('\n', newline)).toString('latin1');
}

/** Left-over markers, unless the versions have such lines themselves; and what a reader was not shown they cannot have written back. */
function objectionTo(
  content: string,
  size: number,
  versions: Versions,
  hunk: Hunk | undefined,
  { hides }: ResolveContext,
): Omit<Objection, 'about'> | undefined {
  const bytes = Buffer.from(content).toString('latin1');
  const own = new Set(SIDES.flatMap(side => markerLinesIn(versions[side] ?? '', size)));
  const left = markerLinesIn(bytes, size).find(line => !own.has(line));
  if (left !== undefined)
    return {
      code: 'markers-left',
      message: 'The content has a conflict marker left in it.',
    };
  const shown = hunk === undefined ? Object.values(versions) : [hunk.ours, hunk.theirs, hunk.base ?? ''];
  if (content.includes(HIDDEN) && shown.some(text => hides(utf8(text ?? ''))))
    return {
      code: 'hidden-text',
      message: `The content has ${HIDDEN} where a secret was hidden from you, and would destroy it.`,
      hint: 'Take a side instead, or leave it to the person.',
    };
  return undefined;
}

/** How the redactor writes what it hides. */
const HIDDEN = '***';

const utf8 = (bytes: Bytes): string => Buffer.from(bytes, 'latin1').toString();

const no = (
  code: Objection['code'],
  about: string,
  message: string,
  hint?: string,
): { readonly objection: Objection } => ({ objection: { code, message, hint, about } });

const noSide = (where: string, take: Take, takes: readonly Take[]) =>
  no('no-such-side', where, `'${take}' cannot be taken of this.`, `It has ${takes.join(', ')}.`);

/** A submodule is no file: its commit is checked out by git. */
function noSubmodule(path: string, { ours, theirs }: Stages) {
  const choices = Object.entries({ ours, theirs }).flatMap(([side, stage]) =>
    stage !== undefined && isSubmodule(stage) ? [`${side}: ${quote('git', ['-C', path, 'checkout', stage.oid])}`] : [],
  );
  return no(
    'not-here',
    [...choices, quote('git', ['add', '--', path])].join('\n'),
    'A submodule is no file to write.',
    'Run the command of one side below, then the last.',
  );
}

const sideName = (take: Take, whose: Whose): string => {
  if (take === 'base') return 'base, as it was before both';
  return take === 'both' ? `ours, then theirs: ${whose.ours}, then ${whose.theirs}` : `${take}: ${whose[take]}`;
};

function whatComes(resolution: Resolution, comes: Bytes, whose: Whose): string {
  if ('take' in resolution) return `take ${sideName(resolution.take, whose)}`;
  return comes === '' ? 'take nothing' : `take ${plural(linesOf(comes).length, 'new line')}`;
}
