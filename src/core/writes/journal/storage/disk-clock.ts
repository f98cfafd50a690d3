import { rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryIn } from './leftovers.ts';

/** The time by the disk's clock: the disk may be another machine's, and may only count seconds. */
export async function timeOnDisk(folder: string): Promise<number> {
  const file = temporaryIn(folder);
  try {
    await writeFile(file, '', { flag: 'wx' });
    return (await stat(file)).ctimeMs;
  } finally {
    await rm(file, { force: true });
  }
}

/** Resolves when what is written from now on is younger than this to the disk. */
export async function laterOnDisk(folder: string, time: number): Promise<void> {
  while ((await timeOnDisk(folder)) <= time) await delay(1);
}
