import { isAbsolute } from 'node:path';
import { type ConfigLine, namedKey } from './config-listing.ts';

/** A local path that a read of a remote may talk to, and the line of the config that says so, if one does. */
export interface LocalRemote {
  readonly path: string;
  readonly line?: ConfigLine;
}

const ADDRESS_KEYS: readonly string[] = ['url', 'pushurl'];
const REPLACEMENT_KEYS: readonly string[] = ['insteadof', 'pushinsteadof'];

/** The name of the remote whose address a key is. */
export function remoteOfKey(key: string): string | undefined {
  const remote = namedKey('remote', key);
  return remote !== undefined && ADDRESS_KEYS.includes(remote.variable) ? remote.name : undefined;
}

/** The address that a key puts in the place of another. */
export function replacementOfKey(key: string): string | undefined {
  const url = namedKey('url', key);
  return url !== undefined && REPLACEMENT_KEYS.includes(url.variable) ? url.name : undefined;
}

/** The local repositories among the addresses that a read of a remote may talk to. */
export function localRemotes(words: readonly string[], lines: readonly ConfigLine[]): LocalRemote[] {
  return remoteAddresses(words, lines).flatMap(({ address, ...rest }) => {
    const path = pathOfAddress(address);
    return path === undefined ? [] : [{ path, ...rest }];
  });
}

/**
 * The addresses that a read of a remote may talk to: those its words name or stand for, all of the config's when they
 * stand for none, and those that the config puts in the place of another.
 */
export function remoteAddresses(
  words: readonly string[],
  lines: readonly ConfigLine[],
): { readonly address: string; readonly line?: ConfigLine }[] {
  const named = words.filter(word => !word.startsWith('-'));
  const remotes = lines.filter(({ key }) => remoteOfKey(key) !== undefined);
  const meant = remotes.filter(({ key }) => named.includes(remoteOfKey(key) ?? ''));
  return [
    ...named.map(address => ({ address })),
    ...(meant.length > 0 ? meant : remotes).map(line => ({ address: line.value, line })),
    ...lines.flatMap(line => {
      const address = replacementOfKey(line.key);
      return address === undefined ? [] : [{ address, line }];
    }),
  ];
}

/** Undefined for an address on another machine. */
function pathOfAddress(address: string): string | undefined {
  const file = /^file:\/\/[^/]*(\/.*)$/i.exec(address)?.[1];
  if (file !== undefined) return decoded(file);
  if (isAbsolute(address)) return address;
  // A colon before the first slash ends the name of a machine or a transport.
  return address === '' || /^[^/]*:/.test(address) ? undefined : address;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Every path at which git looks for the repository of a local address, in its order. */
export const repositoryPaths = (path: string): string[] =>
  ['/.git', '', '.git/.git', '.git'].map(suffix => `${path}${suffix}`);
