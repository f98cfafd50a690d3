import type { GitReader } from '../git/reader.ts';
import { readBlobs } from '../writes/journal/storage/store.ts';
import type { Conflict, ConflictedFile, Conflicts } from './conflict.ts';
import { isBinary } from './list.ts';
import { isLink, isSubmodule, type Side, type Stage } from './stages.ts';

/** One version of a conflict, for reading. */
export interface ReadSide {
  readonly side: Side;
  /** Whose it is: `yours (main)`. */
  readonly whose: string;
  /** Its lines; null where they are no text, or where there are none of its own. */
  readonly text: string | null;
  /** What there is to know besides; '' for nothing. */
  readonly note: string;
}

/** Reads the sides of a conflict that are asked for; `both` are ours and theirs. */
export async function readConflict(
  git: GitReader,
  workTree: string,
  { whose }: Conflicts,
  { conflict, file }: { readonly conflict: Conflict; readonly file: ConflictedFile },
  wanted: Side | 'both',
): Promise<readonly ReadSide[]> {
  const sides = wanted === 'both' ? (['ours', 'theirs'] as const) : [wanted];
  const owner = (side: Side) => (side === 'base' ? 'as it was before both' : whose[side]);
  return Promise.all(
    sides.map(async side => {
      const { hunk } = conflict;
      const text = hunk?.[side];
      if (text !== undefined) return { side, whose: owner(side), text: utf8(text), note: '' };
      const note = hunk === undefined ? '' : 'The markers in the file do not show the base; this is the whole file.';
      return { side, whose: owner(side), ...(await readVersion(git, workTree, file.stages[side], note)) };
    }),
  );
}

async function readVersion(
  git: GitReader,
  workTree: string,
  stage: Stage | undefined,
  note: string,
): Promise<Pick<ReadSide, 'text' | 'note'>> {
  if (stage === undefined) return { text: null, note: 'There is no such file on this side.' };
  if (isSubmodule(stage)) return { text: null, note: `A submodule at commit ${stage.oid}.` };
  const [bytes] = await readBlobs(git, workTree, [stage.oid]);
  if (bytes === undefined) return { text: null, note: 'Git does not have this version here.' };
  if (isBinary(bytes.toString('latin1'))) return { text: null, note: `Binary, ${bytes.length} bytes.` };
  const kind = isLink(stage) ? 'A symbolic link to this:' : note;
  return {
    text: bytes.toString(),
    note: stage.mode === '100755' ? [kind, 'Executable.'].filter(Boolean).join(' ') : kind,
  };
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();
