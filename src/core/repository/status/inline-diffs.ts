import { quote } from '../../command/quote.ts';
import type { GitReader } from '../../git/reader.ts';
import type { ChangeAction } from './change-commands.ts';
import { fileDiff, type HunkSide, halfDiff, halfDiffBytes, hunkSides } from './file-diff.ts';
import { hunkPatch } from './hunks.ts';
import type { ChangedFile } from './parse-status.ts';

/** A file's diff for the view, in one part or, where it is staged and changed again, in two. */
export interface InlineDiff {
  /** Tells this answer from the one before it. */
  readonly id: number;
  /** None when it could not be had; `notice` then says why. */
  readonly parts: readonly DiffPart[];
  readonly notice: string | null;
}

export interface DiffPart {
  readonly text: string;
  /** Null where nothing can be done by the hunk. */
  readonly side: HunkSide | null;
}

/** A hunk of a diff that was shown. */
export interface HunkRequest {
  readonly action: ChangeAction;
  /** The id of the diff. */
  readonly diff: number;
  readonly side: HunkSide;
  /** Its place in the part, from 0. */
  readonly hunk: number;
}

/** Where a file is, and what it is compared with. */
interface FilePlace {
  readonly git: GitReader;
  readonly workTree: string;
  readonly commit: string;
  readonly isHead: boolean;
  readonly file: ChangedFile;
}

/** The diffs that the view shows, as git printed them: a hunk of one is looked up here. */
export interface InlineDiffs {
  of(place: FilePlace): Promise<InlineDiff>;
  /** The patch of a hunk; undefined when the file is no longer as it was shown. */
  patch(place: FilePlace, request: HunkRequest): Promise<Buffer | undefined>;
}

/** Which half each action is for. */
const SIDES: Readonly<Record<ChangeAction, HunkSide>> = { stage: 'unstaged', unstage: 'staged', discard: 'unstaged' };

/** As many as a person has open at once. */
const MOST_KEPT = 100;

export function createInlineDiffs(): InlineDiffs {
  const shown = new Map<string, { readonly id: number; readonly halves: ReadonlyMap<HunkSide, string> }>();
  let last = 0;
  return {
    async of(place) {
      const { git, workTree, commit, isHead, file } = place;
      const id = ++last;
      shown.delete(file.path);
      const sides = isHead ? hunkSides(file) : [];
      if (sides.length === 0) {
        const { text, notice } = await fileDiff(git, workTree, place, file);
        return { id, parts: text === null ? [] : [{ text, side: null }], notice };
      }
      const halves = await Promise.all(sides.map(side => halfDiff(git, workTree, commit, file, side)));
      shown.set(file.path, { id, halves: new Map(sides.map((side, at) => [side, halves[at]?.whole ?? ''])) });
      for (const path of [...shown.keys()].slice(0, -MOST_KEPT)) shown.delete(path);
      const parts = halves.map(({ text }, at) => ({ text: text ?? '', side: sides[at] ?? null }));
      const notice = halves.find(half => half.notice !== null)?.notice ?? null;
      return { id, parts: parts.filter(({ text }) => text !== ''), notice };
    },
    async patch({ git, workTree, commit, file }, { action, diff, side, hunk }) {
      const known = shown.get(file.path);
      const whole = known?.id === diff ? known.halves.get(side) : undefined;
      if (whole === undefined || SIDES[action] !== side) return undefined;
      const bytes = await halfDiffBytes(git, workTree, commit, file, side);
      return bytes.toString('utf8') === whole ? hunkPatch(bytes, hunk) : undefined;
    },
  };
}

const WORDS: Readonly<Record<ChangeAction, readonly string[]>> = {
  stage: ['--cached'],
  unstage: ['--cached', '-R'],
  discard: ['-R'],
};

/** The command that applies a hunk's patch. A setting may have git mend blanks, which would change other lines. */
export const hunkCommand = (action: ChangeAction, patch: string): string =>
  quote('git', ['apply', ...WORDS[action], '--whitespace=nowarn', '--', patch]);

/** A file's name for that of its patch, so that the command says what it is about. */
export const patchName = (path: string, hunk: number): string =>
  `${path.slice(path.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_')}.hunk-${hunk + 1}.patch`;
