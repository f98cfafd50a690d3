import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { HashName } from './disk.ts';

export const oidBytes = (hash: HashName): number => (hash === 'sha256' ? 32 : 20);

/** The hash that an id is of. */
export const hashOfId = (oid: string): HashName => (oid.length === 64 ? 'sha256' : 'sha1');

/** The hash by which a repository names its objects. */
export async function hashOf(commonDirectory: string): Promise<HashName> {
  const config = await readFile(join(commonDirectory, 'config'), 'utf8').catch(ifMissing(''));
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1';
}
