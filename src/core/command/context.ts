import { resolve } from 'node:path';
import { isWithin } from '../../shared/paths.ts';

/** The surroundings a verdict may depend on besides the words: where the command would run and how far it may look. */
export interface Context {
  /** The workspace folders. */
  readonly roots: readonly string[];
  /** The folder the command runs in. */
  readonly cwd: string;
  /** Hosts a read may talk to besides the public forges, such as the GitHub Enterprise host. */
  readonly hosts?: readonly string[];
}

/** The public forges: a request to them is seen by no one a prompt could have come from. */
const forges = [
  'github.com',
  'gist.github.com',
  'ssh.github.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'git.kernel.org',
];

export function isKnownHost(host: string, context: Pick<Context, 'hosts'>): boolean {
  const name = host.toLowerCase();
  return forges.includes(name) || (context.hosts ?? []).some(each => each.toLowerCase() === name);
}

/** `link/..` is not where it seems: the system follows the link first. */
function turnsBack(path: string): boolean {
  if (!path.includes('..')) return false;
  const parts = path.split(/[\\/]+/).filter(part => part !== '' && part !== '.');
  return parts.some((part, at) => part === '..' && at > 0 && parts[at - 1] !== '..');
}

/** True when a path, as written, leads outside every workspace folder; symlinks are the runner's to resolve. */
export function leadsOutside(path: string, context: Context): boolean {
  if (turnsBack(path)) return true;
  const target = resolve(context.cwd, path);
  return !context.roots.some(root => isWithin(resolve(root), target));
}
