import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for what belongs to a person on one machine, whichever door they use and whichever repository they are in. */
export function userStateFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  const { HOME = homedir(), LOCALAPPDATA, XDG_STATE_HOME } = environment;
  if (platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'sluice');
  if (platform === 'darwin') return join(HOME, 'Library', 'Application Support', 'sluice');
  // A relative path in it is to be ignored, says its specification.
  return join(XDG_STATE_HOME?.startsWith('/') ? XDG_STATE_HOME : join(HOME, '.local', 'state'), 'sluice');
}
