import { identityOf, type ProcessIdentity } from './process-identity.ts';

/** Process groups of gits that write and that this process started, so that a lease can name them. */
const groups = new Set<ProcessIdentity>();
const listeners = new Set<() => void>();

let failed = 0;

/** How many did not end well so far: one that was killed, itself or a git that it started, may have left locks. */
export const failedWrites = (): number => failed;

export const writeGroups = (): readonly ProcessIdentity[] => [...groups];

/** Remembers a group from its start; call the returned function once its run is over. */
export function addWriteGroup(pid: number): (exitCode: number | null) => void {
  // Whoever listens wants to know at once: this process may be killed at any moment, and git would run on.
  if (listeners.size === 0) return () => {};
  const group = identityOf(pid);
  groups.add(group);
  tell();
  return exitCode => {
    if (exitCode !== 0) failed += 1;
    groups.delete(group);
    tell();
  };
}

/** Calls back on every change, until the returned function is called. */
export function listenWriteGroups(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
