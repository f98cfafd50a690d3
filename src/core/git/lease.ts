import { randomUUID } from 'node:crypto';
import { constants, writeSync } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { errorCode, ifMissing } from '../../shared/file-errors.ts';
import { identityOf, isGroupRunning, isRunning, processSpace } from './process-identity.ts';
import { listenWriteGroups, writeGroups } from './write-groups.ts';

/** The file that says whose turn it is to write, in the git directory that all work trees share. */
export const LEASE = 'sluice-lease';
const CANDIDATE = `${LEASE}-`;
const STALE = '.stale';

const HEARTBEAT_MS = 5000;
/** Silent for longer, and whoever holds a lease does not hold it any more. */
const SILENT_MS = 20_000;
const POLL_MS = 50;
/** Who waits for less than this need not be told. */
const TELL_MS = 500;
/** Every record has this length, so that one write replaces the one before. */
const RECORD_BYTES = 4096;

const identity = z.object({ pid: z.number(), started: z.nullable(z.string()) });
const record = z.object({
  version: z.literal(1),
  token: z.string(),
  space: z.string(),
  holder: identity,
  /** By the disk's clock. */
  since: z.number(),
  doing: z.string(),
  groups: z.array(identity),
});

type LeaseRecord = z.infer<typeof record>;

/** Whoever has the turn that somebody waits for. */
export interface LeaseHolder {
  readonly pid: number;
  readonly host: string;
  /** What it does with it, redacted. */
  readonly doing: string;
  /** True when that process is gone and only its git still runs. */
  readonly orphaned: boolean;
}

/** The turn of this process to write in a repository. */
export interface Lease {
  /** When it began, by the disk's clock. */
  readonly since: number;
  /** False when somebody took it over, for this process was silent for too long. */
  isHeld(): Promise<boolean>;
}

export interface LeaseOptions {
  /** What it is held for, redacted: whoever waits is told. */
  readonly doing: string;
  /** Mends what a process left that was killed in its turn, which began then by the disk's clock. Called before the work. */
  readonly recover: (since: number) => Promise<void>;
  /** True when nothing is written in this turn: no git that this process has started goes on in it. */
  readonly onlyReads?: boolean | undefined;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** How often who waits looks whether it is free. */
  readonly everyMs?: number | undefined;
  /** Hears once for whom it waits. */
  readonly waiting?: ((holder: LeaseHolder) => void) | undefined;
}

