import type { GitReader } from '../git/reader.ts';
import { encodeName } from '../writes/journal/storage/byte-names.ts';
import { blobOid } from '../writes/journal/storage/disk.ts';
import type { SavedFile } from '../writes/journal/storage/entry.ts';
import { hashOfId } from '../writes/journal/storage/hash-name.ts';
import { readBlobs } from '../writes/journal/storage/store.ts';
import type { FileToWrite } from '../writes/journal/undo/restore-files.ts';
import type { ConflictedFile } from './conflict.ts';
import { isLink, type Stage } from './stages.ts';

type Content = Omit<FileToWrite, 'path'>;

const NEWLINE = 10;

/** A version of a file as git would check it out: line ends and encoding as the attributes want them. Undefined when git does not have it. */
export async function checkedOut(
  git: GitReader,
  workTree: string,
  { path, now }: Pick<ConflictedFile, 'path' | 'now'>,
  stage: Stage,
): Promise<Content | undefined> {
  const [kept] = await readBlobs(git, workTree, [stage.oid]);
  if (kept === undefined) return undefined;
  const hash = hashOfId(stage.oid);
  if (isLink(stage)) return { saved: { mode: 'link', oid: blobOid(kept, hash) }, bytes: kept };
  const bytes = kept.length === 0 ? kept : await converted(git, workTree, path, stage.oid);
  const mode = stage.mode === '100755' ? 'executable' : 'file';
  return { saved: { mode, oid: blobOid(bytes, hash), ...permissionsFor(mode, now) }, bytes };
}

async function converted(git: GitReader, workTree: string, path: string, oid: string): Promise<Buffer> {
  // A name may be no UTF-8, which no argument can hold, or have a line end, which no line of the input can.
  if (path.includes('\n')) return git.readBytes(['cat-file', '--filters', `--path=${path}`, oid], workTree);
  const input = Buffer.concat([Buffer.from(`${oid} `), encodeName(path), Buffer.of(NEWLINE)]);
  const bytes = await git.readBytes(['cat-file', '--batch', '--filters'], workTree, { input });
  // After a line that says what it is, and before one that ends it; the size in it is of what was kept.
  return bytes.subarray(bytes.indexOf(NEWLINE) + 1, -1);
}

/** Those of the file that is there, as far as it may be run; else what the person's umask says. */
function permissionsFor(mode: 'file' | 'executable', now: Content | null): Pick<SavedFile, 'permissions'> {
  const there = now?.saved.permissions;
  if (there === undefined || now?.saved.mode === 'folder') return {};
  // Whoever may read it may run it, as git has it.
  return { permissions: mode === 'executable' ? there | ((there & 0o444) >> 2) : there & ~0o111 };
}

/** The same file with other bytes. */
export const withBytes = ({ saved }: Content, bytes: Buffer): Content => ({
  saved: { ...saved, oid: blobOid(bytes, hashOfId(saved.oid)) },
  bytes,
});
