import { isAbsolute } from 'node:path';
import type { ConfigLine } from './inspect/config-listing.ts';

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
  /** Keys of the repository that send a request, and the person's password with it, astray, or save cookies whatever we say. */
  readonly detours: readonly string[];
}

const HELPER = /^credential\.(?:.+\.)?helper$/s;
const SAVE_COOKIES = /^http\.(?:.+\.)?savecookies$/s;
/** Settings of http that change neither where a request goes nor who may read it. */
const PLAIN_HTTP =
  /\.(?:emptyauth|extraheader|lowspeedlimit|lowspeedtime|maxrequests|minsessions|postbuffer|savecookies|useragent|version)$/;
const DETOUR = /^(?:http\..+|remote\..+\.proxy(?:authmethod)?)$/s;
const STUCK = /^remote\..+\.uploadpack$/s;

/**
 * Sorts a config into the person's own and the repository's. Anyone who can write files can write .git/config, so nothing
 * of the repository's may choose a program.
 */
export function ownConfig(lines: readonly ConfigLine[]): OwnConfig {
  const repository = lines.filter(({ scope }) => scope === 'repository');
  const own = lines.filter(({ scope }) => scope === 'own');
  const cookies = lines.filter(({ key }) => SAVE_COOKIES.test(key));
  const helpers = own
    .filter(({ key }) => HELPER.test(key) && isSayable(key))
    .map(({ key, value }): ConfigEntry => [key, getOnly(value)]);
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
    detours: repository
      .filter(({ key }) => DETOUR.test(key) && !(PLAIN_HTTP.test(key) && (isSayable(key) || !SAVE_COOKIES.test(key))))
      .map(({ key }) => key),
    stuck: repository.filter(({ key }) => STUCK.test(key)).map(({ key }) => key),
  };
}

/**
 * A credential helper that answers like the given one and does nothing else: git would have it forget a password that was
 * not taken, and write down one that was. What follows is what git itself makes of a helper, run by a shell as git does.
 */
export function getOnly(helper: string): string {
  if (helper === '') return helper;
  const line = helper.startsWith('!') ? helper.slice(1) : isAbsolute(helper) ? helper : `git credential-${helper}`;
  const quoted = `'${`${line} get`.replaceAll("'", "'\\''")}'`;
  return `!f() { case "$1" in get) exec sh -c ${quoted};; esac; }; f`;
}

/** `-c key=value` ends the key at the first `=`, which an address in a key may hold. */
export const isSayable = (key: string): boolean => !key.includes('=');
