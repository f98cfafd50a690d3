import { hasInvisible, spellOutMisleading } from '../../../shared/invisible-characters.ts';
import { SandboxFailure } from '../failure.ts';

/** The folder of the sandbox in which agents work; another one is made by pulling into it. */
export const WORKSPACE = 'workspace';

/** Of a name in UTF-8, as most disks have it. */
const LONGEST_NAME = 255;
/** Of a whole path: longer ones git itself does not check out. */
const LONGEST_PATH = 4000;
const DEEPEST = 100;

const ZONE = /^[a-z][a-z0-9-]{0,39}$/;
/** Devices of Windows, whatever comes after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/;
/** The short names Windows gives `.git`, and those of the files that git reads from a tree. */
const SHORT_NAME = /^(?:git|gitmod|gitatt|gitign|mailma|gi[0-9a-f]{4})~[0-9]/;

/** A path of the sandbox. */
export interface SandboxPath {
  /** From its root, such as `/workspace/docs/a.md`. */
  readonly path: string;
  readonly zone: string;
  /** From the zone's root, as a repository has it; '' for the zone itself. */
  readonly inside: string;
}

/**
 * A name as the most careless disk would take it: without what HFS+ ignores, composed, in one case, and without the blanks and
 * dots that Windows drops at its end. Two names with the same one may be one file somewhere.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');

export const foldPath = (path: string): string => path.split('/').map(foldName).join('/');

/**
 * A path inside of the sandbox, or a failure that says what is wrong with it. Whatever git, Windows or macOS could take for
 * something else than it looks is refused, whatever the disk is on which Sluice runs.
 */
export function sandboxPath(given: string): SandboxPath {
  const refuse = (why: string): never => {
    throw new SandboxFailure(
      'bad-path',
      `${JSON.stringify(spellOutMisleading(given.slice(0, 200)))} is no path of the sandbox: ${why}.`,
      `Name a file such as /${WORKSPACE}/docs/report.md, with slashes between the names.`,
    );
  };
  if (given.includes('\\')) refuse('it holds a backslash');
  const isWhole = given.startsWith('/');
  const names = given.replace(/^\/|\/$/g, '').split('/');
  // A relative path is one of the workspace.
  const all = isWhole ? names : [WORKSPACE, ...(given === '' || given === '.' ? [] : names)];
  const [zone = '', ...rest] = all;
  if (!ZONE.test(zone)) refuse(`its first folder is none of the sandbox, as /${WORKSPACE} is`);
  if (rest.length > DEEPEST) refuse('it has too many folders');
  for (const name of rest) {
    const fault = faultOf(name);
    if (fault !== undefined) refuse(fault);
  }
  const inside = rest.join('/');
  if (Buffer.byteLength(inside) > LONGEST_PATH) refuse('it is too long');
  return { zone, inside, path: `/${[zone, ...rest].join('/')}` };
}

/** The path in a zone of a file of a repository. */
export const pathInZone = (zone: string, inside: string): SandboxPath => sandboxPath(`/${zone}/${inside}`);

/** Undefined for a name that means the same file wherever it is checked out. */
function faultOf(name: string): string | undefined {
  if (name === '') return 'it has an empty name';
  if (name === '.' || name === '..') return `'${name}' leads elsewhere`;
  if (Buffer.byteLength(name) > LONGEST_NAME) return 'a name is too long';
  if (/\p{Cc}/u.test(name)) return 'it holds a control character';
  if (name.includes('\ufffd')) return 'it is no valid text';
  if (name.includes(':')) return 'it holds a colon, which names a stream on Windows';
  if (/[. ]$/.test(name)) return 'a name ends in a dot or a blank, which Windows drops';
  if (hasInvisible(name)) return 'it holds a character that nobody sees';
  const folded = foldName(name);
  if (folded === '.git' || folded === 'git~1') return 'it leads into a git directory';
  if (SHORT_NAME.test(folded)) return 'it is the short name that Windows has for a file of git';
  if (DEVICE.test(folded)) return 'it is the name of a device on Windows';
  return undefined;
}
