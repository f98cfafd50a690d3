import { createHmac, timingSafeEqual } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Repository } from '../../../repository/discover.ts';
import type { JournalKey } from './journal-key.ts';

/**
 * Seals the manifests of entries and tells those we sealed for a repository from all others. The key is not in the
 * repository, so that nobody who can only write objects and refs can make an entry, change one, or bring one along from
 * another repository. A manifest names everything undo writes by object id or by value, so that its seal covers that too.
 */
export interface Sealer {
  seal(manifest: string, repository: Where): Promise<Buffer>;
  /** Says of each whether it was sealed here. */
  areSealed(manifests: readonly Buffer[], repository: Where): Promise<boolean[]>;
}

type Where = Pick<Repository, 'commonDirectory'>;

const HEX = 64;
const START = '{"seals":["';
/** A sealed manifest is JSON like any other; its seals are the first of its fields and cover all bytes after them. */
const SEALED_FROM = START.length + HEX + '","'.length + HEX;

export function createSealer(key: JournalKey): Sealer {
  return {
    async seal(manifest, repository) {
      const [secret, identities] = await Promise.all([key(), identitiesOf(repository)]);
      const rest = Buffer.from(`"],${manifest.slice(1)}`);
      const seals = identities.map(identity => sealOf(secret, identity, rest).toString('hex'));
      return Buffer.concat([Buffer.from(`${START}${seals.join('","')}`), rest]);
    },
    async areSealed(manifests, repository) {
      if (manifests.length === 0) return [];
      const [secret, identities] = await Promise.all([key(), identitiesOf(repository)]);
      return manifests.map(bytes => {
        const seals = sealsIn(bytes);
        const rest = bytes.subarray(SEALED_FROM);
        return identities.some((identity, at) => {
          const found = seals[at];
          return found !== undefined && timingSafeEqual(found, sealOf(secret, identity, rest));
        });
      });
    },
  };
}

const SEALS = new RegExp(`^\\{"seals":\\["([\\da-f]{${HEX}})","([\\da-f]{${HEX}})$`);

function sealsIn(bytes: Buffer): Buffer[] {
  const [, ...seals] = SEALS.exec(bytes.toString('latin1', 0, SEALED_FROM)) ?? [];
  return seals.map(seal => Buffer.from(seal, 'hex'));
}

const sealOf = (secret: Buffer, identity: string, rest: Buffer): Buffer =>
  createHmac('sha256', secret).update(`sluice journal\0${identity}\0`).update(rest).digest();

/** Either is enough: the first is the same after a backup was restored, the second after the repository was moved. */
async function identitiesOf({ commonDirectory }: Where): Promise<[string, string]> {
  const { ino, birthtimeMs } = await stat(commonDirectory, { bigint: true });
  return [`path ${commonDirectory}`, `folder ${ino} ${birthtimeMs}`];
}
