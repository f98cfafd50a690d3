import { Uri } from 'vscode';
import type { StagedAddress } from '../../core/writes/impact/impact.ts';

/** The files of sandboxes, each sandbox a folder: `sluice-sandbox:/chat/workspace/docs/a.md`. */
export const SANDBOX = 'sluice-sandbox';
/** The two sides of staged commits, read-only. */
export const STAGED = 'sluice-staged';

/** The sandbox of the window's own agents, which `sluice-sandbox:/workspace/…` means too. */
export const OWN_SANDBOX = 'chat';
const WORKSPACE_PATH = /^\/workspace(?=\/|$)/;

/** A place in a sandbox: its path from there, '' for all of it. Without a name it is the list of all sandboxes. */
export interface SandboxAddress {
  readonly name: string | undefined;
  readonly path: string;
}

export const sandboxUri = (name: string, path = ''): Uri => Uri.from({ scheme: SANDBOX, path: `/${name}${path}` });

export function addressOf({ path }: Pick<Uri, 'path'>): SandboxAddress {
  const [, name, rest = ''] = /^\/([^/]+)(\/.+?)?\/?$/.exec(path) ?? [];
  return WORKSPACE_PATH.test(path) ? { name: OWN_SANDBOX, path: path.replace(/(?!^)\/$/, '') } : { name, path: rest };
}

/** A file of a staged commit as it was, or as it is to be. */
export interface StagedSide extends StagedAddress {
  readonly path: string;
  readonly side: 'before' | 'after';
}

/** By the path the editor tells a file that was changed from one that was renamed: it is the same for both sides. */
export const stagedUri = ({ sandbox, commit, path, side }: StagedSide): Uri =>
  Uri.from({ scheme: STAGED, path: `/${sandbox}${path}`, query: `${commit}.${side}` });

/** The side a URI names, which may have been written by anyone. */
export function stagedSideOf({ path: whole, query }: Pick<Uri, 'path' | 'query'>): StagedSide | undefined {
  const [, sandbox, path] = /^\/([^/]+)(\/.+)$/.exec(whole) ?? [];
  const [, commit, side] = /^([0-9a-f-]{36})\.(before|after)$/.exec(query) ?? [];
  if (sandbox === undefined || path === undefined || commit === undefined) return undefined;
  return { sandbox, path, commit, side: side === 'before' ? 'before' : 'after' };
}
