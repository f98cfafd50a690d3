import { delimiter } from 'node:path';

/** By this variable a guarded agent's commands know the folder with the stand-ins for git and gh. */
export const GUARD_FOLDER = 'SLUICE_GUARD';

/**
 * Takes that folder off the PATH of this process: what we start in place of the agent is the real git, and so is what its
 * hooks start, or each would ask again for what was approved already.
 */
export function leaveGuard(environment: NodeJS.ProcessEnv): void {
  const { [GUARD_FOLDER]: folder, PATH } = environment;
  if (folder === undefined) return;
  delete environment[GUARD_FOLDER];
  environment.PATH = PATH?.split(delimiter)
    .filter(each => each !== folder)
    .join(delimiter);
}
