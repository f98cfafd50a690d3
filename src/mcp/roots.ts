import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import { realOr } from '../core/repository/locate.ts';
import { isWithin } from '../shared/paths.ts';

/** The folders that an older client works in; empty when it does not say. */
export async function rootsOf(server: Server): Promise<readonly string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  const { roots } = await server.listRoots();
  const paths = roots.map(({ uri }) => uri).filter(uri => URL.canParse(uri) && new URL(uri).protocol === 'file:');
  return Promise.all(paths.map(uri => realOr(fileURLToPath(uri))));
}

/** The folders to work in: a client may choose them where none were named, and otherwise only leave some of those out. */
export function foldersFor(named: readonly string[], current: string, roots: readonly string[]): readonly string[] {
  if (named.length === 0) return roots.length === 0 ? [current] : roots;
  if (roots.length === 0) return named;
  return named.filter(folder => roots.some(root => isWithin(root, folder) || isWithin(folder, root)));
}
