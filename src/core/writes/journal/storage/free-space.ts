import { statfs, unlink } from 'node:fs/promises';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import type { GitReader } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { Entry } from './entry.ts';
import { looseObject, statLoose } from './loose-objects.ts';
import { ownPacks, packContents } from './pack-contents.ts';
import { packedAt } from './pack-index.ts';
import { expiredRef, type Listing, objectsNeeded, updateRefs } from './store.ts';

const GIBIBYTE = 1024 ** 3;
const MOST_BYTES = 2 * GIBIBYTE;

/** How much all entries of a repository may hold, when nobody says: 2 GiB, and not more than a tenth of what is free. */
export async function defaultJournalBytes(commonDirectory: string): Promise<number> {
  const { bavail, bsize } = await statfs(commonDirectory);
  return Math.min(MOST_BYTES, Math.floor((bavail * bsize) / 10));
}

/** The entries, the newest first, from the one on by which all together hold too much. The newest stays in any case. */
export function entriesOver(entries: readonly Entry[], mostBytes: number): Entry[] {
  let bytes = 0;
  return entries.filter((entry, at) => {
    bytes += entry.storedBytes;
    return at > 0 && bytes > mostBytes;
  });
}

/** Less than this is left to git: to know what nothing reaches, all objects there are have to be walked. */
const WORTH_WALKING = 8 * 1024 * 1024;
/** Somebody may just be about to use an object of ours that has the same content as theirs; git waits far longer. */
const YOUNG_MS = 10 * 60 * 1000;
const WALK_MS = 60_000;

/**
 * Removes contents from the disk that only expired entries needed. What goes was written by an entry of ours and by nobody
 * before it, lies in a file of its own or in a pack of ours, is not young, and is reached by no ref, reflog or index. All
 * else is left to git. What stays is packed where that pays.
 */
export async function freeSpace(git: Git, repository: Repository, listing: Listing, now: number): Promise<void> {
  const { commonDirectory } = repository;
  const owned = new Set([...listing.entries, ...listing.expired].flatMap(entry => entry.owned));
  const packed = await packedContents(git, repository, owned);
  const found = await mapInBatches(listing.expired, async entry => ({
    entry,
    stored: [
      ...(await looseContents(commonDirectory, entry.owned)),
      ...entry.owned.flatMap(oid => packed.get(oid) ?? []),
    ],
  }));
  const isOld = ({ mtimeMs }: StoredContent) => now - mtimeMs > YOUNG_MS;
  const ready = found.filter(({ stored }) => stored.every(isOld));
  const waiting = found.filter(({ stored }) => !stored.every(isOld)).map(({ entry }) => entry);
  const gone = await freeContents(git, repository, { listing, ready, waiting });
  const entries = [...listing.entries, ...waiting];
  const kept = new Set(entries.flatMap(entry => entry.owned).filter(oid => !gone.has(oid)));
  await packContents(git, repository, { entries, owned: kept, without: gone });
}

interface Expiry {
  readonly listing: Listing;
  readonly ready: readonly { readonly entry: Entry; readonly stored: readonly StoredContent[] }[];
  readonly waiting: readonly Entry[];
}

/** Answers with the objects that are of no use any more; those in packs are still there. */
async function freeContents(
  git: Git,
  { workTree, commonDirectory }: Repository,
  { listing, ready, waiting }: Expiry,
): Promise<ReadonlySet<string>> {
  const needed = new Set([...listing.entries, ...waiting].flatMap(objectsNeeded));
  const contents = new Map(ready.flatMap(({ stored }) => stored.map(each => [each.oid, each])));
  const dead = [...contents.values()].filter(({ oid }) => !needed.has(oid));
  const bytes = dead.reduce((sum, { size }) => sum + size, 0);
  if (bytes > 0 && bytes < WORTH_WALKING) return new Set();
  const ids = ready.map(({ entry }) => entry.id);
  const oids = new Set(dead.map(({ oid }) => oid));
  const reached = oids.size === 0 ? oids : await reachable(git, workTree, oids, ids);
  await updateRefs(
    git,
    workTree,
    ids.map(id => [expiredRef(id), null]),
  );
  const unreached = [...oids].filter(oid => !reached.has(oid));
  await mapInBatches(unreached, oid => unlink(looseObject(commonDirectory, oid)).catch(ifMissing(undefined)));
  return new Set(unreached);
}

interface StoredContent {
  readonly oid: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Those of our contents that are in packs of ours. */
async function packedContents(
  git: GitReader,
  { workTree, commonDirectory }: Repository,
  owned: ReadonlySet<string>,
): Promise<Map<string, StoredContent>> {
  const packs = await ownPacks(commonDirectory, owned);
  const times = new Map<string, number>();
  for (const { pack, ids } of packs) {
    const mtimeMs = await packedAt(pack);
    for (const id of ids) times.set(id, mtimeMs);
  }
  if (times.size === 0) return new Map();
  const input = Buffer.from(`${[...times.keys()].join('\n')}\n`);
  const words = ['cat-file', '--batch-check=%(objectname) %(objectsize:disk)'] as const;
  const listed = await git.readOrThrow(words, workTree, { input });
  const sizes = [...listed.matchAll(/^([\da-f]+) (\d+)$/gm)];
  return new Map(sizes.map(([, oid = '', size]) => [oid, { oid, size: Number(size), mtimeMs: times.get(oid) ?? 0 }]));
}

async function looseContents(commonDirectory: string, oids: readonly string[]): Promise<StoredContent[]> {
  const found = await mapInBatches(oids, async oid => {
    const stats = await statLoose(commonDirectory, oid);
    return stats ? [{ oid, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
  });
  return found.flat();
}

/** Those of some objects that anything but expired entries reaches. */
async function reachable(
  git: GitReader,
  workTree: string,
  oids: ReadonlySet<string>,
  expired: readonly string[],
): Promise<Set<string>> {
  const reached = new Set<string>();
  let rest = '';
  const take = (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString('latin1')}`.split('\n');
    rest = lines.pop() ?? '';
    for (const oid of lines) if (oids.has(oid)) reached.add(oid);
  };
  const excluded = expired.map(id => `--exclude=${expiredRef(id)}`);
  const args = [
    'rev-list',
    '--objects',
    '--no-object-names',
    ...excluded,
    '--all',
    '--reflog',
    '--indexed-objects',
  ] as const;
  await git.readOrThrow(args, workTree, { take, timeoutMs: WALK_MS });
  return reached;
}
