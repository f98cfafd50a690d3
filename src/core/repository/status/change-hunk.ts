import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporary } from '../../git/temporary.ts';
import { type HunkRequest, hunkCommand, patchName } from './inline-diffs.ts';
import type { StatusView } from './status-view.ts';

/**
 * Stages, unstages or discards one hunk of a diff that the status view showed. Its patch is made from that diff, in a folder
 * that only this person can look into, and the command that names it goes the way of every command. False when the file is no
 * longer as it was shown: the person has to look again.
 */
export async function changeHunk(
  status: Pick<StatusView, 'hunkPatch'>,
  path: string,
  request: HunkRequest,
  run: (command: string) => Promise<unknown>,
): Promise<boolean> {
  const patch = await status.hunkPatch(path, request);
  if (patch === undefined) return false;
  await withTemporary('patch', async folder => {
    const file = join(folder, patchName(path, request.hunk));
    await writeFile(file, patch, { mode: 0o600 });
    await run(hunkCommand(request.action, file));
  });
  return true;
}
