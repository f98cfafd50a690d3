import { open, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';

/** A pack of a repository's own, by its path without an ending. */
export type PackPath = string;

const MAGIC = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
const FANOUT_BYTES = 256 * 4;
const IDS_AT = MAGIC.length + FANOUT_BYTES;

export async function packsIn(commonDirectory: string): Promise<PackPath[]> {
  const folder = join(commonDirectory, 'objects/pack');
  const names = await readdir(folder).catch(ifMissing([]));
  return names.filter(name => name.endsWith('.idx')).map(name => join(folder, name.slice(0, -'.idx'.length)));
}

/** How many objects a pack has; undefined for an index of the first version, or one that is gone. */
async function countIn(pack: PackPath): Promise<number | undefined> {
  const file = await open(`${pack}.idx`).catch(ifMissing(undefined));
  try {
    const head = Buffer.alloc(IDS_AT);
    const { bytesRead } = (await file?.read(head, 0, IDS_AT, 0)) ?? { bytesRead: 0 };
    return bytesRead === IDS_AT && head.subarray(0, MAGIC.length).equals(MAGIC)
      ? head.readUInt32BE(IDS_AT - 4)
      : undefined;
  } finally {
    await file?.close();
  }
}

/** The ids of all objects in a pack that has no more than so many; undefined for others. */
export async function idsIn(pack: PackPath, idBytes: number, most: number): Promise<string[] | undefined> {
  const count = await countIn(pack);
  if (count === undefined || count > most) return undefined;
  const bytes = await readFile(`${pack}.idx`).catch(ifMissing(undefined));
  if (bytes === undefined) return undefined;
  return Array.from({ length: count }, (_, at) =>
    bytes.toString('hex', IDS_AT + at * idBytes, IDS_AT + (at + 1) * idBytes),
  );
}

/** Whether a pack has an object; one that cannot be told counts as if it had. */
async function hasObject(pack: PackPath, oid: string): Promise<boolean> {
  const file = await open(`${pack}.idx`).catch(ifMissing(undefined));
  if (file === undefined) return false;
  try {
    const wanted = Buffer.from(oid, 'hex');
    const [first = 0] = wanted;
    const head = Buffer.alloc(IDS_AT);
    await file.read(head, 0, IDS_AT, 0);
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return true;
    const fanout = (at: number) => (at < 0 ? 0 : head.readUInt32BE(MAGIC.length + at * 4));
    const [from, to] = [fanout(first - 1), fanout(first)];
    const ids = Buffer.alloc((to - from) * wanted.length);
    await file.read(ids, 0, ids.length, IDS_AT + from * wanted.length);
    for (let at = 0; at < ids.length; at += wanted.length)
      if (ids.compare(wanted, 0, wanted.length, at, at + wanted.length) === 0) return true;
    return false;
  } finally {
    await file.close();
  }
}

/** Makes the pack that has an object as young as one just written, as git does; false when none has it. */
export async function freshenPacked(commonDirectory: string, oid: string): Promise<boolean> {
  for (const pack of await packsIn(commonDirectory)) {
    if (!(await hasObject(pack, oid))) continue;
    const now = new Date();
    return utimes(`${pack}.pack`, now, now).then(() => true, ifMissing(false));
  }
  return false;
}

export const packedAt = async (pack: PackPath): Promise<number> => (await stat(`${pack}.pack`)).mtimeMs;
