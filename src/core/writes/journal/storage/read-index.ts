import { open, readFile } from 'node:fs/promises';
import { type FileOnDisk, type FileStats, isSameStats } from './disk.ts';

/** The index that was read last at each place, as long as anybody still has it. */
const last = new Map<string, { readonly stats: FileStats; readonly bytes: WeakRef<Buffer> }>();

/**
 * The bytes of an index file. A write looks at it several times, and of a large one each copy costs more than the look: one
 * that has the same stamps and ends with the same sum is given again.
 */
export async function readIndexFile({ location, stats }: FileOnDisk, oidBytes: number): Promise<Buffer> {
  const place = location.toString('latin1');
  const known = last.get(place);
  const kept = known && isSameStats(known.stats, stats) ? known.bytes.deref() : undefined;
  if (kept !== undefined && (await endsAlike(location, kept, oidBytes))) return kept;
  const bytes = await readFile(location);
  last.set(place, { stats, bytes: new WeakRef(bytes) });
  return bytes;
}

/** Git ends an index with a hash over all of it, or with zeros where it was told to save the time. */
async function endsAlike(location: string | Buffer, known: Buffer, oidBytes: number): Promise<boolean> {
  const sum = known.subarray(-oidBytes);
  if (sum.every(byte => byte === 0)) return false;
  const file = await open(location);
  try {
    const end = Buffer.alloc(oidBytes);
    await file.read(end, 0, oidBytes, known.length - oidBytes);
    return end.equals(sum);
  } finally {
    await file.close();
  }
}