/** Gives the turn to `work` when nobody else has it; undefined when it was cancelled while waiting. */
export async function withLease<T>(
  folder: string,
  options: LeaseOptions & WaitOptions,
  work: (lease: Lease) => Promise<T>,
): Promise<T | undefined> {
  const { signal, waiting, everyMs = POLL_MS } = options;
  const begun = performance.now();
  const silence = watchSilence();
  for (let told = false; signal?.aborted !== true; ) {
    const taken = await take(folder, options, silence);
    if ('lease' in taken) return use(taken.lease, options, work);
    if (!told && performance.now() - begun > TELL_MS) {
      told = true;
      waiting?.(taken.held);
    }
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** Gives the turn to `work` if nobody has it, without waiting; undefined when somebody has. */
export async function withLeaseIfFree<T>(
  folder: string,
  options: LeaseOptions,
  work: (lease: Lease) => Promise<T>,
): Promise<T | undefined> {
  const taken = await take(folder, options, watchSilence());
  return 'lease' in taken ? use(taken.lease, options, work) : undefined;
}

interface OwnLease extends Lease {
  /** When the turns of processes began that were killed in them and of which nothing is mended yet. */
  unmended(): Promise<readonly UnmendedLease[]>;
  release(): Promise<void>;
}

interface UnmendedLease {
  readonly path: string;
  readonly since: number;
}

async function use<T>(lease: OwnLease, { recover }: LeaseOptions, work: (lease: Lease) => Promise<T>): Promise<T> {
  try {
    for (const { path, since } of await lease.unmended()) {
      await recover(since);
      await rm(path, { force: true });
    }
    return await work(lease);
  } finally {
    await lease.release();
  }
}

type Turn = Pick<LeaseOptions, 'doing' | 'onlyReads'>;

type Taken = { readonly lease: OwnLease } | { readonly held: LeaseHolder };

async function take(folder: string, turn: Turn, silence: Silence): Promise<Taken> {
  const path = join(folder, LEASE);
  for (;;) {
    const found = await look(path);
    const holder = found && (await liveHolder(found, silence(found), folder));
    if (holder !== undefined) return { held: holder };
    const lease = await claim(folder, turn, found);
    if (lease !== undefined) return { lease };
  }
}

/**
 * Makes the file under another name and gives it its own by a link, which fails when there is one: nobody ever reads half
 * of it. A stale one is moved away first and stays until what it tells of is mended, whoever is killed meanwhile.
 * Undefined when somebody else was faster.
 */
async function claim(folder: string, turn: Turn, stale: FoundLease | undefined): Promise<OwnLease | undefined> {
  const path = join(folder, LEASE);
  const candidate = join(folder, `${CANDIDATE}${process.pid}-${randomUUID()}`);
  const made = await open(candidate, 'wx', 0o600).catch(unlessReadOnly);
  // Where nobody can make a file nobody can write, and there are no turns to take.
  if (made === undefined) return NO_TURNS;
  try {
    const own = newRecord((await made.stat()).ctimeMs, turn);
    write(made, own);
    if (stale !== undefined && !(await movedAway(path, `${candidate}${STALE}`, stale))) return undefined;
    return (await named(candidate, path)) ? held(folder, await open(path, 'r+'), own, turn) : undefined;
  } finally {
    await made.close();
    await rm(candidate, { force: true });
  }
}

const groupsIn = ({ onlyReads }: Turn): LeaseRecord['groups'] => (onlyReads ? [] : [...writeGroups()]);

const newRecord = (since: number, turn: Turn): LeaseRecord => ({
  version: 1,
  token: randomUUID(),
  space: processSpace(),
  holder: identityOf(process.pid),
  since,
  doing: turn.doing.slice(0, 200),
  groups: groupsIn(turn),
});

/** At once, not when its turn comes: after it nothing of this process may run any more. */
function write(file: FileHandle, value: LeaseRecord): void {
  const text = Buffer.from(JSON.stringify(value));
  writeSync(
    file.fd,
    Buffer.concat([text, Buffer.alloc(Math.max(0, RECORD_BYTES - text.length), ' ')]),
    0,
    undefined,
    0,
  );
}

function held(folder: string, file: FileHandle, own: LeaseRecord, turn: Turn): OwnLease {
  const path = join(folder, LEASE);
  const beat = () => write(file, { ...own, groups: groupsIn(turn) });
  const timer = setInterval(beat, HEARTBEAT_MS);
  timer.unref();
  const stop = listenWriteGroups(beat);
  const isHeld = async () => (await look(path))?.record?.token === own.token;
  return {
    since: own.since,
    isHeld,
    async unmended() {
      const paths = (await readdir(folder)).filter(name => name.startsWith(CANDIDATE) && name.endsWith(STALE));
      const found = await Promise.all(paths.map(async name => ({ name, lease: await look(join(folder, name)) })));
      return found.map(({ name, lease }) => ({
        path: join(folder, name),
        since: lease?.record?.since ?? lease?.mtimeMs ?? own.since,
      }));
    },
    async release() {
      clearInterval(timer);
      stop();
      if (await isHeld()) await rm(path, { force: true });
      await file.close();
    },
  };
}

const NO_TURNS: OwnLease = { since: 0, isHeld: async () => true, unmended: async () => [], release: async () => {} };

/** A lease that somebody has or had; without a record it is none that this version can read. */
interface FoundLease {
  readonly record: LeaseRecord | undefined;
  readonly text: string;
  readonly mtimeMs: number;
}

async function look(path: string): Promise<FoundLease | undefined> {
  const file = await open(path, 'r').catch(ifMissing(undefined));
  if (file === undefined) return undefined;
  try {
    const { mtimeMs } = await file.stat();
    const text = await file.readFile('utf8');
    return { record: parse(text), text, mtimeMs };
  } finally {
    await file.close();
  }
}

function parse(text: string): LeaseRecord | undefined {
  try {
    return record.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** How long nothing of a lease has been heard, by this process's own clock, which does not run while the machine sleeps. */
type Silence = (found: FoundLease) => number;

function watchSilence(): Silence {
  let last = '';
  let since = performance.now();
  return ({ text, mtimeMs }) => {
    const seen = `${mtimeMs} ${text}`;
    if (seen !== last) since = performance.now();
    last = seen;
    return performance.now() - since;
  };
}

/** Undefined for a lease that nobody holds any more. */
async function liveHolder(found: FoundLease, silentMs: number, folder: string): Promise<LeaseHolder | undefined> {
  if (found.record === undefined) return silentMs > SILENT_MS ? undefined : UNKNOWN;
  const { holder, space, doing, groups } = found.record;
  const says = { pid: holder.pid, host: space.split(' ')[0] ?? '', doing, orphaned: false };
  // Nobody can ask for a process of another machine; there is the disk's own clock.
  if (space !== processSpace()) return (await silentByDisk(found, folder)) > SILENT_MS ? undefined : says;
  const git = groups.find(isGroupRunning);
  if (!isRunning(holder)) return git && { ...says, pid: git.pid, orphaned: true };
  return silentMs > SILENT_MS && git === undefined ? undefined : says;
}

const UNKNOWN: LeaseHolder = { pid: 0, host: '', doing: '', orphaned: false };

async function silentByDisk({ mtimeMs }: FoundLease, folder: string): Promise<number> {
  // Far from it by any clock: nothing is written only to know the time.
  if (Date.now() - mtimeMs < SILENT_MS / 2) return 0;
  const probe = join(folder, `${CANDIDATE}${process.pid}-${randomUUID()}`);
  try {
    await writeFile(probe, '', { flag: 'wx' });
    return (await lstat(probe)).mtimeMs - mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

/** Takes a stale lease out of the way; false when it was another's by then, who gets it back. */
async function movedAway(path: string, away: string, stale: FoundLease): Promise<boolean> {
  const moved = await rename(path, away).then(() => look(away), ifMissing(undefined));
  if (moved?.text === stale.text) return true;
  if (moved !== undefined) await named(away, path);
  await rm(away, { force: true });
  return false;
}

/** Gives a file a second name; false when that is taken. Where the disk has no links, a copy does as well. */
async function named(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path).catch(error => {
      if (errorCode(error) === 'EEXIST') throw error;
      return copyFile(file, path, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'];

function unlessReadOnly(error: unknown): undefined {
  if (!READ_ONLY.includes(String(errorCode(error)))) throw error;
}

/** Removes what processes left that were killed while they tried for a lease. */
export async function removeLeaseCandidates(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(ifMissing<string[]>([]))) {
    const pid = /^sluice-lease-(\d+)-[\da-f-]+$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning({ pid: Number(pid), started: null }))
      await rm(join(folder, name), { force: true });
  }
}
