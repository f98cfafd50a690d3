import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrustStore } from './known.ts';

/** Keeps what the person has seen in a folder of theirs, a file for each key. */
export function createTrustFiles(folder: string): TrustStore {
  const fileOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'));
  return {
    load(key) {
      try {
        const [first, ...lines] = readFileSync(fileOf(key), 'utf8').split('\0');
        return first === key ? lines : undefined;
      } catch {
        // Nothing was kept, or nothing that can be read: then nothing is known.
        return undefined;
      }
    },
    async save(key, lines) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const beside = `${fileOf(key)}.${process.pid}`;
      await writeFile(beside, [key, ...lines].join('\0'), { mode: 0o600 });
      await rename(beside, fileOf(key));
    },
  };
}
