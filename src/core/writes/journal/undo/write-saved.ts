import { partsOf } from '../../../../shared/parts-of.ts';
import { GitFailure } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import type { Entry } from '../storage/entry.ts';
import { readBlobs } from '../storage/store.ts';
import { AT_ONCE } from './check-out.ts';
import { type FileToWrite, writeFiles } from './restore-files.ts';
import type { UndoCounter } from './undo-progress.ts';

/** A file as it is to be again. */
export type SavedAt = Omit<FileToWrite, 'bytes'>;

/** Writes files that the journal holds, some at a time, so that never many contents are in memory. */
export async function writeSaved(
  { git, entry, counter }: { readonly git: Git; readonly entry: Entry; readonly counter: UndoCounter },
  files: readonly SavedAt[],
  root: string,
  scratchFolder: string,
): Promise<void> {
  const journal = entry.before[0]?.workTree ?? '';
  for (const some of partsOf(files, AT_ONCE)) {
    counter.stopIfCancelled();
    const oids = [...new Set(some.map(({ saved }) => saved.oid).filter(oid => oid !== ''))];
    const blobs = await readBlobs(git, journal, oids);
    const puts = some.map(({ path, saved }) => {
      const bytes = saved.oid === '' ? Buffer.alloc(0) : blobs[oids.indexOf(saved.oid)];
      if (bytes === undefined) throw new GitFailure(`The journal no longer has the content of '${path}'.`);
      return { path, saved, bytes };
    });
    await writeFiles(root, puts, scratchFolder);
    counter.count(some.length);
  }
}
