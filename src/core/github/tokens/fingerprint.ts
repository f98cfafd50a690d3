import { createHmac, randomBytes } from 'node:crypto';
import { errorCode } from '../../../shared/file-errors.ts';
import { loadOnce } from '../../../shared/load-once.ts';
import { createKeyFile } from '../../git/key-file.ts';

/** Names a token of a host without telling anything of it, the same in every process of a person on one machine. */
export type FingerprintOf = (host: string, token: string) => Promise<string>;

/** Keyed, so that a guess at the token cannot be tried against it. */
export function createFingerprintOf(userFolder: string): FingerprintOf {
  const damaged = (file: string) => `The key of the tokens' fingerprints is damaged. Delete '${file}'.`;
  const ofPerson = createKeyFile({ folder: userFolder, name: 'fingerprint-key', damaged });
  const key = loadOnce(() =>
    ofPerson().catch(error => {
      // In a sandbox that may write nothing, tokens are named for this process alone.
      if (['EACCES', 'EPERM', 'EROFS'].includes(String(errorCode(error)))) return randomBytes(32);
      throw error;
    }),
  );
  return async (host, token) =>
    createHmac('sha256', await key())
      .update(`sluice token\0${host}\0${token}`)
      .digest('hex')
      .slice(0, 32);
}
