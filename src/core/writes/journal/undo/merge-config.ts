import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporary } from '../../../git/temporary.ts';
import type { Git } from '../../../git/writer.ts';
import type { Entry } from '../storage/entry.ts';
import { CONFIG, readBlobs } from '../storage/store.ts';
import type { ChangedItem } from './changed-items.ts';

export const isConfig = ({ part, name }: ChangedItem): boolean => part === 'state' && name === CONFIG;

/**
 * The config with what the command did to it taken back and what came since left in. Undefined when both changed the same
 * lines.
 */
export async function mergeConfig(git: Git, entry: Entry, at: number): Promise<Buffer | undefined> {
  const [main] = entry.before;
  const [before, after] = [entry.before[at], entry.after[at]];
  const oids = [before?.state[CONFIG]?.oid, after?.state[CONFIG]?.oid].filter(oid => oid !== undefined);
  const [was, became] = await readBlobs(git, main?.workTree ?? '', oids);
  if (before === undefined || was === undefined || became === undefined) return undefined;
  return withTemporary('config', async folder => {
    const contents = [await readFile(join(before.commonDirectory, CONFIG)), became, was];
    const files = contents.map((_, n) => join(folder, String(n)));
    await Promise.all(contents.map((bytes, n) => writeFile(files[n] ?? '', bytes, { mode: 0o600 })));
    const printed: Buffer[] = [];
    const take = (chunk: Buffer) => void printed.push(chunk);
    // Of a conflict it says so by its exit code.
    const merged = await git.read(['merge-file', '-p', '-q', ...files], before.workTree, { take });
    return merged.ok ? Buffer.concat(printed) : undefined;
  });
}
