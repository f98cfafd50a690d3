/** A key of git's config and its value. */
export type ConfigEntry = readonly [key: string, value: string];

/** The part of the config that a read which talks to a remote needs to know. */
export interface OwnConfig {
  /** The person's own core.sshCommand. */
  readonly sshCommand?: string;
  /** Config that undoes the repository's choice of programs and files, and puts the person's own helpers back. */
  readonly overrides: readonly ConfigEntry[];
  /** Keys of the repository that choose a program and that no override undoes: git takes the first of several values. */
  readonly stuck: readonly string[];
  /** Keys of the repository that send a request, and the person's password with it, where an attacker can read it. */
  readonly detours: readonly string[];
}

export const LIST_CONFIG = ['config', '--list', '--show-scope', '-z'] as const;

const OWN = new Set(['system', 'global']);
const REPOSITORY = new Set(['local', 'worktree']);
const HELPER = /^credential\.(?:.+\.)?helper$/s;
const SAVE_COOKIES = /^http\.(?:.+\.)?savecookies$/s;
/** Settings of http that change neither where a request goes nor who may read it. */
const PLAIN_HTTP =
  /\.(?:emptyauth|extraheader|lowspeedlimit|lowspeedtime|maxrequests|minsessions|postbuffer|savecookies|useragent|version)$/;
const DETOUR = /^(?:http\..+|remote\..+\.proxy(?:authmethod)?)$/s;
const STUCK = /^remote\..+\.uploadpack$/s;

/**
 * Sorts what `git config --list --show-scope -z` printed into the person's own and the repository's. Anyone who can
 * write files can write .git/config, so nothing of the repository's may choose a program; without a listing (git older
 * than 2.26) there are no helpers at all, and the worst is assumed.
 */
export function ownConfig(listing: string | undefined): OwnConfig {
  const entries = parseListing(listing ?? '');
  const repository = entries.filter(({ scope }) => REPOSITORY.has(scope));
  const own = entries.filter(({ scope }) => OWN.has(scope));
  const cookies = repository.filter(({ key }) => SAVE_COOKIES.test(key));
  const helpers = own
    .filter(({ key }) => HELPER.test(key) && isSayable(key))
    .map(({ key, value }): ConfigEntry => [key, value]);
  const sshCommand = own.findLast(({ key }) => key === 'core.sshcommand')?.value;
  return {
    ...(sshCommand !== undefined && { sshCommand }),
    overrides: [
      // Key by key: one that stands under a URL outweighs a plain one.
      ...cookies.filter(({ key }) => isSayable(key)).map(({ key }): ConfigEntry => [key, 'false']),
      // An empty helper drops all that came before it, those under a URL too.
      ['credential.helper', ''],
      ...helpers,
    ],
    detours: repository.filter(({ key }) => DETOUR.test(key) && !PLAIN_HTTP.test(key)).map(({ key }) => key),
    stuck: [
      // What cannot be seen may be there.
      ...(listing === undefined ? [{ key: 'remote.*.uploadpack' }] : []),
      ...repository.filter(({ key }) => STUCK.test(key)),
      ...cookies.filter(({ key }) => !isSayable(key)),
    ].map(({ key }) => key),
  };
}

/** `-c key=value` ends the key at the first `=`, which an address in a key may hold. */
const isSayable = (key: string): boolean => !key.includes('=');

function parseListing(listing: string): { scope: string; key: string; value: string }[] {
  const fields = listing.split('\0');
  const entries = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const entry = fields[i + 1] ?? '';
    const newline = entry.indexOf('\n');
    const key = newline === -1 ? entry : entry.slice(0, newline);
    entries.push({ scope: fields[i] ?? '', key, value: newline === -1 ? 'true' : entry.slice(newline + 1) });
  }
  return entries;
}
