import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifMissing } from '../../../shared/file-errors.ts';
import { SandboxFailure } from '../failure.ts';

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Contents by their sha-256. */
export interface Contents {
  /** Keeps a content and answers with its name. */
  put(bytes: Buffer): Promise<string>;
  /** The content of that name, checked; `what` is said where it is missing or another. */
  get(name: string, what: string): Promise<Buffer>;
  /** Removes all but these. */
  keepOnly(names: ReadonlySet<string>): Promise<void>;
}

/** Contents that are gone with the process. */
export function memoryContents(): Contents {
  const kept = new Map<string, Buffer>();
  return {
    async put(bytes) {
      const name = sha256(bytes);
      kept.set(name, Buffer.from(bytes));
      return name;
    },
    get: async (name, what) => checked(kept.get(name), name, what),
    async keepOnly(names) {
      for (const name of kept.keys()) if (!names.has(name)) kept.delete(name);
    },
  };
}

/** Contents as files of a folder, each written whole or not at all. */
export function folderContents(folder: string): Contents {
  const placeOf = (name: string) => join(folder, name.slice(0, 2), name.slice(2));
  const read = (name: string) => readFile(placeOf(name)).catch(ifMissing(undefined));
  return {
    async put(bytes) {
      const name = sha256(bytes);
      const there = await read(name);
      // One that was damaged is mended by the next who writes the same.
      if (there === undefined || sha256(there) !== name) await write(placeOf(name), bytes);
      return name;
    },
    get: async (name, what) => checked(await read(name), name, what),
    async keepOnly(names) {
      for (const part of await readdir(folder).catch(ifMissing<string[]>([])))
        for (const rest of await readdir(join(folder, part)).catch(ifMissing<string[]>([])))
          if (!names.has(`${part}${rest}`)) await rm(join(folder, part, rest), { force: true });
    },
  };
}

function checked(bytes: Buffer | undefined, name: string, what: string): Buffer {
  if (bytes !== undefined && sha256(bytes) === name) return bytes;
  const why = bytes === undefined ? 'is missing' : 'is not what was written';
  throw new SandboxFailure(
    'sandbox-damaged',
    `The content of ${what} ${why} (sha-256 ${name}).`,
    'Write the file again, or pull it. Nothing is pushed without its true content.',
  );
}

async function write(place: string, bytes: Buffer): Promise<void> {
  const temporary = `${place}.${randomUUID()}.tmp`;
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
