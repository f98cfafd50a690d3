import { posix } from 'node:path';

/** Names of files that hold secrets, as globs in lower case; a name with a slash is the end of a path. */
const SECRET_FILES: readonly string[] = [
  '.aws/credentials',
  '.docker/config.json',
  '.dockercfg',
  '.env',
  '.env.*',
  '.envrc',
  '.git-credentials',
  '.git/**/config',
  '.git/config.worktree',
  '.gitconfig',
  '.htpasswd',
  '.my.cnf',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '*.env',
  '*.jks',
  '*.kdbx',
  '*.key',
  '*.keystore',
  '*.p12',
  '*.pem',
  '*.pfx',
  '_netrc',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'id_rsa',
  'sluice/fingerprint-key',
  'sluice/journal-key',
];

/** Files that show what a secret one looks like. */
const EXAMPLES = /^\.?(?:.*\.)?env\.(?:dist|example|sample|schema|template)$/;

/** Names that the globs of the table stand for, and names of everyday files, each at several depths. */
const folders = ['', 'config/', 'apps/web/'];
const at = (names: string) => folders.flatMap(folder => names.split(' ').map(name => folder + name));
const secretSamples = at(
  '.env .env.local .env.production prod.env server.pem server.key id_rsa id_ed25519 .netrc .npmrc .git-credentials .pypirc',
);
const everydaySamples = at(
  'README.md index.ts main.py package.json Makefile app.js style.css main.go lib.rs ci.yml test.sh',
);

/** Pathspecs that leave every such file out, wherever in the repository the command runs. */
export const WITHOUT_SECRET_FILES: readonly string[] = SECRET_FILES.map(glob => `:(top,exclude,icase,glob)**/${glob}`);

/** Of these git-config(1) shows the secrets masked. */
export const isGitConfig = (path: string): boolean => /(?:^|\/)(?:\.gitconfig|config(?:\.worktree)?)$/.test(path);

const MAGIC = /^:(?:\(([^)]*)\)|([/!^]*):?)/;
const secretPath = globsToRegExp(SECRET_FILES.map(glob => `**/${glob}`));

/**
 * True when a word names a file that holds secrets: as a path, as `<rev>:<path>`, or as a pathspec that fits such files and no
 * everyday one. `*` fits all files and names none; redaction has to do there.
 */
export function namesSecretFile(word: string): boolean {
  const magic = MAGIC.exec(word);
  if (magic !== null && /exclude|[!^]/.test(`${magic[1] ?? ''}${magic[2] ?? ''}`)) return false;
  const bare = magic === null ? word : word.slice(magic[0].length);
  const afterColons = [...bare.matchAll(/:/g)].map(({ index }) => bare.slice(index + 1));
  return [bare, ...afterColons].some(path => isSecretPath(path.replaceAll('\\', '/')) || isSecretGlob(path));
}

/** A part that every one of the names has, and hardly any other: most words need no closer look. */
const HINT = /cnf|config|credential|dockercfg|env|htpasswd|id_|jks|kdbx|key|netrc|npmrc|p12|pem|pfx|pgpass|pypirc/i;

function isSecretPath(path: string): boolean {
  if (!HINT.test(path)) return false;
  const lower = posix.normalize(path.toLowerCase()).replace(/\/+$/, '');
  return !EXAMPLES.test(posix.basename(lower)) && secretPath.test(lower);
}

/** More stars than this are meant for the matcher, not for files. */
const MOST_STARS = 6;

function isSecretGlob(path: string): boolean {
  if (!/[*?[\\]/.test(path)) return false;
  if (path.split('*').length - 1 > MOST_STARS) return true;
  const regExp = globsToRegExp([path]);
  const fits = (samples: readonly string[]) => samples.some(sample => regExp.test(sample));
  return fits(secretSamples) && !fits(everydaySamples);
}

function globsToRegExp(globs: readonly string[]): RegExp {
  return new RegExp(`^(?:${globs.map(globSource).join('|')})$`, 'is');
}

/** git's wildmatch as a regular expression, with `*` over slashes too: a pathspec without magic means it so. */
function globSource(glob: string): string {
  return glob.replace(
    /\*\*\/|\*+|\?|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|\\(.)|[^*?[\\]+|./gs,
    (part: string, escaped: string | undefined) => {
      if (escaped !== undefined) return escapeRegExp(escaped);
      if (part === '**/') return '(?:.*/)?';
      if (part.startsWith('*')) return '.*';
      if (part === '?') return '.';
      if (part.length > 2 && part.startsWith('[')) return bracket(part);
      return escapeRegExp(part);
    },
  );
}

/** Classes such as `[[:alpha:]]` are read as "any character": too many files rather than too few. */
function bracket(part: string): string {
  const inner = part.slice(1, -1).replace(/^[!^]/, '^');
  try {
    return inner.includes('[') ? '.' : new RegExp(`[${inner.replaceAll('\\', '\\\\')}]`).source;
  } catch {
    return '.';
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
