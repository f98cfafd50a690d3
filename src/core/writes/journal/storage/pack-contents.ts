import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { Entry } from './entry.ts';
import { looseObject, statLoose } from './loose-objects.ts';
import { idsIn, type PackPath, packsIn } from './pack-index.ts';

/** Less than this is left as it is. */
const WORTH_PACKING = 16 * 1024 * 1024;
/** A pack with more was not made here. */
const MOST_OBJECTS = 10_000;
/** The rest is for the next time. */
const MOST_LOOSE_BYTES = 256 * 1024 * 1024;
const PACK_MS = 60_000;

/** A pack in which there is nothing but contents of the journal's own. */
export interface OwnPack {
  readonly pack: PackPath;
  readonly ids: readonly string[];
}

/** A pack that somebody else made and that has nothing else in it counts too: no object of it is another's. */
export async function ownPacks(commonDirectory: string, owned: ReadonlySet<string>): Promise<OwnPack[]> {
  const [first] = owned;
  if (first === undefined) return [];
  const found = await mapInBatches(await packsIn(commonDirectory), async pack => {
    const ids = await idsIn(pack, first.length / 2, MOST_OBJECTS);
    return ids !== undefined && ids.length > 0 && ids.every(id => owned.has(id)) ? [{ pack, ids }] : [];
  });
  return found.flat();
}

export interface PackRequest {
  readonly entries: readonly Entry[];
  readonly owned: ReadonlySet<string>;
  /** Objects that nothing reaches any more; a pack that has any is written anew without them. */
  readonly without: ReadonlySet<string>;
}

/**
 * Puts the journal's own large contents into one pack, where versions of a file are stored as what differs. What was
 * written before goes when the pack is in its place and has everything of it: whoever is killed leaves an object twice,
 * never none.
 */
export async function packContents(git: Git, repository: Repository, request: PackRequest): Promise<void> {
  const { workTree, commonDirectory } = repository;
  const { owned, without, entries } = request;
  const packs = await ownPacks(commonDirectory, new Set([...owned, ...without]));
  const packed = new Set(packs.flatMap(({ ids }) => ids));
  // Somebody was killed who had just packed these.
  await removeLoose(
    commonDirectory,
    [...owned].filter(oid => packed.has(oid)),
  );
  const loose = await looseOf(
    commonDirectory,
    [...owned].filter(oid => !packed.has(oid)),
  );
  const hasDead = packs.some(({ ids }) => ids.some(id => without.has(id)));
  if (loose.bytes < WORTH_PACKING && !hasDead) return;
  const wanted = [...loose.oids, ...packed].filter(id => !without.has(id));
  const written = wanted.length === 0 ? undefined : await writePack(git, workTree, commonDirectory, wanted, entries);
  const there = new Set(written && (await idsIn(written, (wanted[0] ?? '').length / 2, MOST_OBJECTS)));
  if (!wanted.every(id => there.has(id))) throw new Error('Git did not pack all contents of the journal.');
  for (const { pack } of packs) if (pack !== written) await removePack(pack);
  await removeLoose(
    commonDirectory,
    loose.oids.filter(id => there.has(id)),
  );
}

const removeLoose = (commonDirectory: string, oids: readonly string[]): Promise<unknown> =>
  mapInBatches(oids, oid => unlink(looseObject(commonDirectory, oid)).catch(ifMissing(undefined)));

/** As many contents in files of their own as are packed at once, and one more. */
async function looseOf(commonDirectory: string, oids: readonly string[]) {
  const stats = await mapInBatches(oids, oid => statLoose(commonDirectory, oid));
  const loose: string[] = [];
  let bytes = 0;
  for (const [at, oid] of oids.entries()) {
    if (stats[at] === undefined || bytes > MOST_LOOSE_BYTES) continue;
    loose.push(oid);
    bytes += stats[at].size;
  }
  return { oids: loose, bytes };
}

/** Bounds what git has in memory to compare: a few versions of a large file, not ten. */
const FRUGAL = ['--window=8', '--window-memory=384m', '--threads=1'] as const;

async function writePack(
  git: Git,
  workTree: string,
  commonDirectory: string,
  oids: readonly string[],
  entries: readonly Entry[],
): Promise<PackPath> {
  const names = namesOf(entries);
  // By its name git finds what is similar.
  const lines = oids.map(oid => `${oid} ${(names.get(oid) ?? '').replaceAll('\n', ' ')}\n`);
  const base = join(commonDirectory, 'objects/pack/pack');
  const words = ['pack-objects', '-q', '--delta-base-offset', ...FRUGAL, base] as const;
  const hash = await git.write(words, workTree, { input: Buffer.from(lines.join('')), timeoutMs: PACK_MS });
  return `${base}-${hash.trim()}`;
}

function namesOf(entries: readonly Entry[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { before } of entries)
    for (const { state, changed, untracked, named } of before)
      for (const files of [state, changed ?? {}, untracked, named ?? {}])
        for (const [path, saved] of Object.entries(files)) if (saved) names.set(saved.oid, path);
  return names;
}

/** The index goes first: without it nobody looks into the pack. */
async function removePack(pack: PackPath): Promise<void> {
  for (const ending of ['idx', 'rev', 'bitmap', 'pack']) await unlink(`${pack}.${ending}`).catch(ifMissing(undefined));
}
