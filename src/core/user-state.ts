import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a file stands for each call of an agent's shell before which something was saved, until it has ended. */
export const openCallsFolder = (environment: Environment): string => join(userStateFolder(environment), 'agent-calls');

/** The folder for what belongs to a person on one machine, whichever door they use and whichever repository they are in. */
export function userStateFolder(environment: Environment, platform: NodeJS.Platform = process.platform): string {
  const { HOME = homedir(), LOCALAPPDATA, XDG_STATE_HOME } = environment;
  if (platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'sluice');
  if (platform === 'darwin') return join(HOME, 'Library', 'Application Support', 'sluice');
  // A relative path in it is to be ignored, says its specification.
  return join(XDG_STATE_HOME?.startsWith('/') ? XDG_STATE_HOME : join(HOME, '.local', 'state'), 'sluice');
}
