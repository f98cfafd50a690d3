import { deferred } from '../../shared/deferred.ts';
import { type Lease, withLeaseIfFree } from '../git/lease.ts';

/** A folder that this process alone writes to, until it is given back or the process ends. */
export interface Ownership {
  /** False when somebody took it over, for this process was silent for too long. */
  readonly isHeld: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/** Takes a folder for this process; undefined when another one that runs has it. */
export async function takeOwnership(folder: string, doing: string): Promise<Ownership | undefined> {
  const over = deferred<void>();
  const taken = deferred<Lease | undefined>();
  const hold = async (lease: Lease) => {
    taken.resolve(lease);
    await over.promise;
  };
  // Whoever was killed left nothing half done: every file is written whole, and a log is read up to its last whole line.
  const held = withLeaseIfFree(folder, { doing, recover: async () => {}, onlyReads: true }, hold);
  const lease = await Promise.race([taken.promise, held.then(() => undefined)]);
  if (lease === undefined) return undefined;
  return {
    isHeld: lease.isHeld,
    async release() {
      over.resolve();
      await held;
    },
  };
}
