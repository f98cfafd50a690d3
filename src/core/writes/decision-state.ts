import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { mapInBatches } from '../../shared/map-in-batches.ts';
import type { GitReader } from '../git/reader.ts';
import { discover } from '../repository/discover.ts';
import { allOf, type Impact, type SoFar, type StatusListing } from './impact/impact.ts';
import type { ImpactOf } from './impact/impact-of.ts';
import { beyondShown } from './impact/worse.ts';
import { tell as tellUnreadable } from './journal/storage/disk.ts';
import type { ParsedWrite } from './parsed-write.ts';
import { factsFor, isSameFacts, type RepositoryFacts } from './repository-facts.ts';
import { snapshotScopeOf } from './snapshot-scope.ts';

/** Everything a yes is bound to besides the words of a command. */
export interface DecisionState {
  readonly facts: RepositoryFacts;
  /** The impact as it was shown. */
  readonly impact: Impact;
  /** Files that would be lost. */
  readonly lost: Fingerprints;
  /** Other files that the command works on or reads: added, committed, a patch. */
  readonly taken: Fingerprints;
}

/** Files by their absolute paths, each with a text that is another when its content is. */
export type Fingerprints = ReadonlyMap<string, string>;

export interface LookOptions {
  readonly git: GitReader;
  readonly impactOf: ImpactOf;
}

/** A look at what a command would do. It is there at once, and what it finds comes. */
export interface Look {
  readonly impact: Promise<Impact>;
  /** Calls back with what is known of the impact, as more comes. */
  readonly soFar: (hear: SoFar) => void;
  readonly state: Promise<DecisionState>;
}

/** The facts come first, so that what is shown is of that state or a later one, never of an earlier. */
export function lookAt({ git, impactOf }: LookOptions, write: ParsedWrite): Look {
  const hearers: SoFar[] = [];
  let latest: Impact | undefined;
  const tell = (soFar: Impact) => {
    latest = soFar;
    for (const hear of hearers) hear(soFar);
  };
  const look = async (): Promise<DecisionState> => {
    const facts = await factsFor(git, write);
    const impact = await impactOf(write, tell);
    return { facts, impact, ...(await fingerprintsOf(write, impact)) };
  };
  return {
    ...lookFrom(look()),
    soFar(hear) {
      hearers.push(hear);
      if (latest !== undefined) hear(latest);
    },
  };
}

/** The impact is not told as a whole before all of it is known that a yes will be bound to. */
export const lookFrom = (state: Promise<DecisionState>): Look => ({
  impact: state.then(({ impact }) => impact),
  soFar: () => {},
  state,
});

/** The impact as it was found shortly before a run, what git status listed for it, and from when to when. */
export type EarlyLook = Promise<{
  readonly impact: Impact;
  readonly listing: StatusListing | undefined;
  readonly begunMs: number;
  readonly endedMs: number;
}>;

/** Looks while the rest of a snapshot is still written. */
export const lookEarly = async (impactOf: ImpactOf, write: ParsedWrite): EarlyLook => {
  const begunMs = performance.now();
  const listings: StatusListing[] = [];
  const impact = await impactOf(write, undefined, found => void listings.push(found));
  return { impact, listing: listings[0], begunMs, endedMs: performance.now() };
};

/** As long as it takes to start a command, in which nobody can look either. */
const SHORT_MS = 100;

/** A look counts for as long again as it took: what it saw first is that old when it ends. */
const isYoung = ({ begunMs, endedMs }: Awaited<EarlyLook>): boolean =>
  performance.now() - endedMs < Math.max(SHORT_MS, endedMs - begunMs);

/** The state right before a run. The facts come last: they are cheap, so that little can happen after them. */
export async function lookAgain(
  { git, impactOf }: LookOptions,
  write: ParsedWrite,
  early?: EarlyLook,
): Promise<DecisionState> {
  const found = await early;
  const impact = found && isYoung(found) ? found.impact : await impactOf(write);
  const files = await fingerprintsOf(write, impact);
  return { impact, ...files, facts: await factsFor(git, write) };
}

/**
 * `files-changed`: the content of files that would be lost and were shown as such, and nothing else. `not-checked`: what was
 * told before the yes cannot be told again, mostly for want of time.
 */
export type StateChange = 'moved-on' | 'files-changed' | 'not-checked';

/** In what a state is no longer the one that was shown; undefined when the yes still holds. */
export function changeSince(shown: DecisionState, now: DecisionState): StateChange | undefined {
  if (!isSameFacts(shown.facts, now.facts)) return 'moved-on';
  const beyond = beyondShown(shown.impact, now.impact);
  if (beyond !== undefined) return beyond === now.impact.unknown ? 'not-checked' : 'moved-on';
  if (hasChanged(shown.taken, now.taken)) return 'moved-on';
  return hasChanged(shown.lost, now.lost) ? 'files-changed' : undefined;
}

/** Whether a file has another content now; one that came or went is for the impact to tell. */
export const hasChanged = (shown: Fingerprints, now: Fingerprints): boolean =>
  [...now].some(([path, mark]) => (shown.get(path) ?? mark) !== mark);

export async function fingerprintsOf(
  write: ParsedWrite,
  impact: Impact,
): Promise<Pick<DecisionState, 'lost' | 'taken'>> {
  const { tracked, untracked } = snapshotScopeOf(write);
  const found = await discover(write.cwd);
  const root = found.ok ? found.repository.workTree : write.cwd;
  // A push sends what is committed, whatever is on disk.
  const onDisk = tracked || untracked !== 'none' ? allOf(impact.files) : [];
  const lost = new Set(allOf(impact.lost).map(path => resolve(root, path)));
  const taken = [...onDisk.map(path => resolve(root, path)), ...namedFiles(write)].filter(path => !lost.has(path));
  return { lost: await fingerprints([...lost]), taken: await fingerprints([...new Set(taken)]) };
}

/** Paths that the words of a command may name: a patch, a message, a list of paths. */
const namedFiles = ({ command, cwd }: ParsedWrite): string[] =>
  command.args.flatMap(word => {
    const names = word.startsWith('--') ? [word.slice(word.indexOf('=') + 1)] : [word, word.slice(2)];
    return names.filter(name => name !== '' && !name.includes('\0')).map(name => resolve(cwd, name));
  });

export async function fingerprints(paths: readonly string[]): Promise<Fingerprints> {
  return new Map(await mapInBatches(paths, async path => [path, await fingerprint(path)] as const));
}

/** What is in a folder is for the impact to tell. Whoever writes a file cannot set the time of the change back. */
async function fingerprint(path: string): Promise<string> {
  const stats = await lstat(path, { bigint: true }).catch(tellUnreadable(path, undefined, () => {}));
  if (stats === undefined || stats.isDirectory()) return stats === undefined ? 'none' : 'folder';
  return [stats.mode, stats.size, stats.mtimeNs, stats.ctimeNs, stats.ino].join();
}
