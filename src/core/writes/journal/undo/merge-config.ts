import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskGit } from '../../../git/ask.ts';
import { withTemporary } from '../../../git/temporary.ts';
import type { Entry } from '../entry.ts';
import { CONFIG, readBlobs } from '../storage/store.ts';
import type { Item } from './changed-items.ts';

export const isConfig = ({ part, name }: Item): boolean => part === 'state' && name === CONFIG;

/**
 * The config with what the command did to it taken back and what came since left in. Undefined when both changed the same
 * lines.
 */
export async function mergeConfig(ask: AskGit, entry: Entry, at: number): Promise<Buffer | undefined> {
  const [main] = entry.before;
  const [before, after] = [entry.before[at], entry.after[at]];
  const oids = [before?.state[CONFIG]?.oid, after?.state[CONFIG]?.oid].filter(oid => oid !== undefined);
  const [was, became] = await readBlobs(ask, main?.workTree ?? '', oids);
  if (before === undefined || was === undefined || became === undefined) return undefined;
  return withTemporary('config', async folder => {
    const contents = [await readFile(join(before.commonDirectory, CONFIG)), became, was];
    const files = contents.map((_, n) => join(folder, String(n)));
    await Promise.all(contents.map((bytes, n) => writeFile(files[n] ?? '', bytes, { mode: 0o600 })));
    // In place, and without a word of a conflict but by its exit code.
    const merged = await ask(['merge-file', '-q', ...files], before.workTree);
    return merged.ok ? readFile(files[0] ?? '') : undefined;
  });
}
