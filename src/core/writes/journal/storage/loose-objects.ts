import type { Stats } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { statIfThere } from './disk.ts';

/** The file of an object that is in no pack. */
export const looseObject = (commonDirectory: string, oid: string): string =>
  join(commonDirectory, 'objects', oid.slice(0, 2), oid.slice(2));

export const statLoose = (commonDirectory: string, oid: string): Promise<Stats | undefined> =>
  statIfThere(looseObject(commonDirectory, oid));

/** Makes an object as young as one just written, as git does instead of writing it again; false when it is not there. */
export async function freshenLoose(commonDirectory: string, oid: string): Promise<boolean> {
  const now = new Date();
  return utimes(looseObject(commonDirectory, oid), now, now).then(() => true, ifMissing(false));
}
