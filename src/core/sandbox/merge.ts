import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitReader } from '../git/reader.ts';
import { withTemporary } from '../git/temporary.ts';

/** What came of a merge of three texts. */
export interface MergeResult {
  readonly status: 'clean' | 'conflict';
  /** With git's markers where both sides changed the same lines. */
  readonly content: Buffer;
}

const LABELS = ['-L', 'ours (sandbox)', '-L', 'base', '-L', 'theirs (incoming)'];
/** How many conflicts there are; more than git counts to is said as 127. */
const CONFLICTS = Array.from({ length: 127 }, (_, at) => at + 1);
/** The person's own style would put a third part between the markers. */
const CONFIG = [['merge.conflictStyle', 'merge']] as const;

/** Merges by git's own algorithm, in a folder of its own. Undefined for what is no text: git merges none of it. */
export async function mergeContents(
  git: GitReader,
  { ours, base, theirs }: { readonly ours: Buffer; readonly base: Buffer; readonly theirs: Buffer },
): Promise<MergeResult | undefined> {
  if ([ours, base, theirs].some(isBinary)) return undefined;
  return withTemporary('sandbox', async folder => {
    const sides = { ours, base, theirs };
    for (const [name, bytes] of Object.entries(sides)) await writeFile(join(folder, name), bytes, { mode: 0o600 });
    const printed: Buffer[] = [];
    const answer = await git.read(['merge-file', '-p', '-q', ...LABELS, ...Object.keys(sides)], folder, {
      accepts: CONFLICTS,
      config: CONFIG,
      take: chunk => void printed.push(chunk),
    });
    if (!answer.ok) throw new Error(`git merge-file: ${answer.message}`);
    return { status: answer.exitCode === 0 ? 'clean' : 'conflict', content: Buffer.concat(printed) };
  });
}

/** As git tells them: by a NUL in the first 8000 bytes. */
export const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8000).includes(0);
