import { visibleFiles } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** Changes that come from a patch, which may add any file. */
export const am = write('am', {
  touches: visibleFiles,
  examples: { destructive: ['git am --abort'], local: ['git am change.patch'] },
});
export const apply = write('apply', { touches: visibleFiles, examples: { local: ['git apply change.patch'] } });
