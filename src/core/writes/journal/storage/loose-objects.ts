import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deflate as deflateWithCallback } from 'node:zlib';
import { errorCode, ifMissing, isMissing } from '../../../../shared/file-errors.ts';
import { blobOid, type HashName, headerOf, objectOid, statIfThere } from './disk.ts';
import { zlibAsItIs } from './zlib-as-it-is.ts';

const deflate = promisify(deflateWithCallback);

/** Contents from this size on are stored as they are: compressing an index takes longer than all the rest of a snapshot. */
const AS_IT_IS = 256 * 1024;

/** The file of an object that is in no pack. */
export const looseObject = (commonDirectory: string, oid: string): string =>
  join(commonDirectory, 'objects', oid.slice(0, 2), oid.slice(2));

export const statLoose = (commonDirectory: string, oid: string): Promise<Stats | undefined> =>
  statIfThere(looseObject(commonDirectory, oid));

/**
 * Makes an object as young as one just written, as git does instead of writing it again; false when it is not there, or
 * somebody else's.
 */
export async function freshenLoose(commonDirectory: string, oid: string): Promise<boolean> {
  const now = new Date();
  return utimes(looseObject(commonDirectory, oid), now, now).then(
    () => true,
    error => {
      if (isMissing(error) || NOT_OURS.includes(errorCode(error))) return false;
      throw error;
    },
  );
}

const NOT_OURS: readonly unknown[] = ['EACCES', 'EPERM'];

/**
 * Writes an object as `git hash-object` does, and answers its id. A process for each would cost more than all else that a
 * small entry needs. It is on the disk before it has its name, and who may read the folder of objects may read it.
 */
export async function writeLoose(
  commonDirectory: string,
  type: 'blob' | 'tree',
  bytes: Buffer,
  hash: HashName,
): Promise<string> {
  const oid = type === 'blob' ? blobOid(bytes, hash) : objectOid(type, bytes, hash);
  if (await freshenLoose(commonDirectory, oid)) return oid;
  const objects = join(commonDirectory, 'objects');
  const { mode } = await stat(objects);
  const place = looseObject(commonDirectory, oid);
  const header = headerOf(type, bytes);
  const stored =
    bytes.length < AS_IT_IS
      ? [await deflate(Buffer.concat([header, bytes]), { level: 1 })]
      : zlibAsItIs([header, bytes]);
  // Git removes what is called so, when it is old.
  const temporary = join(objects, `tmp_obj_${randomUUID()}`);
  try {
    await writeDurably(temporary, stored, mode & 0o444);
    await makeFolder(dirname(place), mode & 0o7777);
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return oid;
}

async function writeDurably(path: string, pieces: readonly Buffer[], mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    for (let left = pieces; left.length > 0; ) left = without(left, (await file.writev(left)).bytesWritten);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The rest of some pieces after so many bytes. */
function without(pieces: readonly Buffer[], bytes: number): readonly Buffer[] {
  let left = bytes;
  const at = pieces.findIndex(piece => {
    if (left < piece.length) return true;
    left -= piece.length;
    return false;
  });
  return at < 0 ? [] : [pieces[at]?.subarray(left) ?? Buffer.alloc(0), ...pieces.slice(at + 1)];
}

async function makeFolder(path: string, mode: number): Promise<void> {
  const isThere = await stat(path).then(() => true, ifMissing(false));
  if (isThere) return;
  await mkdir(path, { recursive: true });
  await chmod(path, mode);
}
