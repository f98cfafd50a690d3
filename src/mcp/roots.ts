import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import { realOr } from '../core/repository/locate.ts';
import { isWithin } from '../shared/paths.ts';

/** Calls wait for the answer, so that none of them goes to another folder than the client means. */
const ROOTS_MS = 5000;

/** The folders that an older client works in; undefined when it does not say. */
export async function rootsOf(server: Server): Promise<readonly string[] | undefined> {
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  const { roots } = await server.listRoots(undefined, { timeout: ROOTS_MS });
  return Promise.all(roots.filter(({ uri }) => isHere(uri)).map(({ uri }) => realOr(fileURLToPath(uri))));
}

/** Whether an address is of a folder of this machine. */
const isHere = (uri: string): boolean => {
  const { protocol, host } = URL.canParse(uri) ? new URL(uri) : { protocol: '', host: '' };
  return protocol === 'file:' && host === '';
};

/** The folders to work in: a client may choose them where none were named, and otherwise only leave some of those out. */
export function foldersFor(named: readonly string[], current: string, roots: readonly string[]): readonly string[] {
  if (named.length === 0) return roots.length === 0 ? [current] : roots;
  if (roots.length === 0) return named;
  return named.filter(folder => roots.some(root => isWithin(root, folder) || isWithin(folder, root)));
}
