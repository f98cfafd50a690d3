import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../shared/file-errors.ts';
import type { Repository } from '../../repository/discover.ts';
import { disk } from '../../repository/files.ts';
import type { Settings } from './settings.ts';

/** One rule of which refs of one side become which refs of the other. */
export interface Refspec {
  readonly force: boolean;
  /** Takes refs out instead. */
  readonly negative: boolean;
  readonly from: string;
  /** Undefined when the refspec has no colon. */
  readonly to: string | undefined;
}

export function parseRefspec(text: string): Refspec {
  const force = text.startsWith('+');
  const negative = text.startsWith('^');
  const plain = force || negative ? text.slice(1) : text;
  const colon = plain.lastIndexOf(':');
  if (colon < 0) return { force, negative, from: plain, to: undefined };
  return { force, negative, from: plain.slice(0, colon), to: plain.slice(colon + 1) };
}

/** The part of a name that a star stands for, or '' for an exact match; undefined when the pattern does not fit. */
export function starIn(pattern: string, name: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === name ? '' : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length;
  return fits ? name.slice(before.length, name.length - after.length) : undefined;
}

/** Where a ref goes by the first rule that takes it; undefined when none does. */
export function mapped(refspecs: readonly Refspec[], name: string): string | undefined {
  if (refspecs.some(({ negative, from }) => negative && starIn(from, name) !== undefined)) return undefined;
  for (const { negative, from, to } of refspecs) {
    const middle = negative || !to ? undefined : starIn(from, name);
    if (middle !== undefined) return to?.replace('*', () => middle);
  }
  return undefined;
}

/** The same rules read from right to left. */
export const reversed = (refspecs: readonly Refspec[]): Refspec[] =>
  refspecs.flatMap(spec => (spec.negative || !spec.to ? [] : [{ ...spec, from: spec.to, to: spec.from }]));

export const fetchSpecs = (settings: Settings, remote: string): Refspec[] =>
  settings.all(`remote.${remote}.fetch`).map(parseRefspec);

export const isRemote = (settings: Settings, name: string): boolean =>
  settings.all(`remote.${name}.url`).length > 0 || settings.all(`remote.${name}.pushurl`).length > 0;

/** Where git fetches from when the line does not say. */
export function fetchRemote(settings: Settings, branch: string | undefined): string {
  const own = branch === undefined ? undefined : settings.one(`branch.${branch}.remote`);
  if (own !== undefined) return own;
  const all = settings.names('remote', 'url');
  return all.length === 1 && all[0] !== undefined ? all[0] : 'origin';
}

/** Where git pushes to when the line does not say. */
export const pushRemote = (settings: Settings, branch: string | undefined): string =>
  (branch === undefined ? undefined : settings.one(`branch.${branch}.pushremote`)) ??
  settings.one('remote.pushdefault') ??
  fetchRemote(settings, branch);

/** The local ref that follows the branch a branch pulls from; `.` as a remote is this repository. */
export function upstreamRef(settings: Settings, branch: string): string | undefined {
  const merge = settings.one(`branch.${branch}.merge`);
  const remote = settings.one(`branch.${branch}.remote`);
  if (merge === undefined || remote === undefined) return undefined;
  return remote === '.' ? merge : mapped(fetchSpecs(settings, remote), merge);
}

/** When git last fetched from an address, in brackets; empty when that is not known, as after a clone or a fetch from elsewhere. */
export async function lastFetch({ gitDirectory }: Repository, address: string): Promise<string> {
  const place = join(gitDirectory, 'FETCH_HEAD');
  const [file, text] = await Promise.all([stat(place).catch(ifMissing(undefined)), disk.readFile(place)]);
  const ends = ['\t', ' of '].map(before => `${before}${shortAddress(address)}`);
  if (!text?.split('\n').some(line => ends.some(end => line.endsWith(end)))) return '';
  return file ? ` (${file.mtime.toISOString().slice(0, 16).replace('T', ' ')} UTC)` : '';
}

/** An address as git notes it there: without a password, and without what may be left out at its end. */
const shortAddress = (address: string): string =>
  address
    .replace(/\/*$/, '')
    .replace(/\.git$/, '')
    .replace(/:\/\/[^/@]*@/, '://');
